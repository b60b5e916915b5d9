/** Operators and the log of all users: an entry is found and read in full, and the chains are verified. */
import { afterEach, expect, test } from 'vitest';
import { demoOperator, DEMO_PASSWORD } from '#database/demo/people.ts';
import { auditScreenWords } from '#features/operations/audit-screen-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { logWords } from '#features/sessions/screen-words.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

type Phrases = (name: keyof typeof auditScreenWords, values?: PhraseValues) => string;

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
});

async function enter(language: Language, width: number, query = ''): Promise<{ visitor: Visitor; t: Phrases }> {
  const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
  visitor = await stage.visit({ language, width, storageState });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/audit${query}`);
  await page.getByRole('heading', { name: translate(operatorTitles, 'audit'), level: 1 }).waitFor();
  return { visitor, t: (name, values) => translate(auditScreenWords, name, values) };
}

test('what one user did is found, an entry read in full, and the log is verified', async () => {
  const {
    visitor: { page, translate },
    t,
  } = await enter('en', 1440, `?user=${demoOperator}`);
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await rows.first().waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);
  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(translate(logWords, 'device'), { exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'entry' })).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t('verify'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('verify_title') });
  await dialog.getByRole('button', { name: t('verify'), exact: true }).click();
  await dialog.getByText(/^Whole: \d+/).waitFor();
  expect(await barriers({ page }, { where: 'verified' })).toEqual([]);
});

test('on a phone, what all users did is read from the list', async () => {
  const {
    visitor: { page, translate },
    t,
  } = await enter('th', 390);
  await page.getByText(t('recent')).waitFor();
  const list = page.getByRole('list', { name: translate(operatorTitles, 'audit') });
  await list.getByRole('button').first().click();
  await page.getByRole('dialog').getByText(translate(logWords, 'who'), { exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'phone entry' })).toEqual([]);
});
