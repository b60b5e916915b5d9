/** Member calls about orders: the list, one order's details, resending callbacks. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { orderNoSearch } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  amountsInOrder,
  AmountOutput,
  oneOrMore,
  oneOrMoreCodes,
  oneOrMoreOrAll,
  pageFields,
  pageOf,
  Range,
  SystemNo,
  SystemNoText,
  Time,
} from '#foundation/core/wire.ts';
import { notifyFilters, notifyStatuses, orderKinds, orderStatuses } from './statuses.ts';
import { orderTexts } from './words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    /** The order was paid, or reversed after that: refetch it. The specification gives the name. */
    'order.paid': { systemNo: string };
  }
}

const ChannelRef = z.strictObject({ code: z.string(), name: z.string() });

export const OrderRow = z.strictObject({
  id: z.string(),
  /** The merchant's number. */
  orderNo: z.string(),
  systemNo: SystemNoText,
  type: z.enum(orderKinds),
  channel: ChannelRef,
  amount: AmountOutput,
  fee: AmountOutput,
  obtained: AmountOutput,
  status: z.enum(orderStatuses),
  notifyStatus: z.enum(notifyStatuses),
  /** Of a pending callback that has failed: its attempts so far. Else absent. */
  notifyAttempts: z.int().optional(),
  createdAt: Time,
  paidAt: Time.nullable(),
});
export type OrderRow = z.infer<typeof OrderRow>;

/** `q`: a prefix of the merchant's or the system's number, or all of it. */
const filterFields = {
  q: orderNoSearch({ error: 'order_no_form' }).optional(),
  status: oneOrMoreOrAll(orderStatuses),
  channel: oneOrMoreCodes(32).optional(),
  notifyStatus: oneOrMore(notifyFilters).optional(),
  amountFrom: Amount.optional(),
  amountTo: Amount.optional(),
  createdRange: Range.optional(),
  paidRange: Range.optional(),
};
const { page, limit, ...orderFields } = pageFields(['createdAt', 'paidAt']);
/** The list's filter without paging. */
export const WholeOrderFilter = z.strictObject({ ...orderFields, ...filterFields }).check(amountsInOrder);
export const OrderFilter = z.strictObject({ page, limit, ...orderFields, ...filterFields }).check(amountsInOrder);
export type OrderFilter = z.input<typeof OrderFilter>;
export type ParsedOrderFilter = z.output<typeof OrderFilter>;

export const OrderSums = z.strictObject({
  count: z.int(),
  /** The count was capped: there are at least this many, and the sums cover only these. */
  capped: z.boolean(),
  /** How far back a filter without a roll-up looks; null: no limit. */
  lookedFrom: Time.nullable(),
  successCount: z.int(),
  amount: AmountOutput,
  successAmount: AmountOutput,
  /** Of paid orders. */
  fee: AmountOutput,
  obtained: AmountOutput,
  /** Percent of the count, one decimal; null without orders. */
  successRate: z.string().nullable(),
});

export const OrderDetail = z.strictObject({
  ...OrderRow.shape,
  currency: z.string(),
  subject: z.string().nullable(),
  attach: z.string().nullable(),
  clientIp: z.string().nullable(),
  notifyUrl: z.string().nullable(),
  returnUrl: z.string().nullable(),
  payUrl: z.string().nullable(),
  expiresAt: Time,
  paidLate: z.boolean(),
  /** When the held part becomes available; null when nothing is held. */
  releaseAt: Time.nullable(),
  held: AmountOutput.nullable(),
  timeline: z.array(
    z.strictObject({
      at: Time,
      event: z.enum([
        'created',
        'upstream_created',
        'upstream_failed',
        'upstream_notified',
        'upstream_queried',
        'paid',
        'paid_late',
        'expired',
        'released',
        'reversed',
        'callback_delivered',
        'callback_failed',
      ]),
      detail: z.string().nullable(),
    }),
  ),
  callbacks: z.array(
    z.strictObject({
      at: Time,
      url: z.string(),
      request: z.string(),
      status: z.int().nullable(),
      reply: z.string().nullable(),
      /** Milliseconds. */
      duration: z.int(),
      error: z.string().nullable(),
      delivered: z.boolean(),
    }),
  ),
  /** When the next callback attempt is due. */
  nextCallbackAt: Time.nullable(),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

export const orderCalls = calls(orderTexts, {
  '/order/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Orders, newest first; `extend` sums the whole filter',
    input: OrderFilter,
    output: pageOf(OrderRow, OrderSums),
  },
  '/order/detail': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One order with its full timeline',
    input: z.strictObject({ systemNo: SystemNo }),
    output: OrderDetail,
  },
  '/order/notify': {
    who: 'members',
    secondStep: { none: 'resends what the merchant already received' },
    summary: 'Resends the callback of one order, or of all orders that match a filter (at most 1,000)',
    input: z.union([
      z.strictObject({ systemNo: SystemNo }),
      z.strictObject({ filter: z.strictObject(filterFields).check(amountsInOrder) }),
    ]),
    output: z.strictObject({ queued: z.int() }),
    refusals: ['nothing_to_notify'],
  },
});
