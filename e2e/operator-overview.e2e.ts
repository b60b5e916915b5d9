/** An operator starts on the overview: figures, chart, what waits, and the platform's state, each by its rights. */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { overviewWords } from '#features/operations/overview-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { accountButton, logIn, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const operator = { account: demoOperator, password: DEMO_PASSWORD };
let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

test('the login lands on it, today’s figures come first, and another range has its own', async () => {
  visitor = await stage.visit();
  const { page, translate } = visitor;
  const t = (name: keyof typeof overviewWords): string => translate(overviewWords, name);
  await logIn(visitor, stage.baseUrl, operator);
  await expectAddress(page, '/operator/overview');
  await page.getByRole('heading', { name: translate(operatorTitles, 'overview'), level: 1 }).waitFor();
  await page.getByText(translate(overviewWords, 'as_of', { time: '' }).trim()).waitFor({ timeout: 60_000 });
  for (const name of [
    'volume',
    'fees',
    'success_rate',
    'commission',
    'cost',
    'margin',
    'created',
    'paid_out',
    'payout_fees',
  ] as const)
    expect(await page.getByText(t(name), { exact: true }).count(), name).toBeGreaterThan(0);
  // The demo's history is of the last days.
  await page.getByRole('button', { name: new RegExp(`^${t('period')}`) }).click();
  await page.getByRole('button', { name: 'Last 30 days', exact: true }).click();
  await page.getByRole('radio', { name: t('as_table') }).click({ force: true });
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: t('chart') })
        .locator('tbody tr')
        .count(),
    )
    .toBe(30);
  await page
    .getByRole('region', { name: t('by_channel') })
    .locator('tbody tr')
    .first()
    .waitFor();
  const bySource = page.getByRole('region', { name: t('by_upstream') }).locator('tbody tr');
  await bySource.first().waitFor();
  // An upstream and a channel of it.
  expect(await bySource.count()).toBeGreaterThan(1);
  const largest = page.getByRole('region', { name: t('by_member') }).locator('tbody tr');
  expect(await largest.count()).toBeGreaterThan(0);
  expect(await page.getByText(t('books_right')).count()).toBeLessThan(2);
  expect(await barriers(visitor, { where: 'operators’ overview' })).toEqual([]);
  await page.goto(`${stage.baseUrl}/#/operator`);
  await expectAddress(page, '/operator/overview');
});

test('it fits a phone, in another language', async () => {
  visitor = await stage.visit({ width: 390, language: 'es', storageState: await stage.loggedIn(operator) });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/overview?range=last30&view=table`);
  await accountButton(visitor).waitFor();
  await page.getByRole('heading', { name: translate(overviewWords, 'queues') }).waitFor();
  await page.getByRole('region', { name: translate(overviewWords, 'by_channel') }).waitFor();
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(wide).toBeLessThanOrEqual(0);
  expect(await barriers(visitor, { where: 'operators’ overview on a phone' })).toEqual([]);
});
