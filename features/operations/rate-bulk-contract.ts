/**
 * Operator calls about many rates at once: those that a filter selects, or the rows of a file. They are
 * checked first; then each is set on its own.
 */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, NameSearch } from '#foundation/core/typed-fields.ts';
import { typedCode } from '#foundation/core/typed-text.ts';
import { Amount, AmountOutput, MemberNo, Percent, SignedAmount } from '#foundation/core/wire.ts';
import { MAX_BULK, MAX_CHECKED } from './rate-limits.ts';
import { rateBulkTexts } from './rate-texts.ts';

const Code = z.string().overwrite(typedCode).max(32);

const given = { percent: Percent, fixed: Amount, minFee: Amount.nullable(), maxFee: Amount.nullable() };

const Shown = z.strictObject({
  percent: Percent,
  fixed: AmountOutput,
  minFee: AmountOutput.nullable(),
  maxFee: AmountOutput.nullable(),
});

/** The columns of a row that a person fills in. */
export const rateFields = ['memberNo', 'code', 'percent', 'fixed', 'minFee', 'maxFee'] as const;
export type RateField = (typeof rateFields)[number];

/** Why a rate can't be set. */
const rateRefusals = [
  'not_found',
  'rate_channel_closed',
  'rate_above_most',
  'rate_below_agent',
  'rate_below_cost',
  'rate_changed',
  'percent_range',
  'most_below_least',
] as const;

/** What is wrong in a row; `msg` in the request's language. */
const RowFault = z.strictObject({
  field: z.enum(rateFields),
  error: z.enum([...rateRefusals, 'number_form', 'code_unknown', 'percent_form', 'amount_form', 'row_twice']),
  msg: z.string(),
});
export type RowFault = z.infer<typeof RowFault>;

const CheckedRow = z.strictObject({
  /** As it was named. */
  memberNo: z.string(),
  name: z.string(),
  code: z.string(),
  /** What the member pays now; null if the row names none. */
  before: Shown.nullable(),
  /** What it would pay; null if the row can't be read. */
  after: Shown.nullable(),
  /** Of an order of the channel's sample under the new rate; null without an open route. */
  margin: SignedAmount.nullable(),
  /** Empty: it can be set. */
  faults: z.array(RowFault),
  /** It has this rate. */
  unchanged: z.boolean(),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

const Checked = z.strictObject({ /** In the order in which they were named. */ rows: z.array(CheckedRow) });

/** What a cell of a file says. */
const CellText = z.string().max(64);

const SetRow = z.strictObject({
  memberNo: z.string(),
  code: z.string(),
  /** `unchanged`: it has this rate already. */
  outcome: z.enum(['set', 'unchanged', 'refused']),
  error: z.enum(rateRefusals).nullable(),
  /** Why it was refused, in the request's language. */
  msg: z.string().nullable(),
});
export type SetRow = z.infer<typeof SetRow>;

const SignedPercent = z
  .string({ error: 'percent_form' })
  .regex(/^[+-]?\d{1,3}(\.\d{1,4})?$/, { error: 'percent_form' });

/** What is changed; what is absent stays. */
export const RateChanges = z
  .strictObject({
    percent: Percent.optional(),
    /** Added to each member's percentage. */
    addPercent: SignedPercent.optional(),
    fixed: Amount.optional(),
    minFee: Amount.optional(),
    maxFee: Amount.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    path: ['percent'],
    error: 'change_needed',
  })
  .refine(({ percent, addPercent }) => percent === undefined || addPercent === undefined, {
    path: ['addPercent'],
    error: 'percent_or_add',
  });
export type RateChanges = z.output<typeof RateChanges>;

export const rateBulkCalls = calls(rateBulkTexts, {
  '/operator/rate/preview': {
    who: 'operators',
    right: 'rates.view',
    secondStep: { none: 'reads' },
    summary: 'What a change would make of the rates on a channel of up to 500 members that a filter selects',
    input: z.strictObject({
      filter: z.strictObject({
        /** The beginning of a number, name or username. */
        q: NameSearch.optional(),
        kind: z.enum(['merchant', 'agent']).optional(),
        /** The agent directly above. */
        uplineNo: MemberNoTyped.optional(),
      }),
      code: Code,
      changes: RateChanges,
    }),
    output: Checked,
    refusals: ['rates_too_many'],
  },
  '/operator/rate/check': {
    who: 'operators',
    right: 'rates.view',
    secondStep: { none: 'reads' },
    summary:
      'What is wrong in the rows of a file of rates, each fault with its field, and what the others would change',
    input: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            memberNo: CellText,
            code: CellText.overwrite(typedCode),
            percent: CellText,
            fixed: CellText,
            /** Empty: none. */
            minFee: CellText,
            /** Empty: none. */
            maxFee: CellText,
          }),
        )
        .min(1, { error: 'rows_needed' })
        .max(MAX_CHECKED, { error: 'checked_most' }),
    }),
    output: Checked,
  },
  '/operator/rate/setMany': {
    who: 'operators',
    right: 'rates.configure',
    secondStep: 'strongest',
    audit: ['member_rate_set'],
    summary:
      'Sets up to 500 rates, each on its own, with the result of each; never below the agent’s or the cost. Sent again, it does the rest',
    input: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            memberNo: MemberNo,
            code: Code,
            ...given,
            /** The rate as it was shown: one that has changed since is refused, unless it is the new one already. */
            before: z.strictObject(given),
          }),
        )
        .min(1, { error: 'rows_needed' })
        .max(MAX_BULK, { error: 'rows_most' }),
      reason: Reason,
      ...secondStepFields,
    }),
    output: z.strictObject({ /** In the order in which they were named. */ rows: z.array(SetRow) }),
    refusals: [...secondStepRefusals],
  },
});
