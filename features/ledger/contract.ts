/** The member's wallet call: the money log. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { SearchText } from '#foundation/core/typed-fields.ts';
import { AmountOutput, oneOrMore, pageFields, pageOf, Range, SignedAmount, Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';
import { moneyLogTypes } from './money-log-types.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    'balance.changed': Record<string, never>;
  }
}

export const MoneyLogRow = z.strictObject({
  id: z.string(),
  /** The merchant's number of the row's order, if it has one. */
  orderNo: z.string().nullable(),
  systemNo: z.string(),
  type: z.enum(moneyLogTypes),
  /** Signed, before fee: after = before + amount − fee. */
  amount: SignedAmount,
  fee: SignedAmount,
  before: SignedAmount,
  after: SignedAmount,
  /** With `releaseAt` or `releaseAfter` only: what of it is held until then; negative where it was taken back. */
  held: SignedAmount.optional(),
  remark: z.string(),
  createdAt: Time,
});
export type MoneyLogRow = z.infer<typeof MoneyLogRow>;

export const MoneyLogFilter = z.strictObject({
  ...pageFields(['createdAt']),
  /** A merchant's or system number, or its beginning. */
  orderNo: SearchText.optional(),
  type: oneOrMore(moneyLogTypes).optional(),
  range: Range.optional(),
  /** Entries whose money, or a part of it, becomes available at exactly this time. */
  releaseAt: Time.optional(),
  /** Entries whose money, or a part of it, is still on hold now and becomes available later than this. */
  releaseAfter: Time.optional(),
});
export type MoneyLogFilter = z.input<typeof MoneyLogFilter>;

export const ledgerCalls = calls(words({}), {
  '/user/moneylog': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The wallet entry by entry, newest first, with opening and closing balance of the range',
    input: MoneyLogFilter,
    output: pageOf(
      MoneyLogRow,
      z.strictObject({
        opening: SignedAmount,
        closing: SignedAmount,
        in: AmountOutput,
        out: AmountOutput,
        fees: SignedAmount,
        /** With `releaseAt` or `releaseAfter` only: how much is held until then. */
        held: SignedAmount.optional(),
        /** So many numbers begin with the text that only the entries of the first 1,000 are shown and summed. */
        capped: z.boolean(),
      }),
    ),
  },
});
