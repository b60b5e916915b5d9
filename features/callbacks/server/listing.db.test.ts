import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { firstSystemNo, systemNoTime } from '#foundation/core/system-number.ts';
import { countCallbacks, type CallbackFilter, selectCallbackPage, selectLookedFrom } from './listing.ts';

const MEMBER = 20_000_001n;
const START = new Date('2026-11-20T04:00:00.000Z');
const PAUSED = ['paused.example:443'];

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  const at = (index: number): Date => new Date(START.getTime() + index * 60_000);
  type Row = [
    subject: string,
    receiver: string,
    status: string,
    errorClass: string | null,
    nextAt: string | Date,
    attempts?: number,
  ];
  const rows: Row[] = [
    ['payin', 'live.example:443', 'delivered', null, at(0)],
    ['payin', 'live.example:443', 'failed', 'timeout', at(1)],
    ['payout', 'live.example:443', 'failed', 'dns', at(2)],
    ['payin', 'live.example:443', 'pending', null, at(3)],
    ['payin', 'paused.example:443', 'pending', 'connect', at(4)],
    ['payin', 'back.example:443', 'pending', null, 'infinity'],
    ['payout', 'live.example:443', 'delivered', null, at(6)],
    ['payin', 'live.example:443', 'pending', null, at(7), 0],
  ];
  for (const [index, [subject, receiver, status, errorClass, nextAt, attempts = 2]] of rows.entries())
    await db.pool.query(
      `insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, amount, fee, attempts, error_class, last_error)
       values ($1, $2, $3, $4, $5, $6, $7, 100, 1, $9, $8, $8)`,
      [MEMBER, firstSystemNo(at(index)) + 1n, subject, receiver, status, at(index), nextAt, errorClass, attempts],
    );
  await db.pool.query(
    `insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, amount, fee)
     values ($1, $2, 'payin', 'live.example:443', 'failed', $3, $3, 100, 1)`,
    [MEMBER + 1n, firstSystemNo(START) + 9n, START],
  );
});
afterAll(() => db.close());

const minutesAfter = (systemNo: bigint): number => (systemNoTime(systemNo).getTime() - START.getTime()) / 60_000;

async function found(filter: Partial<CallbackFilter>): Promise<number[]> {
  const whole: CallbackFilter = { memberNo: MEMBER, subjects: ['payin', 'payout'], ...filter };
  const rows = await selectCallbackPage(db, whole, PAUSED, { limit: 50, offset: 0 });
  expect(await countCallbacks(db, whole, PAUSED)).toEqual({ count: rows.length, capped: false });
  expect(await selectLookedFrom(db, whole)).toBeUndefined();
  return rows.map(({ systemNo }) => minutesAfter(systemNo));
}

describe('the log shows the callbacks of one member, newest first', () => {
  it.each<[string, Partial<CallbackFilter>, number[]]>([
    ['all', {}, [7, 6, 5, 4, 3, 2, 1, 0]],
    ['of a subject', { subjects: ['payout'] }, [6, 2]],
    ['delivered', { state: 'delivered' }, [6, 0]],
    ['failed', { state: 'failed' }, [2, 1]],
    ['failed, of a subject', { state: 'failed', subjects: ['payin'] }, [1]],
    ['that wait for their time', { state: 'pending' }, [7, 3]],
    ['that have failed and are tried again', { state: 'retrying' }, [3]],
    ['that wait for a receiver or a decision', { state: 'paused' }, [5, 4]],
    ['of a receiver', { receiver: 'back.example:443' }, [5]],
    ['of a class of errors', { errorClass: 'timeout' }, [1]],
    ['of a class and a state', { errorClass: 'connect', state: 'failed' }, []],
    ['of a range', { from: new Date(START.getTime() + 60_000), to: new Date(START.getTime() + 180_000) }, [2, 1]],
    ['of some numbers', { systemNos: [firstSystemNo(START) + 1n, 5n] }, [0]],
  ])('%s', async (_, filter, minutes) => {
    expect(await found(filter)).toEqual(minutes);
  });

  it('page by page', async () => {
    const filter: CallbackFilter = { memberNo: MEMBER, subjects: ['payin', 'payout'] };
    const second = await selectCallbackPage(db, filter, PAUSED, { limit: 2, offset: 3 });
    expect(second.map(({ systemNo }) => minutesAfter(systemNo))).toEqual([4, 3]);
    expect(second).toMatchObject([
      { state: 'paused', attempts: 2, nextAt: null, lastError: 'connect' },
      { state: 'pending', nextAt: new Date(START.getTime() + 180_000), lastAt: null },
    ]);
  });
});

it('a filter of a member with 300,000 callbacks reads a bounded part of them', async () => {
  const many = MEMBER + 2n;
  await db.pool.query(
    `insert into callbacks (member_no, system_no, subject, receiver, status, created_at, next_at, amount, fee, error_class)
     select $1, 2611200500000000000 + n, 'payin', case when n <= 100 then 'old.example:443' else 'live.example:443' end,
       case when n % 50 = 0 then 'failed' else 'delivered' end, $2, $2, 100, 0, case when n % 50 = 0 then 'timeout' end
     from generate_series(1, 300000) n`,
    [many, START],
  );
  await db.pool.query('analyze callbacks');
  const base: CallbackFilter = { memberNo: many, subjects: ['payin', 'payout'] };
  expect(await selectLookedFrom(db, base)).toBe(2_611_200_500_000_200_000n);
  expect(await countCallbacks(db, base, PAUSED)).toEqual({ count: 10_000, capped: true });
  // Those of the old receiver are beyond what is looked at; their own numbers and a range find them.
  const old = { ...base, receiver: 'old.example:443' };
  const page = { limit: 10, offset: 0 };
  expect(await selectCallbackPage(db, old, PAUSED, page)).toEqual([]);
  const systemNo = 2_611_200_500_000_000_050n;
  expect(await selectCallbackPage(db, { ...old, systemNos: [systemNo] }, PAUSED, page)).toMatchObject([
    { systemNo, state: 'failed' },
  ]);
  expect(await selectCallbackPage(db, { ...base, errorClass: 'timeout' }, PAUSED, page)).toHaveLength(10);
  expect(await selectCallbackPage(db, { ...base, state: 'failed' }, PAUSED, page)).toHaveLength(10);
  expect(await selectCallbackPage(db, base, PAUSED, { limit: 10, offset: 10_000 })).toEqual([]);
});
