/** An agent's calls about the orders of its tree and what it earns on them. */
import { z } from 'zod';
import { OrderDetail, OrderRow, OrderSums, WholeOrderFilter } from '#features/orders/contract.ts';
import { notifyStatuses } from '#features/orders/statuses.ts';
import { calls } from '#foundation/core/calls.ts';
import {
  AmountOutput,
  amountsInOrder,
  MemberNo,
  MemberNoText,
  oneOrMore,
  pageFields,
  pageOf,
  Range,
  SignedAmount,
  SystemNo,
  SystemNoText,
  Time,
} from '#foundation/core/wire.ts';
import { ChannelRef, MemberRef, RateOutput } from './fields.ts';
import { agentTexts } from './words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    /** The agent's commission or its tree's orders changed: refetch them. */
    'commission.changed': Record<string, never>;
  }
}

/** `none`: the order earned this agent nothing. `expected`: not paid yet. */
export const commissionStates = ['none', 'expected', 'held', 'available', 'reversed'] as const;
const OwnCommission = z.strictObject({ amount: AmountOutput, state: z.enum(commissionStates) });

const { page, limit } = pageFields(['createdAt', 'paidAt']);
const memberNo = MemberNo.optional();
/** Copies of orders do not know how often a callback has failed. */
const filterFields = { ...WholeOrderFilter.shape, notifyStatus: oneOrMore(notifyStatuses).optional(), memberNo };
/** The list's filter without paging. `memberNo`: one member of the tree, or the whole tree of an agent in it. */
export const WholeAgentOrderFilter = z.strictObject(filterFields).check(amountsInOrder);
export const AgentOrderFilter = z.strictObject({ page, limit, ...filterFields }).check(amountsInOrder);
export type AgentOrderFilter = z.input<typeof AgentOrderFilter>;

export const AgentOrderRow = z.strictObject({
  ...OrderRow.omit({ notifyAttempts: true }).shape,
  merchant: MemberRef,
  /** 1: the merchant is a direct member. */
  level: z.int(),
  commission: OwnCommission,
});
export type AgentOrderRow = z.infer<typeof AgentOrderRow>;

export const AgentOrderDetail = z.strictObject({
  ...OrderDetail.omit({
    notifyAttempts: true,
    callbacks: true,
    nextCallbackAt: true,
    clientIp: true,
    attach: true,
    notifyUrl: true,
    returnUrl: true,
    payUrl: true,
    subject: true,
  }).shape,
  merchant: MemberRef,
  level: z.int(),
  /** How this agent's commission came about. */
  commission: z.strictObject({
    ...OwnCommission.shape,
    /** The rates of the level below and of the agent when the order was created; null if the order does not know them. */
    rateBelow: RateOutput.nullable(),
    ownRate: RateOutput.nullable(),
    /** When it becomes available; null when it is, or when there is none. */
    releasesAt: Time.nullable(),
  }),
});
export type AgentOrderDetail = z.infer<typeof AgentOrderDetail>;

export const commissionGroups = ['day', 'month', 'member', 'channel'] as const;
/** By day of booking in the platform's time zone. Without range and month: all time. */
const statementFields = {
  range: Range.optional(),
  /** `YYYY-MM`. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'date_form' })
    .optional(),
  memberNo,
  channel: z.string().max(32).optional(),
};
const Sums = {
  orders: z.int(),
  /** Paid by payers. */
  amount: AmountOutput,
  /** Earned, before reversals. */
  commission: AmountOutput,
  reversed: AmountOutput,
  net: SignedAmount,
};
export const CommissionFilter = z.strictObject({
  ...pageFields(['key']),
  ...statementFields,
  group: z.enum(commissionGroups).default('day'),
});
/** In the order of booking. */
export const CommissionEntryFilter = z.strictObject({ ...pageFields(['bookedAt']), ...statementFields });

export const CommissionRow = z.strictObject({
  /** A day, a month, a member number or a channel code, by `group`. */
  key: z.string(),
  /** The member's or channel's name. */
  name: z.string().nullable(),
  ...Sums,
});
export type CommissionRow = z.infer<typeof CommissionRow>;

export const CommissionEntry = z.strictObject({
  systemNo: SystemNoText,
  merchant: z.strictObject({ memberNo: MemberNoText, name: z.string() }),
  channel: ChannelRef,
  amount: AmountOutput,
  rateBelow: RateOutput.nullable(),
  ownRate: RateOutput.nullable(),
  commission: SignedAmount,
  state: z.enum(['held', 'available', 'reversed']),
  paidAt: Time,
  /** When the commission was booked in the agent's wallet or, of a reversal, taken out of it. */
  bookedAt: Time,
  releasesAt: Time.nullable(),
});
export type CommissionEntry = z.infer<typeof CommissionEntry>;

export const agentOrderCalls = calls(agentTexts, {
  '/agent/orderlist': {
    who: 'agents',
    secondStep: { none: 'reads' },
    summary: 'Orders of the tree, with the agent’s own commission; `extend` sums the whole filter',
    input: AgentOrderFilter,
    output: pageOf(AgentOrderRow, z.strictObject({ ...OrderSums.shape, commission: AmountOutput })),
  },
  '/agent/orderdetail': {
    who: 'agents',
    secondStep: { none: 'reads' },
    summary: 'One order of the tree, without what is private to the merchant, and how the commission came about',
    input: z.strictObject({ memberNo: MemberNo, systemNo: SystemNo }),
    output: AgentOrderDetail,
  },
  '/agent/commission': {
    who: 'agents',
    secondStep: { none: 'reads' },
    summary: 'The commission statement by day, month, member or channel; equals the money log',
    input: CommissionFilter,
    output: pageOf(
      CommissionRow,
      z.strictObject({
        ...Sums,
        /** Not available yet. */
        held: AmountOutput,
        nextRelease: z.strictObject({ at: Time, amount: AmountOutput }).nullable(),
      }),
    ),
  },
  '/agent/commission/entries': {
    who: 'agents',
    secondStep: { none: 'reads' },
    summary: 'The orders and reversals behind a line of the commission statement',
    input: CommissionEntryFilter,
    output: pageOf(CommissionEntry, z.strictObject(Sums)),
  },
});
