/** The calls of the dashboard: balances, today and yesterday, the chart. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { AmountOutput, Day, SignedAmount, Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';

export const todos = ['pay_password', 'second_factor', 'certification', 'failed_callbacks', 'receivers'] as const;
export type Todo = (typeof todos)[number];

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
  }),
  yesterday: z.strictObject({
    orders: z.int(),
    successOrders: z.int(),
    amount: AmountOutput,
    income: AmountOutput,
  }),
  /** When held money next becomes available. */
  nextRelease: z.strictObject({ at: Time, amount: AmountOutput }).nullable(),
  todo: z.array(z.strictObject({ what: z.enum(todos), count: z.int() })),
});
export type Summary = z.infer<typeof Summary>;

export const Chart = z.strictObject({
  days: z.array(z.strictObject({ date: Day, amount: AmountOutput, orders: z.int() })),
  channels: z.array(z.strictObject({ code: z.string(), name: z.string(), amount: AmountOutput, orders: z.int() })),
});
export type Chart = z.infer<typeof Chart>;

export const dashboardCalls = calls(words({}), {
  '/dashboard/summary': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Balances, today and yesterday, what to do next',
    output: Summary,
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
