/** Operators and the books: position, trial balance, the last checks, and one that is asked for. */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { booksWords } from '#features/operations/books-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { brokenBooks } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

async function enter(language: Language, width: number): Promise<Visitor> {
  const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
  visitor = await stage.visit({ language, width, storageState });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/books`);
  await page.getByRole('heading', { name: translate(operatorTitles, 'books'), level: 1 }).waitFor();
  await page.getByText(translate(booksWords, 'right_title'), { exact: true }).waitFor();
  return visitor;
}

test('the books are read, and checked when an operator asks', async () => {
  const { page, translate } = await enter('en', 1440);
  const t = (name: keyof typeof booksWords) => translate(booksWords, name);
  const trial = page.getByRole('region', { name: t('trial') });
  await trial.getByRole('rowheader', { name: t('account_wallet') }).waitFor();
  expect(await trial.locator('tfoot td').textContent()).toBe('¥0.00');
  expect(await barriers({ page }, { where: 'books' })).toEqual([]);
  await page.getByRole('button', { name: t('run') }).click();
  await page.getByText(t('run_told')).waitFor();
  const asked = page.getByRole('row').filter({ hasText: t('kind_asked') });
  await asked.filter({ hasText: t('passed') }).waitFor({ timeout: 60_000 });
  expect(await asked.textContent()).toContain(demoOperator);
});

test('the page fits a phone, in another language', async () => {
  const { page } = await enter('zh', 390);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(await barriers({ page }, { where: 'books on a phone' })).toEqual([]);
});
