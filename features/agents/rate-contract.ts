/** An agent's calls about the rates of its direct members. */
import { z } from 'zod';
import { channelModes } from '#features/channels/contract.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { Amount, MemberNo, MemberNoText, Percent, Time } from '#foundation/core/wire.ts';
import { ChannelRef, RateOutput, RatesInput } from './fields.ts';
import { agentTexts } from './words.ts';

export const UserRate = z.strictObject({
  channel: z.strictObject({ ...ChannelRef.shape, mode: z.enum(channelModes), state: z.enum(['open', 'closed']) }),
  /** The agent's own rate; null when it does not hold the channel. */
  own: RateOutput.nullable(),
  /** The member's rate; null: the channel's default. */
  rate: RateOutput.nullable(),
  /** What the member pays. */
  effective: RateOutput,
  /** Closed for this member by its agent. */
  closed: z.boolean(),
  /** No rate whose fee is below this one's at any amount is accepted. */
  floor: RateOutput.nullable(),
  /** The highest percentage that the platform allows. */
  ceiling: Percent,
  /** The member's fee is below the agent's at some amount. */
  belowOwn: z.boolean(),
  changedAt: Time.nullable(),
});
export type UserRate = z.infer<typeof UserRate>;
const UserRates = z.strictObject({ rates: z.array(UserRate) });

const rateRefusals = ['rate_below_own', 'rate_too_high', 'channel_not_held', 'rate_not_sound'] as const;

export const rateCalls = calls(agentTexts, {
  '/agent/userrate': {
    who: 'agents',
    secondStep: { none: 'reads' },
    summary: 'The rates of a direct member, beside the agent’s own',
    input: z.strictObject({ memberNo: MemberNo }),
    output: UserRates,
  },
  '/agent/setuserrate': {
    who: 'agents',
    secondStep: 'strongest',
    audit: ['rates_set'],
    summary: 'Sets rates of a direct member for orders created from then on: all rows, or none',
    input: z.strictObject({ memberNo: MemberNo, rates: RatesInput.min(1, { error: 'required' }), ...secondStepFields }),
    output: UserRates,
    refusals: [...rateRefusals, ...secondStepRefusals],
  },
  '/agent/copyrates': {
    who: 'agents',
    secondStep: 'strongest',
    audit: ['rates_set'],
    summary: 'Copies rates to direct members: those of another direct member, or the own ones plus a margin',
    input: z.strictObject({
      from: z.union([
        z.strictObject({ memberNo: MemberNo }),
        z.strictObject({ own: z.literal(true), addPercent: Percent.default('0'), addFixed: Amount.default('0') }),
      ]),
      to: z.array(MemberNo).min(1, { error: 'required' }).max(200),
      ...secondStepFields,
    }),
    output: z.strictObject({
      results: z.array(
        z.strictObject({
          memberNo: MemberNoText,
          /** How many channels changed. */
          changed: z.int(),
          /** Why nothing changed for this member. */
          error: z.enum([...rateRefusals, 'not_found']).nullable(),
        }),
      ),
    }),
    refusals: [...secondStepRefusals],
  },
});
