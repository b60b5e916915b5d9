/** The demo data after a first start, at any hour of the day. */
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type App } from '#apps/server/compose.ts';
import { checkAudit } from '#features/audit/server/verify.ts';
import { agentChecks } from '#features/agents/server/projection/checks.ts';
import { agentFollower } from '#features/agents/server/projection/following.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import { queuesFor } from '#features/operations/server/overview/queues.ts';
import { isWhole } from '#features/reconciliation/server/matching/bookings.ts';
import { compareRead, fetchStatements } from '#features/reconciliation/server/matching/jobs.ts';
import { rights } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { History } from './diary.ts';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, demoColleagues, demoMembers, demoOperator, demoReviewer } from './people.ts';
import { seedDemo } from './seed.ts';
import { visitorsOf } from './visitors.ts';

const TIME_ZONE = 'Asia/Shanghai';
const HOUR_MS = 3_600_000;
const SEEDING_LIMIT_MS = 600_000;
const SHOP = 20000001n;
const CAFE = 20000002n;
const AGENT = 10000001n;
const AGENT_BELOW = 10000002n;
const PROPOSALS = ['order_reversals', 'wallet_adjustments', 'rate_proposals', 'move_proposals', 'order_confirmations'];

/** The full history once; the others as short and coarse as a history with everything can be. */
const starts: readonly { at: string; hours: number; history: History | undefined; days: number }[] = [
  { at: '08:00', hours: 8, history: undefined, days: 90 },
  { at: '00:05', hours: 1 / 12, history: { days: 21, closeDays: 0 }, days: 21 },
  { at: '23:00', hours: 23, history: { days: 21, closeDays: 0 }, days: 21 },
];

describe.each(starts)('after a first start at $at with $days days of history', ({ hours, history, days }) => {
  const now = new Date(startOfDay(dayOf(new Date(), TIME_ZONE), TIME_ZONE).getTime() + hours * HOUR_MS);
  const sealer = new Sealer(Buffer.alloc(32, 7));
  const clock = new SettableClock(now);
  let db: TestDatabase;
  let app: App;

  beforeAll(async () => {
    db = await testDatabase();
    app = compose({
      settings: readSettings({ DATA_DIR: tmpdir() }),
      db,
      clock,
      log: silentLog,
      sealer,
      publish: () => undefined,
    });
    const settle = (): Promise<void> => settleCommissions({ db, clock, systemNumbers: app.numbers });
    await seedDemo(
      {
        ...app,
        settleCommissions: settle,
        showAgents: () => agentFollower(app).run(),
        analyze: async () => void (await db.pool.query('analyze')),
      },
      clock,
      now,
      history,
    );
  }, SEEDING_LIMIT_MS);
  afterAll(async () => {
    await app.upstreams.idle();
    await app.outgoing.close();
    await db.close();
  });

  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.pool.query<Row>(text, values)).rows;
  const statesOf = (kind: 'withdrawal' | 'payout') =>
    rows<{ standing: string }>(
      `select distinct concat_ws(' ', status, submission, review) as standing from disbursements
       where member_no = $1 and kind = $2 and source <> 'batch' order by 1`,
      [SHOP, kind],
    ).then((found) => found.map(({ standing: state }) => state));
  /** The user's own audit log, without the platform's chain. */
  const logOf = (username: string) =>
    rows<{ action: string; result: string; at: Date; object: string }>(
      'select action, result, a.created_at as at, object from audit_log a join users on user_id = chain where username = $1 order by seq',
      [username],
    );
  const work = async (): Promise<void> => {
    for (let seconds = 0; seconds < 10; seconds += 1) {
      clock.advance(1_000);
      await app.disbursements.submitDue();
    }
  };

  // On a cluster the workers have the rows and their statistics.
  test.skipIf(process.env['CITUS_URL'])('the planner has statistics for the tables that screens read', async () => {
    const tables = ['orders', 'journals', 'disbursements', 'callbacks', 'order_rollups'];
    expect(
      await rows(
        `select c.relname as name from pg_class c where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
         and (c.reltuples < 0 or not exists (select from pg_stats s where s.tablename = c.relname and s.schemaname = 'public'))`,
        [tables],
      ),
    ).toEqual([]);
  });

  test('demo_agent sees orders of two levels and has commission on nine of ten days', async () => {
    const levels = await rows(
      'select cardinality(via) as level from agent_orders where member_no = $1 and commission > 0 group by 1 order by 1',
      [AGENT],
    );
    expect(levels).toEqual([{ level: 1 }, { level: 2 }]);
    const [found] = await rows<{ days: bigint }>(
      `select count(*) as days from agent_rollups
       where member_no = $1 and subject_no = 0 and channel_id = 0 and span = 'day' and earned > 0`,
      [AGENT],
    );
    // What is earned around midnight is booked after it.
    expect(Number(found?.days)).toBeGreaterThanOrEqual(0.9 * days);
  });

  test('demo_agent has commission that is held, at any hour', async () => {
    const [held] = await rows<{ orders: bigint; sum: bigint }>(
      `select count(*) as orders, sum(held)::bigint as sum from agent_orders
       where member_no = $1 and status = 'success' and booked_at is not null and release_at > $2`,
      [AGENT, now],
    );
    expect(Number(held?.orders)).toBeGreaterThan(0);
    const [rolled] = await rows<{ sum: bigint }>(
      `select sum(held)::bigint as sum from agent_rollups
       where member_no = $1 and subject_no = 0 and channel_id = 0 and span = 'release' and bucket > $2`,
      [AGENT, now],
    );
    expect(held?.sum).toBeGreaterThan(0n);
    expect(rolled?.sum).toBe(held?.sum);
  });

  test('demo_agent sees an order of demo_shop that two operators reversed, and gave its commission back', async () => {
    const reversed = await rows<{ commission: bigint; returned: bigint }>(
      `with o as materialized (
         select merchant_no, system_no, commission, booked_at < returned_at as booked,
           (select -j.wallet_minor from audit.journals j where j.member_no = $1 and j.reference = o.system_no and j.kind = 'reversal') as returned
         from agent_orders o where member_no = $1 and status = 'reversed')
       select o.merchant_no as shop, p.username as proposed, d.username as decided, o.booked, o.commission, o.returned
       from o join order_reversals r on r.member_no = o.merchant_no and r.system_no = o.system_no
       join users p on p.user_id = r.proposed_by join users d on d.user_id = r.decided_by`,
      [AGENT],
    );
    expect(reversed).toMatchObject([{ shop: SHOP, proposed: demoOperator, decided: demoReviewer, booked: true }]);
    expect(reversed[0]?.commission).toBeGreaterThan(0n);
    expect(reversed[0]?.returned).toBe(reversed[0]?.commission);
  });

  test('proposals of six kinds wait, four for the operator and two of its own, and an announcement is a draft', async () => {
    const proposals = PROPOSALS.map((table) =>
      rows(
        `select '${table}' as what, a.member_no as member, u.username as proposed from ${table} a join users u on u.user_id = a.proposed_by
         where a.state = 'open' and a.expires_at > $1`,
        [now],
      ),
    );
    expect((await Promise.all(proposals)).flat()).toEqual([
      { what: 'order_reversals', member: CAFE, proposed: demoReviewer },
      { what: 'wallet_adjustments', member: CAFE, proposed: demoReviewer },
      { what: 'rate_proposals', member: AGENT, proposed: demoReviewer },
      { what: 'move_proposals', member: CAFE, proposed: demoOperator },
      { what: 'order_confirmations', member: CAFE, proposed: demoOperator },
    ]);
    expect(await rows("select name from setting_proposals where state = 'open'")).toEqual([
      { name: 'dualApprovalFromMinor' },
    ]);
    expect(await rows("select audience from announcements where state = 'draft'")).toEqual([{ audience: 'agents' }]);
  });

  test('the upstream’s statements differ in a few orders, and something waits in every queue', async () => {
    const deps = { ...app, db, clock, log: silentLog };
    await fetchStatements(deps);
    await compareRead(deps);
    const found = await rows<{ difference: string }>(
      `select concat_ws(' ', day::text, booking_kind, kind, state) as difference from upstream_differences order by day, booking_kind`,
    );
    const today = dayOf(now, TIME_ZONE);
    const yesterday = addDays(today, -1);
    expect(found.map(({ difference }) => difference)).toEqual([
      `${addDays(today, -4)} payin missing_there open`,
      // The sandbox knows no reversals.
      `${addDays(today, -4)} reversal missing_there open`,
      `${addDays(today, -3)} payin amount_differs open`,
      `${addDays(today, -2)} missing_here open`,
      // A day that is hardly over is not compared yet.
      ...(isWhole(yesterday, TIME_ZONE, now) ? [`${yesterday} payin missing_there waiting`] : []),
    ]);
    const { currency } = await app.platform.settings();
    const queues = await queuesFor(db, new Set(rights), currency, now);
    expect(queues.flatMap(({ name, count }) => (count === 0 ? [name] : []))).toEqual([]);
  });

  test('an operator raised a rate of demo_agent above that of demo_agent2, which no longer brings commission there', async () => {
    const rates = await app.channels.memberRates(demoMembers.map(({ memberNo }) => memberNo));
    const below = [...rates].flatMap(([memberNo, all]) =>
      all.flatMap(({ channel, isBelowOwn }) => (isBelowOwn ? [`${memberNo} ${channel.code}`] : [])),
    );
    expect(below).toEqual([`${AGENT_BELOW} sandbox_wallet`]);
    const acts = (await logOf(demoOperator)).filter(({ action }) => action === 'rates_set');
    expect(acts.map(({ object }) => object)).toEqual([`${AGENT} sandbox_wallet: percent 0.5 → 0.65`]);
    const earned = await rows(
      `select o.created_at > $3 as since, bool_or(o.commission > 0) as commission from agent_orders o join channels c using (channel_id)
       where o.member_no = $1 and o.via[1] = $2 and c.code = 'sandbox_wallet' group by 1 order by 1`,
      [AGENT, AGENT_BELOW, acts[0]?.at],
    );
    expect(earned).toEqual([
      { since: false, commission: true },
      { since: true, commission: false },
    ]);
  });

  test('the books are correct, agents see what they say, and no audit chain is broken', async () => {
    expect(await checkBooks(db, { more: agentChecks })).toEqual([]);
    expect(await checkAudit(db, sealer)).toMatchObject({ broken: undefined, chains: 6 });
  });

  test('demo_shop has withdrawals of every status, one of them waiting for review, and a failed payout', async () => {
    expect(await statesOf('withdrawal')).toEqual([
      'applying none waiting',
      'cancelled failed none',
      'frozen none waiting',
      'paid succeeded none',
      'paid succeeded passed',
    ]);
    expect(await statesOf('payout')).toEqual(['applying failed none', 'cancelled none none', 'paid succeeded none']);
  });

  test('the members have the certifications that they should, with all fields and both photos', async () => {
    const found = await rows<{
      username: string;
      standing: string;
      status: string | null;
      front: boolean;
      back: boolean;
      filled: boolean;
    }>(
      `select username, m.certification as standing, c.status, coalesce(c.name <> '' and c.industry <> '' and (c.reviewed_at is not null) = (c.status = 'approved'), false) as filled,
         exists (select 1 from files f where f.file_id = c.photo_front and f.user_id = u.user_id and f.purpose = 'certification') as front,
         exists (select 1 from files f where f.file_id = c.photo_back and f.user_id = u.user_id and f.purpose = 'certification') as back
       from users u join members m on m.member_no = u.member_no left join certifications c on c.member_no = m.member_no order by username`,
    );
    expect(found).toEqual(
      demoMembers
        .map(({ username, certification }) =>
          certification === 'none'
            ? { username, standing: 'none', status: null, filled: false, front: false, back: false }
            : { username, standing: certification, status: certification, filled: true, front: true, back: true },
        )
        .toSorted((a, b) => a.username.localeCompare(b.username)),
    );
  });

  test('demo_books has a card that was rejected with a remark, and one that waits', async () => {
    const found = await rows(
      `select c.status, c.review_remark <> '' as remark, c.reviewed_at is not null as reviewed
       from bank_cards c join members m on m.member_no = c.member_no where m.name = 'Harbour Books' order by c.status`,
    );
    expect(found).toEqual([
      { status: 'pending', remark: false, reviewed: false },
      { status: 'rejected', remark: true, reviewed: true },
    ]);
    const others = await rows(
      `select distinct c.status from bank_cards c join members m on m.member_no = c.member_no where m.name <> 'Harbour Books'`,
    );
    expect(others).toEqual([{ status: 'approved' }]);
    expect((await app.platform.settings()).cardsApprovedAutomatically).toBe(true);
  });

  test('every date is within the history and not after the start', async () => {
    const [found] = await rows<{ first: Date; last: Date }>(
      `select min(at) as first, max(at) as last from (
         select created_at as at from orders union all select created_at from disbursements union all select created_at from audit_log
         union all select finished_at from disbursements where finished_at is not null union all select at from gateway_requests
         union all select created_at from notices union all select created_at from sessions) moments`,
    );
    expect(found?.last.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(found?.first.getTime()).toBeGreaterThanOrEqual(
      startOfDay(addDays(dayOf(now, TIME_ZONE), -days), TIME_ZONE).getTime(),
    );
  });

  test('the operation log of demo_shop has every kind of act and each withdrawal, recharge and batch', async () => {
    const log = await logOf('demo_shop');
    expect(new Set(log.map(({ action, result }) => `${action} ${result}`))).toEqual(
      new Set([
        'login done',
        'logout done',
        'login_failed refused',
        'password_changed done',
        'pay_password_changed done',
        'card_added done',
        'recharge_created done',
        'withdrawal_applied done',
        'withdrawal_retried done',
        'withdrawal_cancelled done',
        'payout_cancelled done',
        'batch_submitted done',
      ]),
    );
    const logged = (action: string) =>
      log.flatMap((row) => (row.action === action ? [row.object.split(' ', 1)[0]] : []));
    const numbers = async (text: string) =>
      (await rows<{ number: bigint }>(text, [SHOP])).map(({ number }) => number.toString());
    const withdrawals =
      "select system_no as number from disbursements where member_no = $1 and kind = 'withdrawal' order by 1";
    expect(logged('withdrawal_applied')).toEqual(await numbers(withdrawals));
    expect(logged('recharge_created')).toEqual(
      await numbers("select system_no as number from orders where member_no = $1 and kind = 'recharge' order by 1"),
    );
    expect(logged('batch_submitted')).toEqual(
      await numbers('select batch_no as number from batches where member_no = $1 order by 1'),
    );
  });

  test('every log is in order of time, and the operator’s acts are in the operator’s log', async () => {
    for (const username of ['demo_shop', 'demo_shop2', 'demo_agent', demoOperator, demoReviewer]) {
      const times = (await logOf(username)).map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.length).toBeGreaterThan(2);
    }
    const acts = (await logOf(demoOperator)).map(({ action }) => action);
    expect(acts).toEqual(
      expect.arrayContaining([
        'member_terms_set',
        'disbursement_submitted',
        'disbursement_frozen',
        'approval_proposed',
      ]),
    );
    expect((await logOf(demoReviewer)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['approval_confirmed', 'order_reversed']),
    );
  });

  test('consecutive login days match the log, and demo_shop logged in within the last hour', async () => {
    const users = await rows<{ username: string; consecutive: number; day: string | null; at: Date | null }>(
      `select username, consecutive_days as consecutive, last_login_day as day, last_login_at as at from users`,
    );
    for (const { username, consecutive, day } of users) {
      const days = new Set(
        (await logOf(username)).filter(({ action }) => action === 'login').map((row) => dayOf(row.at, TIME_ZONE)),
      );
      let inARow = 0;
      for (let each = day; each !== null && days.has(each); each = addDays(each, -1)) inARow += 1;
      expect([username, consecutive]).toEqual([username, inARow]);
    }
    const shop = users.find(({ username }) => username === 'demo_shop');
    expect(shop?.consecutive).toBeGreaterThanOrEqual(2);
    expect(now.getTime() - (shop?.at?.getTime() ?? 0)).toBeLessThan(HOUR_MS);
  });

  test('demo_new, demo_agent2 and the operator’s colleagues have never logged in, and no user has unread notices', async () => {
    expect(await rows('select username from users where last_login_at is null order by 1')).toEqual([
      { username: 'demo_agent2' },
      { username: 'demo_new' },
      ...demoColleagues.map(({ username }) => ({ username })),
    ]);
    expect(await rows('select 1 from notices where read_at is null')).toEqual([]);
  });

  test('the gateway log has both shops’ refused requests, none older than its retention', async () => {
    const refusals = await rows<{ member: bigint; error: string; at: Date }>(
      "select member_no as member, result as error, at from gateway_requests where result <> 'ok' order by at",
    );
    const errorsOf = (member: bigint) => refusals.flatMap((one) => (one.member === member ? [one.error] : []));
    expect(errorsOf(SHOP)).toEqual([
      'ip_not_allowed',
      'ip_not_allowed',
      'bad_signature',
      'bad_request',
      'amount_out_of_range',
      'channel_unknown',
      'balance_insufficient',
      'timestamp_out_of_window',
      'ip_not_allowed',
      'bad_request',
      'bad_signature',
      'bad_signature',
      'bad_request',
      'channel_unknown',
      'not_found',
      'bad_signature',
      'bad_signature',
      'ip_not_allowed',
      'channel_unknown',
      'bad_signature',
    ]);
    expect(errorsOf(CAFE)).toEqual(['bad_signature', 'not_found']);
    expect(refusals[0]?.at.getTime()).toBeGreaterThan(now.getTime() - 30 * 24 * HOUR_MS);
  });

  test('no order is paid before it is created', async () => {
    const early = await rows('select order_no, created_at, paid_at from orders where paid_at < created_at');
    expect(early).toEqual([]);
  });

  test('demo_shop’s plugin has orders, paid and unpaid, and its requests are in the log', async () => {
    const orders = await rows<{ no: string; status: string; host: string; callback: string | null }>(
      `select o.order_no as no, o.status, split_part(o.notify_url, '/', 3) as host, c.status as callback
       from epay_orders e join orders o on o.member_no = e.member_no and o.system_no = e.system_no
       left join callbacks c on c.member_no = o.member_no and c.system_no = o.system_no
       where e.member_no = $1 order by o.system_no`,
      [SHOP],
    );
    const own = new URL(app.publicUrl).host;
    expect(orders).toEqual([
      { no: 'WP-0999', status: 'success', host: 'former-shop.example', callback: 'failed' },
      { no: 'WP-1000', status: 'success', host: 'old-shop.example', callback: 'pending' },
      { no: 'WP-1001', status: 'success', host: own, callback: 'pending' },
      { no: 'WP-1002', status: 'success', host: own, callback: 'pending' },
      { no: 'WP-1003', status: 'success', host: own, callback: 'pending' },
      { no: 'WP-1004', status: 'success', host: own, callback: 'pending' },
      { no: 'WP-1005', status: 'unpaid', host: own, callback: null },
      { no: 'WP-1006', status: 'success', host: 'new-shop.example', callback: 'pending' },
    ]);
    const requests = await rows<{ file: string; result: string; fault: string | null; body: boolean }>(
      `select split_part(path, '/', 3) as file, result, request->'facts'->>'fault' as fault, body_sealed is not null as body
       from gateway_requests where member_no = $1 and path like '/epay/%' and at > $2 order by request_id`,
      [SHOP, new Date(now.getTime() - HOUR_MS)],
    );
    const served = { result: 'ok', fault: null, body: false };
    expect(requests).toEqual([
      { file: 'mapi.php', result: 'bad_signature', fault: 'sign_wrong', body: true },
      { file: 'mapi.php', result: 'bad_signature', fault: 'sign_wrong', body: true },
      { file: 'mapi.php', result: 'ip_not_allowed', fault: 'ip', body: false },
      { file: 'mapi.php', result: 'channel_unknown', fault: 'type_unknown', body: false },
      { ...served, file: 'mapi.php' },
      { ...served, file: 'submit.php' },
      { ...served, file: 'api.php' },
      { ...served, file: 'mapi.php' },
      { ...served, file: 'mapi.php' },
      { file: 'api.php', result: 'bad_signature', fault: 'key_wrong', body: false },
    ]);
  });

  test('demo_shop has callbacks that wait, that failed and that are kept, and a receiver in each state', async () => {
    const states = await rows<{ state: string }>(
      `select distinct case when c.status = 'pending' and r.state = 'paused' then 'paused' else c.status end as state
       from callbacks c left join callback_receivers r on r.member_no = c.member_no and r.receiver = c.receiver collate "C"
       where c.member_no = $1 order by 1`,
      [SHOP],
    );
    // The server delivers the others as soon as it has started.
    expect(states.map(({ state }) => state)).toEqual(['failed', 'paused', 'pending']);
    expect(await app.callbacks.receivers(SHOP)).toMatchObject([
      { receiver: 'old-shop.example:443', state: 'paused' },
      { receiver: 'new-shop.example:443', state: 'failing' },
      { receiver: 'former-shop.example:443', state: expect.any(String) as string },
    ]);
  });

  test('every user has the printed passwords, and no one can log in as the second operator', async () => {
    const users = await rows<{ username: string; password: string; pay: string | null }>(
      'select username, password_hash as password, pay_password_hash as pay from users',
    );
    const right = users.map(async ({ username, password, pay }) => ({
      username,
      password: await app.passwords.verify(password, DEMO_PASSWORD),
      pay: pay === null ? 'none' : await app.passwords.verify(pay, DEMO_PAY_PASSWORD),
    }));
    expect((await Promise.all(right)).toSorted((a, b) => a.username.localeCompare(b.username))).toEqual([
      ...demoMembers
        .map(({ username, certification }) => ({ username, password: true, pay: certification !== 'none' || 'none' }))
        .toSorted((a, b) => a.username.localeCompare(b.username)),
      { username: demoOperator, password: true, pay: 'none' },
      ...demoColleagues.map(({ username }) => ({ username, password: true, pay: 'none' })),
      { username: demoReviewer, password: false, pay: 'none' },
    ]);
  });

  test('the worker pays a new withdrawal of demo_shop, but not the one that waits for review', async () => {
    const [card] = await rows<{ id: string }>(
      'select card_id as id from bank_cards where member_no = $1 and removed_at is null order by created_at limit 1',
      [SHOP],
    );
    const wanted = {
      amount: '1200.00',
      cardId: card?.id,
      payPassword: DEMO_PAY_PASSWORD,
      requestId: 'a-normal-amount',
    };
    await visitorsOf(app, clock).sendCall('demo_shop', '/withdrawal/apply', wanted);
    await work();
    expect(await app.disbursements.find(SHOP, { orderNo: 'a-normal-amount' }, 'withdrawal')).toMatchObject({
      status: 'paid',
      amountMinor: 1_200_00n,
    });
    expect(await statesOf('withdrawal')).toContain('applying none waiting');
    expect(await checkBooks(db)).toEqual([]);
    expect(await checkAudit(db, sealer)).toMatchObject({ broken: undefined });
  });
});
