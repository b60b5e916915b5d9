/** The calls of the dashboard: balances, today and yesterday, the chart. */
import { z } from 'zod';
import { certifications } from '#features/members/member.ts';
import { calls } from '#foundation/core/calls.ts';
import { quickRanges } from '#foundation/core/quick-ranges.ts';
import { AmountOutput, Day, SignedAmount, Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';
import { lengthOf, MAX_PERIOD_DAYS } from './periods.ts';

export const todos = ['pay_password', 'second_factor', 'certification', 'failed_callbacks', 'receivers'] as const;
export type Todo = (typeof todos)[number];

/** Signed percent with one decimal against an earlier figure; null if that was zero. */
const Change = z.string().nullable();

export const Summary = z.strictObject({
  balance: SignedAmount,
  frozen: AmountOutput,
  available: SignedAmount,
  today: z.strictObject({
    /** Amount of all orders created today. */
    trade: AmountOutput,
    /** Amount and count of the orders paid today. */
    successAmount: AmountOutput,
    orders: z.int(),
    successOrders: z.int(),
    /** Percent of today's orders that were paid, one decimal; null without orders. */
    successRate: z.string().nullable(),
    /** The wallet's net income from the orders paid today. */
    income: AmountOutput,
    /** Against yesterday up to the same time of day. */
    changes: z.strictObject({
      until: Time,
      trade: Change,
      orders: Change,
      successAmount: Change,
      /** In percentage points. */
      successRate: Change,
    }),
  }),
  yesterday: z.strictObject({
    orders: z.int(),
    successOrders: z.int(),
    amount: AmountOutput,
    income: AmountOutput,
  }),
  /** The platform's days that `today` and `yesterday` mean. */
  days: z.strictObject({ today: Day, yesterday: Day }),
  /** When held money next becomes available. */
  nextRelease: z.strictObject({ at: Time, amount: AmountOutput }).nullable(),
  /** The next times, at most seven. */
  releases: z.array(z.strictObject({ at: Time, amount: AmountOutput })),
  /** What is released at later times. */
  releasesLater: AmountOutput,
  /** What of the frozen amount the platform holds until it releases it. */
  riskHold: AmountOutput,
  /** How far a new member has come. */
  setup: z.strictObject({
    payPassword: z.boolean(),
    certification: z.enum(certifications),
    /** The best that the member has. */
    card: z.enum(['none', 'rejected', 'pending', 'approved']),
    /** Null for agents, who have no orders of their own. */
    firstPayment: z.boolean().nullable(),
  }),
  todo: z.array(z.strictObject({ what: z.enum(todos), count: z.int() })),
});
export type Summary = z.infer<typeof Summary>;

/** A bounded count. `capped`: there are more. */
const counted = { count: z.int(), capped: z.boolean() };
const Badge = z.strictObject(counted);

const TroubledCallbacks = z.strictObject({
  ...counted,
  /** Of the orders that were counted. */
  amount: AmountOutput,
  /** The one that failed last: when, a stable name of the fault, and the status of the reply if there was one. */
  lastAt: Time.nullable(),
  error: z.string().nullable(),
  status: z.int().nullable(),
  /** Since when its receiver has failed without one success. */
  since: Time.nullable(),
});

const FailedDisbursements = z.strictObject({
  ...counted,
  amount: AmountOutput,
  fee: AmountOutput,
  /** Amount and fee of those that were counted: what is not available until the member decides. */
  setAside: AmountOutput,
});

/** What needs the person. Counts stop at 999, badges at 99. */
export const Attention = z.strictObject({
  badges: z.strictObject({
    /** Pay-ins whose callback is refused (from the second failure on) or was given up in the last 24 hours. */
    orders: Badge,
    /** Failed payouts and withdrawals. */
    payouts: Badge,
    /** Rejected cards, and a certification that is missing or was rejected. */
    account: Badge,
  }),
  /** Pay-ins whose callback has failed and is tried again: `notifyStatus` `retrying` in the list. */
  retryingCallbacks: TroubledCallbacks,
  /** Whether the strip tells of them: one of them has failed twice. */
  callbacksRefused: z.boolean(),
  /** Pay-ins whose callback was given up, at any time. */
  failedCallbacks: TroubledCallbacks,
  /** Whether the strip tells of them: one was given up in the last 24 hours. */
  callbacksGivenUp: z.boolean(),
  failedPayouts: FailedDisbursements,
  failedWithdrawals: FailedDisbursements,
  certification: z.strictObject({
    status: z.enum(['none', 'pending', 'approved', 'rejected']),
    submittedAt: Time.nullable(),
    /** What the operator wrote. */
    remark: z.string(),
  }),
  cards: z.strictObject({ approved: z.int(), pending: z.int(), rejected: z.int() }),
});
export type Attention = z.infer<typeof Attention>;

const Chart = z.strictObject({
  days: z.array(z.strictObject({ date: Day, amount: AmountOutput, orders: z.int() })),
  channels: z.array(z.strictObject({ code: z.string(), name: z.string(), amount: AmountOutput, orders: z.int() })),
});

/** No order is older. */
const FIRST_DAY = '2000-01-01';
export const PeriodInput = z.union([
  z.enum(quickRanges),
  z
    .strictObject({ from: Day, to: Day })
    .refine(({ from, to }) => from >= FIRST_DAY && from <= to && lengthOf({ from, to }) <= MAX_PERIOD_DAYS, {
      error: 'date_form',
    }),
]);
const PeriodFigures = z.strictObject({
  /** Of the orders created then: all of them, and those that were paid since. */
  trade: AmountOutput,
  orders: z.int(),
  successRate: z.string().nullable(),
  /** Of the orders paid then. */
  successAmount: AmountOutput,
  successOrders: z.int(),
  income: AmountOutput,
});
const Figure = { amount: AmountOutput, orders: z.int() };

export const Overview = z.strictObject({
  days: z.strictObject({ from: Day, to: Day }),
  figures: PeriodFigures,
  before: z.strictObject({
    days: z.strictObject({ from: Day, to: Day }),
    /** A period that has not ended is compared up to the same time of the day; else null. */
    until: Time.nullable(),
    figures: PeriodFigures,
  }),
  changes: z.strictObject({
    trade: Change,
    orders: Change,
    /** In percentage points. */
    successRate: Change,
    successAmount: Change,
    successOrders: Change,
    income: Change,
  }),
  /** What was paid, by day, or by hour for a single day; the oldest first. `before` is absent where it had ended. */
  unit: z.enum(['day', 'hour']),
  points: z.array(
    z.strictObject({ at: Time, date: Day, ...Figure, before: z.strictObject({ date: Day, ...Figure }).nullable() }),
  ),
  /** Those on which orders were created, the largest amount first. */
  channels: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      ...Figure,
      /** Of the orders created then. */
      created: z.int(),
      successRate: z.string().nullable(),
      /** Percentage points against the period before. */
      change: Change,
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

export const dashboardCalls = calls(words({}), {
  '/dashboard/summary': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Balances, today and yesterday, what to do next',
    output: Summary,
  },
  '/dashboard/attention': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary:
      'What needs the person: failing callbacks, failed payouts, certification and cards, with counts for the menu',
    output: Attention,
  },
  '/dashboard/overview': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Figures, chart and channels of a period, compared with the period before',
    input: z.strictObject({ period: PeriodInput.default('last7'), channel: z.string().max(32).optional() }),
    output: Overview,
  },
  '/dashboard/chart': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Paid amount and orders day by day, and by channel',
    input: z.strictObject({
      days: z.union([z.literal(7), z.literal(30)]).default(7),
      channel: z.string().max(32).optional(),
    }),
    output: Chart,
  },
});
