/** One order's whole life, read from the order, its upstream's exchanges, its journal and its callbacks. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { OrderDetail } from '../contract.ts';
import { type OrderRecord, selectOrders } from './store.ts';

export type Timeline = OrderDetail['timeline'];

interface Exchange {
  at: Date;
  operation: 'create' | 'query' | 'notify';
  ok: boolean;
  error: string | null;
}

export interface Release {
  heldMinor: bigint | null;
  releaseAt: Date | null;
}

/** What the order, its upstream's exchanges and its journals say about its life. */
export interface OrderLife {
  order: OrderRecord;
  exchanges: Exchange[];
  release: Release;
  reversal: ReversalEntry | undefined;
}

export async function selectOrderLife(
  on: Queryable,
  memberNo: bigint,
  systemNo: bigint,
): Promise<OrderLife | undefined> {
  const [order] = await selectOrders(on, memberNo, [systemNo]);
  return order && orderLife(on, order);
}

export async function orderLife(on: Queryable, order: OrderRecord): Promise<OrderLife> {
  const { memberNo, systemNo, kind, status } = order;
  const [exchanges, booked, reversal] = await Promise.all([
    selectExchanges(on, memberNo, systemNo),
    selectRelease(on, memberNo, systemNo, kind),
    status === 'reversed' ? selectReversalEntry(on, memberNo, systemNo) : undefined,
  ]);
  return { order, exchanges, release: heldStill(booked, reversal), reversal };
}

async function selectExchanges(on: Queryable, memberNo: bigint, systemNo: bigint): Promise<Exchange[]> {
  const { rows } = await sql<Exchange>`
    select at, operation, ok, error from upstream_exchanges where member_no = ${memberNo} and system_no = ${systemNo} order by at limit 100`.execute(
    on,
  );
  return rows;
}

/** How much of the order's money settlement held, as booked. */
export async function selectRelease(on: Queryable, memberNo: bigint, systemNo: bigint, kind: string): Promise<Release> {
  const { rows } = await sql<Release>`
    select held as "heldMinor", release_at as "releaseAt" from journals where member_no = ${memberNo} and reference = ${systemNo} and kind = ${kind}`.execute(
    on,
  );
  return rows[0] ?? NOTHING_HELD;
}

const NOTHING_HELD: Release = { heldMinor: null, releaseAt: null };

/** When and why the payment was reversed. */
interface ReversalEntry {
  at: Date;
  reason: string | null;
}

async function selectReversalEntry(
  on: Queryable,
  memberNo: bigint,
  systemNo: bigint,
): Promise<ReversalEntry | undefined> {
  const { rows } = await sql<ReversalEntry>`
    select created_at as at, remark as reason from journals where member_no = ${memberNo} and reference = ${systemNo} and kind = 'reversal'`.execute(
    on,
  );
  return rows[0];
}

/** A reversed payment is no longer held and is never released. */
function heldStill(release: Release, reversal: ReversalEntry | undefined): Release {
  return reversal && release.releaseAt && release.releaseAt > reversal.at ? NOTHING_HELD : release;
}

/** All events, in order. `attempts`: the callback's attempts, oldest first. */
export function timelineOf(
  order: OrderRecord,
  {
    exchanges,
    release,
    reversal,
    attempts,
    now,
  }: {
    exchanges: readonly Exchange[];
    release: Release;
    reversal: ReversalEntry | undefined;
    attempts: readonly { at: Date; delivered: boolean; error: string | null }[];
    now: Date;
  },
): Timeline {
  const events: { at: Date; event: Timeline[number]['event']; detail: string | null }[] = [
    { at: order.createdAt, event: 'created', detail: null },
  ];
  for (const { at, operation, ok, error } of exchanges) {
    if (operation === 'create') events.push({ at, event: ok ? 'upstream_created' : 'upstream_failed', detail: error });
    else events.push({ at, event: operation === 'notify' ? 'upstream_notified' : 'upstream_queried', detail: error });
  }
  if (order.paidAt) events.push({ at: order.paidAt, event: order.paidLate ? 'paid_late' : 'paid', detail: null });
  if (order.status === 'expired' || order.paidLate)
    events.push({ at: order.expiresAt, event: 'expired', detail: null });
  if (release.releaseAt && release.releaseAt <= now)
    events.push({ at: release.releaseAt, event: 'released', detail: null });
  if (reversal) events.push({ at: reversal.at, event: 'reversed', detail: reversal.reason });
  for (const { at, delivered, error } of attempts)
    events.push({ at, event: delivered ? 'callback_delivered' : 'callback_failed', detail: error });
  return events
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, event, detail }) => ({ at: at.toISOString(), event, detail }));
}
