/** The sums of the list of members are what its rows add up to, under each filter and from day to day. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, type People } from '#features/accounts/server/people-for-tests.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { OperatorMemberFilter, type OperatorMemberSums } from '../../member-contract.ts';
import { copyingJob } from '../overview/copying.ts';
import { keepTurns } from '../overview/turns.ts';
import { withFigures } from './calls.ts';
import { type MemberConditions, selectMembers } from './listing.ts';
import { sumsOfMembers } from './sums.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: OrdersApp;
let crowd: People;
let agentNo: bigint;
let members: bigint[];

beforeAll(async () => {
  // 23:30 in Shanghai.
  app = await ordersApp({ at: '2026-11-18T15:30:00.000Z' });
  crowd = await people({ sharing: app });
  await app.addChannel();
  agentNo = (await crowd.addMember({ username: 'agent', kind: 'agent' })).member.memberNo;
  members = [];
  for (const [username, uplineNo] of [
    ['under', agentNo],
    ['one', undefined],
    ['other', undefined],
  ] as const) {
    const { member } = await crowd.addMember({ username, ...(uplineNo === undefined ? {} : { uplineNo }) });
    members.push(member.memberNo);
    app.clock.advance(HOUR_MS / 2);
  }
  await sql`update members set settlement_mode = 'D', settlement_days = 2 where member_no = ${members[1]}`.execute(
    app.db,
  );
});
afterAll(async () => {
  await crowd.close();
  await app.close();
});

const pay = async (memberNo: bigint | undefined, amountMinor: bigint): Promise<void> => {
  await app.orders.confirmPayment(
    SANDBOX,
    paymentOf(await created(app.orders, newOrder(memberNo ?? 0n, { amountMinor }))),
  );
};
const later = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await ensurePartitions(app.db.pool, app.clock.now());
};
const turn = async (): Promise<void> => {
  const [job] = keepTurns([copyingJob(app)], { db: app.db, clock: app.clock, log: app.log });
  await job?.run();
};
const sums = (filter: MemberConditions = {}): Promise<OperatorMemberSums> => sumsOfMembers(app, filter);

/** What the rows of the list add up to. */
async function sumsOfRows(filter: MemberConditions): Promise<OperatorMemberSums['sums'] & { rows: number }> {
  const found = await selectMembers(app.db, { ...OperatorMemberFilter.parse({ limit: 100 }), ...filter });
  const rows = await withFigures(app, found, app.clock.now());
  const total = (name: 'balance' | 'frozen' | 'amount30d') =>
    formatAmount(
      rows.reduce((sum, row) => sum + BigInt(row[name].replace('.', '')), 0n),
      'CNY',
    );
  return { rows: rows.length, balance: total('balance'), frozen: total('frozen'), amount30d: total('amount30d') };
}

const filters = (): Record<string, MemberConditions> => ({
  all: {},
  merchants: { kind: 'merchant' },
  agents: { kind: 'agent' },
  active: { state: 'active' },
  disabled: { state: 'disabled' },
  certified: { certification: ['approved', 'pending'] },
  'under the agent': { uplineNo: agentNo },
  'a name': { q: 'o' },
  'a number': { q: String(members[0]) },
  'registered later': { registeredRange: { from: '2026-11-18T15:45:00.000Z' } },
  'registered before': { registeredRange: { to: '2026-11-18T16:10:00.000Z' } },
  'several conditions': { kind: 'merchant', state: 'active', q: 'o' },
});

async function expectSumsOfRows(): Promise<void> {
  for (const [name, filter] of Object.entries(filters())) {
    const { rows, ...wanted } = await sumsOfRows(filter);
    expect([name, rows, (await sums(filter)).sums]).toEqual([name, rows, wanted]);
  }
}

test('before the job has run there are none', async () => {
  expect(await sums()).toEqual({ asOf: null, sums: null });
});

test('after any payments, holds and days, under each filter', async () => {
  const events = fc.array(
    fc.record({
      member: fc.nat(2),
      amountMinor: fc.bigInt(100n, 900_000n),
      hours: fc.oneof(fc.nat(5), fc.nat(40), fc.nat(24 * 12)),
    }),
    { minLength: 24, maxLength: 24 },
  );
  for (const { member, amountMinor, hours } of fc.sample(events, 1)[0] ?? []) {
    await later(hours * HOUR_MS);
    await pay(members[member], amountMinor);
    if (amountMinor % 3n === 0n)
      await sql`update wallets set risk_hold = ${amountMinor / 10n} where member_no = ${members[member]}`.execute(
        app.db,
      );
    if (hours % 2 === 0) {
      await turn();
      await expectSumsOfRows();
    }
  }
  await turn();
  await expectSumsOfRows();
  expect((await sums()).asOf).toBe(app.clock.now().toISOString());
});

test('what is released, and what leaves the thirty days, is out of the sums', async () => {
  await pay(members[1], 70_000n);
  await turn();
  const before = await sums();
  expect(before.sums?.amount30d).not.toBe('0.00');
  await later(31 * DAY_MS);
  await turn();
  expect((await sums()).sums).toMatchObject({ balance: before.sums?.balance, amount30d: '0.00' });
  await expectSumsOfRows();
});

test('members that were changed, added, or paid on a day that was copied already, are summed', async () => {
  await pay(members[0], 5_000n);
  await turn();
  await later(5 * DAY_MS);
  await turn();
  const { member } = await crowd.addMember({ username: 'owner' });
  members.push(member.memberNo);
  await sql`update members set state = 'disabled', certification = 'pending' where member_no = ${members[2]}`.execute(
    app.db,
  );
  await turn();
  await expectSumsOfRows();
  // As an import of earlier orders adds them.
  await sql`update order_rollups set paid_amount = paid_amount + 300 where member_no = ${members[0]} and bucket > ${new Date(app.clock.now().getTime() - 6 * DAY_MS)}`.execute(
    app.db,
  );
  for (let again = 0; again < 40; again += 1) await turn();
  await expectSumsOfRows();
  expect((await sums({ state: 'disabled' })).sums?.balance).not.toBe('0.00');
});
