/** Operator calls of the overview: figures of all members, what waits for an operator, the platform's own state. */
import { z } from 'zod';
import { PeriodInput } from '#features/dashboard/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { AmountOutput, Day, MemberNoText, SignedAmount, Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';
import { queueNames } from './queues.ts';

/** Signed percent with one decimal against the period before; null if that was zero. */
const Change = z.string().nullable();

/** Of orders paid, before reversals. Each is null until the cost and commission of all of them are added up. */
const earned = {
  /** What agents earn on them. */
  commission: AmountOutput.nullable(),
  /** What the upstreams take for them. */
  cost: AmountOutput.nullable(),
  /** Fees, less commission and cost. */
  margin: SignedAmount.nullable(),
};

const Figures = z.strictObject({
  /** Of the orders created then: all of them, and those that were paid since. */
  orders: z.int(),
  trade: AmountOutput,
  successRate: z.string().nullable(),
  /** Of the orders paid then. `fees`: what members paid for them, before reversals. */
  paidOrders: z.int(),
  volume: AmountOutput,
  fees: AmountOutput,
  ...earned,
});

/** Of the orders paid then. */
const Figure = { amount: AmountOutput, orders: z.int() };
const counted = {
  ...Figure,
  /** Of the orders created then: all of them, and the share of those that were paid since. */
  created: z.int(),
  successRate: z.string().nullable(),
};
/** Of orders that one upstream took. */
const taken = {
  ...counted,
  /** Null, as the rate is, until all orders created then are counted by upstream. */
  created: z.int().nullable(),
  fees: AmountOutput,
  commission: AmountOutput,
  cost: AmountOutput,
  margin: SignedAmount,
};

export const OperatorOverview = z.strictObject({
  days: z.strictObject({ from: Day, to: Day }),
  /** When the figures were last brought up to date; null if they never were. */
  asOf: Time.nullable(),
  figures: Figures,
  before: z.strictObject({
    days: z.strictObject({ from: Day, to: Day }),
    /** A period that has not ended is compared up to the last full hour of its day; else null. */
    until: Time.nullable(),
  }),
  changes: z.strictObject({
    orders: Change,
    trade: Change,
    /** In percentage points. */
    successRate: Change,
    paidOrders: Change,
    volume: Change,
    fees: Change,
    commission: Change,
    cost: Change,
    margin: Change,
  }),
  /** Withdrawals and payouts applied for then and paid since. */
  payouts: z.strictObject({ count: z.int(), amount: AmountOutput, fees: AmountOutput }),
  /** What was paid, by day, or by hour for a single day; the oldest first. */
  unit: z.enum(['day', 'hour']),
  points: z.array(
    z.strictObject({ at: Time, date: Day, ...Figure, before: z.strictObject({ date: Day, ...Figure }).nullable() }),
  ),
  /** The largest amount first. */
  channels: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      ...counted,
      fees: AmountOutput,
      ...earned,
    }),
  ),
  /** The ten largest of those that were among the first fifty on one of the days. */
  members: z.array(
    z.strictObject({
      memberNo: MemberNoText,
      name: z.string(),
      kind: z.enum(['merchant', 'agent']),
      ...counted,
      fees: AmountOutput,
      ...earned,
    }),
  ),
  /**
   * By the upstream that took the orders and by its channels, the largest amount first. Null until all orders paid then are
   * summed.
   */
  paidByUpstream: z
    .array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        ...taken,
        channels: z.array(z.strictObject({ code: z.string(), name: z.string(), ...taken })),
      }),
    )
    .nullable(),
  /** What the upstreams’ clearing accounts moved, of the days that are closed. */
  upstreams: z.array(
    z.strictObject({ id: z.int(), name: z.string(), bookings: z.int(), takenIn: AmountOutput, paidOut: AmountOutput }),
  ),
  /** The last closed day; null if none is. */
  upstreamsUntil: Day.nullable(),
});
export type OperatorOverview = z.infer<typeof OperatorOverview>;

const Queue = z.strictObject({
  name: z.enum(queueNames),
  /** At most 999. `capped`: there are more. */
  count: z.int(),
  capped: z.boolean(),
  /** The oldest of those that were counted; null if none waits. */
  oldestAt: Time.nullable(),
  /** Of those that were counted; null where it is not about money. */
  amount: AmountOutput.nullable(),
});
export type Queue = z.infer<typeof Queue>;

export const OperatorHealth = z.strictObject({
  books: z.strictObject({
    /** When the last check ended; null if none has. */
    checkedAt: Time.nullable(),
    /** What was found first, since payouts were stopped for it; null if the books are right. */
    wrong: z.strictObject({ foundAt: Time, check: z.string(), promise: z.string() }).nullable(),
  }),
  jobs: z.strictObject({
    count: z.int(),
    /** Those that failed or are late, the latest first. */
    late: z.array(z.strictObject({ name: z.string(), failed: z.boolean(), endedAt: Time, lateSeconds: z.int() })),
  }),
  /** Callbacks that are due and not sent yet, of the first ten thousand that wait. */
  callbacks: z.strictObject({ due: z.int(), capped: z.boolean(), oldestAt: Time.nullable() }),
  upstreams: z.array(z.strictObject({ id: z.int(), name: z.string(), state: z.enum(['open', 'closed']) })),
  processes: z.array(
    z.strictObject({
      host: z.string(),
      version: z.string(),
      roles: z.array(z.string()),
      startedAt: Time,
      seenAt: Time,
    }),
  ),
});
export type OperatorHealth = z.infer<typeof OperatorHealth>;

export const operatorOverviewCalls = calls(words({}), {
  '/operator/overview/figures': {
    who: 'operators',
    right: 'overview.view',
    secondStep: { none: 'reads' },
    summary: 'Orders, volume and fees of all members in a period, compared with the period before',
    input: z.strictObject({ period: PeriodInput.default('today') }),
    output: OperatorOverview,
  },
  '/operator/overview/queues': {
    who: 'operators',
    right: 'overview.view',
    secondStep: { none: 'reads' },
    summary: 'What waits for an operator: count, age and amount of each queue that the caller can see',
    output: z.strictObject({ queues: z.array(Queue) }),
  },
  '/operator/overview/health': {
    who: 'operators',
    right: 'overview.view',
    secondStep: { none: 'reads' },
    summary: 'The last check of the books, late jobs and callbacks, the upstreams’ states, the running processes',
    output: OperatorHealth,
  },
});
