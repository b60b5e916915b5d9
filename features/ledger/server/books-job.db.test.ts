import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { type Logger, silentLog } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import { booksJob, isFullDue, liftBooksStop } from './books-job.ts';
import { type LedgerVerbs, ledgerVerbs } from './verbs.ts';

let db: TestDatabase;
let ledger: LedgerVerbs;
let job: Job;
let errors: { fields: object; text: string }[];
const clock = new SettableClock('2026-11-20T04:00:00Z');
const numbers = new SystemNumbers(clock);
const shop = 30_000_001n;
const other = 30_000_002n;

beforeAll(async () => {
  db = await testDatabase();
  ledger = ledgerVerbs({ db, clock });
  for (const memberNo of [shop, other]) {
    await db.pool.query(`insert into members (member_no, kind, name, created_at) values ($1, 'merchant', 'Shop', $2)`, [
      memberNo,
      clock.now(),
    ]);
    await db.transaction((tx) => ledger.open(tx, memberNo, 'CNY'));
  }
  await db.pool.query('alter table wallets drop constraint wallets_check');
});
afterAll(() => db.close());

beforeEach(async () => {
  await liftBooksStop({ db, platform: platformVerbs({ db, clock }) });
  errors = [];
  const log: Logger = {
    ...silentLog,
    error: (fields: object, text: string) => void errors.push({ fields, text }),
  } as Logger;
  job = booksJob({ db, clock, log, platform: platformVerbs({ db, clock }) });
  for (const memberNo of [shop, other])
    await ledger.adjust({ memberNo, reference: numbers.next(), currency: 'CNY', amountMinor: 1_000n, remark: '' });
});

async function withCorruption(plant: string, undo: string, meanwhile: () => Promise<void>): Promise<void> {
  await tamper(db.pool, plant);
  try {
    await meanwhile();
  } finally {
    await tamper(db.pool, undo);
  }
}

/** Only a full run finds this: fees and clearing of a member without new bookings. */
const oldCorruption = [
  `update wallets set fees = fees + 5, clearing = clearing - 5 where member_no = ${shop}`,
  `update wallets set fees = fees - 5, clearing = clearing + 5 where member_no = ${shop}`,
] as const;
const freshCorruption = [
  `update wallets set wallet = wallet + 5 where member_no = ${shop}`,
  `update wallets set wallet = wallet - 5 where member_no = ${shop}`,
] as const;

describe('the check of the books', () => {
  test('does not stop payouts while the books are right', async () => {
    await job.run();
    expect(await ledger.booksWrong()).toBeUndefined();
    expect(errors).toEqual([]);
  });

  test('runs every minute, and a violation stops payouts and is logged with member, subject and figures', async () => {
    expect(job.everyMs).toBeLessThanOrEqual(60_000);
    await withCorruption(...freshCorruption, async () => {
      await job.run();
      const wrong = await ledger.booksWrong();
      expect(wrong).toEqual({
        foundAt: clock.now().toISOString(),
        check: 'wallets_sum_to_zero',
        promise: "each member's accounts sum to zero",
        violation: `member ${shop}, wallet ${shop}-CNY: sum 5`,
      });
      expect(errors[0]).toEqual({
        fields: { check: 'wallets_sum_to_zero', promise: wrong?.promise, violations: [wrong?.violation] },
        text: 'the books are wrong: payouts are stopped',
      });
    });
  });

  test('stops payouts until a person lifts the stop, even if the books are right again, and reports what was found first', async () => {
    await withCorruption(...freshCorruption, () => job.run());
    const first = await ledger.booksWrong();
    clock.advance(60_000);
    await withCorruption(...oldCorruption, () => job.run());
    await job.run();
    expect(await ledger.booksWrong()).toEqual(first);
    await liftBooksStop({ db, platform: platformVerbs({ db, clock }) });
    expect(await ledger.booksWrong()).toBeUndefined();
  });

  test('is visible in the transaction that would pay out', async () => {
    await withCorruption(...freshCorruption, () => job.run());
    expect(await db.transaction((tx) => ledger.booksWrong(tx))).toMatchObject({ check: 'wallets_sum_to_zero' });
  });

  test('checks only recent bookings between two full runs, and the rest in the next full run', async () => {
    await job.run();
    await withCorruption(...oldCorruption, async () => {
      // No time has passed, so it is too early for another full run.
      await job.run();
      expect(await ledger.booksWrong()).toBeUndefined();
      await withCorruption(
        `update journals set wallet_after = wallet_after + 1, wallet = wallet + 1, amount = amount + 1, adjustment = adjustment - 1 where member_no = ${other} and wallet_seq = (select max(wallet_seq) from journals where member_no = ${other})`,
        `update journals set wallet_after = wallet_after - 1, wallet = wallet - 1, amount = amount - 1, adjustment = adjustment + 1 where member_no = ${other} and wallet_seq = (select max(wallet_seq) from journals where member_no = ${other})`,
        async () => {
          await job.run();
          expect(await ledger.booksWrong()).toMatchObject({ check: 'wallets_end_their_chain' });
        },
      );
      await liftBooksStop({ db, platform: platformVerbs({ db, clock }) });
      clock.advance(86_400_000);
      await job.run();
      expect(await ledger.booksWrong()).toMatchObject({
        check: 'accounts_sum_entries',
        violation: expect.stringContaining(
          `member ${shop}, account ${shop}-CNY-clearing: balance -5, sum of its entries 0`,
        ),
      });
    });
  });
});

test('full runs take at most a twentieth of the time, and run at least once a day', () => {
  const at = new Date('2026-11-20T00:00:00Z');
  const after = (ms: number) => new Date(at.getTime() + ms);
  expect(isFullDue(undefined, at)).toBe(true);
  expect(isFullDue({ at, tookMs: 100 }, after(60_000))).toBe(true);
  expect(isFullDue({ at, tookMs: 60_000 }, after(1_199_999))).toBe(false);
  expect(isFullDue({ at, tookMs: 60_000 }, after(1_200_000))).toBe(true);
  expect(isFullDue({ at, tookMs: 36_000_000 }, after(86_400_000))).toBe(true);
});
