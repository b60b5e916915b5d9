/**
 * Operator calls about the upstreams' statements against our books: the days, one day's two sides, differences and their
 * life, what upstreams owe, and the settlements that they pay.
 */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { loginName, oneLine, SearchText, someLine } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  AmountOutput,
  Day,
  MemberNo,
  MemberNoText,
  pageFields,
  pageOf,
  RecordId,
  requestName,
  SignedAmount,
  SystemNo,
  SystemNoText,
  Time,
  wholeNumber,
} from '#foundation/core/wire.ts';
import {
  bookingKinds,
  differenceKinds,
  differenceStates,
  foundOutcomes,
  matchRules,
  outcomes,
  settlementDirections,
} from './matching-rules.ts';
import { matchingTexts } from './matching-words.ts';

const UpstreamId = z
  .int({ error: 'upstream_needed' })
  .min(1, { error: 'upstream_needed' })
  .max(2_147_483_647, { error: 'upstream_needed' });
const LineNo = wholeNumber(1, 2_147_483_647);
const { page, limit } = pageFields(['day']);

const Cell = z.strictObject({
  upstreamId: z.int(),
  /**
   * green: every line has its booking, and nothing is left to a person. waiting: only bookings that a later statement
   * may bring. reading: a statement is in and not compared yet.
   */
  state: z.enum(['green', 'open', 'waiting', 'reading', 'no_file']),
  /** Of the statement. */
  lines: z.int(),
  /** Of our books; known when the day is over. */
  bookings: z.int(),
  open: z.int(),
  waiting: z.int(),
  atRisk: AmountOutput,
});
export type GridCell = z.infer<typeof Cell>;

const Their = z.strictObject({
  fileId: z.string(),
  lineNo: z.int(),
  day: Day,
  kind: z.string(),
  upstreamNo: z.string(),
  ourNo: z.string(),
  amount: SignedAmount,
  fee: SignedAmount.nullable(),
  at: Time.nullable(),
  status: z.string(),
});
const Ours = z.strictObject({
  memberNo: MemberNoText,
  /** The system number. */
  orderNo: SystemNoText,
  kind: z.enum(bookingKinds),
  day: Day,
  at: Time,
  upstreamNo: z.string(),
  ourNo: z.string(),
  amount: AmountOutput,
  fee: AmountOutput.nullable(),
});
const SideBySide = z.strictObject({
  theirs: Their.nullable(),
  ours: Ours.nullable(),
  rule: z.enum(matchRules).nullable(),
  difference: z
    .strictObject({ id: z.string(), kind: z.enum(differenceKinds), state: z.enum(differenceStates) })
    .nullable(),
});
export type SideBySide = z.infer<typeof SideBySide>;

const Figures = z.strictObject({ count: z.int(), amount: SignedAmount });
const DaySums = z.strictObject({
  theirs: Figures,
  ours: Figures,
  /** Lines that have a booking, by the rule that paired them. */
  pairs: z.partialRecord(z.enum(matchRules), z.int()),
  /** The latest first. `appeared` and `vanished`: differences, against the statement that it replaced. */
  comparisons: z.array(
    z.strictObject({
      fileId: z.string(),
      at: Time,
      lines: z.int(),
      paired: z.int(),
      appeared: z.int(),
      vanished: z.int(),
    }),
  ),
});

export const DifferenceFilter = z.strictObject({
  upstreamId: UpstreamId.optional(),
  kind: z.enum(differenceKinds).optional(),
  /** unresolved: open and assigned. */
  state: z.enum([...differenceStates, 'unresolved', 'all']).default('unresolved'),
  /** Days, both inclusive. */
  from: Day.optional(),
  to: Day.optional(),
  /** The operator's login; empty: without an owner. */
  owner: z.union([z.literal(''), loginName({ error: 'wrong' })]).optional(),
  /** At least so many days since it was found. */
  minDays: wholeNumber(0, 36_500).optional(),
  atRiskFrom: Amount.optional(),
  /** The upstream's number or ours, complete. */
  q: SearchText.optional(),
});
export type ParsedDifferenceFilter = z.output<typeof DifferenceFilter>;

const DifferenceRow = z.strictObject({
  id: z.string(),
  /** Counts the changes: a sheet that was made before the last one is refused for this row. */
  version: z.int(),
  upstreamId: z.int(),
  upstream: z.string(),
  day: Day,
  kind: z.enum(differenceKinds),
  state: z.enum(differenceStates),
  /** Since it was found. */
  days: z.int(),
  atRisk: AmountOutput,
  ours: AmountOutput.nullable(),
  theirs: AmountOutput.nullable(),
  ourFee: AmountOutput.nullable(),
  theirFee: AmountOutput.nullable(),
  theirStatus: z.string(),
  upstreamNo: z.string(),
  ourNo: z.string(),
  memberNo: MemberNoText.nullable(),
  /** The system number; null for a line alone. */
  orderNo: SystemNoText.nullable(),
  /** What the number names; null for a line alone. */
  bookingKind: z.enum(bookingKinds).nullable(),
  line: z.strictObject({ fileId: z.string(), lineNo: z.int() }).nullable(),
  at: Time.nullable(),
  owner: z.string(),
  note: z.string(),
  outcome: z.enum([...outcomes, ...foundOutcomes]).nullable(),
  reason: z.string(),
  foundAt: Time,
  changedAt: Time,
  /** What can answer it, and the call that does it; empty where only the upstream can act. */
  outcomes: z.array(z.strictObject({ outcome: z.enum(outcomes), call: z.string() })),
  /** Bookings of the same amount within ten minutes that no statement has: for a person to decide. */
  suggestions: z.array(
    z.strictObject({
      id: z.string(),
      memberNo: MemberNoText,
      /** The system number. */
      orderNo: SystemNoText,
      kind: z.enum(bookingKinds),
      at: Time,
    }),
  ),
  /** Every state that it was in, the oldest first. */
  history: z.array(
    z.strictObject({
      state: z.enum(differenceStates),
      outcome: z.string().nullable(),
      reason: z.string(),
      owner: z.string(),
      note: z.string(),
      at: Time,
      /** Empty: the comparison. */
      by: z.string(),
    }),
  ),
});
export type DifferenceRow = z.infer<typeof DifferenceRow>;

const Ids = z.array(RecordId).min(1, { error: 'differences_needed' }).max(500, { error: 'differences_needed' });
/** Either some by their ids, or all of a filter with the plan that was shown. */
const chosenFields = {
  ids: Ids.optional(),
  filter: DifferenceFilter.optional(),
  /** With a filter: the `plan` of the same request without it, which changed nothing. */
  plan: z
    .string()
    .regex(/^[0-9a-f]{32}$/, { error: 'wrong' })
    .optional(),
};
const Changed = z.strictObject({
  /** How many were changed; with a plan that is only shown, how many would be. */
  count: z.int(),
  atRisk: AmountOutput,
  /** Only for a filter without a plan: nothing is changed yet. */
  plan: z.string().nullable(),
  /** Those that stay as they are, and why; at most a hundred. For a sheet with its line. */
  refused: z.array(z.strictObject({ id: z.string(), line: z.int().nullable(), reason: z.string() })),
});
export type Changed = z.infer<typeof Changed>;

const MAX_SHEET_BYTES = 8 * 1_048_576;

const Clearing = z.strictObject({
  upstreamId: z.int(),
  upstream: z.string(),
  /** By our books, at the end of `day`: taken in − paid out − settled. Negative: we owe them. */
  owed: SignedAmount,
  day: Day.nullable(),
  takenIn: SignedAmount,
  paidOut: SignedAmount,
  settled: SignedAmount,
  /** The first day whose money has not been settled, and its age in days; null if nothing is owed. */
  since: Day.nullable(),
  days: z.int().nullable(),
  /** Their latest statement with a closing balance, against our books at the end of the same day. */
  theirs: z
    .strictObject({
      day: Day,
      closing: SignedAmount,
      ours: SignedAmount,
      /** What they kept as fees in all statements until then: our books do not have it. */
      fees: SignedAmount,
      /** ours − fees − closing. */
      difference: SignedAmount,
    })
    .nullable(),
  /** Settlements in their statements that are not booked yet. */
  unbooked: z.array(
    z.strictObject({
      fileId: z.string(),
      lineNo: z.int(),
      day: Day,
      /** As `/operator/reconciliation/settle` takes it. */
      direction: z.enum(settlementDirections),
      amount: AmountOutput,
      number: z.string(),
    }),
  ),
});
export type Clearing = z.infer<typeof Clearing>;

/** One day of one upstream. */
export const DayFilter = z.strictObject({
  upstreamId: UpstreamId,
  day: Day,
  show: z.enum(['all', 'paired', 'unpaired']).default('all'),
});

export const matchingCalls = calls(matchingTexts, {
  '/operator/reconciliation/days': {
    who: 'operators',
    right: 'reconciliation.view',
    secondStep: { none: 'reads' },
    summary: 'Days × upstreams: where everything fits, where differences are open, where no statement is in',
    input: z
      .strictObject({ from: Day, to: Day })
      .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < 93 * 86_400_000, {
        path: ['to'],
        error: 'days_range',
      }),
    output: z.strictObject({
      upstreams: z.array(z.strictObject({ id: z.int(), name: z.string() })),
      /** The latest first. */
      days: z.array(z.strictObject({ day: Day, cells: z.array(Cell) })),
    }),
  },
  '/operator/reconciliation/day': {
    who: 'operators',
    right: 'reconciliation.view',
    secondStep: { none: 'reads' },
    summary: 'One day of one upstream, both sides next to each other: its lines in order, then what only we have',
    input: DayFilter.extend({ page, limit }),
    output: pageOf(SideBySide, DaySums),
  },
  '/operator/reconciliation/differences': {
    who: 'operators',
    right: 'reconciliation.view',
    secondStep: { none: 'reads' },
    summary: 'Differences with age, amount at risk, owner, note and history; as a sheet by the export `differences`',
    input: DifferenceFilter.extend(pageFields(['foundAt', 'atRisk', 'day'])),
    output: pageOf(
      DifferenceRow,
      z.strictObject({
        atRisk: AmountOutput,
        /** Regardless of the filter. */
        open: z.int(),
        waiting: z.int(),
      }),
    ),
  },
  '/operator/reconciliation/assign': {
    who: 'operators',
    right: 'reconciliation.act',
    secondStep: { none: 'says who looks at it; moves nothing' },
    audit: ['differences_assigned'],
    summary: 'Gives differences to an operator, or to no one, with a note',
    input: z
      .strictObject({
        ...chosenFields,
        owner: z.union([z.literal(''), loginName({ error: 'owner_unknown' })]),
        note: oneLine({ error: 'wrong', most: 500 }).optional(),
      })
      .refine(choosesOnce, { path: ['ids'], error: 'differences_needed' }),
    output: Changed,
    refusals: ['plan_outdated', 'differences_many', 'difference_decided', 'comparison_running'],
  },
  '/operator/reconciliation/resolve': {
    who: 'operators',
    right: 'reconciliation.act',
    secondStep: { none: 'records what was decided; money moves only by the calls that it names' },
    audit: ['differences_resolved', 'differences_ignored', 'differences_reopened'],
    live: ['order.paid', 'balance.changed'],
    summary: 'Resolves differences with the act that was done, ignores them with a reason, or reopens them',
    guide:
      'By `ids`; by `filter`, first without `plan`, which changes nothing and answers it; or by an uploaded sheet: the export `differences` with the columns for act, outcome and reason filled in. A row that changed after the sheet was made is refused, and so is an outcome whose journal is not in the books; an adjustment or a settlement answers one difference.\n\n`order_confirmed` for one difference asks the upstream first, and books the order if it says that it is paid.',
    input: z
      .strictObject({
        ...chosenFields,
        act: z.enum(['resolve', 'ignore', 'reopen']),
        outcome: z.enum(outcomes).optional(),
        reason: Reason,
        /** The journal that did it, if it is not one of the difference's own order: an adjustment or a settlement. */
        journal: z.strictObject({ memberNo: MemberNo.optional(), reference: SystemNo }).optional(),
        /** For `paired`: the difference with the other side. */
        pairId: RecordId.optional(),
      })
      .refine(choosesOnce, { path: ['ids'], error: 'differences_needed' })
      .refine(({ act, outcome }) => (act === 'resolve') === (outcome !== undefined), {
        path: ['outcome'],
        error: 'outcome_needed',
      }),
    upload: { maximumBytes: MAX_SHEET_BYTES },
    output: Changed,
    refusals: [
      'plan_outdated',
      'differences_many',
      'difference_decided',
      'difference_undecided',
      'outcome_not_for_kind',
      'act_not_done',
      'act_used',
      'pair_impossible',
      'sheet_unreadable',
      'comparison_running',
    ],
  },
  '/operator/reconciliation/clearing': {
    who: 'operators',
    right: 'reconciliation.view',
    secondStep: { none: 'reads' },
    summary: 'What each upstream owes by our books, since when, against the closing balance of its statement',
    output: z.strictObject({ list: z.array(Clearing) }),
  },
  '/operator/reconciliation/settle': {
    who: 'operators',
    right: 'reconciliation.act',
    secondStep: 'strongest',
    audit: ['settlement_booked'],
    summary: 'Books money that an upstream paid to our bank, or we to it, by hand or from a line of a statement',
    input: z.strictObject({
      upstreamId: UpstreamId,
      direction: z.enum(settlementDirections).default('received'),
      amount: Amount,
      /** On which the bank booked it. */
      day: Day,
      bankReference: someLine({ error: 'bank_reference_needed', most: 64 }),
      reason: Reason,
      /** A line of the upstream's or of a bank's statement with the same amount; it is booked once. */
      line: z.strictObject({ upstreamId: UpstreamId, fileId: z.uuid({ error: 'wrong' }), lineNo: LineNo }).optional(),
      /** Generated by the form: a request with the same id books once. */
      requestId: requestName({ error: 'request_id_form' }),
      ...secondStepFields,
    }),
    output: z.strictObject({ reference: SystemNoText, owed: SignedAmount }),
    refusals: ['settlement_conflict', 'line_settled', 'reference_settled', 'line_differs', ...secondStepRefusals],
  },
});

function choosesOnce({ ids, filter, plan }: { ids?: unknown; filter?: unknown; plan?: unknown }): boolean {
  return (ids === undefined) !== (filter === undefined) && (plan === undefined || filter !== undefined);
}
