/**
 * Demo data for an empty database, created through the same functions as real traffic: members, channels, keys,
 * announcements, and 90 days of orders with journals and commissions, withdrawals, payouts and logs. Deterministic,
 * with dates relative to now.
 */
import type { SettableClock } from '#foundation/core/clock.ts';
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { ServedContract } from '#foundation/server/http/handlers.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { newToken } from '#foundation/server/secrets/sealing.ts';
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { BatchVerbs } from '#features/batches/server/verbs.ts';
import { noteHealth } from '#features/callbacks/server/receivers/health.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { CardVerbs } from '#features/cards/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { EpayVerbs } from '#features/epay/server/verbs.ts';
import type { GatewayVerbs } from '#features/gateway/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { DEMO_NOTIFY_PATH } from '#features/gateway/demo-shop.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import type { SessionVerbs } from '#features/sessions/server/verbs.ts';
import { certifyDemo, type CertifyingApp } from './certifications.ts';
import { demoAnnouncements } from './announcements.ts';
import { walkThrough } from './days.ts';
import type { History } from './diary.ts';
import {
  DEMO_PASSWORD,
  DEMO_PAY_PASSWORD,
  DEMO_SHOP_KEY,
  demoEpay,
  demoCards,
  demoChannels,
  demoLaterCard,
  demoMembers,
  demoColleagues,
  demoOperator,
  demoRebatesE4,
  demoReviewer,
  FORMER_PASSWORD,
  FORMER_PAY_PASSWORD,
  SANDBOX_COST_E4,
  SANDBOX_UPSTREAM,
} from './people.ts';
import { visitorsOf } from './visitors.ts';

/** The product, composed with a clock that the seeding moves. */
export interface DemoApp extends CertifyingApp {
  db: Database;
  log: Logger;
  publicUrl: string;
  platform: PlatformVerbs;
  ledger: LedgerVerbs;
  members: MemberVerbs;
  sessions: Pick<SessionVerbs, 'authenticate'>;
  users: UserVerbs;
  keys: MerchantKeyVerbs;
  callbacks: CallbackVerbs;
  cards: CardVerbs;
  channels: ChannelVerbs;
  upstreams: UpstreamVerbs;
  disbursements: DisbursementVerbs;
  batches: BatchVerbs;
  orders: OrderVerbs;
  gateway: GatewayVerbs;
  epay: Pick<EpayVerbs, 'settings' | 'answer'>;
  audit: AuditVerbs;
  notices: NoticeVerbs;
  /** What the console’s API serves: each contract with its handlers. */
  handlers: readonly ServedContract[];
  settleCommissions(): Promise<void>;
  /** Copies the orders to the agents above them. */
  showAgents(): Promise<void>;
  /** Runs `analyze` as the tables' owner. */
  analyze(): Promise<void>;
}

const FULL_HISTORY: History = { days: 90, closeDays: 3 };
const MARK = 'demo_seeded';

/** Always open, because people try the demo from any time zone. */
const WITHDRAWAL_WINDOW = { from: '00:00', to: '00:00' };

/** Where a shop of older demo data gets callbacks, on the same origin: it never acknowledges. */
export const demoOfflinePath = '/demo/shop/offline';

/** Names that do not exist: one fails, one is paused, the callbacks of the last one were given up. */
const closedShops = ['new-shop.example', 'old-shop.example', 'former-shop.example'] as const;

/** Seeds the demo data unless it is already there. Tests use a shorter history; three weeks contain everything. */
export async function seedDemo(
  app: DemoApp,
  clock: SettableClock,
  now: Date,
  history: History = FULL_HISTORY,
): Promise<void> {
  const { db, log } = app;
  if (await app.platform.isMarked(MARK)) return;
  if (await hasMembers(db)) {
    log.warn('the database has members, but incomplete demo data: it is not changed');
    return;
  }
  log.info('creating demo data: this happens once');
  const { currency, timeZone } = await app.platform.settings();
  clock.set(
    new Date(
      startOfDay(dayOf(new Date(now.getTime() - history.days * 86_400_000), timeZone), timeZone).getTime() - 3_600_000,
    ),
  );
  await addPeople(app, clock);
  await addChannels(app);
  await addKeys(app);
  const notifyUrls = {
    taken: app.publicUrl + DEMO_NOTIFY_PATH,
    closed: closedShops.map((host) => `https://${host}/notify`),
  };
  await walkThrough(
    { app, visitors: visitorsOf(app, clock), clock, currency, notifyUrls },
    { ...history, now, timeZone },
  );
  await closeShops(app, clock, now);
  clock.set(now);
  await app.settleCommissions();
  await app.showAgents();
  await app.gateway.settled();
  await db.transaction(async (tx) => {
    await app.platform.mark(tx, MARK);
    // People try the demo's operator from an unknown device. This lets them confirm proposals.
    await app.users.renewOperators(tx, now);
    for (const [index, { title, body, translations, daysAgo }] of demoAnnouncements.entries()) {
      await app.platform.announce(tx, {
        announcementId: BigInt(index + 1),
        title,
        body,
        translations,
        publishedAt: new Date(now.getTime() - daysAgo * 86_400_000),
      });
    }
  });
  await app.analyze();
}

/** Gives the closed shops the health that they have after days without an answer. */
async function closeShops({ db, callbacks }: DemoApp, clock: SettableClock, now: Date): Promise<void> {
  const [memberNo] = demoMembers.flatMap((member) => (member.username === 'demo_shop' ? [member.memberNo] : []));
  if (memberNo === undefined) throw new Error('the demo has no shop');
  const fail = async (hosts: readonly string[], daysAgo: number): Promise<void> => {
    clock.set(new Date(now.getTime() - daysAgo * 86_400_000));
    const attempt = { at: clock.now(), delivered: false, error: 'dns', replyStatus: null };
    const lanes = hosts.map((host) => ({ memberNo, receiver: `${host}:443` }));
    await noteHealth(
      { db, clock },
      [1, 2, 3].flatMap(() => lanes.map((lane) => ({ lane, attempt }))),
    );
  };
  const [, paused, former] = closedShops;
  await fail([paused, former], 6);
  await fail(closedShops, 0);
  await callbacks.resume(memberNo, `${former}:443`, false);
}

/** Whether the database has the demo data or will have it after `seedDemo`. */
export async function holdsDemo({ db, platform }: Pick<DemoApp, 'db' | 'platform'>): Promise<boolean> {
  return (await platform.isMarked(MARK)) || !(await hasMembers(db));
}

async function hasMembers(db: Database): Promise<boolean> {
  const { rowCount } = await db.pool.query('select 1 from members limit 1');
  return Boolean(rowCount);
}

async function addPeople(app: DemoApp, clock: SettableClock): Promise<void> {
  const { db, platform, members, ledger, users, cards } = app;
  const certified: { username: string; memberNo: bigint; userId: bigint }[] = [];
  const { currency } = await platform.settings();
  const [passwordHash, payPasswordHash, formerHash, formerPayHash, unknownHash] = await Promise.all([
    users.hashPassword(DEMO_PASSWORD),
    users.hashPassword(DEMO_PAY_PASSWORD),
    users.hashPassword(FORMER_PASSWORD),
    users.hashPassword(FORMER_PAY_PASSWORD),
    users.hashPassword(newToken()),
  ]);
  const createdAt = clock.now();
  await db.transaction(async (tx) => {
    await platform.setSettings(tx, { withdrawalWindow: WITHDRAWAL_WINDOW });
    for (const member of demoMembers) {
      const { username, memberNo, kind, uplineNo, name, level, certification, settlementDays } = member;
      await members.add(tx, {
        memberNo,
        kind,
        uplineNo,
        name,
        settlement: { mode: 'D', days: settlementDays, sameDayRatioE4: 0 },
        createdAt,
      });
      await members.change(tx, memberNo, { level });
      await ledger.open(tx, memberNo, currency);
      const userId = await users.addUser(tx, {
        role: kind === 'agent' ? 'agency' : 'member',
        memberNo,
        username,
        nickname: name,
        // The first shop changes both passwords during its history.
        passwordHash: username === 'demo_shop' ? formerHash : passwordHash,
        payPasswordHash: certification === 'none' ? null : username === 'demo_shop' ? formerPayHash : payPasswordHash,
        createdAt,
      });
      if (certification === 'approved') certified.push({ username, memberNo, userId });
      for (const beneficiary of demoCards[username] ?? []) {
        if (beneficiary === demoLaterCard) continue;
        const { outcome } = await cards.keep(tx, { memberNo, userId, beneficiary, at: createdAt });
        if (outcome !== 'kept') throw new Error(`a demo card of ${username} was not kept: ${outcome}`);
      }
    }
    const operator = { role: 'operator', memberNo: null, createdAt } as const;
    await users.addUser(tx, { ...operator, username: demoOperator, nickname: 'Operator', passwordHash });
    await users.addUser(tx, {
      ...operator,
      username: demoReviewer,
      nickname: 'Reviewer',
      passwordHash: unknownHash,
      // With a second owner, whom no one can be, no one could be invited.
      staffRoles: ['finance'],
    });
    for (const { username, nickname, role } of demoColleagues)
      await users.addUser(tx, { ...operator, username, nickname, passwordHash, staffRoles: [role] });
  });
  for (const { username, ...holder } of certified) await certifyDemo(app, username, holder, createdAt);
}

async function addChannels({ db, channels, upstreams, disbursements }: DemoApp): Promise<void> {
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, {
      upstreamId: SANDBOX_UPSTREAM,
      connector: 'sandbox',
      name: 'Sandbox',
      settings: { key: newToken() },
    });
    await disbursements.setPayoutRoute(tx, { upstreamId: SANDBOX_UPSTREAM, position: 1, dailyLimitMinor: null });
    for (const {
      channelId,
      code,
      mode,
      name,
      minMinor,
      maxMinor,
      dailyLimitMinor,
      recharge,
      percentE4,
      fixedMinor,
    } of demoChannels) {
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
        routes: [{ upstreamId: SANDBOX_UPSTREAM, position: 1, weight: 1, costPercentE4: SANDBOX_COST_E4 }],
      });
      for (const { username, memberNo } of demoMembers) {
        const rebate = demoRebatesE4[username];
        if (rebate !== undefined)
          await channels.setRates(tx, {
            memberNo,
            rates: [
              {
                channel: code,
                rate: { percentE4: percentE4 - rebate, fixedMinor, minFeeMinor: null, maxFeeMinor: null },
              },
            ],
          });
      }
    }
  });
}

async function addKeys({ db, keys, epay }: DemoApp): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { username, memberNo, kind } of demoMembers) {
      if (kind !== 'merchant') continue;
      const demoShop = username === 'demo_shop';
      await keys.create(tx, memberNo, {
        key: demoShop ? DEMO_SHOP_KEY : undefined,
        requestIps: demoShop
          ? [
              { cidr: '127.0.0.1', note: 'This machine' },
              { cidr: '::1', note: 'This machine, IPv6' },
            ]
          : [],
        signTypes: demoShop ? ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] : ['HMAC-SHA256', 'RSA-SHA256'],
      });
      if (demoShop) await epay.settings.create(tx, memberNo, demoEpay);
    }
  });
}
