/** What a member may ask about their orders: the list, one order's life, a callback again. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { orderNoSearch } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  amountsInOrder,
  AnsweredAmount,
  pageFields,
  pageOf,
  Range,
  SystemNo,
  SystemNoText,
  Time,
} from '#foundation/core/wire.ts';
import { notifyStatuses, orderKinds, orderStatuses, orderStatusFilters } from './statuses.ts';
import { orderTexts } from './words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    /** Paid, or its payment taken back: read it again. */
    'order.paid': { systemNo: string };
  }
}

const ChannelRef = z.strictObject({ code: z.string(), name: z.string() });

export const OrderRow = z.strictObject({
  id: z.string(),
  orderNo: z.string(),
  systemNo: SystemNoText,
  type: z.enum(orderKinds),
  channel: ChannelRef,
  amount: AnsweredAmount,
  fee: AnsweredAmount,
  obtained: AnsweredAmount,
  status: z.enum(orderStatuses),
  notifyStatus: z.enum(notifyStatuses),
  createdAt: Time,
  paidAt: Time.nullable(),
});
export type OrderRow = z.infer<typeof OrderRow>;

/** A number's beginning or all of it; the merchant's or the system's. */
const filterFields = {
  q: orderNoSearch({ error: 'order_no_form' }).optional(),
  status: z.enum([...orderStatusFilters, 'all']).default('all'),
  channel: z.string().max(32).optional(),
  notifyStatus: z.enum(notifyStatuses).optional(),
  amountFrom: Amount.optional(),
  amountTo: Amount.optional(),
  createdRange: Range.optional(),
  paidRange: Range.optional(),
};
const { page, limit, ...orderFields } = pageFields(['createdAt', 'paidAt']);
/** The list without its pages. */
export const WholeOrderFilter = z.strictObject({ ...orderFields, ...filterFields }).check(amountsInOrder);
export const OrderFilter = z.strictObject({ page, limit, ...orderFields, ...filterFields }).check(amountsInOrder);
export type OrderFilter = z.input<typeof OrderFilter>;
export type ParsedOrderFilter = z.output<typeof OrderFilter>;

export const OrderSums = z.strictObject({
  count: z.int(),
  /** The count stopped there: there are at least this many, and the sums cover only these. */
  capped: z.boolean(),
  /** A filter that has no roll-up looks back only to here; null: no limit. */
  lookedFrom: Time.nullable(),
  successCount: z.int(),
  amount: AnsweredAmount,
  successAmount: AnsweredAmount,
  /** Of paid orders. */
  fee: AnsweredAmount,
  obtained: AnsweredAmount,
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
  /** When the held part can be used; null when nothing is held. */
  releaseAt: Time.nullable(),
  held: AnsweredAmount.nullable(),
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
    summary: 'One order with its whole life',
    input: z.strictObject({ systemNo: SystemNo }),
    output: OrderDetail,
  },
  '/order/notify': {
    who: 'members',
    secondStep: { none: 'sends the merchant again what it was told before' },
    summary: 'Sends the callback again: of one order, or of all that a filter finds (at most 1,000)',
    input: z.union([
      z.strictObject({ systemNo: SystemNo }),
      z.strictObject({ filter: z.strictObject(filterFields).check(amountsInOrder) }),
    ]),
    output: z.strictObject({ queued: z.int() }),
    refusals: ['nothing_to_notify'],
  },
});
