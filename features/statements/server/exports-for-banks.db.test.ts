import { read as readByOthers } from 'mt940-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCamt053 } from '#foundation/server/bank-files/camt053-reading.ts';
import { readMt940 } from '#foundation/server/bank-files/mt940-reading.ts';
import { reversed } from '#features/orders/server/orders-for-tests.ts';
import { type StatementStage, statementStage } from './statements-for-tests.ts';

let at: StatementStage;
let shop: bigint;
beforeAll(async () => {
  at = await statementStage();
  shop = await at.app.addMember();
  await at.pay(shop, 10_000n);
  at.app.clock.advance(86_400_000);
  const returned = await at.pay(shop, 2_500n);
  await reversed(at.app, returned);
  at.app.clock.advance(86_400_000);
});
afterAll(() => at.close());

const range = { from: '2026-11-10T16:00:00.000Z', to: '2026-11-11T16:00:00.000Z' };

it('is a statement of a bank whose sums are those of the chain, with the system number of each movement', async () => {
  const { rows } = await at.app.db.pool.query<{ reference: bigint; before: bigint; after: bigint }>(
    `select reference, wallet_before as before, wallet_after as after from journals
     where member_no = $1 and wallet_seq is not null and created_at >= $2 and created_at < $3 order by wallet_seq`,
    [shop, range.from, range.to],
  );
  const expected = {
    account: shop.toString(),
    currency: 'CNY',
    openingMinor: 9_940n,
    openingDay: '2026-11-11',
    closingMinor: 9_940n,
    closingDay: '2026-11-11',
    lines: rows.map(({ reference, before, after }) => ({
      bookedOn: '2026-11-11',
      amountMinor: after - before,
      reference: reference.toString(),
    })),
  };
  expect(rows).toHaveLength(2);
  const camt = await at.file(shop, 'statementEntries', 'camt053', { range, order: 'desc' }, 'zh');
  expect(await readCamt053(camt)).toMatchObject({ statements: [expected] });
  expect(camt.toString()).toContain('<Ustrd>代收');
  const mt940 = await at.file(shop, 'statementEntries', 'mt940', { range });
  expect(await readMt940(mt940)).toMatchObject({ statements: [expected] });
  const [other] = await readByOthers(mt940);
  expect(other?.transactions.map(({ amount }) => amount)).toEqual([24.85, 24.85]);
});

it('has the fee of a movement as its charge', async () => {
  const camt = (await at.file(shop, 'statementEntries', 'camt053', {})).toString();
  expect(await readCamt053(Buffer.from(camt))).toMatchObject({
    statements: [
      {
        openingMinor: 0n,
        lines: [
          { amountMinor: 9_940n, feeMinor: 60n },
          { amountMinor: 2_485n, feeMinor: 15n },
          { amountMinor: -2_485n, isReversal: true },
        ],
      },
    ],
  });
  expect(camt).toContain('<CdtDbtInd>CRDT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd>');
});

it.each([
  ['a list that is none', 'statement', {}],
  ['only some of its entries', 'statementEntries', { type: 'payin' }],
])('can’t be %s', async (_, kind, filter) => {
  for (const format of ['camt053', 'mt940'])
    expect(JSON.parse((await at.file(shop, kind, format, filter)).toString())).toMatchObject({
      code: -1,
      fields: { format: expect.stringContaining('This format needs a statement with all entries') },
    });
});
