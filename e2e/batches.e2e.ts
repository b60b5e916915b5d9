/**
 * A merchant pays many payees at once: a table with errors is checked, paid in part, corrected and paid; on a phone the
 * rows are typed by hand.
 */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { beneficiaryTexts } from '#features/cards/beneficiary-words.ts';
import { columnWords } from '#features/batches/column-words.ts';
import { type BatchColumn, batchColumns } from '#features/batches/columns.ts';
import { readTable } from '#features/batches/reading.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import { batchWords, gridWords, payWords, rowWords, tableWords } from '#features/batches/screen-words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { sandboxReasons } from '#features/upstreams/reason-words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { brokenBooks } from './app-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

async function openPage(title: keyof typeof batchTitles, language: Language, width: number): Promise<Visitor> {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
  await visitor.page.goto(stage.baseUrl);
  await openScreen(visitor, visitor.translate(batchTitles, title));
  return visitor;
}

const HEADINGS = 'Amount,Withdrawal type,Holder,Bank,Branch,Account';

async function uploadTable({ page, translate }: Visitor, lines: readonly string[]): Promise<void> {
  const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADINGS, ...lines].join('\n')) };
  await page
    .getByRole('group', { name: translate(tableWords, 'table') })
    .locator('input[type=file]')
    .setInputFiles(file);
}

/** Pays what the form shows and confirms it; ends at the batch's page. */
async function pay(
  { page, translate, money }: Visitor,
  { count, amount, fee }: { count: number; amount: string; fee: string },
): Promise<void> {
  const act = translate(payWords, 'act_figures', { count, amount: money(amount), fee: money(fee) });
  const form = page.getByRole('form', { name: translate(payWords, 'pay') });
  await form.getByRole('button', { name: act }).waitFor();
  await form.getByRole('button', { name: act }).click();
  const question = page.getByRole('dialog', { name: translate(payWords, 'confirm_title', { count }) });
  await question.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
  await question.getByRole('button', { name: act }).click();
  await page.waitForURL(/batch\?no=\d{19}/);
}

test.each<[Language, number]>([
  ['en', 1440],
  ['th', 390],
])(
  'a table with errors, in %s at %i px: the valid rows are paid, the wrong one is downloaded, corrected and paid',
  async (language, width) => {
    const here = await openPage('upload', language, width);
    const { page, translate } = here;
    expect(await barriers(here, { where: 'the upload of a table' })).toEqual([]);
    await uploadTable(here, [
      '10,Bank card,赵敏,ABC,,6228480012345678903',
      '20,Bank card,赵敏,ABC,,6228480012345678904',
      '30.44,支付宝,周杰,,,13812345678',
    ]);
    await page.getByRole('radio', { name: translate(rowWords, 'wrong', { count: 1 }) }).waitFor();
    await page.getByText(translate(beneficiaryTexts, 'card_number_check')).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: translate(rowWords, 'take_wrong') }).click(),
    ]);
    const wrong = await readTable(await readFile(await download.path()), 'CNY');
    expect(wrong).toMatchObject({ rows: [{ line: 2, values: { amount: '20', account: '6228480012345678904' } }] });

    await page.getByText(translate(payWords, 'skip', { valid: 2, invalid: 1 })).click();
    expect(await barriers(here, { where: 'a table with a wrong row' })).toEqual([]);
    await pay(here, { count: 2, amount: '40.44', fee: '2.04' });
    const state = page.getByRole('region', { name: translate(batchWords, 'state') });
    await state.getByText(translate(batchWords, 'state_partial'), { exact: true }).waitFor();
    const paid = rowOf(here, here.money('10.00'));
    await paid.waitFor();
    // A phone's row says only what is not as usual.
    if (!here.narrow) {
      await paid.getByText(/SANDBOX\d+/).waitFor();
      await paid.getByText(translate(batchWords, 'outcome_paid'), { exact: true }).waitFor();
    }
    await rowOf(here, translate(sandboxReasons, 'amount_44')).waitFor();
    expect(await barriers(here, { where: 'a batch' })).toEqual([]);

    await openScreen(here, translate(batchTitles, 'upload'));
    const corrected =
      'rows' in wrong
        ? wrong.rows.map(({ values }) =>
            batchColumns.map((column) => values[column].replace('678904', '678903')).join(','),
          )
        : [];
    await uploadTable(here, corrected);
    await pay(here, { count: 1, amount: '20.00', fee: '1.02' });
    await state.getByText(translate(batchWords, 'state_done'), { exact: true }).waitFor();

    await openScreen(here, translate(disbursementTitles, 'repay'));
    await page.getByRole('radio', { name: translate(batchWords, 'batches') }).click({ force: true });
    await rowOf(here, translate(batchWords, 'paid_of', { paid: 1, total: 2 }))
      .first()
      .getByText(translate(batchWords, 'state_partial'), { exact: true })
      .waitFor();
    expect(await barriers(here, { where: 'the batches' })).toEqual([]);
  },
);

test('on a phone, in Spanish: rows are typed by hand, a wrong one is corrected in place, and both are paid', async () => {
  const here = await openPage('manual', 'es', 390);
  const { page, translate } = here;
  const cell = (column: BatchColumn, row: number) =>
    page.getByLabel(translate(gridWords, 'cell', { column: translate(columnWords, `column_${column}`), row }), {
      exact: true,
    });
  const payees = {
    1: ['12.50', 'Zhao Min', 'ABC', '6228480012345678904'],
    2: ['7', 'Somchai Jaidee', 'BOC', '6216610200011223348'],
  } as const;
  for (const [row, texts] of Object.entries(payees))
    for (const [index, column] of (['amount', 'holder', 'bank', 'account'] as const).entries())
      await cell(column, Number(row)).fill(texts[index] ?? '');
  await page.getByText('El dígito de control de este número no es correcto; compárelo con la tarjeta').waitFor();
  await page.getByRole('button', { name: translate(gridWords, 'to_wrong') }).click();
  await expect.poll(() => page.locator(':focus').getAttribute('data-column')).toBe('account');
  await page.keyboard.type('6228480012345678903');
  await page.getByText(translate(gridWords, 'filled', { count: 2 })).waitFor();
  await expect.poll(() => page.getByRole('button', { name: translate(gridWords, 'to_wrong') }).count()).toBe(0);
  expect(await barriers(here, { where: 'rows typed by hand' })).toEqual([]);
  await pay(here, { count: 2, amount: '19.50', fee: '2.02' });
  await page
    .getByRole('region', { name: translate(batchWords, 'state') })
    .getByText(translate(batchWords, 'state_done'), { exact: true })
    .waitFor();
  expect(await barriers(here, { where: 'a batch on a phone' })).toEqual([]);
});
