import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { smsJobs } from './jobs.ts';
import { smsVerbs } from './verbs.ts';

const sealer = new Sealer(Buffer.alloc(32, 3));

describe('a code works', () => {
  let db: TestDatabase;
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.close());
  const sms = () => smsVerbs({ db, clock, sealer });

  const purpose = { purpose: 'bindphone', mobile: '13500000001', userId: 1n } as const;
  // Two codes created at the same time would have no order; the rate limit of `/sms/send` prevents that.
  beforeEach(() => clock.advance(1_000));

  it('once, even if 20 requests spend it at once', async () => {
    const { code } = await sms().makeCode(purpose);
    const spent = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const matched = await sms().matchCode({ ...purpose, code });
        return matched !== undefined && db.transaction((tx) => sms().spendCode(tx, matched));
      }),
    );
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await sms().matchCode({ ...purpose, code })).toBeUndefined();
  });

  it('again after the transaction that spent it was rolled back', async () => {
    const { code } = await sms().makeCode(purpose);
    const matched = await sms().matchCode({ ...purpose, code });
    if (!matched) throw new Error('not matched');
    await expect(
      db.transaction(async (tx) => {
        expect(await sms().spendCode(tx, matched)).toBe(true);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await db.transaction((tx) => sms().spendCode(tx, matched))).toBe(true);
  });

  it.each([
    ['another purpose', { ...purpose, purpose: 'verify' as const }],
    ['another number', { ...purpose, mobile: '13500000002' }],
    ['another user', { ...purpose, userId: 2n }],
    ['no user', { ...purpose, userId: null }],
  ])('not for %s', async (_, other) => {
    const { code } = await sms().makeCode(purpose);
    expect(await sms().matchCode({ ...other, code })).toBeUndefined();
    expect(await sms().matchCode({ ...purpose, code })).toBeDefined();
  });

  it('for five tries, even with 50 concurrent guesses', async () => {
    const { code } = await sms().makeCode(purpose);
    for (let n = 0; n < 4; n += 1) expect(await sms().matchCode({ ...purpose, code: otherThan(code) })).toBeUndefined();
    expect(await sms().matchCode({ ...purpose, code })).toBeDefined();
    await Promise.all(Array.from({ length: 50 }, () => sms().matchCode({ ...purpose, code: otherThan(code) })));
    expect(await sms().matchCode({ ...purpose, code })).toBeUndefined();
    const { rows } = await sql<{
      wrong_tries: number;
    }>`select wrong_tries from sms_codes where mobile = ${purpose.mobile} order by created_at desc, wrong_tries desc limit 1`.execute(
      db,
    );
    expect(rows[0]?.wrong_tries).toBe(5);
  });

  it('for five minutes', async () => {
    const { code } = await sms().makeCode(purpose);
    clock.advance(5 * 60_000 - 1);
    const matched = await sms().matchCode({ ...purpose, code });
    expect(matched).toBeDefined();
    clock.advance(1);
    expect(await sms().matchCode({ ...purpose, code })).toBeUndefined();
    expect(matched && (await db.transaction((tx) => sms().spendCode(tx, matched)))).toBe(false);
  });

  it('until the next one is created', async () => {
    const { code } = await sms().makeCode(purpose);
    clock.advance(1_000);
    const next = await sms().makeCode(purpose);
    expect(await sms().matchCode({ ...purpose, code: next.code })).toBeDefined();
    // The two codes are equal one time in a million.
    expect(code === next.code || (await sms().matchCode({ ...purpose, code })) === undefined).toBe(true);
  });

  it('independently of codes sent to the same number for another user', async () => {
    const { code } = await sms().makeCode(purpose);
    clock.advance(1_000);
    const otherCode = await sms().makeCode({ ...purpose, userId: 2n });
    expect(await sms().matchCode({ ...purpose, code })).toBeDefined();
    expect(await sms().matchCode({ ...purpose, userId: 2n, code: otherCode.code })).toBeDefined();
  });

  it('and is deleted a day after it expires, not earlier', async () => {
    await sms().makeCode({ ...purpose, mobile: '13500000009' });
    const count = async (): Promise<number> =>
      Number(
        (await sql<{ n: bigint }>`select count(*) as n from sms_codes where mobile = '13500000009'`.execute(db)).rows[0]
          ?.n,
      );
    const [job] = smsJobs({ db, clock });
    clock.advance(24 * 3_600_000 + 5 * 60_000);
    await job?.run();
    expect(await count()).toBe(1);
    clock.advance(1);
    await job?.run();
    expect(await count()).toBe(0);
  });
});

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
