/**
 * Measures what operators read, over all members: every list with its filters and sums, one member, order and payout, and
 * the overview. Calls are sent one at a time to the whole product, and timed twice: in the database (the target applies
 * to this) and in total. 100,000 members, half of the orders of one of them, a million payouts.
 *   npm run bench -- operator            (OPERATOR_ORDERS=200000 for a quick look)
 */
import { createHttpServer } from '#foundation/server/http/http.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { createLive } from '#foundation/server/live/live.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { serveEndpoints } from '#apps/server/endpoints.ts';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { addBenchChannel, addBenchMembers, benchApp, benchSettings } from './app.ts';
import { addBigMember } from './big-member.ts';
import { addBigPayouts } from './big-payouts.ts';
import { benchDatabase, checkpoint } from './database.ts';
import { counterOf, countingSettings } from './in-database.ts';
import { describeMachine, percentile, table } from './machine.ts';

/** Of the big member; as many more are spread over the others. */
const ORDERS = Number(process.env['OPERATOR_ORDERS'] ?? 5_000_000);
const MEMBERS = Math.min(100_000, ORDERS);
const PAYOUTS = Math.min(1_000_000, ORDERS);
const MAX_RUNS = 100;
const MIN_RUNS = 20;
/** A query that takes long is run fewer times. */
const MAX_MS = 3_000;
const TARGET_MS = 50;
const PASSWORD = 'Bench1234';
const DAY_MS = 86_400_000;

const bench = await benchDatabase({ shared_buffers: '2GB', ...countingSettings });
const { db } = bench;
const settings = benchSettings();
const app = benchApp(db, settings);
const live = createLive({ connectionString: bench.connectionString, pool: db.pool, log: silentLog });
const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
try {
  console.log(await describeMachine(db.pool));
  const big = await fill();
  await serveEndpoints(server, { app, settings, live, ready: async () => true });
  await server.ready();
  const token = await operatorToken();
  report(await measureAll(await queriesOf(token, big), token));
} finally {
  await server.close();
  await live.stop();
  await app.outgoing.close();
  await bench.close();
}

type Big = Awaited<ReturnType<typeof addBigMember>>;

async function fill(): Promise<Big> {
  const said = (text: string): void => console.log(`  ${text}`);
  const begin = performance.now();
  await addBenchChannel(app);
  const [memberNo = 0n] = await addBenchMembers(app, MEMBERS);
  await addPeople(memberNo);
  const big = await addBigMember(app, memberNo, ORDERS, said, MEMBERS - 1);
  await addBigPayouts(app, memberNo, PAYOUTS, big.to, MEMBERS);
  // The overview reads what a job copies.
  for (const job of app.jobs) if (job.name === 'figures of all members') await job.run();
  await db.pool.query(
    'vacuum analyze members, users, bank_cards, wallets, member_sums, platform_rollups, platform_upstreams, platform_payout_days',
  );
  await checkpoint(bench);
  said(`built in ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  return big;
}

/** A user and a card for each member; one in a hundred cards, and one in two hundred members, waits for an operator. */
async function addPeople(first: bigint): Promise<void> {
  const { pool } = db;
  await pool.query(
    `insert into users (user_id, role, member_no, username, nickname, password_hash, created_at, last_login_at)
     select member_no, 'member', member_no, 'shop' || member_no, name, '-', created_at, created_at from members where member_no >= $1`,
    [first],
  );
  await pool.query(
    `insert into bank_cards (member_no, card_id, user_id, type, holder, bank, account_sealed, account_hash, account_hint, status, created_at, changed_at, reviewed_at)
     select member_no, gen_random_uuid(), member_no, 'bank', name, 'ICBC', '\\x00', int8send(member_no), '622202****3440',
       case when member_no % 100 = 0 then 'pending' else 'approved' end, created_at, created_at, case when member_no % 100 <> 0 then created_at end
     from members where member_no >= $1`,
    [first],
  );
  await pool.query("update members set certification = 'pending' where member_no >= $1 and member_no % 200 = 0", [
    first,
  ]);
}

async function operatorToken(): Promise<string> {
  const username = 'bench_clerk';
  const passwordHash = await app.users.hashPassword(PASSWORD);
  const user = { role: 'operator', memberNo: null, username, nickname: username, passwordHash } as const;
  await db.transaction((tx) => app.users.addUser(tx, { ...user, staffRoles: ['owner'], createdAt: new Date() }));
  const data = await call<{ userinfo: { token: string } }>('/user/login', { account: username, password: PASSWORD });
  return data.userinfo.token;
}

async function call<Data>(path: string, input: object, token?: string): Promise<Data> {
  const reply = await server.inject({
    method: 'POST',
    url: CONSOLE_BASE + path,
    headers: token === undefined ? {} : { 'x-token': token },
    payload: input,
  });
  const { code, data } = reply.json<Envelope<Data>>();
  if (code !== 1) throw new Error(`${path} ${JSON.stringify(input)} answered ${reply.body}`);
  return data as Data;
}

interface Query {
  name: string;
  run(): Promise<unknown>;
}

interface Sample {
  memberNo: string;
  orderNo: string;
  systemNo: string;
}

async function queriesOf(token: string, big: Big): Promise<Query[]> {
  const { rows: orders } = await db.pool.query<Sample>(
    `select member_no::text as "memberNo", order_no as "orderNo", system_no::text as "systemNo" from orders
     where created_at > $1::timestamptz - interval '3 hours' order by system_no limit 1`,
    [big.to],
  );
  const { rows: payouts } = await db.pool.query<Sample>(
    `select member_no::text as "memberNo", order_no as "orderNo", system_no::text as "systemNo" from disbursements
     order by system_no desc offset 1000 limit 1`,
  );
  const none = { memberNo: '', orderNo: '', systemNo: '' };
  const [order = none, payout = none] = [orders[0], payouts[0]];
  const days = (many: number) => ({
    range: { from: new Date(big.to.getTime() - many * DAY_MS).toISOString(), to: big.to.toISOString() },
  });
  const dayAgo = (many: number): string => addDays(dayOf(big.to, 'Asia/Shanghai'), -many);
  const member = (big.memberNo + 777n).toString();
  const calls: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
    '/operator/overview/figures': [
      ['today', {}],
      ['30 days', { period: { from: dayAgo(29), to: dayAgo(0) } }],
      ['a year', { period: { from: dayAgo(364), to: dayAgo(0) } }],
    ],
    '/operator/overview/queues': [['all', {}]],
    '/operator/overview/health': [['all', {}]],
    '/operator/member/list': [
      ['first page', {}],
      ['page 500', { page: 500, limit: 100 }],
      ['by number', { sort: 'memberNo', order: 'asc' }],
      ['a number begins', { q: member.slice(0, 6) }],
      ['a username begins', { q: `shop${member}` }],
      ['a name begins', { q: 'Bench 77' }],
      ['merchants', { kind: 'merchant' }],
      ['agents, of which there are none', { kind: 'agent' }],
      ['disabled', { state: 'disabled' }],
      ['waiting to be certified', { certification: 'pending' }],
    ],
    '/operator/member/figures': [
      ['all', {}],
      ['active merchants', { kind: 'merchant', state: 'active' }],
      ['waiting to be certified', { certification: 'pending' }],
      ['an agent’s', { uplineNo: member }],
      ['registered in 30 days', { registeredRange: days(30).range }],
      ['a name begins', { q: 'Bench 77' }],
    ],
    '/operator/member/terms': [['one', { memberNo: member }]],
    '/operator/order/list': [
      ['first page', {}],
      ['page 50', { page: 50 }],
      ['a member', { memberNo: member }],
      ['the big member', { memberNo: big.memberNo.toString() }],
      ['paid', { status: 'success' }],
      ['reversed, of which there are none', { status: 'reversed' }],
      ['30 days', days(30)],
      ['an hour', days(1 / 24)],
      ['callback failed', { notifyStatus: 'failed' }],
      ['an amount', { amountFrom: '770.19', amountTo: '770.19' }],
      ['the system’s number', { q: order.systemNo }],
      ['a merchant’s number', { q: order.orderNo }],
      ['a number that there is not', { q: 'ZZZ9999' }],
    ],
    '/operator/order/detail': [['one', { memberNo: order.memberNo, orderNo: order.systemNo }]],
    '/operator/order/reversals': [['all', { state: 'all' }]],
    '/operator/disbursement/list': [
      ['first page', {}],
      ['page 500', { page: 500, limit: 100 }],
      ['payouts', { kind: 'payout' }],
      ['withdrawals, of which there are none', { kind: 'withdrawal' }],
      ['a member', { memberNo: member }],
      ...(['applying', 'paid', 'frozen', 'cancelled'] as const).map((status) => [status, { status }] as const),
      ...(['review', 'frozen', 'unknown', 'failed'] as const).map(
        (attention) => [`attention: ${attention}`, { attention }] as const,
      ),
      ['cards', { type: 'bank' }],
      ['7 days', days(7)],
      ['90 days', days(90)],
      ['an amount', { amountFrom: '77.01', amountTo: '77.01' }],
      ['amounts from', { amountFrom: '4000.00' }],
      ['an amount that there is not', { amountFrom: '9999999.00' }],
      ['the system’s number', { q: payout.systemNo }],
      ['a merchant’s number', { q: payout.orderNo }],
      ['a number begins', { q: payout.orderNo.slice(0, -2) }],
    ],
    '/operator/disbursement/detail': [['one', { memberNo: payout.memberNo, orderNo: payout.systemNo }]],
    '/operator/approval/list': [
      ['open', {}],
      ['all', { state: 'all' }],
    ],
    '/operator/certification/list': [['first page', {}]],
    '/operator/bankcard/list': [
      ['first page', {}],
      ['all', { status: 'all' }],
    ],
    '/operator/user/list': [
      ['first page', {}],
      ['a name begins', { q: `shop${member}` }],
    ],
    '/operator/staff/list': [['first page', {}]],
    '/operator/reconciliation/days': [['30 days', { from: dayAgo(29), to: dayAgo(0) }]],
    '/operator/reconciliation/differences': [['first page', {}]],
  };
  const baseline = 'select wallet from wallets where member_no = $1';
  return [
    { name: 'baseline: one row by its key', run: () => db.pool.query(baseline, [member]) },
    ...Object.entries(calls).flatMap(([path, inputs]) =>
      inputs.map(([what, input]): Query => ({
        name: `${path.slice(10)}: ${what}`,
        run: () => call(path, input, token),
      })),
    ),
  ];
}

interface Measured {
  name: string;
  /** In milliseconds. */
  inDatabase: number[];
  total: number[];
}

async function measureAll(queries: readonly Query[], token: string): Promise<Measured[]> {
  const counter = await counterOf(db.pool);
  await call('/user/info', {}, token);
  const measured: Measured[] = [];
  for (const { name, run } of queries) {
    for (let turn = 0; turn < 3; turn += 1) await run();
    const figures: Measured = { name, inDatabase: [], total: [] };
    const begin = performance.now();
    while (figures.total.length < MIN_RUNS || (figures.total.length < MAX_RUNS && performance.now() - begin < MAX_MS)) {
      let took = 0;
      const ms = await counter(async () => {
        const start = performance.now();
        await run();
        took = performance.now() - start;
      });
      figures.inDatabase.push(ms);
      figures.total.push(took);
    }
    measured.push(figures);
  }
  return measured;
}

function report(measured: readonly Measured[]): void {
  const baseline = percentile(measured[0]?.total ?? [], 50);
  const rows = measured.map(({ name, inDatabase, total }) => [
    name,
    inDatabase.length,
    ...[
      ...[50, 99].map((percent) => percentile(inDatabase, percent)),
      ...[50, 99].map((percent) => percentile(total, percent)),
      percentile(total, 50) / baseline,
    ].map((figure) => figure.toFixed(1)),
  ]);
  const head = ['call', 'runs', 'p50 ms', 'p99 ms', 'total p50', 'total p99', '× baseline'];
  const within = measured.filter(({ inDatabase }) => percentile(inDatabase, 99) <= TARGET_MS).length;
  console.log(
    `\n${table([head, ...rows])}\n\np99 at most ${TARGET_MS} ms in the database: ${within} of ${rows.length}, including the baseline`,
  );
  const count = (many: number): string => many.toLocaleString('en');
  console.log(`${count(2 * ORDERS)} orders and ${count(PAYOUTS)} payouts of ${count(MEMBERS)} members`);
}
