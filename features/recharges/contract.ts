/** The call by which members recharge their own wallet. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { Amount, SystemNoText } from '#foundation/core/wire.ts';
import { rechargeTexts } from './words.ts';

export const Recharge = z.strictObject({
  amount: z
    .string({ error: 'recharge_amount_form' })
    .refine((text) => Amount.safeParse(text).success, { error: 'recharge_amount_form' }),
  /** The channel's call code. */
  channel: z.string({ error: 'required' }).min(1, { error: 'required' }).max(32),
});

export const rechargeCalls = calls(rechargeTexts, {
  '/user/recharge': {
    who: 'members',
    secondStep: { none: 'creates a page for paying in' },
    audit: ['recharge_created'],
    summary: 'Creates a recharge and returns its payment page; two equal requests at once create one',
    input: Recharge,
    output: z.strictObject({ systemNo: SystemNoText, payUrl: z.string() }),
    refusals: [
      'channel_unknown',
      'channel_closed',
      'amount_out_of_range',
      'channel_limit_reached',
      'upstream_unavailable',
    ],
  },
});
