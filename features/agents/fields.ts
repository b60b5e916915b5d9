/** Shapes that several contracts of this feature share. */
import { z } from 'zod';
import { Amount, AmountOutput, MemberNoText, Percent } from '#foundation/core/wire.ts';

/** One channel's rate in a request. */
export const RateInput = z.strictObject({
  /** The channel's code. */
  channel: z.string({ error: 'required' }).min(1, { error: 'required' }).max(32),
  percent: Percent,
  fixed: Amount.default('0'),
  minFee: Amount.nullable().default(null),
  maxFee: Amount.nullable().default(null),
  /** Closes the channel for that member and its tree. The rate is kept. */
  closed: z.boolean().default(false),
});
export type RateInput = z.input<typeof RateInput>;

/** A list names each channel at most once; `rates` marks the repeated one. */
export const RatesInput = z
  .array(RateInput)
  .max(100)
  .superRefine((rates, context) => {
    const seen = new Set<string>();
    for (const [index, { channel }] of rates.entries()) {
      if (seen.has(channel))
        context.addIssue({ code: 'custom', path: [index, 'channel'], message: 'channel_repeated' });
      seen.add(channel);
    }
  });

export const RateOutput = z.strictObject({
  percent: Percent,
  fixed: AmountOutput,
  minFee: AmountOutput.nullable(),
  maxFee: AmountOutput.nullable(),
});
export type RateOutput = z.infer<typeof RateOutput>;

export const ChannelRef = z.strictObject({ code: z.string(), /** In the request's language. */ name: z.string() });

export const MemberRef = z.strictObject({ memberNo: MemberNoText, name: z.string() });
