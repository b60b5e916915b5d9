/** How finance compares the books with an upstream's statement. */
import { expect } from 'vitest';
import { differenceWords } from '#features/reconciliation/difference-words.ts';
import { mappingWords } from '#features/reconciliation/mapping-screen-words.ts';
import { outcomeWords } from '#features/reconciliation/matching-export-words.ts';
import { reconciliationTitles } from '#features/reconciliation/screen-titles.ts';
import { reconciliationWords } from '#features/reconciliation/screen-words.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const HEADINGS = { reference: 'No', own_number: 'Our number', amount: 'Sum', time: 'At', kind: 'Type' } as const;

/** Tells how the upstream's statements are read, files one, and waits until it is compared. */
export async function loadStatement(
  visitor: Visitor,
  baseUrl: string,
  { upstream, day, lines }: { upstream: string; day: string; lines: readonly string[] },
): Promise<void> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof reconciliationWords, values = {}) => translate(reconciliationWords, name, values);
  const m = (name: keyof typeof mappingWords, values = {}) => translate(mappingWords, name, values);
  const text = [Object.values(HEADINGS).join(','), ...lines].join('\n');
  await openScreen(visitor, translate(reconciliationTitles, 'reconciliation'));
  await page.getByRole('radio', { name: t('part_mappings') }).click({ force: true });
  await rowOf(visitor, upstream).locator('[data-open-row]').click();
  await page.getByRole('heading', { name: m('sample') }).waitFor();
  const id = /open=(\d+)/.exec(page.url())?.[1] ?? '';
  await page.locator('input[type="file"]').setInputFiles(file('sample.csv', text));
  for (const [name, heading] of Object.entries(HEADINGS))
    await page
      .locator('select')
      .and(page.getByLabel(m(`column_${name}` as keyof typeof mappingWords), { exact: true }))
      .selectOption(heading);
  await page.getByRole('button', { name: m('add_value') }).click();
  await page.getByLabel(m('text_in_file')).fill('PAY');
  await page.getByRole('button', { name: m('save'), exact: true }).click();
  await page.getByText(m('saved_told', { version: 1 })).waitFor();

  await page.goto(`${baseUrl}/#/operator/reconciliation?upstream=${id}&day=${day}`);
  await page.getByRole('link', { name: t('to_grid') }).waitFor();
  await page
    .getByRole('button', { name: t('upload') })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: t('upload') });
  await dialog.locator('input[type="file"]').setInputFiles(file('day.csv', text));
  await dialog.getByRole('button', { name: t('file_it'), exact: true }).click();
  await dialog.getByText(t('filed', { rows: lines.length })).waitFor();
  await dialog.getByRole('button', { name: t('done'), exact: true }).click();
}

/** Resolves all open differences, which must be so many, as corrected by the upstream. */
export async function expectResolved(visitor: Visitor, baseUrl: string, count: number): Promise<void> {
  const { page, translate } = visitor;
  const d = (name: keyof typeof differenceWords, values = {}) => translate(differenceWords, name, values);
  await page.goto(`${baseUrl}/#/operator/reconciliation?part=differences`);
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  // The comparison is a job’s.
  await expect.poll(() => rows.count(), { timeout: 90_000 }).toBe(count);
  await page.getByRole('button', { name: d('select_shown', { count }) }).click();
  await page.getByRole('button', { name: new RegExp(`^${d('act_resolve')}`) }).click();
  const dialog = page.getByRole('dialog', { name: d('title_resolve', { count }) });
  await dialog
    .getByLabel(d('outcome'), { exact: true })
    .selectOption({ label: translate(outcomeWords, 'corrected_there') });
  await dialog.getByLabel(d('reason'), { exact: true }).fill('they send a new statement');
  await dialog.getByRole('button', { name: d('act_resolve'), exact: true }).click();
  await page.getByText(d('changed_told', { count })).waitFor();
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(0);
}
