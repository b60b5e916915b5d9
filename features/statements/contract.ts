/** The member's statement: its days, one day, the entries behind a figure. It equals the wallet's chain to the cent. */
import { z } from 'zod';
import { moneyLogTypes } from '#features/ledger/money-log-types.ts';
import { MoneyLogRow } from '#features/ledger/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { AmountOutput, Day, pageFields, pageOf, Range, SignedAmount, Time } from '#foundation/core/wire.ts';
import { statementGroups } from './rules.ts';
import { statementTexts } from './words.ts';

/** A count and the sum of its amounts, as a magnitude. */
const Counted = z.strictObject({ count: z.int(), amount: AmountOutput });

/**
 * What moved the wallet in a range: opening + collections − collectionFees + recharges − rechargeFees − withdrawals −
 * payouts − disbursementFees + refunds (amount and fee) + commission + adjustments + reversals = closing.
 */
export const StatementFigures = z.strictObject({
  opening: SignedAmount,
  collections: Counted,
  collectionFees: AmountOutput,
  recharges: Counted,
  rechargeFees: AmountOutput,
  withdrawals: Counted,
  payouts: Counted,
  /** Of withdrawals and payouts. */
  disbursementFees: AmountOutput,
  /** What came back from withdrawals and payouts, with the fee that came back. */
  refunds: z.strictObject({ count: z.int(), amount: AmountOutput, fee: AmountOutput }),
  commission: SignedAmount,
  adjustments: SignedAmount,
  /** What reversals changed the wallet by: the amount taken back less the fee given back. */
  reversals: SignedAmount,
  closing: SignedAmount,
});
export type StatementFigures = z.infer<typeof StatementFigures>;

export const StatementRow = z.strictObject({
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, by the group. */
  period: z.string(),
  ...StatementFigures.shape,
  /** Closed: all its days are past, and nothing can be booked on them any more. */
  state: z.enum(['open', 'closed']),
  /** The highest version of its days; 0 while none of them is fixed, and for days without movement. */
  version: z.int(),
});
export type StatementRow = z.infer<typeof StatementRow>;

/** A range counts as the days that it touches, in the platform's time zone. */
export const StatementFilter = z
  .strictObject({
    range: Range.optional(),
    /** `YYYY-MM`. */
    month: z
      .string({ error: 'month_form' })
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'month_form' })
      .optional(),
    /** `YYYY`. */
    year: z
      .string({ error: 'year_form' })
      .regex(/^\d{4}$/, { error: 'year_form' })
      .optional(),
    /** By month for a year, else by day. */
    group: z.enum(statementGroups).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
  })
  .check(({ value, issues }) => {
    const named = (['range', 'month', 'year'] as const).filter((field) => value[field] !== undefined);
    if (named.length > 1)
      for (const field of named) issues.push({ code: 'custom', message: 'one_period', path: [field], input: value });
  });
export type StatementFilter = z.input<typeof StatementFilter>;

const EntryFields = {
  ...pageFields(['createdAt']),
  /** A day of the platform's time zone. */
  date: Day.optional(),
  range: Range.optional(),
  /** One type, or several. */
  type: z.union([z.enum(moneyLogTypes), z.array(z.enum(moneyLogTypes)).min(1).max(moneyLogTypes.length)]).optional(),
  /** A channel's code: the entries of its orders. */
  channel: z.string().max(32).optional(),
};
function dateOrRange({ value, issues }: z.core.ParsePayload<{ date?: unknown; range?: unknown }>): void {
  if (value.date !== undefined && value.range !== undefined)
    for (const field of ['date', 'range'])
      issues.push({ code: 'custom', message: 'date_or_range', path: [field], input: value });
}
export const StatementEntryFilter = z.strictObject(EntryFields).check(dateOrRange);
export type StatementEntryFilter = z.input<typeof StatementEntryFilter>;
const { page: _page, limit: _limit, ...entryFileFields } = EntryFields;
/** The same for a file, which has no pages. */
export const StatementEntryFileFilter = z.strictObject(entryFileFields).check(dateOrRange);

const Channel = z.strictObject({ code: z.string(), name: z.string() });
/** A row of the money log, and the channel of its order. */
export const StatementEntry = z.strictObject({ ...MoneyLogRow.shape, channel: Channel.nullable() });
export type StatementEntry = z.infer<typeof StatementEntry>;

/** The orders of a channel that were paid, and booked, on a day. */
export const StatementChannel = z.strictObject({
  ...Channel.shape,
  kind: z.enum(['payin', 'recharge']),
  /** Created on the day. */
  orders: z.int(),
  /** Booked on the day, whenever they were created. */
  paid: z.int(),
  /** Percent of the orders created on the day that were paid; null without orders. Fixed with the day. */
  successRate: z.string().nullable(),
  amount: AmountOutput,
  fee: AmountOutput,
  obtained: AmountOutput,
});
export type StatementChannel = z.infer<typeof StatementChannel>;

export const StatementDay = z.strictObject({
  ...StatementRow.shape,
  channels: z.array(StatementChannel),
  /** The entries by type, signed as in the money log: closing = opening + all amounts − all fees. */
  kinds: z.array(
    z.strictObject({ type: z.enum(moneyLogTypes), count: z.int(), amount: SignedAmount, fee: SignedAmount }),
  ),
  /** Oldest first. A version after the first has a reason. */
  versions: z.array(z.strictObject({ version: z.int(), at: Time, reason: z.string().nullable() })),
  /** Hex, over the day's entries and the hash of the day before; null while it is open or without movement. */
  hash: z.string().nullable(),
});
export type StatementDay = z.infer<typeof StatementDay>;

export const StatementDate = z.strictObject({ date: Day });

/** All rows on one page. */
export const StatementRows = pageOf(StatementRow, StatementFigures);

export const StatementEntries = pageOf(
  StatementEntry,
  z.strictObject({
    opening: SignedAmount,
    closing: SignedAmount,
    in: AmountOutput,
    out: AmountOutput,
    fees: SignedAmount,
  }),
);

export const statementCalls = calls(statementTexts, {
  '/reconciliation/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The statement by day, month or year, from the ledger alone; days without movement have zeros',
    input: StatementFilter,
    output: StatementRows,
  },
  '/reconciliation/day': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One day of the statement, by channel and by type, with its versions and its hash',
    input: StatementDate,
    output: StatementDay,
  },
  '/reconciliation/entries': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The entries behind a figure of the statement: rows of the money log with the channel of their order',
    input: StatementEntryFilter,
    output: StatementEntries,
  },
});
