import { expect, test } from 'vitest';
import { misplacedTexts, phrases, unequalPlaceholders, unusedPhrases } from './phrases.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();

test('the check finds the phrases of the repository', () => {
  expect(phrases(repo).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['login_wrong', 'required', 'not_found']),
  );
});

test('each phrase takes the same values in all four languages', () => {
  expect(findingLines(unequalPlaceholders(repo))).toEqual([]);
});

test('finds a value that one language omits, renames or uses as another kind, but allows a plural in one language only', () => {
  const broken = treeOf({
    'features/a/words.ts': `export const w = words({
      rows: ['{count, plural, one {# row} other {# rows}}', '{count, number} 条', '{count, number} filas', '{count, number} แถว'],
      sent: ['Sent to {mobile}', '已发送至 {mobile}', 'Enviado', 'ส่งไปที่ {mobile}'],
      due: ['Due {at, date}', '{at, date}', '{at, date}', '{at, number}'],
      broken: ['Pay {amount', '支付', 'Pagar', 'ชำระ'],
    });`,
  });
  expect(findingLines(unequalPlaceholders(broken))).toEqual([
    'features/a/words.ts:3 sent takes {} in es and {mobile: text} in en',
    'features/a/words.ts:4 due takes {at: number} in th and {at: time} in en',
    'features/a/words.ts:5 broken does not parse in en',
  ]);
});

test('each text is in its language’s column', () => {
  expect(findingLines(misplacedTexts(repo))).toEqual([]);
  const broken = treeOf({ 'features/a/words.ts': "words({ a: ['A', '甲', '甲', 'ก'], b: ['B', 'ก', 'B', ' '] });" });
  expect(findingLines(misplacedTexts(broken))).toEqual([
    'features/a/words.ts:1 a is Chinese in the column of es',
    'features/a/words.ts:1 b is Thai in the column of zh',
    'features/a/words.ts:1 b is empty in th',
  ]);
});

test('every phrase is used somewhere', () => {
  const unused = findingLines(unusedPhrases(repo)).map((line) => line.replace(/:\d+ /, ' '));
  // Faults of a public key: merchant-keys finds them, the page about its settings has the texts.
  expect(unused).toEqual([
    'features/portal/settings-words.ts key_too_long is not used anywhere',
    'features/portal/settings-words.ts public_key_taken is not used anywhere',
  ]);
});

test('finds an unused phrase, even if another feature or a test uses one of the same name', () => {
  const row = "['A', '甲', 'A', 'ก']";
  const broken = treeOf({
    'features/a/words.ts': `export const w = words({ said: ${row}, title: ${row}, mode_qr: ${row}, kind_cash: ${row}, unsaid: ${row}, tested: ${row}, handed_on: ${row} });`,
    'features/a/console/screens.ts': "t('said'); screen(w.title); t(`mode_${mode}`);",
    'features/a/rules.test.ts': "t('tested');",
    'features/b/rules.ts': "t('unsaid'); t(`kind_${kind}`);",
    'features/c/words.ts': "import { w } from '#features/a/words.ts';\nexport const texts = { ...w };",
    'features/c/contract.ts':
      "import { texts } from './words.ts';\ncalls(texts, { '/c': { refusals: ['handed_on'] } });",
  });
  expect(findingLines(unusedPhrases(broken))).toEqual([
    'features/a/words.ts:1 kind_cash is not used anywhere',
    'features/a/words.ts:1 tested is not used anywhere',
    'features/a/words.ts:1 unsaid is not used anywhere',
  ]);
});
