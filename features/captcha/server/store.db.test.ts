import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { workAnswer, type ProofOfWork } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';
import { altchaProvider } from './providers.ts';
import { deleteExpiredChallenges, storedChallenges } from './store.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-20T12:05:00Z');
const here = '203.0.113.7 device-half';

let database: Awaited<ReturnType<typeof testDatabase>>;
let otherProcess: pg.Pool;

beforeAll(async () => {
  database = await testDatabase();
  otherProcess = new pg.Pool({ connectionString: database.connectionString, max: 10 });
});

afterAll(async () => {
  await otherProcess?.end();
  await database?.close();
});

describe('the challenge store', () => {
  it('lets exactly one of 40 concurrent calls be the first, across two processes, for 25 challenges', async () => {
    const stores = [storedChallenges(database.pool), storedChallenges(otherProcess)] as const;
    for (let round = 0; round < 25; round += 1) {
      const hash = randomBytes(32);
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].spend(hash, later)),
      );
      expect(answers.filter((isFirst) => isFirst)).toHaveLength(1);
    }
  });

  it('redeems an issued challenge once, across two concurrent processes', async () => {
    const stores = [storedChallenges(database.pool), storedChallenges(otherProcess)] as const;
    for (let round = 0; round < 25; round += 1) {
      const hash = randomBytes(32);
      await stores[0].remember(hash, later);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2 === 0 ? 0 : 1].redeem(hash, now)),
      );
      expect(answers.filter((answer) => answer === 'first')).toHaveLength(1);
      expect(await stores[0].redeem(hash, now)).toBe('used');
    }
  });

  it('tells unknown, used and expired challenges apart', async () => {
    const store = storedChallenges(database.pool);
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    await store.remember(old, now);
    await store.remember(fresh, later);
    expect(await store.redeem(randomBytes(32), now)).toBe('unknown');
    expect(await store.redeem(old, now)).toBe('expired');
    expect(await store.redeem(old, now)).toBe('unknown');
    expect(await store.redeem(fresh, new Date(later.getTime() - 1))).toBe('first');
  });

  it('deletes only expired challenges', async () => {
    const store = storedChallenges(database.pool);
    await database.pool.query('delete from captcha_challenges');
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    await store.spend(old, new Date(now.getTime() - 1));
    await store.spend(fresh, now);
    expect(await deleteExpiredChallenges(database.pool, now)).toBe(1);
    expect(await store.spend(fresh, now)).toBe(false);
    expect(await store.spend(old, now)).toBe(true);
  });
});

it('a solved proof of work passes once, across two processes and after a restart', async () => {
  const secret = randomBytes(32);
  const process = (pool: pg.Pool) =>
    altchaProvider({ secret, used: storedChallenges(pool), clock: new SettableClock(now) });
  const work = (await process(database.pool).init(here)).altcha as unknown as ProofOfWork;
  const answer = workAnswer(work, await solveWork(work));
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => process(index % 2 ? database.pool : otherProcess).check(answer, here)),
  );
  expect(verdicts.sort()).toEqual(['ok', ...Array<string>(19).fill('used')]);
  expect(await process(otherProcess).check(answer, here)).toBe('used');
});
