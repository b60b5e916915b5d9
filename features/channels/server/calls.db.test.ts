import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { combineWrites } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/test-database.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { channelHandlers } from './calls.ts';
import { channelVerbs } from './verbs.ts';

const merchantNo = 20_000_001n;
const otherNo = 20_000_002n;
// 23:30 in Shanghai: half an hour before the platform's day ends, in the middle of a UTC hour.
const clock = new SettableClock('2026-11-20T15:30:00Z');
const rate = { percentE4: 6_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null };

let db: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  db = await testDatabase();
  const platform = platformVerbs({ db, clock });
  const channels = channelVerbs({ db, clock, platform });
  await sql`
    insert into members (member_no, kind, name, created_at) values (${merchantNo}, 'merchant', 'Shop', now()), (${otherNo}, 'merchant', 'Other', now());`.execute(
    db,
  );
  await sql`insert into upstreams (upstream_id, connector, name, settings_sealed) values (1, 'sandbox', 'One', '\\x00')`.execute(
    db,
  );
  await db.transaction(async (tx) => {
    const routes = [{ upstreamId: 1, position: 1, weight: 1 }];
    const common = { mode: 'qr', minAmountMinor: 100n, maxAmountMinor: 500_000n, rate } as const;
    await channels.addChannel(tx, {
      ...common,
      channelId: 1,
      code: 'busy',
      name: { en: 'Scan', zh: '扫码', es: 'Escanear', th: 'สแกน' },
      dailyLimitMinor: 1_000_000n,
      routes,
    });
    await channels.addChannel(tx, {
      ...common,
      channelId: 2,
      code: 'nightly',
      name: same('Nightly'),
      recharge: true,
      openHours: { from: '22:00', to: '06:00' },
      routes,
    });
    await channels.addChannel(tx, {
      ...common,
      channelId: 3,
      code: 'daily',
      name: same('Daily'),
      openHours: { from: '09:00', to: '18:00' },
      routes,
    });
    await channels.addChannel(tx, {
      ...common,
      channelId: 4,
      code: 'shut',
      name: same('Shut'),
      state: 'closed',
      routes,
    });
    await channels.addChannel(tx, { ...common, channelId: 5, code: 'unserved', name: same('Unserved'), routes: [] });
    await channels.setRate(tx, {
      memberNo: merchantNo,
      code: 'busy',
      rate: { percentE4: 12_500, fixedMinor: 30n, minFeeMinor: 50n, maxFeeMinor: null },
    });
    const { writes } = await channels.reserve(tx, [
      { memberNo: merchantNo, channelId: 1, day: '2026-11-20', amountMinor: 12_345n, limitMinor: null },
      { memberNo: merchantNo, channelId: 1, day: '2026-11-21', amountMinor: 1n, limitMinor: null },
      { memberNo: otherNo, channelId: 1, day: '2026-11-20', amountMinor: 99_999n, limitMinor: null },
    ]);
    await combineWrites(tx, writes);
  });
  await sql`
    insert into order_rollups (member_no, span, bucket, kind, channel_id, created_count, success_count) values
      (${merchantNo}, 'hour', '2026-11-20T15:00:00Z', 'payin', 1, 2, 1), (${merchantNo}, 'hour', '2026-11-19T16:00:00Z', 'payin', 1, 3, 1),
      (${merchantNo}, 'hour', '2026-11-20T15:00:00Z', 'recharge', 1, 1, 0), (${merchantNo}, 'hour', '2026-11-19T15:00:00Z', 'payin', 1, 100, 100),
      (${merchantNo}, 'day', '2026-11-20T16:00:00Z', 'payin', 1, 50, 50), (${otherNo}, 'hour', '2026-11-20T15:00:00Z', 'payin', 1, 70, 70)`.execute(
    db,
  );
  server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const sessions: Record<string, Session> = {
    shop: { sessionId: 's', userId: 1n, username: 'shop', role: 'member', memberNo: merchantNo },
    operator: {
      sessionId: 'o',
      userId: 2n,
      username: 'op',
      role: 'operator',
      memberNo: null,
      rights: rightsOf(['owner']),
    },
  };
  const contracts = [channelHandlers({ db, platform, channels })];
  serveContracts(server, {
    contracts,
    clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessions[token],
  });
});
afterAll(async () => {
  await server.close();
  await db.close();
});

describe('/channel/list', () => {
  test('returns the member’s own rate, limits, today’s usage, the last 24 hours’ success rate and the state', async () => {
    const { code, data } = await list('shop');
    expect([code, data.total]).toEqual([1, 5]);
    expect(data.list[0]).toEqual({
      code: 'busy',
      name: 'Scan',
      mode: 'qr',
      rate: { percent: '1.25', fixed: '0.30', minFee: '0.50', maxFee: null },
      minAmount: '1.00',
      maxAmount: '5000.00',
      totalLimit: '10000.00',
      usedToday: '123.45',
      openHours: null,
      successRate24h: '33.3',
      recharge: false,
      state: 'open',
    });
    expect(data.list.map(({ code: name, state }) => [name, state])).toEqual([
      ['busy', 'open'],
      ['nightly', 'open'],
      ['daily', 'resting'],
      ['shut', 'closed'],
      ['unserved', 'closed'],
    ]);
    expect(data.list.map(({ recharge }) => recharge)).toEqual([false, true, false, false, false]);
    expect(data.list[2]).toMatchObject({
      openHours: { from: '09:00', to: '18:00' },
      totalLimit: null,
      usedToday: '0.00',
      successRate24h: null,
    });
  });

  test.each([
    ['zh-CN,zh;q=0.9', '扫码'],
    ['es', 'Escanear'],
    ['th', 'สแกน'],
    ['de', 'Scan'],
  ])('returns the channel’s name in the language for %s', async (accepted, name) => {
    expect((await list('shop', accepted)).data.list[0]?.name).toBe(name);
  });

  test('today begins at midnight in the platform’s time zone, not in UTC', async () => {
    clock.set('2026-11-20T16:00:00Z');
    expect((await list('shop')).data.list[0]?.usedToday).toBe('0.01');
  });

  test('is refused to strangers and operators, and accepts no fields', async () => {
    expect((await list('nobody')).code).toBe(50008);
    expect(await list('operator')).toMatchObject({ code: 0, error: 'not_found' });
    const { json } = await server.inject({
      method: 'POST',
      url: '/api/channel/list',
      headers: { 'x-token': 'shop' },
      payload: { memberNo: '20000002' },
    });
    expect(json()).toMatchObject({ code: -1, fields: { memberNo: expect.any(String) } });
  });
});

interface Answer {
  code: number;
  error?: string;
  data: { total: number; list: Record<string, unknown>[] };
}

async function list(token: string, language = 'en'): Promise<Answer> {
  const reply = await server.inject({
    method: 'POST',
    url: '/api/channel/list',
    headers: { 'x-token': token, 'accept-language': language },
    payload: {},
  });
  return reply.json<Answer>();
}

function same(name: string): { en: string; zh: string; es: string; th: string } {
  return { en: name, zh: name, es: name, th: name };
}
