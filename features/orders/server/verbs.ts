/** Public API of the orders feature, for other features, the gateway, upstream reports and jobs. */
import type { Clock } from '#foundation/core/clock.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { parseSystemNo, type SystemNumbers } from '#foundation/core/system-number.ts';
import type { Database, TransactionWork, Tx } from '#foundation/server/postgres/database.ts';
import { Buckets } from '#foundation/server/process/day-buckets.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { CallbackContent } from '#features/callbacks/server/attempt.ts';
import { callbackContents } from '#features/callbacks/server/content.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type UpstreamPayment, UpstreamError } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { OrderKind, OrderStatus } from '../statuses.ts';
import type { CreateOutcome, OrderView } from '../order.ts';
import type { OrderToCreate } from './companion.ts';
import { addCosts } from './costs.ts';
import { createOrders } from './creating.ts';
import { expireDue, expireJob } from './expiring.ts';
import { type PaymentOutcome, payOne, payOrders } from './paying.ts';
import { type ReversedOrder, reverseOrder, type ReversalOutcome, type ReversalRequest } from './reversing.ts';
import {
  lockStatus,
  type OrderRecord,
  type PaidRecord,
  selectOrders,
  selectOrdersByKeys,
  selectSystemNos,
  selectSystemNosBeginning,
} from './store.ts';

/**
 * The outcome of a report. `not_paid`: it reports no payment. `unconfirmed`: the order had expired and the upstream
 * does not confirm the payment when queried (yet); it must retry.
 */
export type ReportOutcome = Exclude<PaymentOutcome, 'expired'> | 'not_paid' | 'unconfirmed';

export interface OrderVerbs {
  /** Idempotent by the merchant's number. */
  create(order: OrderToCreate): Promise<CreateOutcome>;
  find(
    memberNo: bigint,
    number: { orderNo: string } | { systemNo: bigint },
    kind: OrderKind,
  ): Promise<OrderView | undefined>;
  /**
   * Books what an upstream reported with proof. An expired order is booked only after the upstream confirms it in a
   * query; throws an `UpstreamError` if the upstream can't be reached.
   */
  confirmPayment(upstreamId: number, payment: UpstreamPayment): Promise<ReportOutcome>;
  /** What a payer sees of one of either kind. */
  payerFacts(memberNo: bigint, systemNo: bigint): Promise<{ kind: OrderKind; orderNo: string } | undefined>;
  /** The status of one of either kind. */
  statusOf(memberNo: bigint, systemNo: bigint): Promise<OrderStatus | undefined>;
  /** All that is stored of one of either kind. */
  record(memberNo: bigint, systemNo: bigint): Promise<OrderRecord | undefined>;
  /**
   * Asks the upstream about an order now, and books what it reports as paid. `unasked`: the upstream never gave it a
   * number. Throws an `UpstreamError` if the upstream can't be reached.
   */
  askUpstream(order: OrderRecord): Promise<UpstreamPayment['status'] | 'mismatch' | 'unasked'>;
  /**
   * Books what operators saw of a payment, also of an expired order: the same books as for a report of the order's
   * upstream. `withinTransaction` runs in the same transaction, only if it is booked now.
   */
  confirmByHand(
    payment: Pick<OrderRecord, 'memberNo' | 'systemNo' | 'upstreamId' | 'amountMinor' | 'currency'>,
    withinTransaction: TransactionWork,
  ): Promise<PaymentOutcome>;
  /** Locks one until the transaction ends. */
  lockStatus(tx: Tx, memberNo: bigint, systemNo: bigint): Promise<OrderStatus | undefined>;
  /** Reverses a paid order and takes back the commission. `withinTransaction` runs in the same transaction. */
  reverse(reversing: ReversalRequest, withinTransaction: TransactionWork<[ReversedOrder]>): Promise<ReversalOutcome>;
  /** Expires unpaid orders and returns how many it examined. */
  expireDue(): Promise<number>;
  callbackContent(memberNo: bigint, systemNos: readonly bigint[]): Promise<Map<bigint, CallbackContent>>;
  /** System numbers that match a complete typed number (the merchant's or the system's). */
  referencesOf(memberNo: bigint, typed: string): Promise<bigint[]>;
  /** System numbers of at most `most` orders whose merchant's number begins with the text. */
  referencesBeginning(memberNo: bigint, typed: string, most: number): Promise<bigint[]>;
  orderNosOf(memberNo: bigint, systemNos: readonly bigint[]): Promise<Map<bigint, string>>;
  /** Completes the roll-ups of the span with the cost and commission of orders that were paid without them. */
  addCosts(span: { from: Date; to: Date }): Promise<void>;
  jobs: Job[];
}

export interface OrderDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  systemNumbers: SystemNumbers;
  platform: PlatformVerbs;
  members: MemberVerbs;
  ledger: LedgerVerbs;
  callbacks: CallbackVerbs;
  channels: ChannelVerbs;
  upstreams: UpstreamVerbs;
  /** Number of batches that run concurrently in this process. */
  lanes?: number;
  paid?(orders: readonly PaidRecord[]): void;
}

export function orderVerbs(deps: OrderDeps): OrderVerbs {
  const { db, log, platform, channels, upstreams, lanes = 2, paid = () => undefined } = deps;
  let known: { timeZone: string; buckets: Buckets } | undefined;
  const buckets = async (): Promise<Buckets> => {
    const { timeZone } = await platform.settings();
    if (known?.timeZone !== timeZone) known = { timeZone, buckets: new Buckets(timeZone) };
    return known.buckets;
  };
  const create = createOrders({ ...deps, buckets, lanes });
  const paying = { ...deps, buckets, lanes, paid };
  const pay = payOrders(paying);

  const viewOf = async (record: OrderRecord): Promise<OrderView> => {
    const channelCode = (await channels.channelRefs()).get(record.channelId)?.code;
    if (channelCode === undefined)
      throw new Error(`order ${record.systemNo} names channel ${record.channelId}, which does not exist`);
    return { ...record, channelCode };
  };

  const { askUpstream, confirmPayment, queryUpstream } = upstreamReport({ log, upstreams, pay });
  const expiring = { ...deps, buckets, queryUpstream };

  return {
    async create(order) {
      const created = await create(order);
      return created.outcome === 'refused' ? created : { outcome: created.outcome, order: await viewOf(created.order) };
    },
    async find(memberNo, number, kind) {
      const found =
        'orderNo' in number
          ? await selectOrdersByKeys(db, [{ memberNo, kind, orderNo: number.orderNo }])
          : (await selectOrders(db, memberNo, [number.systemNo])).filter((order) => order.kind === kind);
      return found[0] && viewOf(found[0]);
    },
    confirmPayment,
    async payerFacts(memberNo, systemNo) {
      const [order] = await selectOrders(db, memberNo, [systemNo]);
      return order && { kind: order.kind, orderNo: order.orderNo };
    },
    statusOf: async (memberNo, systemNo) => (await selectOrders(db, memberNo, [systemNo]))[0]?.status,
    record: async (memberNo, systemNo) => (await selectOrders(db, memberNo, [systemNo]))[0],
    askUpstream,
    confirmByHand: ({ memberNo, systemNo, upstreamId, amountMinor, currency }, withinTransaction) =>
      payOne(paying, { memberNo, systemNo, upstreamId, amountMinor, currency, confirmed: true }, withinTransaction),
    lockStatus,
    reverse: (reversing, withinTransaction) => reverseOrder(deps, reversing, withinTransaction),
    expireDue: () => expireDue(expiring),
    async callbackContent(memberNo, systemNos) {
      return callbackContents(await selectOrders(db, memberNo, systemNos), (order) => {
        const { amountMinor, feeMinor, currency, status, paidAt } = order;
        if (paidAt === null) return null;
        return { obtained: formatAmount(amountMinor - feeMinor, currency), status, paidAt: paidAt.toISOString() };
      });
    },
    async referencesOf(memberNo, typed) {
      const references = await selectSystemNos(db, memberNo, typed);
      const systemNo = parseSystemNo(typed);
      return systemNo === undefined ? references : [...references, systemNo];
    },
    referencesBeginning: (memberNo, typed, most) => selectSystemNosBeginning(db, memberNo, { typed, most }),
    async orderNosOf(memberNo, systemNos) {
      return new Map((await selectOrders(db, memberNo, systemNos)).map(({ systemNo, orderNo }) => [systemNo, orderNo]));
    },
    addCosts: (span) => addCosts(db, span),
    jobs: [expireJob(expiring)],
  };
}

/** Processes what an upstream says about a payment, in a report or in response to a query. */
function upstreamReport({
  log,
  upstreams,
  pay,
}: Pick<OrderDeps, 'log' | 'upstreams'> & { pay: ReturnType<typeof payOrders> }) {
  const confirmPayment: OrderVerbs['confirmPayment'] = async (upstreamId, payment) => {
    if (payment.status !== 'paid') return 'not_paid';
    const { memberNo, systemNo, amountMinor, currency, upstreamNo } = payment;
    const outcome = await pay({ memberNo, systemNo, upstreamId, amountMinor, currency, confirmed: false });
    if (outcome !== 'expired') return outcome;
    const queried = await upstreams.queryPayment(upstreamId, { memberNo, systemNo, upstreamNo, currency });
    if (queried.status !== 'paid') return 'unconfirmed';
    const booked = await pay({
      memberNo,
      systemNo,
      upstreamId,
      amountMinor: queried.amountMinor,
      currency: queried.currency,
      confirmed: true,
    });
    return booked === 'expired' ? 'unconfirmed' : booked;
  };

  const askUpstream: OrderVerbs['askUpstream'] = async (order) => {
    if (order.upstreamNo === null) return 'unasked';
    const { memberNo, systemNo, upstreamId, upstreamNo, currency } = order;
    const queried = await upstreams.queryPayment(upstreamId, { memberNo, systemNo, upstreamNo, currency });
    if (queried.status !== 'paid') return queried.status;
    const booked = await pay({
      memberNo,
      systemNo,
      upstreamId,
      amountMinor: queried.amountMinor,
      currency: queried.currency,
      confirmed: true,
    });
    return booked === 'paid' || booked === 'already_paid' ? 'paid' : 'mismatch';
  };

  const queryUpstream = async (order: OrderRecord): Promise<void> => {
    try {
      await askUpstream(order);
    } catch (error) {
      if (!(error instanceof UpstreamError))
        log.error({ err: error, systemNo: order.systemNo.toString() }, 'querying an upstream before expiry failed');
    }
  };
  return { askUpstream, confirmPayment, queryUpstream };
}
