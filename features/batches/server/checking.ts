/**
 * The authoritative check of a table: every row against the member's own terms, and duplicates in the table and among
 * recent payouts.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { ParsedRow } from '../contract.ts';
import { checkRow, type GoodRow, payeeKey, RECENT_MS, type RowFaults } from '../rules.ts';
import type { ReadRow } from '../table.ts';

/** Rows to check before other work gets a turn. */
const ROWS_PER_TURN = 250;

export type Checked = ReadRow & ({ faults: RowFaults; good?: undefined } | { good: GoodRow });
export type CheckedGood = Extract<Checked, { good: GoodRow }>;

/** Rows as received, with their lines: their own, or their position in the grid. */
export function linesOf(rows: readonly ParsedRow[]): ReadRow[] {
  return rows.map(({ line, ...values }, index) => ({ line: line ?? index + 1, values }));
}

export async function checkRows(
  { disbursements }: { disbursements: Pick<DisbursementVerbs, 'terms'> },
  memberNo: bigint,
  currency: Currency,
  rows: readonly ReadRow[],
): Promise<Checked[]> {
  const limits = await disbursements.terms(memberNo, 'payout');
  const checked: Checked[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_PER_TURN === 0) await turn();
    checked.push({ ...row, ...checkRow(row.values, { currency, limits }) });
  }
  return checked;
}

export function goodRows(checked: readonly Checked[]): CheckedGood[] {
  return checked.filter((row) => row.good !== undefined);
}

/**
 * For the good rows: duplicates of an earlier row or of a payout within a day. Only a mark: the same payment can be due
 * twice.
 */
export async function duplicatesIn(
  { disbursements }: { disbursements: Pick<DisbursementVerbs, 'paidSince'> },
  memberNo: bigint,
  checked: readonly Checked[],
  now: Date,
): Promise<Map<Checked, 'file' | 'recent'>> {
  const good = goodRows(checked);
  const recent = await disbursements.paidSince(
    memberNo,
    new Date(now.getTime() - RECENT_MS),
    good.map((row) => row.good),
  );
  const found = new Map<Checked, 'file' | 'recent'>();
  const seen = new Set<string>();
  for (const [index, row] of good.entries()) {
    const key = payeeKey(row.good);
    if (recent.has(index)) found.set(row, 'recent');
    else if (seen.has(key)) found.set(row, 'file');
    seen.add(key);
  }
  return found;
}

export function sumsOf(rows: readonly CheckedGood[]): { amountMinor: bigint; feeMinor: bigint } {
  return rows.reduce(
    (sums, { good }) => ({ amountMinor: sums.amountMinor + good.amountMinor, feeMinor: sums.feeMinor + good.feeMinor }),
    {
      amountMinor: 0n,
      feeMinor: 0n,
    },
  );
}
