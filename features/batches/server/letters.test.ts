/** The encoding of a text file is certain, or the file is refused. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv, encodedIn, goodRow, utf16 } from './corpus-for-tests.ts';
import { caseFile, read, faultNameOf } from './reading-for-tests.ts';

describe('the letters of a text', () => {
  const chinese = { ...goodRow, type: '银行卡', holder: '林伟', bank: '工商银行' };
  const zh = ['金额', '提现类型', '收款人', '银行', '支行', '账号'];
  const th = ['จำนวนเงิน', 'ประเภทการถอน', 'ชื่อผู้รับเงิน', 'ธนาคาร', 'สาขา', 'เลขบัญชี'];
  const es = ['Importe', 'Tipo', 'Titular', 'Banco', 'Sucursal', 'Número de cuenta'];
  const maria = { ...goodRow, holder: 'María Muñoz' };
  const thai = { ...goodRow, holder: 'สมชาย ใจดี' };

  test.each([
    ['Chinese headings in GB18030', encodedIn(csv([chinese], { head: zh }), 'gb18030'), '林伟'],
    [
      'headings with brackets in GB18030',
      encodedIn(csv([chinese], { head: ['Amount（元）', ...zh.slice(1)] }), 'gb18030'),
      '林伟',
    ],
    ['English headings and a Chinese bank in GB18030', encodedIn(csv([chinese]), 'gb18030'), '林伟'],
    ['Thai headings as Thai Windows writes them', encodedIn(csv([thai], { head: th }), 'windows-874'), 'สมชาย ใจดี'],
    [
      'Spanish headings with an accent as Western Windows writes them',
      encodedIn(csv([maria], { head: es, separator: ';' }), 'windows-1252'),
      'María Muñoz',
    ],
    ['UTF-16 with tabs, Excel’s “Unicode text”', utf16(csv([maria], { separator: '\t' }), 'le'), 'María Muñoz'],
    ['UTF-8 without its mark', csv([maria]), 'María Muñoz'],
    ['UTF-8 without its mark, in Thai', csv([thai], { head: th }), 'สมชาย ใจดี'],
    ['UTF-8 without its mark, in Greek and Latin', csv([{ ...goodRow, holder: 'Ανα Núñez' }]), 'Ανα Núñez'],
    ['UTF-8 with its mark, whatever it holds', `\ufeff${csv([{ ...goodRow, holder: 'ëΰ' }])}`, 'ëΰ'],
  ])('are known by %s', async (_, file, holder) => {
    expect((await read(file)).rows[0]?.values.holder).toBe(holder);
  });

  test.each([
    ['the case file: Western letters under English headings', caseFile('western-1252.csv')],
    [
      'Spanish headings without an accent',
      encodedIn(csv([maria], { head: ['Importe', 'Tipo', 'Titular', 'Banco', 'Sucursal', 'Cuenta'] }), 'windows-1252'),
    ],
    ['MacRoman', encodedIn(csv([maria], { head: es }), 'macintosh')],
    [
      'code page 850, Excel’s “CSV (MS-DOS)”',
      Buffer.from(
        csv([maria], { head: es }).replaceAll('ú', '\u00a3').replaceAll('í', '\u00a1').replaceAll('ñ', '\u00a4'),
        'latin1',
      ),
    ],
    ['Chinese names under English headings', encodedIn(csv([{ ...goodRow, holder: '林伟' }]), 'gb18030')],
    ['a Chinese name that is UTF-8 as well, by chance', encodedIn(csv([{ ...goodRow, holder: '毛伟' }]), 'gb18030')],
    ['Thai names under English headings', encodedIn(csv([thai]), 'windows-874')],
    [
      'Big5',
      encodedIn(
        csv([{ ...goodRow, holder: '林偉' }], { head: ['金額', '類型', '戶名', '銀行', '分行', '帳號'] }),
        'big5',
      ),
    ],
    [
      'Japanese',
      encodedIn(
        csv([{ ...goodRow, holder: '鈴木一郎' }], { head: ['金額', '種類', '名義', '銀行', '支店', '口座'] }),
        'shift_jis',
      ),
    ],
    ['Cyrillic', encodedIn(csv([{ ...goodRow, holder: 'Анна' }]), 'windows-1251')],
    [
      'two encodings in one file',
      Buffer.concat([encodedIn(csv([chinese], { head: zh }), 'gb18030'), Buffer.from([0xff, 0x0a])]),
    ],
  ])('are not guessed at: %s', async (_, file) => {
    expect(await faultNameOf(file)).toBe('table_encoding');
  });
});

describe('UTF-8 without its mark, names under English headings', () => {
  const named = (holder: string) => csv([{ ...goodRow, holder }]);

  test.each([
    '王小二',
    '张三',
    '李四',
    '林伟',
    '欧阳娜娜',
    '买买提·艾力',
    'José',
    'María Muñoz',
    'Müller',
    'MUÑOZ',
    'Ñáñez',
    'Nguyễn Văn Đức',
    'สมชาย ใจดี',
    'มาลี',
    'Анна',
    'Ανα',
    '鈴木一郎',
    '김철수',
  ])('%s is read', async (holder) => {
    expect((await read(named(holder))).rows[0]?.values.holder).toBe(holder);
  });

  test.each([
    ['gb18030', '宸翠宝'],
    ['gb18030', '毛伟'],
    ['gb18030', '石强'],
    ['windows-874', 'เดช แดง'],
  ])('is not what %s has written: %s', async (encoding, holder) => {
    const file = encodedIn(named(holder), encoding);
    expect(new TextDecoder('utf-8', { fatal: true }).decode(file)).not.toContain(holder);
    expect(await faultNameOf(file)).toBe('table_encoding');
  });

  test('one other word decides: a heading, a bank or an unambiguous name', async () => {
    const unclear = new TextDecoder().decode(encodedIn('宸翠宝', 'gb18030'));
    expect(await faultNameOf(named(unclear))).toBe('table_encoding');
    for (const other of [{ holder: '张三' }, { holder: 'José' }, { bank: '工商银行' }])
      expect(
        (
          await read(
            csv([
              { ...goodRow, holder: unclear },
              { ...goodRow, ...other },
            ]),
          )
        ).rows[0]?.values.holder,
      ).toBe(unclear);
  });

  test('tables of three Chinese names or more are read', async () => {
    const han = fc.string({
      unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code)),
      minLength: 2,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(han, { minLength: 3, maxLength: 9 }), async (holders) => {
        const { rows } = await read(csv(holders.map((holder) => ({ ...goodRow, holder }))));
        expect(rows.map(({ values }) => values.holder)).toEqual(holders);
      }),
      // Three short names that are all ambiguous: once in a million tables.
      { numRuns: 100, seed: 41 },
    );
  });

  test('common Chinese letters from a Chinese system are never read as other names', async () => {
    const letter = fc.tuple(fc.integer({ min: 0xb0, max: 0xd7 }), fc.integer({ min: 0xa1, max: 0xf9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(letter, { minLength: 1, maxLength: 3 }), async (letters) => {
        const [before = '', after = ''] = named('§').split('§');
        expect(
          await faultNameOf(Buffer.concat([Buffer.from(before), Buffer.from(letters.flat()), Buffer.from(after)])),
        ).toBe('table_encoding');
      }),
      { numRuns: 500 },
    );
  });
});
