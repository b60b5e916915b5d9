/** Operator calls about channels: what merchants call, for how much, when, and at which rate. */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { channelModes } from '#features/channels/contract.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { NameSearch, someLine } from '#foundation/core/typed-fields.ts';
import { typedCode } from '#foundation/core/typed-text.ts';
import {
  Amount,
  AmountOutput,
  MemberNoText,
  oneOrMore,
  pageFields,
  pageOf,
  Percent,
  Time,
  wholeNumber,
} from '#foundation/core/wire.ts';
import { operatorChannelTexts } from './channel-texts.ts';

const channelStates = ['open', 'closed'] as const;
const MAX_POSITION = 9_999;

const Code = z
  .string({ error: 'channel_code_form' })
  .overwrite(typedCode)
  .regex(/^[a-z0-9_]{2,32}$/, { error: 'channel_code_form' });
const Wall = z.string({ error: 'wall_form' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'wall_form' });
const Name = someLine({ error: 'channel_name_form', most: 60 });

const fields = {
  nameEn: Name,
  nameZh: Name,
  nameEs: Name,
  nameTh: Name,
  mode: z.enum(channelModes),
  minAmount: Amount,
  maxAmount: Amount,
  /** Of each member per day; null: unlimited. */
  totalLimit: Amount.nullable(),
  /** In the platform's time zone; both or none. None: always open. */
  openFrom: Wall.nullable(),
  openTo: Wall.nullable(),
  /** The rate of members that have none of their own. */
  percent: Percent,
  fixed: Amount,
  minFee: Amount.nullable(),
  maxFee: Amount.nullable(),
  /** Whether members can recharge their own wallet through it. */
  recharge: z.boolean(),
  /** Its place in lists; the smallest first. */
  position: wholeNumber(0, MAX_POSITION),
  state: z.enum(channelStates),
};

export const SaveChannel = z.strictObject({
  code: Code,
  ...fields,
  reason: Reason,
  ...secondStepFields,
});

const RateOutput = z.strictObject({
  percent: Percent,
  fixed: AmountOutput,
  minFee: AmountOutput.nullable(),
  maxFee: AmountOutput.nullable(),
});

export const OperatorChannelRow = z.strictObject({
  code: z.string(),
  /** In the request's language. */
  name: z.string(),
  names: z.strictObject({ en: z.string(), zh: z.string(), es: z.string(), th: z.string() }),
  mode: z.enum(channelModes),
  state: z.enum(channelStates),
  minAmount: AmountOutput,
  maxAmount: AmountOutput,
  totalLimit: AmountOutput.nullable(),
  openHours: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  rate: RateOutput,
  recharge: z.boolean(),
  position: z.int(),
  /** Whether it has an order, so that its code stays. */
  used: z.boolean(),
  /** Routes that take payments now. Without one the channel is closed, whatever its state. */
  openRoutes: z.int(),
  routes: z.int(),
  /** Orders made in the last 24 hours, and the amount paid in them. */
  orders24h: z.int(),
  amount24h: AmountOutput,
  /** Percent of the orders made in the last 24 hours that were paid, one decimal; null without orders. */
  successRate24h: z.string().nullable(),
  /** Changes with every change of the channel. */
  version: z.string(),
});
export type OperatorChannelRow = z.infer<typeof OperatorChannelRow>;

const Affected = z.strictObject({
  /** Active merchants and agents. */
  members: z.int(),
  /** Of all members, those with a rate of their own: a change of the default rate leaves them alone. */
  ownRates: z.int(),
  /** Members for whom an agent has closed the channel. */
  closedFor: z.int(),
  /** Orders on the channel that can still be paid; they keep their terms. */
  openOrders: z.int(),
  /** Whether `openOrders` stopped at its bound. */
  openOrdersCapped: z.boolean(),
});
export type Affected = z.infer<typeof Affected>;

const OwnRateRow = z.strictObject({
  memberNo: MemberNoText,
  memberName: z.string(),
  rate: RateOutput,
  /** Closed for the member and the members below it. */
  closed: z.boolean(),
  changedAt: Time.nullable(),
});
export type OwnRateRow = z.infer<typeof OwnRateRow>;

export const OperatorChannelFilter = z.strictObject({
  ...pageFields(['position', 'code', 'orders24h']),
  /** A part of its code or of a name. */
  q: NameSearch.optional(),
  mode: oneOrMore(channelModes).optional(),
  state: z.enum(channelStates).optional(),
});
export type ParsedChannelFilter = z.output<typeof OperatorChannelFilter>;

export const operatorChannelCalls = calls(operatorChannelTexts, {
  '/operator/channel/list': {
    who: 'operators',
    right: 'channels.view',
    secondStep: { none: 'reads' },
    summary: 'All channels in the order of members’ lists, with their terms and their last 24 hours',
    input: OperatorChannelFilter,
    output: pageOf(
      OperatorChannelRow,
      z.strictObject({
        /** Of all channels that match. */
        orders24h: z.int(),
        amount24h: AmountOutput,
      }),
    ),
  },
  '/operator/channel/detail': {
    who: 'operators',
    right: 'channels.view',
    secondStep: { none: 'reads' },
    summary: 'A channel, and whom a change of it affects',
    input: z.strictObject({ code: Code }),
    output: z.strictObject({ channel: OperatorChannelRow, affected: Affected }),
  },
  '/operator/channel/ownRates': {
    who: 'operators',
    right: 'channels.view',
    secondStep: { none: 'reads' },
    summary: 'The members with a rate of their own on a channel, by member number',
    input: z.strictObject({ ...pageFields(['memberNo']), code: Code }),
    output: pageOf(OwnRateRow, z.strictObject({})),
  },
  '/operator/channel/add': {
    who: 'operators',
    right: 'channels.configure',
    secondStep: 'strongest',
    audit: ['channel_added'],
    summary: 'Adds a channel, without routes',
    input: SaveChannel,
    refusals: ['channel_code_taken', ...secondStepRefusals],
  },
  '/operator/channel/edit': {
    who: 'operators',
    right: 'channels.configure',
    secondStep: 'strongest',
    audit: ['channel_edited'],
    summary:
      'Changes a channel for orders from then on. Orders that exist keep their terms; the code stays once it has one',
    input: SaveChannel.extend({
      /** The channel's code until now. */
      channel: Code,
      /** As it was read: a channel that someone else has changed since is refused. */
      version: z.string().max(64),
    }),
    refusals: ['channel_code_taken', 'channel_code_used', 'channel_changed', ...secondStepRefusals],
  },
});
