/** Operator calls about rates: what each member pays on each channel, beside the default, the agent's own and the cost. */
import { z } from 'zod';
import { typedCode } from '#foundation/core/typed-text.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, NameSearch } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  AmountOutput,
  MemberNo,
  MemberNoText,
  pageFields,
  pageOf,
  Percent,
  SignedAmount,
  Time,
} from '#foundation/core/wire.ts';
import { operatorRateTexts } from './rate-texts.ts';

const memberKinds = ['merchant', 'agent'] as const;
const Code = z.string().overwrite(typedCode).max(32);

const RateOutput = z.strictObject({
  percent: Percent,
  fixed: AmountOutput,
  minFee: AmountOutput.nullable(),
  maxFee: AmountOutput.nullable(),
});

const Cell = z.strictObject({
  code: z.string(),
  /** What the member pays. */
  rate: RateOutput,
  /** Its own rate; otherwise the channel's default applies. */
  own: z.boolean(),
  /** What the agent directly above pays; null without one. */
  agent: RateOutput.nullable(),
  /** Closed for the member by the agent above. */
  closed: z.boolean(),
  /** The channel is open, and the agents above hold it. */
  held: z.boolean(),
  belowAgent: z.boolean(),
  /** At some amount of the channel the fee is below what its dearest open route costs. */
  belowCost: z.boolean(),
  /** The fee of an order of `sample`, less what the dearest open route costs; null without a route. */
  margin: SignedAmount.nullable(),
  changedAt: Time.nullable(),
});
export type RateCell = z.infer<typeof Cell>;

export const RateRow = z.strictObject({
  memberNo: MemberNoText,
  name: z.string(),
  kind: z.enum(memberKinds),
  upline: z.strictObject({ memberNo: MemberNoText, name: z.string() }).nullable(),
  /** In the order of the channels. */
  cells: z.array(Cell),
});
export type RateRow = z.infer<typeof RateRow>;

const RateChannel = z.strictObject({
  code: z.string(),
  name: z.string(),
  rate: RateOutput,
  /** What the dearest open route costs; null without a route. */
  cost: z.strictObject({ upstream: z.string(), percent: Percent, fixed: AmountOutput }).nullable(),
  /** The order that margins are shown for. */
  sample: AmountOutput,
});
export type RateChannel = z.infer<typeof RateChannel>;

export const OperatorRateFilter = z.strictObject({
  ...pageFields(['memberNo']),
  /** The beginning of a number, name or username. */
  q: NameSearch.optional(),
  kind: z.enum(memberKinds).optional(),
  /** The agent directly above. */
  uplineNo: MemberNoTyped.optional(),
});

export const SetRate = z.strictObject({
  percent: Percent,
  fixed: Amount,
  minFee: Amount.nullable(),
  maxFee: Amount.nullable(),
  reason: Reason,
  ...secondStepFields,
});

const RateChange = z.strictObject({
  at: Time,
  rate: RateOutput,
  closed: z.boolean(),
  /** The operator; null: the agent above, or the platform itself. */
  by: z.string().nullable(),
  reason: z.string(),
});

export const operatorRateCalls = calls(operatorRateTexts, {
  '/operator/rate/list': {
    who: 'operators',
    right: 'rates.view',
    secondStep: { none: 'reads' },
    summary: 'Members and what they pay on each channel, with the default, the agent’s own, the cost and the margin',
    input: OperatorRateFilter,
    output: pageOf(RateRow, z.strictObject({ channels: z.array(RateChannel) })),
  },
  '/operator/rate/changes': {
    who: 'operators',
    right: 'rates.view',
    secondStep: { none: 'reads' },
    summary: 'The rates that a member was given on a channel, the newest first',
    input: z.strictObject({ ...pageFields(['at']), memberNo: MemberNo, code: Code }),
    output: pageOf(RateChange, z.strictObject({})),
  },
  '/operator/rate/set': {
    who: 'operators',
    right: 'rates.configure',
    secondStep: 'strongest',
    audit: ['approval_proposed', 'member_rate_set'],
    summary:
      'Gives a member a rate of its own on a channel, for orders from then on; never below the agent’s. Below cost it is only proposed, and another operator confirms it',
    guide:
      'Below cost it takes two people as the setting `ratesTwoFrom` says, and is refused while one operator alone could decide.',
    input: SetRate.extend({
      memberNo: MemberNo,
      code: Code,
      /** The rate as it was read: one that has changed since is refused. */
      before: z.strictObject({ percent: Percent, fixed: Amount, minFee: Amount.nullable(), maxFee: Amount.nullable() }),
    }),
    output: z.strictObject({
      outcome: z.enum(['done', 'proposed']),
      /** Of the proposal; null if it is done. */
      approvalId: z.string().nullable(),
    }),
    refusals: [
      'approval_waits',
      'rate_channel_closed',
      'rate_above_most',
      'rate_below_agent',
      'rate_below_cost',
      'rate_changed',
      ...secondStepRefusals,
    ],
  },
});
