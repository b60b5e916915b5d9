/** The member's channel call. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { AmountOutput, Percent } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';

export const channelModes = ['qr', 'h5', 'bank', 'wallet', 'cash'] as const;
export type ChannelMode = (typeof channelModes)[number];

export const ChannelRow = z.strictObject({
  code: z.string(),
  /** In the request's language. */
  name: z.string(),
  mode: z.enum(channelModes),
  rate: z.strictObject({
    percent: Percent,
    fixed: AmountOutput,
    minFee: AmountOutput.nullable(),
    maxFee: AmountOutput.nullable(),
  }),
  minAmount: AmountOutput,
  maxAmount: AmountOutput,
  /** Per day in the platform's time zone; null: unlimited. */
  totalLimit: AmountOutput.nullable(),
  usedToday: AmountOutput,
  /** `HH:MM` in the platform's time zone; null: always open. */
  openHours: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  /** Percent of the orders created in the last 24 hours that were paid, one decimal; null without orders. */
  successRate24h: z.string().nullable(),
  /** Whether members can recharge their own wallet through it. */
  recharge: z.boolean(),
  /** `resting`: open, but outside its hours. */
  state: z.enum(['open', 'resting', 'closed']),
});
export type ChannelRow = z.infer<typeof ChannelRow>;

export const channelCalls = calls(words({}), {
  '/channel/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The channels that this member can use, with its rates and limits',
    output: z.strictObject({ list: z.array(ChannelRow), total: z.int() }),
  },
});
