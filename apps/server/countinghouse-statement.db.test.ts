/** The money log of one installation is read by another as an upstream's statement, by the mapping in the papers. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mapping } from '#features/reconciliation/mapping.ts';
import { readStatement } from '#features/reconciliation/server/reading/reading.ts';
import type { StatementLine } from '#features/reconciliation/statement-line.ts';
import { addObjects } from './access-objects-for-tests.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';

const paper = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const mapping = Mapping.parse(JSON.parse(/```json\n([\s\S]+?)```/.exec(paper)?.[1] ?? ''));

let at: Stage;
let merchant: Person;
beforeAll(async () => {
  at = await stage();
  merchant = await at.add('merchant', 'chained');
  await addObjects(at, merchant, await at.add('operator', 'clerk'), 1);
});
afterAll(() => at.close());

test('each line is an entry of the wallet, and their sum is what the wallet moved', async () => {
  const { text } = await at.request(
    merchant,
    '/user/export',
    { who: 'session', summary: '' },
    { kind: 'moneylog', format: 'csv' },
  );
  const lines: StatementLine[] = [];
  const { faults } = await readStatement(Buffer.from(text), mapping, {
    currency: 'CNY',
    timeZone: 'Asia/Shanghai',
    take: async (some) => void lines.push(...some),
  });
  expect(faults).toEqual([]);
  const { rows } = await at.db.pool.query<{ reference: bigint; amount: bigint; fee: bigint; at: Date }>(
    `select reference, amount_minor as amount, fee_minor as fee, created_at as at from audit.money_log where member_no = $1`,
    [merchant.memberNo],
  );
  const inOrder = (a: { no: string }, b: { no: string }) => a.no.localeCompare(b.no);
  expect(
    lines
      .map(({ upstreamNo, amountMinor, feeMinor, at: time }) => ({
        no: `${upstreamNo} ${amountMinor} ${feeMinor} ${time?.toISOString()}`,
      }))
      .sort(inOrder),
  ).toEqual(
    rows
      .map(({ reference, amount, fee, at: time }) => {
        time.setUTCMilliseconds(0);
        return { no: `${reference} ${amount} ${fee} ${time.toISOString()}` };
      })
      .sort(inOrder),
  );
  const kinds = new Set(lines.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['payin', 'payout', 'settlement', 'other']));
  expect(lines.find(({ kind }) => kind === 'payin')?.ourNo).toMatch(/^chained-\d$/);
});
