/** The money log as calls answer it. */
import { formatAmount } from '#foundation/core/money.ts';
import type { MoneyLogRow } from '../contract.ts';
import { type MoneyLogEntry, type MoneyLogPage, typeOfKind } from './money-log.ts';

export function moneyLogRow(entry: MoneyLogEntry, orderNo: string | undefined, currency: string): MoneyLogRow {
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return {
    id: `${entry.reference}-${entry.kind}`,
    orderNo: orderNo ?? null,
    systemNo: entry.reference.toString(),
    type: typeOfKind(entry.kind),
    amount: amount(entry.amountMinor),
    fee: amount(entry.feeMinor),
    before: amount(entry.beforeMinor),
    after: amount(entry.afterMinor),
    ...(entry.heldMinor === undefined ? {} : { held: amount(entry.heldMinor) }),
    remark: entry.remark ?? '',
    createdAt: entry.createdAt.toISOString(),
  };
}

type MoneyLogTotals = Pick<
  MoneyLogPage,
  'openingMinor' | 'closingMinor' | 'inMinor' | 'outMinor' | 'feesMinor' | 'heldMinor'
>;

export function moneyLogTotals(found: MoneyLogTotals, currency: string) {
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return {
    opening: amount(found.openingMinor),
    closing: amount(found.closingMinor),
    in: amount(found.inMinor),
    out: amount(found.outMinor),
    fees: amount(found.feesMinor),
    ...(found.heldMinor === undefined ? {} : { held: amount(found.heldMinor) }),
  };
}
