/** Which rows make up a figure of the statement, and what of their sums is the figure. Pure. */
import type { StatementFigures } from '../contract.ts';
import type { StatementSums } from '#features/ledger/console/StatementLine.tsx';
import { type MoneyLogType, moneyLogTypes } from '#features/ledger/money-log-types.ts';
import { wireRange } from '#foundation/console/list/address-fields.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import { startOfDay } from '#foundation/core/time-zone.ts';

/** `amount`: in − out. `net`: in − out − fees. `returned`: the fees that came back. */
const sumKinds = ['in', 'out', 'amount', 'fees', 'returned', 'net', 'balance'] as const;
type SumKind = (typeof sumKinds)[number];

export interface FigureRows {
  /** Undefined: every type. */
  readonly types: readonly MoneyLogType[] | undefined;
  readonly sum: SumKind;
  /** The rows before the period, and not those of it. */
  readonly before?: true;
}

export const figures = {
  opening: { types: undefined, sum: 'balance', before: true },
  collections: { types: ['payin'], sum: 'in' },
  collectionFees: { types: ['payin'], sum: 'fees' },
  recharges: { types: ['recharge'], sum: 'in' },
  rechargeFees: { types: ['recharge'], sum: 'fees' },
  withdrawals: { types: ['withdrawal'], sum: 'out' },
  payouts: { types: ['payout'], sum: 'out' },
  disbursementFees: { types: ['withdrawal', 'payout'], sum: 'fees' },
  refunds: { types: ['refund'], sum: 'in' },
  refundFees: { types: ['refund'], sum: 'returned' },
  commission: { types: ['commission'], sum: 'net' },
  adjustments: { types: ['adjustment'], sum: 'net' },
  reversals: { types: ['reversal'], sum: 'net' },
  closing: { types: undefined, sum: 'balance' },
} as const satisfies Record<string, FigureRows>;
export type FigureName = keyof typeof figures;

/** A figure of the statement, or one of a day's line: `payin.fees`. */
export type FigureKey = FigureName | `${MoneyLogType}.${SumKind}`;

export function isFigureName(key: string): key is FigureName {
  return Object.hasOwn(figures, key);
}

/** The rows that an address names; undefined if it names none. */
export function rowsOf(key: string): FigureRows | undefined {
  if (isFigureName(key)) return figures[key];
  const [typeName, sumName] = key.split('.');
  const type = moneyLogTypes.find((each) => each === typeName);
  const sum = sumKinds.find((each) => each === sumName);
  return type && sum && { types: [type], sum };
}

export interface FigureValue {
  readonly value: string;
  readonly count?: number;
  /** Can be negative, so that its sign is shown. */
  readonly signed?: true;
}

/** A figure of a row or of a range. */
export function valueOf(row: StatementFigures, name: FigureName): FigureValue {
  switch (name) {
    case 'collections':
    case 'recharges':
    case 'withdrawals':
    case 'payouts':
    case 'refunds': {
      const { amount, count } = row[name];
      return { value: amount, count };
    }
    case 'refundFees':
      return { value: row.refunds.fee };
    case 'commission':
    case 'adjustments':
    case 'reversals':
      return { value: row[name], signed: true };
    default:
      return { value: row[name] };
  }
}

export function isZero(amount: string): boolean {
  return /^-?[0.]*$/.test(amount);
}

/** Nothing was booked: every figure between opening and closing is zero. */
export function isStill(row: StatementFigures): boolean {
  return (Object.keys(figures) as FigureName[]).every((name) => {
    if (name === 'opening' || name === 'closing') return true;
    const { value, count = 0 } = valueOf(row, name);
    return isZero(value) && count === 0;
  });
}

/** Amounts on the wire have all decimals of their currency. They can be longer than any amount that is accepted. */
function minorOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** a − b, of amounts that can be negative. */
export function difference(a: string, b: string, currency: Currency): string {
  return formatAmount(minorOf(a) - minorOf(b), currency);
}

/** What a figure must be, by the sums over its rows. */
export function sumOver(sums: StatementSums, kind: SumKind, currency: Currency): string {
  const amount = difference(sums.in, sums.out, currency);
  switch (kind) {
    case 'in':
    case 'out':
    case 'fees':
      return sums[kind];
    case 'amount':
      return amount;
    case 'returned':
      return difference('0', sums.fees, currency);
    case 'net':
      return difference(amount, sums.fees, currency);
    case 'balance':
      return sums.closing;
  }
}

/** A day, or the days from the first to the last. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

export interface EntryFilter {
  date?: string;
  range?: { from?: string; to?: string };
  type?: MoneyLogType[];
  channel?: string;
}

/** The filter of the rows that make up a figure of these days. */
export function entryFilter(
  { types, before }: FigureRows,
  { first, last }: Days,
  { timeZone, channel }: { timeZone: string; channel?: string | undefined },
): EntryFilter {
  const when =
    before === true
      ? { range: { to: startOfDay(first, timeZone).toISOString() } }
      : first === last
        ? { date: first }
        : { range: wireRange({ from: first, to: last }, timeZone, new Date(0)) ?? {} };
  return {
    ...when,
    ...(types === undefined ? {} : { type: [...types] }),
    ...(channel === undefined ? {} : { channel }),
  };
}
