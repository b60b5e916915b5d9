import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#foundation/server/postgres/sql.ts';
import { NOTIFY_LEASE_MS, upstreamJobs } from './jobs.ts';
import { MEMBER_NO, TestCashier } from './cashier-for-tests.ts';

let cashier: TestCashier;

beforeAll(async () => {
  cashier = await TestCashier.open();
});
afterEach(() => cashier.reset());
afterAll(() => cashier.close());

describe('a sandbox notification', () => {
  test('is accepted by the upstream endpoint', async () => {
    await cashier.press(`${await cashier.payUrl()}/pay`);
    await cashier.expectNotification();
    const [notification] = cashier.platform.received;
    if (!notification) throw new Error('nothing received');
    const outcome = await cashier.upstreams.readNotification(1, { method: 'POST', query: {}, ...notification });
    expect(outcome).toMatchObject({
      ok: true,
      acknowledgement: 'success',
      payment: {
        memberNo: MEMBER_NO,
        systemNo: cashier.systemNo,
        amountMinor: 12_850n,
        currency: 'CNY',
        status: 'paid',
        paidAt: cashier.clock.now(),
      },
    });
  });

  test('is retried with growing delays until it is acknowledged, across downtime of the platform and of this process', async () => {
    cashier.platform.answers = ['down', [500, 'oops'], [200, 'not quite'], [302, 'success']];
    await cashier.press(`${await cashier.payUrl()}/pay`);
    await expect.poll(() => cashier.platform.answers).toHaveLength(3);
    await expect.poll(attempts).toBe(1);
    // This job is like another process: it knows only what is in the database.
    const [job] = upstreamJobs(cashier.deps);
    await job?.run();
    expect(await attempts()).toBe(1);
    for (const waitMs of [1_000, 2_000, 4_000, 8_000]) {
      cashier.clock.advance(waitMs - 1);
      await job?.run();
      const before = await attempts();
      cashier.clock.advance(1);
      await job?.run();
      expect(await attempts()).toBe((before ?? 0) + 1);
    }
    expect(cashier.platform.received.map(({ answer }) => answer)).toEqual(['down', 500, 200, 302, 200]);
    expect(new Set(cashier.platform.received.map(({ headers }) => headers['x-sandbox-nonce'])).size).toBe(5);
    cashier.clock.advance(3_600_000);
    await job?.run();
    expect(cashier.platform.received).toHaveLength(5);
  });

  test('that a crashed process had claimed is sent by exactly one other process', async () => {
    const now = cashier.clock.now();
    await sql`
      insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, status, created_at, settled_at, next_notify_at)
      values ('SB1-x', 1, ${MEMBER_NO}, ${cashier.systemNo}, 12850, 'CNY', 'paid', ${now}, ${now}, ${new Date(now.getTime() + NOTIFY_LEASE_MS)})`.execute(
      cashier.db,
    );
    const jobs = [...upstreamJobs(cashier.deps), ...upstreamJobs(cashier.deps)];
    await Promise.all(jobs.map((job) => job.run()));
    expect(cashier.platform.received).toHaveLength(0);
    cashier.clock.advance(NOTIFY_LEASE_MS);
    await Promise.all(jobs.map((job) => job.run()));
    expect(cashier.platform.received).toHaveLength(1);
  });
});

async function attempts(): Promise<number | undefined> {
  return (await sql<{ attempts: number }>`select notify_attempts as attempts from sandbox_payments`.execute(cashier.db))
    .rows[0]?.attempts;
}
