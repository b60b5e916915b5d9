/** Orders for database tests: the real verbs on a fresh database, with a channel and a shop. Only tests import this. */
import { createHash, randomUUID } from 'node:crypto';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { type ChannelVerbs, channelVerbs } from '#features/channels/server/verbs.ts';
import { ledgerVerbs } from '#features/ledger/server/verbs.ts';
import type { SettlementTerms } from '#features/ledger/settlement.ts';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { NewOrder, OrderView } from '../order.ts';
import type { PaidRecord } from './store.ts';
import { type OrderVerbs, orderVerbs } from './verbs.ts';

export const SANDBOX = 1;
const PUBLIC_URL = 'http://127.0.0.1:9';

export type OrdersApp = Awaited<ReturnType<typeof ordersApp>>;

/** `sharing`: another process on the same database. */
export async function ordersApp({
  sharing,
  at = '2026-11-20T04:00:00.000Z',
}: { sharing?: { db: TestDatabase; clock: SettableClock }; at?: string } = {}) {
  const db = sharing?.db ?? (await testDatabase());
  const clock = sharing?.clock ?? new SettableClock(at);
  const log = silentLog;
  const sealer = new Sealer(Buffer.alloc(32, 1));
  const outgoing = createOutgoing({ allow: [] });
  const platform = platformVerbs({ db, clock });
  const ledger = ledgerVerbs({ db, clock });
  const members = memberVerbs({ db, platform });
  const callbacks = callbackVerbs({ db, clock });
  const channels = channelVerbs({ db, clock, platform });
  const upstreams = upstreamVerbs({ db, clock, sealer, outgoing, publicUrl: PUBLIC_URL, log });
  const paidRecords: PaidRecord[] = [];
  const systemNumbers = new SystemNumbers(clock);
  const orders = orderVerbs({
    db,
    clock,
    log,
    systemNumbers,
    platform,
    members,
    ledger,
    callbacks,
    channels,
    upstreams,
    paid: (paid) => paidRecords.push(...paid),
  });

  return {
    db,
    clock,
    log,
    sealer,
    platform,
    ledger,
    members,
    callbacks,
    channels,
    upstreams,
    orders,
    systemNumbers,
    told: paidRecords,
    /** A sandbox upstream and a channel `qr` at 0.6 %. */
    async addChannel(changes: ChannelChanges = {}) {
      await db.transaction(async (tx) => {
        const { rowCount } = await db.pool.query('select 1 from upstreams where upstream_id = $1', [SANDBOX]);
        if (!rowCount)
          await upstreams.addUpstream(tx, {
            upstreamId: SANDBOX,
            connector: 'sandbox',
            name: 'Sandbox',
            settings: { key: 'a-sandbox-key-of-sufficient-length-000' },
          });
      });
      await db.transaction((tx) => channels.addChannel(tx, sandboxChannel(changes)));
    },
    async addMember({
      kind = 'merchant',
      uplineNo = null,
      settlement = { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 },
    }: { kind?: 'merchant' | 'agent'; uplineNo?: bigint | null; settlement?: SettlementTerms } = {}): Promise<bigint> {
      return db.transaction(async (tx) => {
        const { memberNo } = await members.add(tx, {
          kind,
          uplineNo,
          name: 'Shop',
          settlement,
          createdAt: clock.now(),
        });
        await ledger.open(tx, memberNo, 'CNY');
        return memberNo;
      });
    },
    async close(): Promise<void> {
      await upstreams.idle();
      await outgoing.close();
      if (!sharing) await db.close();
    },
  };
}

export interface ChannelChanges {
  code?: string;
  channelId?: number;
  dailyLimitMinor?: bigint | null;
  recharge?: boolean;
  percentE4?: number;
}

function sandboxChannel({
  code = 'qr',
  channelId = 1,
  dailyLimitMinor = null,
  recharge = true,
  percentE4 = 6_000,
}: ChannelChanges): Parameters<ChannelVerbs['addChannel']>[1] {
  return {
    channelId,
    code,
    mode: 'qr',
    name: { en: code, zh: code, es: code, th: code },
    minAmountMinor: 100n,
    maxAmountMinor: 5_000_000n,
    dailyLimitMinor,
    recharge,
    rate: { percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
    routes: [{ upstreamId: SANDBOX, position: 1, weight: 1 }],
  };
}

let counted = 0;

export function newOrder(memberNo: bigint, changes: Partial<NewOrder> = {}): NewOrder {
  const order: NewOrder = {
    memberNo,
    kind: 'payin',
    orderNo: `T${(counted += 1)}`,
    amountMinor: 10_000n,
    channelCode: 'qr',
    subject: 'Tea',
    notifyUrl: 'https://shop.example/notify',
    returnUrl: null,
    clientIp: null,
    attach: null,
    expireMinutes: 30,
    signType: 'HMAC-SHA256',
    requestHash: Buffer.alloc(0),
    ...changes,
  };
  return {
    ...order,
    requestHash:
      changes.requestHash ??
      createHash('sha256').update(`${order.orderNo}|${order.amountMinor}|${order.channelCode}`).digest(),
  };
}

export async function created(orders: OrderVerbs, order: NewOrder): Promise<OrderView> {
  const outcome = await orders.create(order);
  if (outcome.outcome === 'refused') throw new Error(outcome.error);
  return outcome.order;
}

export function paymentOf(
  order: OrderView,
  changes: Partial<Parameters<OrderVerbs['confirmPayment']>[1]> = {},
): Parameters<OrderVerbs['confirmPayment']>[1] {
  const { memberNo, systemNo, amountMinor, currency } = order;
  return {
    memberNo,
    systemNo,
    amountMinor,
    currency,
    upstreamNo: `u${systemNo}`,
    status: 'paid',
    paidAt: null,
    ...changes,
  };
}

/** Reverses the order in the books, proposed by one operator and confirmed by another. The calls do more. */
export async function reversed(
  { clock, orders }: OrdersApp,
  { memberNo, systemNo }: OrderView,
  { forced = false } = {},
): Promise<void> {
  const now = clock.now();
  const reversing = { memberNo, systemNo, reason: 'a test', forced };
  const { outcome } = await orders.reverse(reversing, async (tx) => {
    await sql`
      insert into order_reversals (member_no, approval_id, system_no, reason, forced, proposed_by, proposed_at, expires_at, state, decided_by, decided_at)
      values (${memberNo}, ${randomUUID()}, ${systemNo}, 'a test', ${forced}, 1, ${now}, ${new Date(now.getTime() + 1)}, 'confirmed', 2, ${now})`.execute(
      tx,
    );
  });
  if (outcome !== 'reversed') throw new Error(outcome);
}

/** Makes the sandbox report the order as paid when it is queried. */
export async function paidAtUpstream({ db, clock }: OrdersApp, { memberNo, systemNo }: OrderView): Promise<void> {
  await db.pool.query(
    `insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, status, created_at, settled_at)
     select o.upstream_no, o.upstream_id, o.member_no, o.system_no, o.amount, o.currency, 'paid', $3, $3 from orders o where o.member_no = $1 and o.system_no = $2`,
    [memberNo, systemNo, clock.now()],
  );
}
