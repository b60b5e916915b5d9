import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AttemptLimit,
  countAttempt,
  deleteExpiredAttempts,
  returnAttempt,
  takeAttempt,
} from './attempt-windows.ts';
import { type TestDatabase, testDatabase } from './database-for-tests.ts';

const start = new Date('2026-11-20T08:00:00.000Z');
const minutesLater = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const limit: AttemptLimit = { scope: 'test', tries: 3, windowMs: 10 * 60_000 };

describe('attempt windows', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.close());

  it('allows exactly as many of 40 concurrent attempts as the limit', async () => {
    const attempts = await Promise.all(Array.from({ length: 40 }, () => takeAttempt(db, limit, 'crowd', start)));
    expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('slides: an attempt is free again once the oldest is as old as the window, and reports when', async () => {
    for (const minute of [0, 4, 8])
      expect(await takeAttempt(db, limit, 'slide', minutesLater(minute))).toEqual({ allowed: true });
    expect(await takeAttempt(db, limit, 'slide', minutesLater(9))).toEqual({ allowed: false, waitMs: 60_000 });
    expect(await takeAttempt(db, limit, 'slide', minutesLater(10))).toEqual({ allowed: true });
    expect(await takeAttempt(db, limit, 'slide', minutesLater(11))).toEqual({
      allowed: false,
      waitMs: 3 * 60_000,
    });
  });

  it('does not count refused attempts, so that retries never prolong the wait', async () => {
    for (let n = 0; n < 3; n += 1) await takeAttempt(db, limit, 'insist', start);
    for (let minute = 1; minute < 10; minute += 1)
      expect((await takeAttempt(db, limit, 'insist', minutesLater(minute))).allowed).toBe(false);
    expect((await takeAttempt(db, limit, 'insist', minutesLater(10))).allowed).toBe(true);
  });

  it('keeps subjects and scopes apart', async () => {
    for (let n = 0; n < 3; n += 1) await takeAttempt(db, limit, 'one', start);
    expect((await takeAttempt(db, limit, 'other', start)).allowed).toBe(true);
    expect((await takeAttempt(db, { ...limit, scope: 'else' }, 'one', start)).allowed).toBe(true);
  });

  it('returns one attempt and no more, also among attempts of the same millisecond', async () => {
    for (let n = 0; n < 3; n += 1) await takeAttempt(db, limit, 'back', start);
    await returnAttempt(db, limit, 'back', start);
    expect((await takeAttempt(db, limit, 'back', start)).allowed).toBe(true);
    expect((await takeAttempt(db, limit, 'back', start)).allowed).toBe(false);
    await returnAttempt(db, limit, 'back', minutesLater(1));
    expect((await takeAttempt(db, limit, 'back', start)).allowed).toBe(false);
  });

  it('counts what another limit allowed, also beyond its own limit', async () => {
    for (let minute = 0; minute < 6; minute += 1) await countAttempt(db, limit, 'counted', minutesLater(minute));
    expect(await takeAttempt(db, limit, 'counted', minutesLater(6))).toEqual({
      allowed: false,
      waitMs: 7 * 60_000,
    });
    expect((await takeAttempt(db, limit, 'counted', minutesLater(13))).allowed).toBe(true);
  });

  it('that is used up does not open when an attempt is counted and returned', async () => {
    for (let n = 0; n < 3; n += 1) await takeAttempt(db, limit, 'full', start);
    await countAttempt(db, limit, 'full', minutesLater(1));
    await returnAttempt(db, limit, 'full', minutesLater(1));
    expect(await takeAttempt(db, limit, 'full', minutesLater(2))).toEqual({
      allowed: false,
      waitMs: 8 * 60_000,
    });
  });

  it('deletes only what has expired', async () => {
    await deleteExpiredAttempts(db, minutesLater(10_000));
    await takeAttempt(db, limit, 'old', start);
    await takeAttempt(db, limit, 'young', minutesLater(5));
    expect(await deleteExpiredAttempts(db, minutesLater(11))).toBe(1);
    for (let n = 0; n < 2; n += 1) await takeAttempt(db, limit, 'young', minutesLater(11));
    expect((await takeAttempt(db, limit, 'young', minutesLater(11))).allowed).toBe(false);
  });
});
