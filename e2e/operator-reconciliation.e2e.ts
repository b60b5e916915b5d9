/**
 * Operators and the upstreams' statements: a mapping is made and tried on a file, a statement is filed, its differences are
 * decided one by one and together, and a settlement is booked.
 */
import { afterEach, expect, test } from 'vitest';
import { differenceWords } from '#features/reconciliation/difference-words.ts';
import { mappingWords } from '#features/reconciliation/mapping-screen-words.ts';
import { differenceKindWords, differenceStateWords } from '#features/reconciliation/matching-export-words.ts';
import { reconciliationWords } from '#features/reconciliation/screen-words.ts';
import { reconciliationFaults, reconciliationTexts } from '#features/reconciliation/words.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { brokenBooks } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';

const { stage, enter } = operatorJourney('reconciliation', reconciliationWords);
afterEach(async () => expect(await brokenBooks(stage.server)).toEqual([]));

/** Before those that connectors fetch. */
const DAY = new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10);
const statement = (amount: string) =>
  [
    'No,Our number,Sum,Fee,At,Type',
    `UP-1,unknown-1,${amount},0.10,${DAY} 09:30:00,PAY`,
    `UP-2,unknown-2,20.00,0.20,${DAY} 10:30:00,PAY`,
  ].join('\n');
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a statement is tried, filed and compared, and its differences are decided', { timeout: 180_000 }, async () => {
  const { page, translate, t } = await enter('en', 1440);
  const m = (name: keyof typeof mappingWords, values?: PhraseValues) => translate(mappingWords, name, values);
  const d = (name: keyof typeof differenceWords, values?: PhraseValues) => translate(differenceWords, name, values);
  const part = (name: 'days' | 'differences' | 'clearing' | 'files' | 'mappings') =>
    page.getByRole('radio', { name: t(`part_${name}`) }).click({ force: true });

  await page.getByRole('columnheader', { name: t('day') }).waitFor();
  expect(await barriers({ page }, { where: 'grid' })).toEqual([]);

  // The mapping: its columns are chosen from the sample, and a fault of the file has its place.
  await part('mappings');
  await page.locator('[data-open-row]').first().click();
  await page.getByRole('heading', { name: m('sample') }).waitFor();
  const upstream = /open=(\d+)/.exec(page.url())?.[1] ?? '';
  await page.locator('input[type="file"]').setInputFiles(file('bad.csv', statement('a lot')));
  // A column is a text field until the headings of the sample are known.
  const column = (name: 'reference' | 'own_number' | 'amount' | 'fee' | 'time' | 'kind') =>
    page.locator('select').and(page.getByLabel(m(`column_${name}`), { exact: true }));
  await column('reference').selectOption('No');
  await column('own_number').selectOption('Our number');
  await column('amount').selectOption('Sum');
  await column('fee').selectOption('Fee');
  await column('time').selectOption('At');
  await column('kind').selectOption('Type');
  await page.getByRole('button', { name: m('add_value') }).click();
  await page.getByLabel(m('text_in_file')).fill('PAY');
  await page.getByRole('button', { name: m('try') }).click();
  await page
    .getByText(
      translate(reconciliationTexts, 'fault_in_cell', {
        line: 2,
        column: 'Sum',
        fault: translate(reconciliationFaults, 'money_form', { text: 'a lot' }),
      }),
    )
    .waitFor();
  expect(await barriers({ page }, { where: 'mapping' })).toEqual([]);
  await page.locator('input[type="file"]').setInputFiles(file('good.csv', statement('10.00')));
  await page.getByRole('button', { name: m('try') }).click();
  await page.getByText(t('trial_good', { rows: 2 })).waitFor();
  await page.getByRole('button', { name: m('save'), exact: true }).click();
  await page.getByText(m('saved_told', { version: 1 })).waitFor();

  // The statement of a day.
  await page.goto(`${stage.baseUrl}/#/operator/reconciliation?upstream=${upstream}&day=${DAY}`);
  await page.getByRole('link', { name: t('to_grid') }).waitFor();
  await page
    .getByRole('button', { name: t('upload') })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: t('upload') });
  await dialog.locator('input[type="file"]').setInputFiles(file('day.csv', statement('10.00')));
  await dialog.getByRole('button', { name: t('try') }).click();
  await dialog.getByText(t('trial_good', { rows: 2 })).waitFor();
  expect(await barriers({ page }, { where: 'upload' })).toEqual([]);
  await dialog.getByRole('button', { name: t('file_it') }).click();
  await dialog.getByText(t('filed', { rows: 2 })).waitFor();
  await dialog.getByRole('button', { name: t('done') }).click();
  await page.getByText(translate(differenceKindWords, 'missing_here')).first().waitFor({ timeout: 60_000 });
  expect(await barriers({ page }, { where: 'day' })).toEqual([]);

  // One is assigned and ignored; the other with all of a filter, as its plan was shown.
  await part('differences');
  await page.goto(`${stage.baseUrl}/#/operator/reconciliation?part=differences&days=${DAY}..${DAY}&kind=missing_here`);
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await barriers({ page }, { where: 'differences' })).toEqual([]);
  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: d('history') }) });
  await drawer.getByRole('button', { name: d('act_assign') }).click();
  const assigning = page.getByRole('dialog', { name: d('title_assign', { count: 1 }) });
  await assigning.getByRole('button', { name: d('assign_me') }).click();
  await assigning.getByLabel(d('note')).fill('asked the upstream');
  await assigning.getByRole('button', { name: d('act_assign') }).click();
  await page.getByText(d('changed_told', { count: 1 })).waitFor();
  await drawer.getByText(translate(differenceStateWords, 'assigned')).first().waitFor();
  expect(await barriers({ page }, { where: 'difference' })).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: d('act_on_filter', { count: 2 }) }).click();
  await page.getByRole('button', { name: d('act_ignore') }).click();
  const ignoring = page.getByRole('dialog', { name: d('title_ignore', { count: 2 }) });
  await ignoring.getByLabel(d('reason')).fill('a test of the upstream');
  await ignoring.getByRole('button', { name: d('show_plan') }).click();
  await ignoring.getByText(d('plan_of', { count: 2, amount: '¥30.00' })).waitFor();
  expect(await barriers({ page }, { where: 'plan' })).toEqual([]);
  await ignoring.getByRole('button', { name: d('act_ignore') }).click();
  await page.getByText(d('changed_told', { count: 2 })).waitFor();
  await expect.poll(() => rows.count()).toBe(0);

  // What the upstream owes, and money that it paid.
  await page.goto(`${stage.baseUrl}/#/operator/reconciliation?part=clearing`);
  await page
    .getByRole('button', { name: t('settle') })
    .first()
    .click();
  const settling = page.getByRole('dialog', { name: t('settle') });
  await settling.getByLabel(t('amount')).fill('12.50');
  await settling.getByLabel(t('bank_reference')).fill('BANK-77');
  await settling.getByLabel(t('reason')).fill('paid on Friday');
  expect(await barriers({ page }, { where: 'settlement' })).toEqual([]);
  await settling.getByRole('button', { name: t('settle') }).click();
  await page.getByText(t('settled_told', { reference: '' })).waitFor();
  await part('files');
  await page.getByText('day.csv').first().waitFor();
  expect(await barriers({ page }, { where: 'statements' })).toEqual([]);
});

test('on a phone, days are cards, and the parts fit', async () => {
  const { page, t } = await enter('th', 390);
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  expect(await barriers({ page }, { where: 'phone grid' })).toEqual([]);
  for (const name of ['differences', 'clearing', 'files', 'mappings'] as const) {
    await page.goto(`${stage.baseUrl}/#/operator/reconciliation?part=${name}`);
    await expect.poll(() => page.getByRole('radio', { name: t(`part_${name}`) }).isChecked()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await barriers({ page }, { where: `phone ${name}` })).toEqual([]);
  }
});
