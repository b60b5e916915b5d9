/** A member's own list of orders, compared with what we have. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { someLine } from '#foundation/core/typed-fields.ts';
import { FIRST_NUMBERED, NUMBERED_BEFORE } from '#foundation/core/system-number.ts';
import { AmountOutput, Day, SystemNoText, Time } from '#foundation/core/wire.ts';
import { recordStatuses } from './columns.ts';
import { orderStatuses } from '#features/orders/statuses.ts';
import { checkStates, differenceKinds, MAX_RECORDS_BYTES } from './rules.ts';
import { recordCheckTexts } from './words.ts';

/** A heading of the file; empty: found by its name. */
const Heading = z.union([z.literal('').transform(() => undefined), someLine({ error: 'wrong', most: 100 })]).optional();
/** A moment, or a day of the platform's time zone. */
const Bound = z.union([Time, Day], { error: 'time_form' }).refine(isNumbered, { error: 'time_form' });

/** Only these years have orders, and others have days that no calendar of ours can write. */
function isNumbered(text: string): boolean {
  return text >= FIRST_NUMBERED.toISOString().slice(0, 4) && text < NUMBERED_BEFORE.toISOString().slice(0, 4);
}

const Sums = z.strictObject({ count: z.int(), amount: AmountOutput });

const Difference = z.strictObject({
  kind: z.enum(differenceKinds),
  number: z.string(),
  /** What we have: of another range where it is missing here. */
  ours: z
    .strictObject({
      systemNo: SystemNoText,
      amount: AmountOutput,
      status: z.enum(orderStatuses),
      createdAt: Time,
      paidAt: Time.nullable(),
    })
    .nullable(),
  theirs: z
    .strictObject({ line: z.int(), amount: AmountOutput, status: z.enum(recordStatuses), date: Day.nullable() })
    .nullable(),
});
export type Difference = z.infer<typeof Difference>;

const CheckResult = z.strictObject({
  state: z.enum(checkStates),
  /** Percent. */
  progress: z.int(),
  /** Rows whose order has the same amount and status. */
  matched: z.int(),
  /** The first 500: rows of the file in its order, then what it does not have. */
  differences: z.array(Difference),
  /** Null until the records are compared. */
  totals: z
    .strictObject({
      /** Pay-ins paid in the range. */
      ours: Sums,
      /** Rows of the file that it does not call unpaid. */
      theirs: Sums,
      /** Rows that are left out: of another day by their own date, and recharges. */
      outside: z.int(),
      differences: z.strictObject({
        missing_here: z.int(),
        missing_there: z.int(),
        amount_differs: z.int(),
        status_differs: z.int(),
        duplicate_there: z.int(),
      }),
    })
    .nullable(),
  /** The file of all differences, by `/user/download/:id`; null without any, and for other users of the member. */
  downloadId: z.string().nullable(),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const recordCheckCalls = calls(recordCheckTexts, {
  '/reconciliation/check': {
    who: 'members',
    secondStep: { none: 'compares and changes nothing' },
    summary: 'Compares a member’s own list of orders (.xlsx or .csv) with the pay-ins that were paid in the range',
    guide:
      'The list has a column with order numbers (the member’s own, or ours) and one with amounts, perhaps one with the status and one with the date. They are found by their headings in four languages, or named by `number`, `amount`, `status` and `date`. `from` is inclusive and `to` exclusive; a day as `to` is inclusive. Rows that the list calls unpaid are compared with orders created in the range. Recharges are left out.',
    upload: {
      maximumBytes: MAX_RECORDS_BYTES,
      fields: z.strictObject({
        from: Bound,
        to: Bound,
        number: Heading,
        amount: Heading,
        status: Heading,
        date: Heading,
      }),
    },
    output: z.strictObject({ id: z.string() }),
    refusals: ['checks_waiting', 'checks_limit'],
  },
  '/reconciliation/checkResult': {
    who: 'members',
    secondStep: { none: 'reads, and ends a check whose job is lost' },
    summary: 'What a comparison has found so far',
    input: z.strictObject({ id: z.uuid({ error: 'wrong' }) }),
    output: CheckResult,
  },
});
