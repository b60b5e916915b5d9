/** How a member fills its own wallet. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { Amount, SystemNoText } from '#foundation/core/wire.ts';
import { rechargeTexts } from './words.ts';

export const Recharge = z.strictObject({
  amount: z
    .string({ error: 'recharge_amount_form' })
    .refine((text) => Amount.safeParse(text).success, { error: 'recharge_amount_form' }),
  /** Its call code. */
  channel: z.string({ error: 'required' }).min(1, { error: 'required' }).max(32),
});

export const rechargeCalls = calls(rechargeTexts, {
  '/user/recharge': {
    who: 'members',
    secondStep: { none: 'makes a page on which somebody pays in' },
    audit: ['recharge_created'],
    summary: 'Makes a recharge and answers with the page where it is paid; sent twice at once it is one',
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
