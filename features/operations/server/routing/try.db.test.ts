import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Trial } from '../../routing-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let memberNos: readonly bigint[];
const CHANNEL_ID = 77;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  memberNos = [(await at.merchant()).memberNo, (await at.merchant()).memberNo];
  await at.app.db.transaction(async (tx) => {
    await sql`
      insert into channels (channel_id, code, name, mode, min_amount, max_amount, percent)
      values (${CHANNEL_ID}, 'routed', '{"en":"R","zh":"R","es":"R","th":"R"}', 'qr', 100, 100000, 6000)`.execute(tx);
    await sql`
      insert into upstreams (upstream_id, connector, name, settings_sealed)
      select n, 'sandbox', 'U' || n, '\\x00' from generate_series(11, 13) n`.execute(tx);
  });
});
afterAll(async () => expect(await at.close()).toEqual([]));

const upstreamIds = [11, 12, 13];
const routeArb = fc.record({
  position: fc.integer({ min: 1, max: 3 }),
  open: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  dailyLimit: fc.option(fc.integer({ min: 300, max: 5_000 })),
});
const rulesArb = fc.record({
  routing: fc.constantFrom('single' as const, 'turn' as const),
  routes: fc.tuple(routeArb, routeArb, routeArb),
  paused: fc.subarray(upstreamIds),
  isOpen: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  recharge: fc.boolean(),
  hours: fc.option(fc.record({ from: fc.integer({ min: 0, max: 23 }), to: fc.integer({ min: 0, max: 23 }) }), {
    freq: 2,
  }),
  memberLimit: fc.option(fc.integer({ min: 500, max: 20_000 })),
  pins: fc.array(fc.record({ member: fc.integer({ min: 0, max: 1 }), upstreamId: fc.constantFrom(...upstreamIds) }), {
    maxLength: 1,
  }),
  orders: fc.array(
    fc.record({
      member: fc.integer({ min: 0, max: 1 }),
      amount: fc.integer({ min: 50, max: 3_000 }),
      kind: fc.constantFrom('payin' as const, 'payin' as const, 'recharge' as const),
      hoursLater: fc.constantFrom(0, 0, 0, 5),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});
type Rules = typeof rulesArb extends fc.Arbitrary<infer One> ? One : never;

/** Sets all that decides an order, and waits until every process has seen it. */
async function apply(rules: Rules): Promise<void> {
  await at.app.db.transaction(async (tx) => {
    const { hours } = rules;
    const wall = (hour: number | undefined): string | null => (hour === undefined ? null : `${hour}:00`);
    await sql`
      update channels set routing = ${rules.routing}, state = ${rules.isOpen ? 'open' : 'closed'}, recharge = ${rules.recharge},
        open_from = ${wall(hours?.from)}::time, open_to = ${wall(hours?.to)}::time, daily_limit = ${rules.memberLimit ?? null}::bigint
      where channel_id = ${CHANNEL_ID}`.execute(tx);
    await sql`delete from channel_member_routes where channel_id = ${CHANNEL_ID}`.execute(tx);
    await sql`delete from channel_routes where channel_id = ${CHANNEL_ID}`.execute(tx);
    for (const [index, { position, open, dailyLimit }] of rules.routes.entries())
      await sql`
        insert into channel_routes (channel_id, upstream_id, position, state, daily_limit)
        values (${CHANNEL_ID}, ${upstreamIds[index]}, ${position}, ${open ? 'open' : 'closed'}, ${dailyLimit})`.execute(
        tx,
      );
    for (const { member, upstreamId } of rules.pins)
      await sql`
        insert into channel_member_routes (channel_id, member_no, upstream_id)
        values (${CHANNEL_ID}, ${memberNos[member]}, ${upstreamId})`.execute(tx);
    await sql`update upstreams set state = 'open' where upstream_id = any(${upstreamIds}::integer[])`.execute(tx);
    await sql`update upstreams set state = 'closed' where upstream_id = any(${rules.paused}::integer[])`.execute(tx);
  });
  at.app.clock.advance(1_000);
}

let made = 0;

it(
  'a trial answers what the next order does, over random rules, limits, hours and pauses',
  { timeout: 120_000 },
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rulesArb, async (rules) => {
        await apply(rules);
        for (const { member, amount, kind, hoursLater } of rules.orders) {
          at.app.clock.advance(hoursLater * 3_600_000);
          const back = hoursLater > 0 ? await loggedIn() : boss;
          const memberNo = memberNos[member] ?? 0n;
          const answer = await back.person.post<Trial>('/operator/routing/try', {
            memberNo: memberNo.toString(),
            code: 'routed',
            amount: (amount / 100).toFixed(2),
            kind,
          });
          if (!answer.data) throw new Error(JSON.stringify(answer));
          const { upstreamId, refused } = answer.data;
          const real = await ordered(memberNo, amount, kind);
          expect(real).toEqual(refused ?? upstreamId);
          // The routes say the same as the answer.
          const taken = answer.data.routes
            .filter(({ standing }) => standing === 'taken')
            .map((route) => route.upstreamId);
          expect(refused === null ? taken : [upstreamId]).toEqual([upstreamId]);
          seen.add(refused ?? 'taken');
        }
      }),
      { numRuns: 80 },
    );
    expect([...seen].sort()).toEqual([
      'amount_out_of_range',
      'channel_closed',
      'channel_limit_reached',
      'channel_unknown',
      'taken',
    ]);
  },
);

/** The upstream that a new order took, or why it was refused. */
async function ordered(memberNo: bigint, amount: number, kind: 'payin' | 'recharge'): Promise<number | string> {
  const orderNo = `t${(made += 1)}`;
  const outcome = await at.orders.create({
    memberNo,
    kind,
    orderNo,
    amountMinor: BigInt(amount),
    channelCode: 'routed',
    subject: null,
    notifyUrl: null,
    returnUrl: null,
    clientIp: null,
    attach: null,
    expireMinutes: 30,
    signType: 'none',
    requestHash: createHash('sha256').update(orderNo).digest(),
  });
  // The upstreams of this test have no settings: the order is stored, and then gets no page.
  if (outcome.outcome === 'refused' && outcome.error !== 'upstream_unavailable') return outcome.error;
  const { rows } = await sql<{ id: number }>`
    select upstream_id as id from orders where member_no = ${memberNo} and order_no = ${orderNo}`.execute(at.app.db);
  return rows[0]?.id ?? 'nothing';
}

/** After hours a session has ended. */
async function loggedIn(): Promise<Operator> {
  await boss.person.logIn('boss');
  return boss;
}
