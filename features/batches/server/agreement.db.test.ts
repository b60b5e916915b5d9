/** The browser's preview, the server's check and the payment read a file in the same way. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import { readTable } from '../reading.ts';
import { checkRow } from '../rules.ts';
import { batchApp } from './batches-for-tests.ts';
import { cardNumber, csv, goodRow, pageOf, workbook } from './corpus-for-tests.ts';

let at: Awaited<ReturnType<typeof batchApp>>;
beforeAll(async () => {
  at = await batchApp();
});
afterAll(async () => expect(await at.close()).toEqual([]));

const amounts = fc.oneof(
  fc.constantFrom('1,500', '1.500', '10.50', '10,50', '1.234,50', "1'234.50", '１２', '¥5', 'USD 5', '5 €', '0', ''),
  fc.stringMatching(/^[¥$]?[1-9][0-9]{0,2}([.,' ][0-9]{3})?([.,][0-9]{1,3})?元?$/),
  fc.string({ maxLength: 12 }),
);
const rows = fc
  .array(fc.tuple(amounts, fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((texts) => texts.map(([amount], index) => ({ ...goodRow, amount, account: cardNumber(index) })));

it('reads any text like the browser, reports the same fields, and adds up what the browser shows', async () => {
  const who = await at.merchant();
  await at.setTerms(who);
  await fc.assert(
    fc.asyncProperty(rows, async (texts) => {
      const file = Buffer.from(`\ufeff${csv(texts)}`);
      const [here, there] = [await readTable(file, 'CNY'), await at.upload(who, file)];
      expect(there.fields?.['file'] !== undefined).toBe('fault' in here);
      if ('fault' in here) return;
      // The browser checks by the same rules, without the member's limits.
      const preview = here.rows.map((row) => {
        const checked = checkRow(row.values, { currency: 'CNY' });
        return { ...row, wrong: 'faults' in checked ? Object.keys(checked.faults) : [] };
      });
      expect(
        there.data?.rows.map(({ errors, duplicate: _duplicate, ...row }) => ({ ...row, wrong: Object.keys(errors) })),
      ).toEqual(preview);
      expect(there.data?.source).toEqual(here.source);
      const shown = preview
        .filter(({ wrong }) => wrong.length === 0)
        .map(({ values }) => parseAmountOrZero(values.amount, 'CNY') ?? -1n);
      expect(parseAmountOrZero(there.data?.totals.amount, 'CNY')).toBe(shown.reduce((sum, minor) => sum + minor, 0n));
      // Sent back as rows, without the file, they are read the same.
      const again = await at.validate(
        who,
        preview.map(({ line, values }) => ({ line, ...values })),
      );
      expect(again.data?.totals).toEqual(there.data?.totals);
    }),
    { numRuns: 60 },
  );
});

it('pays what it showed, with amounts as the file decided and without its hidden rows', async () => {
  const who = await at.merchant();
  await at.setTerms(who);
  const page = pageOf([
    { ...goodRow, amount: '1,500', account: cardNumber(1) },
    { ...goodRow, amount: '700.00', account: cardNumber(2) },
    { ...goodRow, amount: '10.50', account: cardNumber(3) },
  ]).replace('<row r="3"', '<row r="3" hidden="1"');
  const { data } = await at.upload(who, workbook({ page }));
  expect(data?.totals).toMatchObject({ valid: 2, amount: '1510.50' });
  expect(data?.source).toMatchObject({
    sheet: 'S',
    decimal: 'point',
    hidden: [{ line: 3, values: { amount: '700.00' } }],
  });
  const rows = (data?.rows ?? []).map(({ line, values }) => ({ line, ...values }));
  const { data: made } = await at.submit(who, rows);
  const { list = [], extend } = (await at.detail(who, made?.batchNo ?? '')).data ?? {};
  expect(list.map(({ line, amount }) => [line, amount])).toEqual([
    [2, '1500.00'],
    [4, '10.50'],
  ]);
  expect(extend?.amounts.amount).toBe('1510.50');
});

it('refuses an ambiguous amount or another currency at submission', async () => {
  const who = await at.merchant();
  await at.setTerms(who);
  for (const amount of ['1,500', '1.500', 'USD 5', '5 €', '12 ≠ 12.34'])
    expect(
      await at.submit(who, [
        { ...goodRow, amount },
        { ...goodRow, amount: '10.50', account: cardNumber(9) },
      ]),
    ).toMatchObject({ code: 0, error: 'rows_wrong' });
  expect(await at.money(who)).toMatchObject({ transit: 0n });
});

it('reads a text of megabytes that is full of escapes', async () => {
  const { person } = await at.merchant();
  const body = { rows: [{ ...goodRow, holder: 'a\n'.repeat(2_500_000) }] };
  expect(await person.post('/batch/validate', body)).toMatchObject({
    code: -1,
    fields: { 'rows.0.holder': expect.any(String) },
  });
});
