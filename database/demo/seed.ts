/**
 * Demo data for an empty database, made by the same verbs as real traffic: members, channels, keys, announcements, and 90
 * days of orders with their journals and commissions. Deterministic, with dates relative to now.
 */
import { createHash } from 'node:crypto';
import type { SettableClock } from '#foundation/core/clock.ts';
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/database.ts';
import type { Logger } from '#foundation/server/log.ts';
import { newToken } from '#foundation/server/sealing.ts';
import type { BatchVerbs } from '#features/batches/server/verbs.ts';
import type { CardVerbs } from '#features/cards/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { UserVerbs } from '#features/users/server/verbs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { demoAnnouncements } from './announcements.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, DEMO_SHOP_KEY, demoCards, demoChannels, demoMembers, demoOperator, demoRebatesE4 } from './people.ts';
import { addBatches } from './batches.ts';
import { addPayouts } from './payouts.ts';
import { type PlannedOrder, planDay, seededRandom } from './traffic.ts';

/** The house, built on a clock that the seeding moves. */
export interface DemoHouse {
  db: Database;
  log: Logger;
  publicUrl: string;
  platform: PlatformVerbs;
  ledger: LedgerVerbs;
  members: MemberVerbs;
  users: UserVerbs;
  keys: MerchantKeyVerbs;
  cards: CardVerbs;
  channels: ChannelVerbs;
  upstreams: UpstreamVerbs;
  disbursements: DisbursementVerbs;
  batches: BatchVerbs;
  orders: OrderVerbs;
  settleCommissions(): Promise<void>;
}

const DAYS = 90;
/** Of the local day, at an hour at which people do such things. */
const PAYOUTS_AT_MS = 10.5 * 3_600_000;
const SANDBOX_UPSTREAM = 1;
const MARK = 'demo_seeded';

/** Always: whoever tries the demo may sit in any time zone. */
const WITHDRAWAL_WINDOW = { from: '00:00', to: '00:00' };

/** Where the demo's shops are told, on the same origin; the second address never says success. */
export const demoNotifyPath = '/demo/shop/notify';
export const demoOfflinePath = '/demo/shop/offline';

export async function seedDemo(house: DemoHouse, clock: SettableClock, now: Date): Promise<void> {
  const { db, log } = house;
  if (await house.platform.isMarked(MARK)) return;
  const { rowCount } = await db.pool.query('select 1 from members limit 1');
  if (rowCount) {
    log.warn('the database has members, but its demo data is not complete: it is left as it is');
    return;
  }
  log.info('making demo data: this happens once');
  const { timeZone } = await house.platform.settings();
  clock.set(new Date(startOfDay(dayOf(new Date(now.getTime() - DAYS * 86_400_000), timeZone), timeZone).getTime() - 3_600_000));
  await addPeople(house, clock);
  await addChannels(house);
  await addKeys(house);
  await addTraffic(house, clock, now, timeZone);
  clock.set(now);
  await house.settleCommissions();
  await db.transaction(async (tx) => {
    await house.platform.mark(tx, MARK);
    for (const [index, { title, body, daysAgo }] of demoAnnouncements.entries()) {
      await house.platform.announce(tx, { announcementId: BigInt(index + 1), title, body, publishedAt: new Date(now.getTime() - daysAgo * 86_400_000) });
    }
  });
  await db.pool.query('analyze');
}

async function addPeople({ db, platform, members, ledger, users, cards }: DemoHouse, clock: SettableClock): Promise<void> {
  const { currency } = await platform.settings();
  const [passwordHash, payPasswordHash] = await Promise.all([users.hashPassword(DEMO_PASSWORD), users.hashPassword(DEMO_PAY_PASSWORD)]);
  const createdAt = clock.now();
  await db.transaction(async (tx) => {
    await platform.setSettings(tx, { withdrawalWindow: WITHDRAWAL_WINDOW });
    for (const { username, memberNo, kind, uplineNo, name, level, certified } of demoMembers) {
      await members.add(tx, { memberNo, kind, uplineNo, name, settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 }, createdAt });
      await members.change(tx, memberNo, { level, certification: certified ? 'approved' : 'none' });
      await ledger.open(tx, memberNo, currency);
      const userId = await users.addUser(tx, {
        role: kind === 'agent' ? 'agency' : 'member',
        memberNo,
        username,
        nickname: name,
        passwordHash,
        payPasswordHash: certified ? payPasswordHash : null,
        createdAt,
      });
      for (const beneficiary of demoCards[username] ?? []) {
        const { outcome } = await cards.keep(tx, { memberNo, userId, beneficiary, at: createdAt });
        if (outcome !== 'kept') throw new Error(`a demo card of ${username} was not kept: ${outcome}`);
      }
    }
    await users.addUser(tx, { role: 'operator', memberNo: null, username: demoOperator, nickname: 'Operator', passwordHash, createdAt });
  });
}

async function addChannels({ db, channels, upstreams, disbursements }: DemoHouse): Promise<void> {
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, { upstreamId: SANDBOX_UPSTREAM, connector: 'sandbox', name: 'Sandbox', settings: { key: newToken() } });
    await disbursements.setPayoutRoute(tx, { upstreamId: SANDBOX_UPSTREAM, position: 1, dailyLimitMinor: null });
    for (const { channelId, code, mode, name, minMinor, maxMinor, dailyLimitMinor, recharge, percentE4, fixedMinor } of demoChannels) {
      await channels.addChannel(tx, {
        channelId,
        code,
        mode,
        name,
        minAmountMinor: minMinor,
        maxAmountMinor: maxMinor,
        dailyLimitMinor,
        recharge,
        rate: { percentE4, fixedMinor, minFeeMinor: null, maxFeeMinor: null },
        routes: [{ upstreamId: SANDBOX_UPSTREAM, position: 1, weight: 1 }],
      });
      for (const { username, memberNo } of demoMembers) {
        const rebate = demoRebatesE4[username];
        if (rebate !== undefined)
          await channels.setRate(tx, { memberNo, code, rate: { percentE4: percentE4 - rebate, fixedMinor, minFeeMinor: null, maxFeeMinor: null } });
      }
    }
  });
}

async function addKeys({ db, keys }: DemoHouse): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { username, memberNo, kind } of demoMembers) {
      if (kind !== 'merchant') continue;
      const demoShop = username === 'demo_shop';
      await keys.create(tx, memberNo, {
        key: demoShop ? DEMO_SHOP_KEY : undefined,
        requestIps: demoShop ? ['127.0.0.1', '::1'] : [],
        signTypes: demoShop ? ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] : ['HMAC-SHA256', 'RSA-SHA256'],
      });
    }
  });
}

/** Hour by hour: what is due expires, new orders come in, some of them are paid a little later. */
async function addTraffic(house: DemoHouse, clock: SettableClock, now: Date, timeZone: string): Promise<void> {
  const random = seededRandom(20_261_120);
  const { currency } = await house.platform.settings();
  for (let ago = DAYS; ago >= 0; ago -= 1) {
    const day = startOfDay(dayOf(new Date(now.getTime() - ago * 86_400_000), timeZone), timeZone);
    const bursts = planDay(day, now, ago, random);
    const morning = new Date(day.getTime() + PAYOUTS_AT_MS);
    const later = bursts.findIndex(([first]) => first && first.at > morning);
    for (const [index, burst] of bursts.entries()) {
      if (index === later) {
        await addPayouts(house, clock, { at: morning, ago, currency });
        await addBatches(house, clock, { at: new Date(morning.getTime() + 60_000), ago, currency });
      }
      const created: { planned: PlannedOrder; order: Promise<OrderView | undefined> }[] = [];
      for (const planned of burst) {
        clock.set(planned.at);
        created.push({ planned, order: createOne(house, planned, ago) });
      }
      const orders = await Promise.all(created.map(async ({ planned, order }) => ({ planned, order: await order })));
      clock.set(new Date(clock.now().getTime() + 90_000));
      if (clock.now() > now) clock.set(now);
      await Promise.all(orders.map(async ({ planned, order }) => (order && planned.paid ? payOne(house, order) : undefined)));
    }
    while ((await house.orders.expireDue()) > 0);
    if (ago % 15 === 0) await house.settleCommissions();
  }
}

async function createOne({ orders, publicUrl, log }: DemoHouse, planned: PlannedOrder, ago: number): Promise<OrderView | undefined> {
  const { memberNo, orderNo, amountMinor, channelCode, subject, kind, offline } = planned;
  const made = await orders.create({
    memberNo,
    kind,
    orderNo,
    amountMinor,
    channelCode,
    subject,
    // Only the last days' callbacks are still to be delivered once the server is up.
    notifyUrl: ago <= 2 && kind === 'payin' ? publicUrl + (offline ? demoOfflinePath : demoNotifyPath) : null,
    returnUrl: null,
    clientIp: '203.0.113.7',
    attach: null,
    expireMinutes: 30,
    signType: kind === 'payin' ? 'HMAC-SHA256' : 'none',
    requestHash: createHash('sha256').update(`${orderNo}|${amountMinor}|${channelCode}`).digest(),
  });
  if (made.outcome !== 'refused') return made.order;
  log.debug({ orderNo, error: made.error }, 'a demo order was refused');
  return undefined;
}

async function payOne({ orders }: DemoHouse, { memberNo, systemNo, amountMinor, currency }: OrderView): Promise<void> {
  const outcome = await orders.confirmPayment(SANDBOX_UPSTREAM, {
    memberNo,
    systemNo,
    upstreamNo: `demo-${systemNo}`,
    amountMinor,
    currency,
    status: 'paid',
    paidAt: null,
  });
  if (outcome !== 'paid') throw new Error(`demo order ${systemNo} was not booked: ${outcome}`);
}
