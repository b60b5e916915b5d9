/** Operator calls that reverse paid orders: one operator proposes, another confirms. */
import { z } from 'zod';
import { Decision, decisionRefusals, Reason } from '#features/approvals/fields.ts';
import { approvalStates } from '#features/approvals/rules.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, orderNoSearch, someLine } from '#foundation/core/typed-fields.ts';
import {
  Amount,
  amountsInOrder,
  AmountOutput,
  MemberNo,
  MemberNoText,
  oneOrMoreCodes,
  oneOrMoreOrAll,
  pageFields,
  pageOf,
  Range,
  SignedAmount,
  SystemNo,
  SystemNoText,
  Time,
} from '#foundation/core/wire.ts';
import { Exchange } from './exchange.ts';
import { operatorOrderTexts } from './words.ts';
import { accountKinds, journalKinds } from '#features/ledger/rules.ts';
import { OrderDetail, OrderRow } from '#features/orders/contract.ts';
import { notifyFilters, orderKinds, orderStatuses } from '#features/orders/statuses.ts';

const UpstreamName = z.strictObject({ id: z.int(), name: z.string() });

const ofAnyMember = {
  memberNo: MemberNoText,
  memberName: z.string(),
  upstream: UpstreamName,
  /** Empty until the upstream has given one. */
  upstreamNo: z.string(),
};

const Row = OrderRow.extend(ofAnyMember);
export type OperatorOrderRow = z.infer<typeof Row>;

const { page, limit, sort, order } = pageFields(['createdAt']);
const filterFields = {
  sort,
  order,
  /** A whole number: the merchant's, the system's or the upstream's. */
  q: orderNoSearch({ error: 'order_no_form' }).optional(),
  memberNo: MemberNoTyped.optional(),
  status: oneOrMoreOrAll(orderStatuses),
  channel: oneOrMoreCodes(32).optional(),
  upstreamId: z.int().min(1).max(2_147_483_647).optional(),
  notifyStatus: z.enum(notifyFilters).optional(),
  amountFrom: Amount.optional(),
  amountTo: Amount.optional(),
  /** Of creation. Without it, and without a number or a member, the last seven days. */
  range: Range.optional(),
};
const OperatorOrderFilter = z.strictObject({ page, limit, ...filterFields }).check(amountsInOrder);
/** Without the page. */
export const WholeOperatorOrderFilter = z.strictObject(filterFields).check(amountsInOrder);
export type ParsedOrderFilter = z.output<typeof WholeOperatorOrderFilter>;

const Sums = z.strictObject({
  count: z.int(),
  /** The count was capped: there are at least this many, and the sums cover only the newest of them. */
  capped: z.boolean(),
  amount: AmountOutput,
  paidCount: z.int(),
  paidAmount: AmountOutput,
  /** Of paid orders, and what the upstreams charge for them. */
  fee: AmountOutput,
  cost: AmountOutput,
  /** How far back the list looks; null: no limit. */
  lookedFrom: Time.nullable(),
  upstreams: z.array(UpstreamName),
  channels: z.array(z.strictObject({ code: z.string(), name: z.string() })),
});

const orderActs = ['query', 'confirm', 'resend', 'reverse'] as const;

const Detail = z.strictObject({
  ...OrderDetail.shape,
  ...ofAnyMember,
  /** What the upstream charges. */
  cost: AmountOutput,
  upstreamError: z.string(),
  /** What agents earn on it. */
  shares: z.array(z.strictObject({ agentNo: MemberNoText, amount: AmountOutput })),
  /** What was booked on the member's accounts, oldest first. */
  journals: z.array(
    z.strictObject({
      at: Time,
      kind: z.enum(journalKinds),
      lines: z.array(z.strictObject({ account: z.enum(accountKinds), amount: SignedAmount })),
    }),
  ),
  /** The exchanges with the upstream, oldest first. */
  talk: z.array(Exchange),
  /** The acts that are possible now, for those who may do them. */
  acts: z.array(z.enum(orderActs)),
});
export type OperatorOrderDetail = z.infer<typeof Detail>;

/** `orderNo`: the system number. */
const One = z.strictObject({ memberNo: MemberNo, orderNo: SystemNo });

const ReversalRow = z.strictObject({
  id: z.string(),
  memberNo: MemberNoText,
  memberName: z.string(),
  /** The system number. */
  orderNo: SystemNoText,
  /** The merchant's own number. */
  merchantOrderNo: z.string(),
  kind: z.enum(orderKinds),
  amount: AmountOutput,
  fee: AmountOutput,
  /** The order's current status. */
  status: z.enum(orderStatuses),
  reason: z.string(),
  forced: z.boolean(),
  proposedBy: z.string(),
  proposedAt: Time,
  expiresAt: Time,
  state: z.enum(approvalStates),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  remark: z.string(),
  /** Proposed by the caller, who therefore can't decide it. */
  own: z.boolean(),
});
export type ReversalRow = z.infer<typeof ReversalRow>;

export const operatorOrderCalls = calls(operatorOrderTexts, {
  '/operator/order/list': {
    who: 'operators',
    right: 'orders.view',
    secondStep: { none: 'reads' },
    summary: 'Orders of all members, newest first, and the search by any whole number',
    input: OperatorOrderFilter,
    output: pageOf(Row, Sums),
  },
  '/operator/order/detail': {
    who: 'operators',
    right: 'orders.view',
    secondStep: { none: 'reads' },
    summary: 'One order with its timeline, shares, journals, callbacks and the exchanges with its upstream',
    input: One,
    output: Detail,
  },
  '/operator/order/query': {
    who: 'operators',
    right: 'orders.act',
    secondStep: { none: 'queries an upstream' },
    audit: ['order_queried'],
    live: ['order.paid', 'balance.changed'],
    summary: 'Asks the upstream about an order now; what it reports as paid is booked',
    input: One,
    /** `mismatch`: it reports a payment that is not this order's, which is not booked. */
    output: z.strictObject({ reported: z.enum(['unpaid', 'paid', 'failed', 'mismatch']) }),
    refusals: ['order_unasked', 'upstream_silent'],
  },
  '/operator/order/resend': {
    who: 'operators',
    right: 'callbacks.act',
    secondStep: { none: 'resends what the merchant already received' },
    audit: ['order_resent'],
    live: ['callback.changed'],
    summary: 'Resends the callback of an order',
    input: One,
    refusals: ['nothing_to_resend'],
  },
  '/operator/order/confirm': {
    who: 'operators',
    right: 'orders.act',
    secondStep: 'strongest',
    audit: ['approval_proposed'],
    summary:
      'Proposes to book an order as paid that its upstream was paid for and did not report; another operator confirms it, which books it like the upstream’s report',
    input: z.strictObject({
      memberNo: MemberNo,
      /** The system number. */
      orderNo: SystemNo,
      /** What the upstream received: the order's amount. */
      amount: Amount,
      /** Where the payment can be seen: the upstream's number, a line of its statement. */
      proof: someLine({ error: 'proof_needed', most: 200 }),
      reason: Reason,
      ...secondStepFields,
    }),
    output: z.strictObject({ id: z.string() }),
    refusals: ['order_not_open', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/order/reverse': {
    who: 'operators',
    right: 'reversals.act',
    secondStep: 'strongest',
    audit: ['approval_proposed'],
    summary: 'Proposes to reverse a paid order: amount, fee and commission; another operator confirms it',
    input: z.strictObject({
      memberNo: MemberNo,
      /** The system number. */
      orderNo: SystemNo,
      reason: Reason,
      /** Reverse even if the merchant's or an agent's wallet does not cover it; the wallet then falls below zero. */
      forced: z.boolean().default(false),
      ...secondStepFields,
    }),
    output: z.strictObject({ id: z.string() }),
    refusals: ['order_not_paid', 'order_reversed', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/order/reversals': {
    who: 'operators',
    right: 'reversals.view',
    secondStep: { none: 'reads' },
    summary: 'Reversals that operators proposed, newest first',
    input: z.strictObject({
      ...pageFields(['proposedAt']),
      state: z.enum([...approvalStates, 'all']).default('open'),
      memberNo: MemberNoTyped.optional(),
    }),
    output: pageOf(ReversalRow, z.strictObject({ /** Pending proposals, regardless of the filter. */ open: z.int() })),
  },
  '/operator/order/decideReversal': {
    who: 'operators',
    right: 'reversals.act',
    secondStep: 'strongest',
    audit: ['approval_confirmed', 'approval_rejected', 'order_reversed'],
    notices: ['payment_reversed', 'commission_reversed'],
    live: ['order.paid', 'balance.changed'],
    summary: 'Confirms or rejects a reversal that another operator proposed; a confirmation carries it out, once',
    input: Decision,
    refusals: ['order_not_paid', 'order_reversed', 'reversal_uncovered', ...decisionRefusals],
  },
});
