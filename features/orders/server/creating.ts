/**
 * Creates orders. Requests that arrive together are stored in one transaction (numbers, limits, orders, roll-ups); then
 * each new order's upstream is asked for a payment page. A request is stored before its upstream is called. The
 * merchant's number is the idempotency key: a repeated request returns the first result, whatever happened in between.
 */
import { dayOf } from '#foundation/core/time-zone.ts';
import { retryOnNumberCollision, type SystemNumbers, systemNoTime } from '#foundation/core/system-number.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import { type Database, isUniqueViolation, type Tx, type Write } from '#foundation/server/postgres/database.ts';
import type { Buckets } from '#foundation/server/process/day-buckets.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import type { ChannelTerms, ChannelVerbs } from '#features/channels/server/verbs.ts';
import { commissionsOf, costOf, orderFee } from '#features/channels/rules.ts';
import { type PaymentRequest, UpstreamError } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { NewOrder, OrderRefusal } from '../order.ts';
import type { OrderCompanion, OrderToCreate } from './companion.ts';
import { orderCreated, rollupWrites } from './rollups.ts';
import {
  releasedNumberWrites,
  insertOrderNumbers,
  orderWrites,
  type OrderKey,
  type OrderRecord,
  selectOrdersByKeys,
  type UpstreamAnswer,
  updateUpstreamAnswers,
} from './store.ts';

export interface CreatingDeps {
  db: Database;
  systemNumbers: SystemNumbers;
  platform: PlatformVerbs;
  channels: ChannelVerbs;
  upstreams: UpstreamVerbs;
  buckets(): Promise<Buckets>;
  lanes: number;
}

export type Created =
  | { outcome: 'created' | 'repeated'; order: OrderRecord }
  | { outcome: 'refused'; error: OrderRefusal };

export type CreateOrder = (order: OrderToCreate) => Promise<Created>;

export function createOrders(deps: CreatingDeps): CreateOrder {
  const storing = new Batcher<Draft, Created>({
    keyOf: ({ record }) => record.memberNo,
    groupsOf: deps.db.shardsOf,
    lanes: deps.lanes,
    run: (drafts) => storeTogether(deps, drafts),
  });
  const answering = new Batcher<UpstreamAnswer, undefined>({
    keyOf: ({ memberNo }) => memberNo,
    groupsOf: deps.db.shardsOf,
    lanes: deps.lanes,
    run: async (answers) => {
      await updateUpstreamAnswers(deps.db, answers);
      return answers.map(() => undefined);
    },
  });
  return async (order) => {
    const draft = await draftOf(deps, order);
    if (typeof draft === 'string') return (await earlierAnswer(deps, order)) ?? { outcome: 'refused', error: draft };
    const stored = await retryOnNumberCollision(isUniqueViolation, (draw) =>
      storing.submit(draw === 1 ? draft : withNumber(draft, deps.systemNumbers.next())),
    );
    if (stored.outcome === 'refused' || stored.order.payUrl !== null || stored.order.status !== 'unpaid') return stored;
    return requestPayment(deps, stored, draft.terms, (answer) => answering.submit(answer));
  };
}

/** A request that would be refused now can be a repetition of an accepted one: then it returns the first result. */
async function earlierAnswer({ db }: CreatingDeps, order: NewOrder): Promise<Created | undefined> {
  const [known] = await selectOrdersByKeys(db, [order]);
  return (
    known &&
    (equalBytes(known.requestHash, order.requestHash)
      ? { outcome: 'repeated', order: known }
      : { outcome: 'refused', error: 'order_conflict' })
  );
}

/** An order ready to be stored; the transaction checks the limit and the number. */
interface Draft {
  record: OrderRecord;
  terms: ChannelTerms;
  day: string;
  upstreams: UpstreamVerbs;
  companion: OrderCompanion | undefined;
}

async function draftOf(deps: CreatingDeps, order: OrderToCreate): Promise<Draft | OrderRefusal> {
  const { platform, channels, upstreams } = deps;
  const systemNo = deps.systemNumbers.next();
  const createdAt = systemNoTime(systemNo);
  const [{ currency, timeZone, commissionDepth }, terms] = await Promise.all([
    platform.settings(),
    channels.terms(order.memberNo, order.channelCode),
  ]);
  if (!terms) return 'channel_unknown';
  const decision = channels.decide(terms, {
    kind: order.kind,
    amountMinor: order.amountMinor,
    at: createdAt,
    timeZone,
  });
  if ('refused' in decision) return decision.refused;
  const { route } = decision;

  const {
    memberNo,
    orderNo,
    kind,
    amountMinor,
    subject,
    notifyUrl,
    returnUrl,
    attach,
    clientIp,
    signType,
    requestHash,
  } = order;
  const commissions = commissionsOf(amountMinor, terms.rate, terms.uplineRates, commissionDepth);
  const record: OrderRecord = {
    memberNo,
    systemNo,
    orderNo,
    kind,
    channelId: terms.channelId,
    upstreamId: route.upstreamId,
    currency,
    amountMinor,
    feeMinor: orderFee(amountMinor, terms.rate),
    costMinor: costOf(amountMinor, route),
    status: 'unpaid',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + order.expireMinutes * 60_000),
    paidAt: null,
    paidLate: false,
    commissions:
      commissions.length === 0
        ? null
        : commissions.map((one) => ({ agentNo: one.agentNo.toString(), amount: one.amountMinor.toString() })),
    subject,
    notifyUrl,
    returnUrl,
    attach,
    clientIp,
    signType,
    requestHash,
    upstreamNo: null,
    payUrl: null,
    qrContent: null,
    upstreamError: null,
  };
  return {
    record: withPage(upstreams, record, terms),
    terms,
    day: dayOf(createdAt, timeZone),
    upstreams,
    companion: order.companion,
  };
}

/** When the connector builds its page without a request to the upstream, one write is enough. */
function withPage(upstreams: UpstreamVerbs, record: OrderRecord, terms: ChannelTerms): OrderRecord {
  return { ...record, ...upstreams.preparePayment(record.upstreamId, requestOf(record, terms)) };
}

function withNumber(draft: Draft, systemNo: bigint): Draft {
  const createdAt = systemNoTime(systemNo);
  return { ...draft, record: withPage(draft.upstreams, { ...draft.record, systemNo, createdAt }, draft.terms) };
}

async function storeTogether(deps: CreatingDeps, drafts: readonly Draft[]): Promise<Created[]> {
  const buckets = await deps.buckets();
  const firsts = firstsOf(drafts);
  const inOrder = [...new Set(firsts.values())];
  const { accepted, overLimit, repeated } = await deps.db.batch(async (tx) => {
    const free = await insertOrderNumbers(
      tx,
      inOrder.map(({ record }) => record),
    );
    const repeated = await selectOrdersByKeys(
      tx,
      inOrder.filter(({ record }) => !free.has(record.systemNo)).map(({ record }) => record),
    );
    const { accepted, overLimit, usage } = await reserve(
      tx,
      deps,
      inOrder.filter(({ record }) => free.has(record.systemNo)),
    );
    return {
      result: {
        accepted: new Set(accepted),
        overLimit: new Set(overLimit),
        repeated: new Map(repeated.map((record) => [keyText(record), record])),
      },
      // Orders over the daily limit leave nothing behind, not even their number.
      writes: [
        ...usage,
        ...orderWrites(accepted),
        ...companionWrites(inOrder, new Set(accepted)),
        ...rollupWrites(accepted.map(orderCreated), buckets),
        ...releasedNumberWrites(overLimit),
      ],
    };
  });
  deps.channels.countRoutes(
    inOrder
      .filter(({ record }) => accepted.has(record))
      .map(({ record: { channelId, upstreamId, amountMinor }, day }) => ({ channelId, upstreamId, day, amountMinor })),
  );
  return drafts.map((draft) => {
    const { record } = draft;
    const { record: first } = firsts.get(draft) ?? draft;
    if (overLimit.has(first)) return { outcome: 'refused', error: 'channel_limit_reached' };
    const order = accepted.has(first) ? first : repeated.get(keyText(record));
    if (!order) throw new Error(`order ${record.orderNo} of ${record.memberNo} vanished`);
    if (!equalBytes(order.requestHash, record.requestHash)) return { outcome: 'refused', error: 'order_conflict' };
    return { outcome: order.systemNo === record.systemNo ? 'created' : 'repeated', order };
  });
}

/** What other features store with the accepted orders. */
function companionWrites(drafts: readonly Draft[], accepted: ReadonlySet<OrderRecord>): Write[] {
  const stored = drafts.flatMap(({ record, companion }) =>
    companion && accepted.has(record) ? [{ memberNo: record.memberNo, systemNo: record.systemNo, ...companion }] : [],
  );
  return [...Map.groupBy(stored, ({ store }) => store)].flatMap(([store, group]) => store.writes(group));
}

/**
 * Maps each draft to the first draft with the same number, in key order. The order path uses no strings as map keys
 * (docs/posting-path.md).
 */
function firstsOf(drafts: readonly Draft[]): Map<Draft, Draft> {
  const firsts = new Map<Draft, Draft>();
  let first: Draft | undefined;
  for (const draft of drafts.toSorted(byKey)) {
    if (!first || byKey(first, draft) !== 0) first = draft;
    firsts.set(draft, first);
  }
  return firsts;
}

/** Reserves the drafts' amounts from their channels' daily limits; `usage` counts those that are accepted. */
async function reserve(
  tx: Tx,
  { channels }: CreatingDeps,
  fresh: readonly Draft[],
): Promise<{ accepted: OrderRecord[]; overLimit: OrderRecord[]; usage: Write[] }> {
  const { fits, writes } = await channels.reserve(
    tx,
    fresh.map(({ record, day, terms }) => ({
      memberNo: record.memberNo,
      channelId: record.channelId,
      day,
      amountMinor: record.amountMinor,
      limitMinor: terms.dailyLimitMinor,
    })),
  );
  const records = fresh.map(({ record }) => record);
  return {
    accepted: records.filter((_, index) => fits[index]),
    overLimit: records.filter((_, index) => !fits[index]),
    usage: writes,
  };
}

/**
 * Requests the payment page, also for an order whose earlier request was interrupted: the upstream recognises the order
 * by its number.
 */
async function requestPayment(
  { upstreams }: CreatingDeps,
  stored: { outcome: 'created' | 'repeated'; order: OrderRecord },
  terms: ChannelTerms,
  keep: (answer: UpstreamAnswer) => Promise<undefined>,
): Promise<Created> {
  const { order } = stored;
  const { memberNo, systemNo } = order;
  try {
    const { upstreamNo, payUrl, qrContent } = await upstreams.createPayment(order.upstreamId, requestOf(order, terms));
    await keep({ memberNo, systemNo, upstreamNo, payUrl, qrContent, upstreamError: null });
    return { outcome: stored.outcome, order: { ...order, upstreamNo, payUrl, qrContent, upstreamError: null } };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    await keep({ memberNo, systemNo, upstreamNo: null, payUrl: null, qrContent: null, upstreamError: error.kind });
    return { outcome: 'refused', error: 'upstream_unavailable' };
  }
}

function requestOf(order: OrderRecord, { mode, code }: Pick<ChannelTerms, 'mode' | 'code'>): PaymentRequest {
  const { memberNo, systemNo, amountMinor, currency, subject, returnUrl, clientIp, expiresAt } = order;
  return {
    memberNo,
    systemNo,
    amountMinor,
    currency,
    mode,
    channelCode: code,
    subject,
    returnUrl,
    clientIp,
    expiresAt,
  };
}

function byKey({ record: a }: Draft, { record: b }: Draft): number {
  if (a.memberNo !== b.memberNo) return a.memberNo < b.memberNo ? -1 : 1;
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return a.orderNo === b.orderNo ? 0 : a.orderNo < b.orderNo ? -1 : 1;
}

function keyText({ memberNo, kind, orderNo }: OrderKey): string {
  return `${memberNo}|${kind}|${orderNo}`;
}
