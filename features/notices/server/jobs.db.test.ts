import { SystemNumbers } from '#foundation/core/system-number.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmsError, type SmsMessage } from '#features/sms/server/transport.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Language } from '#foundation/core/words.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { noticeJobs } from './jobs.ts';
import { addUser } from './notices-for-tests.ts';
import { noticeVerbs } from './verbs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('a notice to a phone', () => {
  let db: TestDatabase;
  let sent: SmsMessage[];
  /** What the provider does with each message; it accepts if this does not throw. */
  let provider: (message: SmsMessage) => void;
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  const bound = new Map<bigint, string>([[1n, '13800000001']]);
  const spoken = new Map<bigint, Language>([[1n, 'th']]);
  const notices = noticeVerbs({
    systemNumbers: new SystemNumbers(clock),
    boundMobileOf: async (userId) => bound.get(userId) ?? null,
    languageOf: async (userId) => spoken.get(userId) ?? 'en',
  });

  beforeAll(async () => {
    db = await testDatabase();
    await addUser(db, 1n);
    await addUser(db, 2n);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    sent = [];
    provider = () => undefined;
    await db.pool.query('delete from notices');
  });

  const add = (userId: bigint, more: { mobile?: string } = {}) =>
    db.transaction((tx) => notices.add(tx, { userId, kind: 'phone_removed', at: clock.now(), ...more }));
  /** Runs the job as a worker does. */
  async function work(name: 'send notices' | 'sweep notices' = 'send notices'): Promise<void> {
    const transport = {
      async send(message: SmsMessage) {
        provider(message);
        sent.push(message);
      },
    };
    const jobs = noticeJobs({
      db,
      clock,
      transport,
      log: silentLog,
      platformName: async () => 'Lantern Pay',
    });
    await jobs.find((job) => job.name === name)?.run();
  }
  const kept = async () => (await db.pool.query('select sms_to, sms_tries, sms_due_at from notices')).rows;

  it('is sent once, in the user’s language at the time of the event, and the number is deleted', async () => {
    await add(1n);
    spoken.set(1n, 'es');
    expect(sent).toEqual([]);
    await work();
    await work();
    spoken.set(1n, 'th');
    expect(sent).toEqual([
      {
        to: '13800000001',
        event: 'notice',
        code: '',
        text: 'Lantern Pay: หมายเลขมือถือถูกยกเลิกจากบัญชีของคุณ หากไม่ใช่คุณ โปรดติดต่อฝ่ายบริการลูกค้าทันที',
      },
    ]);
    expect(await kept()).toEqual([{ sms_to: null, sms_tries: 1, sms_due_at: null }]);
  });

  it('goes to a just removed number if the action names it, and nowhere without a number', async () => {
    await add(2n, { mobile: '13900000002' });
    await add(2n);
    await work();
    expect(sent.map(({ to }) => to)).toEqual(['13900000002']);
  });

  it('is never sent when the action was rolled back', async () => {
    const failing = db.transaction(async (tx) => {
      await notices.add(tx, { userId: 1n, kind: 'phone_removed', at: clock.now() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await work();
    expect(sent).toEqual([]);
  });

  it('is sent once by many concurrent workers', async () => {
    for (let index = 0; index < 50; index += 1) await add(1n);
    await Promise.all(Array.from({ length: 8 }, () => work()));
    expect(sent).toHaveLength(50);
  });

  it('is retried after 1, 5 and 30 minutes while the provider is unavailable, then given up', async () => {
    const tries: number[] = [];
    provider = () => {
      tries.push((clock.now().getTime() - begin) / MINUTE_MS);
      throw new SmsError('unavailable', 'away');
    };
    await add(1n);
    const begin = clock.now().getTime();
    for (let minute = 0; minute < 120; minute += 1) {
      await work();
      clock.advance(MINUTE_MS);
    }
    expect(tries).toEqual([0, 1, 6, 36]);
    expect(await kept()).toEqual([{ sms_to: null, sms_tries: 4, sms_due_at: null }]);
  });

  it('is not retried when the provider rejects it', async () => {
    provider = () => {
      throw new SmsError('refused', 'no such number');
    };
    await add(1n);
    await work();
    expect(await kept()).toEqual([{ sms_to: null, sms_tries: 1, sms_due_at: null }]);
  });

  it('is taken by another worker a minute after its worker died', async () => {
    provider = () => {
      throw new Error('killed');
    };
    await add(1n);
    await expect(work()).rejects.toThrow('1 of 1 notices failed');
    provider = () => undefined;
    await work();
    expect(sent).toEqual([]);
    clock.advance(MINUTE_MS);
    await work();
    expect(sent).toHaveLength(1);
  });

  it('does not block the others if its text can’t be formatted', async () => {
    await db.pool.query(`insert into notices (user_id, kind, text_values, created_at, sms_to, sms_language, sms_due_at)
      values (1, 'of_a_newer_release', '{}', '2026-11-20', '13800000001', 'en', '2026-11-20')`);
    await add(2n, { mobile: '13900000002' });
    await expect(work()).rejects.toThrow('1 of 2 notices failed');
    expect(sent.map(({ to }) => to)).toEqual(['13900000002']);
  });

  it('is deleted after a year', async () => {
    await add(1n);
    clock.advance(365 * DAY_MS);
    await work('sweep notices');
    expect(await kept()).toHaveLength(1);
    clock.advance(1);
    await work('sweep notices');
    expect(await kept()).toHaveLength(0);
  });
});
