/**
 * Simulates the demo's days: due orders expire, new orders come in, some of them are paid a little later, and people do
 * what is in the diary.
 */
import { createHash } from 'node:crypto';
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { type ScheduledAction, diaryOf, type Scene, type Span } from './diary.ts';
import { keepAtUpstream, type MadeOrder, payOrder } from './paying-orders.ts';
import { demoMembers } from './people.ts';
import { type PlannedOrder, planDay, seededRandom } from './traffic.ts';

export interface WalkedScene extends Scene {
  app: Scene['app'] & { db: Database; log: Logger; orders: OrderVerbs; settleCommissions(): Promise<void> };
}

/** Orders of recent days are booked in small steps, others in fewer, larger ones. */
const CLOSE_STEP_MS = 10 * 60_000;
const STEP_MS = 3 * 3_600_000;
const PAID_AFTER_MS = 90_000;
/** How long before a recharge its user logs in. */
const LOGIN_BEFORE_MS = 70_000;

export async function walkThrough(scene: WalkedScene, span: Span): Promise<void> {
  const { app, clock } = scene;
  const { now, days, closeDays, timeZone } = span;
  const random = seededRandom(20_261_120);
  const doUntil = runActions(clock, diaryOf(scene, span));
  for (let ago = days; ago >= 0; ago -= 1) {
    const day = startOfDay(dayOf(new Date(now.getTime() - ago * 86_400_000), timeZone), timeZone);
    const made: MadeOrder[] = [];
    for (const burst of planDay(day, now, { ago, burstMs: ago <= closeDays ? CLOSE_STEP_MS : STEP_MS }, random)) {
      const last = burst.at(-1)?.at ?? day;
      await doUntil(last);
      const orders = await createTogether(scene, burst, ago);
      for (const { order } of orders) if (order?.kind === 'recharge') await auditRecharge(scene, order);
      const paidAt = new Date(last.getTime() + PAID_AFTER_MS);
      clock.set(paidAt > now ? now : paidAt);
      for (const { planned, order } of orders)
        if (order) made.push({ order, paidAt: planned.paid ? clock.now() : null });
      await Promise.all(
        orders.map(async ({ planned, order }) => (order && planned.paid ? payOrder(app.orders, order) : undefined)),
      );
    }
    while ((await app.orders.expireDue()) > 0);
    await keepAtUpstream(app.db, made, ago);
    // Every day, so that agents have commission on almost every day.
    await app.settleCommissions();
  }
  await doUntil(now);
}

/** Returns a function that performs all acts up to the given time. */
function runActions(clock: SettableClock, acts: readonly ScheduledAction[]): (until: Date) => Promise<void> {
  const left = [...acts];
  return async (until) => {
    for (let next = left[0]; next && next.at <= until; next = left[0]) {
      left.shift();
      clock.set(next.at);
      await next.does();
    }
  };
}

interface Made {
  planned: PlannedOrder;
  order: OrderView | undefined;
}

async function createTogether(scene: WalkedScene, burst: readonly PlannedOrder[], ago: number): Promise<Made[]> {
  const making = burst.map((planned) => {
    scene.clock.set(planned.at);
    return createOne(scene, planned, ago);
  });
  const orders = await Promise.all(making);
  return burst.map((planned, index) => ({ planned, order: orders[index] }));
}

async function createOne(
  { app, notifyUrls }: WalkedScene,
  planned: PlannedOrder,
  ago: number,
): Promise<OrderView | undefined> {
  const { memberNo, orderNo, amountMinor, channelCode, subject, kind, offline } = planned;
  const made = await app.orders.create({
    memberNo,
    kind,
    orderNo,
    amountMinor,
    channelCode,
    subject,
    // Only the last days' callbacks are delivered after the server has started.
    notifyUrl: ago <= 2 && kind === 'payin' ? notifyUrlOf(notifyUrls, offline, amountMinor) : null,
    returnUrl: null,
    clientIp: '203.0.113.7',
    attach: null,
    expireMinutes: 30,
    signType: kind === 'payin' ? 'HMAC-SHA256' : 'none',
    requestHash: createHash('sha256').update(`${orderNo}|${amountMinor}|${channelCode}`).digest(),
  });
  if (made.outcome !== 'refused') return made.order;
  app.log.debug({ orderNo, error: made.error }, 'a demo order was refused');
  return undefined;
}

function notifyUrlOf(
  { taken, closed }: WalkedScene['notifyUrls'],
  offline: boolean,
  amountMinor: bigint,
): string | null {
  return offline ? (closed[Number((amountMinor / 100n) % BigInt(closed.length))] ?? null) : taken;
}

/** Writes the audit entry that the console's call would write. */
async function auditRecharge(
  { app, visitors, clock }: WalkedScene,
  { memberNo, systemNo, amountMinor, currency, channelCode, createdAt }: OrderView,
): Promise<void> {
  const username = demoMembers.find((one) => one.memberNo === memberNo)?.username ?? '';
  clock.set(new Date(createdAt.getTime() - LOGIN_BEFORE_MS));
  await visitors.loggedIn(username);
  clock.set(createdAt);
  const actor = await visitors.loggedIn(username);
  const object = `${systemNo} ${formatAmount(amountMinor, currency)} ${channelCode}`;
  await app.db.transaction((tx) => app.audit.record(tx, { ...actor, action: 'recharge_created', object }));
}
