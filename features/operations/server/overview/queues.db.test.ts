/** What waits for an operator: counted over all members, and told only to those who can see it. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import type { Queue } from '../../overview-contract.ts';

let at: OperatorApp;
let boss: Operator;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
});
afterAll(async () => expect(await at.close()).toEqual([]));

const queues = async ({ person } = boss) => {
  const { data } = await person.post<{ queues: Queue[] }>('/operator/overview/queues');
  return new Map(data?.queues.map(({ name, ...queue }) => [name, queue]));
};

test('payouts wait by their reason, with the oldest and the amount', async () => {
  const [one, other] = [await at.merchant(), await at.merchant()];
  const begin = at.app.clock.now();
  await at.brought(one, 'waiting');
  at.app.clock.advance(60_000);
  await at.brought(other, 'waiting');
  await at.brought(one, 'frozen');
  await at.brought(other, 'failed');
  await at.brought(other, 'paid');
  await at.brought(one, 'unknown');
  const found = await queues();
  expect(found.get('review')).toEqual({ count: 2, capped: false, oldestAt: begin.toISOString(), amount: '1000.00' });
  expect([found.get('frozen'), found.get('failed'), found.get('unknown')].map((queue) => queue?.count)).toEqual([
    1, 1, 1,
  ]);
  expect(found.get('unknown')?.amount).toBe('500.99');
  expect(found.get('certifications')).toEqual({ count: 0, capped: false, oldestAt: null, amount: null });
});

test('a proposal waits until it expires', async () => {
  await at.app.db.transaction((tx) => at.app.platform.setSettings(tx, { dualApprovalFromMinor: 1n }));
  at.app.clock.advance(2_000);
  const who = await at.merchant();
  const frozen = await at.brought(who, 'frozen');
  const { code } = await boss.person.post('/operator/disbursement/unfreeze', {
    ...at.one(who, frozen),
    reason: 'looked at',
  });
  expect(code).toBe(1);
  const proposedAt = at.app.clock.now().toISOString();
  expect((await queues()).get('approvals')).toEqual({ count: 1, capped: false, oldestAt: proposedAt, amount: null });
  at.app.clock.advance(24 * 3_600_000);
  // The session has ended by then.
  await boss.person.logIn('boss');
  expect((await queues()).get('approvals')?.count).toBe(0);
});

test('counts stop at their cap', async () => {
  await sql`
    insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, amount, fee)
    select 10000000, 2611200000000000000 + n, 'payin', 'http://x.example', 'failed', ${at.app.clock.now()}::timestamptz, ${at.app.clock.now()}::timestamptz, 1, 0
    from generate_series(1, 1200) n`.execute(at.app.db);
  expect((await queues()).get('callbacks')).toMatchObject({ count: 999, capped: true });
  await sql`delete from callbacks where member_no = 10000000`.execute(at.app.db);
});

test('only the queues that the operator’s rights can see are answered', async () => {
  const { userId, person } = await at.operator('narrow');
  await sql`insert into staff_roles (role_id, name, rights, changed_at)
    values ('00000000-0000-7000-8000-000000000001', 'Cards', array['overview.view', 'cards.view'], ${at.app.clock.now()})`.execute(
    at.app.db,
  );
  await sql`update users set staff_roles = array['00000000-0000-7000-8000-000000000001'] where user_id = ${userId}`.execute(
    at.app.db,
  );
  expect([...(await queues({ userId, person })).keys()]).toEqual(['cards', 'callbacks']);
});
