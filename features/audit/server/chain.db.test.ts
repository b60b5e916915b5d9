import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { actorOf, auditVerbs, type AuditEntry, type RecordingCall } from './verbs.ts';
import { checkAudit, describeBreak } from './verify.ts';

const sealer = new Sealer(Buffer.alloc(32, 4));
const audit = auditVerbs({ sealer });
const AT = new Date('2026-11-20T04:00:00.123Z');

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => tamper('truncate audit_log, audit_heads'));

function entry(userId: bigint | null, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    userId,
    memberNo: 10_000_001n,
    action: 'login',
    ip: '198.51.100.1',
    device: 'Chrome on Windows',
    at: AT,
    ...more,
  };
}

function record(userId: bigint | null, more: Partial<AuditEntry> = {}): Promise<void> {
  return db.transaction((tx) => audit.record(tx, entry(userId, more)));
}

/** Runs a statement as someone who can write anything in the database but has no key. */
async function tamper(statement: string): Promise<void> {
  await db.pool
    .query(`begin; alter table audit_log disable trigger user; alter table audit_heads disable trigger user; ${statement};
    alter table audit_log enable trigger user; alter table audit_heads enable trigger user; commit`);
}

const broken = async (): Promise<string> => {
  const { broken: found } = await checkAudit(db, sealer);
  return found ? describeBreak(found) : 'whole';
};

describe('the audit log', () => {
  it('stays intact however many write at once, each chain numbered without a gap', async () => {
    const writes = Array.from({ length: 60 }, (_, index) =>
      record(index % 3 === 0 ? null : BigInt(index % 3), { object: String(index) }),
    );
    await Promise.all(writes);
    expect(await checkAudit(db, sealer)).toEqual({ chains: 3, rows: 60, broken: undefined });
    const { rows } = await db.pool.query(
      'select chain, min(seq), max(seq), count(*) from audit_log group by chain order by chain',
    );
    expect(rows).toEqual([0n, 1n, 2n].map((chain) => ({ chain, min: 1n, max: 20n, count: 20n })));
  });

  it('accepts from a call only the actions that its contract declares', async () => {
    const acting = { session: { userId: 1n, memberNo: null }, client: { ip: '198.51.100.1', device: 'x' }, now: AT };
    const by = (call: RecordingCall | undefined): Promise<void> => record(1n, actorOf({ ...acting, call }));
    await by({ who: 'session', audit: ['logout', 'login'] });
    await by(undefined);
    for (const call of [{ who: 'session', audit: ['logout'] }, { who: 'session' }] as const)
      await expect(by(call)).rejects.toThrow('login is recorded by a call that does not declare it');
    expect(await checkAudit(db, sealer)).toEqual({ chains: 1, rows: 2, broken: undefined });
  });

  it('keeps nothing of an action that was rolled back', async () => {
    await record(1n);
    const failing = db.transaction(async (tx) => {
      await audit.record(tx, entry(1n, { action: 'logout' }));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await checkAudit(db, sealer)).toEqual({ chains: 1, rows: 1, broken: undefined });
  });

  it('stores any text unchanged', async () => {
    await record(1n, {
      object: `'"\\ 验证 ไทย \u202e`,
      device: '🦊',
      ip: null,
      memberNo: null,
      at: new Date('2026-03-29T01:30:00.001Z'),
    });
    expect(await broken()).toBe('whole');
  });

  it('is read in batches but verified as one', async () => {
    const object = 'x'.repeat(10);
    await db.transaction(async (tx) => {
      for (let index = 0; index < 2_001; index += 1) await audit.record(tx, entry(1n, { object }));
    });
    expect(await checkAudit(db, sealer)).toEqual({ chains: 1, rows: 2_001, broken: undefined });
    await tamper('delete from audit_log where seq = 2001');
    expect(await broken()).toBe('the chain of user 1, row 2001: tail cut off');
  });

  it.each([
    'update audit_log set object = object',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_heads',
    'truncate audit_heads',
  ])('the database rejects: %s', async (statement) => {
    await record(1n);
    await expect(db.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('verifying the log', () => {
  beforeEach(async () => {
    for (const action of ['login', 'password_changed', 'logout'] as const) await record(1n, { action });
    for (const action of ['login', 'logout'] as const) await record(2n, { action, memberNo: 10_000_002n });
  });

  it('reports nothing for an intact log', async () => {
    expect(await broken()).toBe('whole');
  });

  it.each([
    "action = 'login'",
    "object = 'x'",
    "result = 'refused'",
    "ip = '203.0.113.1'",
    'ip = null',
    "device = 'curl'",
    'member_no = null',
    "created_at = created_at + interval '1 s'",
  ])('detects a changed row: %s', async (change) => {
    await tamper(`update audit_log set ${change} where chain = 1 and seq = 2`);
    expect(await broken()).toBe('the chain of user 1, row 2: row changed');
  });

  it.each([
    [
      'a row is removed',
      'delete from audit_log where chain = 1 and seq = 2',
      'the chain of user 1, row 2: row missing',
    ],
    [
      'the first row is removed',
      'delete from audit_log where chain = 1 and seq = 1',
      'the chain of user 1, row 1: row missing',
    ],
    [
      'the last row is cut off',
      'delete from audit_log where chain = 1 and seq = 3',
      'the chain of user 1, row 3: tail cut off',
    ],
    ['the whole chain is cut off', 'delete from audit_log where chain = 1', 'the chain of user 1, row 1: tail cut off'],
    ['the end is removed', 'delete from audit_heads where chain = 1', 'the chain of user 1, row 3: end missing'],
    [
      'the tail is cut off and the end moved back',
      `delete from audit_log where chain = 1 and seq = 3;
       update audit_heads set seq = 2, hash = (select hash from audit_log where chain = 1 and seq = 2) where chain = 1`,
      'the chain of user 1, row 2: end forged',
    ],
    [
      'a row is removed and the rest moved up',
      'delete from audit_log where chain = 1 and seq = 2; update audit_log set seq = 2 where chain = 1 and seq = 3',
      'the chain of user 1, row 2: row changed',
    ],
    [
      'a row is added',
      `insert into audit_log select chain, 4, member_no, action, object, result, ip, device, created_at, hash from audit_log where chain = 1 and seq = 3`,
      'the chain of user 1, row 4: row changed',
    ],
    [
      "two users' chains are swapped",
      'update audit_log set chain = 3 where chain = 1; update audit_heads set chain = 3 where chain = 1',
      'the chain of user 3, row 1: row changed',
    ],
  ])('detects that %s', async (_, statement, found) => {
    await tamper(statement);
    expect(await broken()).toBe(found);
  });

  it('detects that a chain was removed with its end, because its user has logged in since the log began', async () => {
    const addUser = (userId: number, lastLoginAt: string) =>
      db.pool.query(
        "insert into users (user_id, role, username, password_hash, nickname, created_at, last_login_at) values ($1, 'operator', $2, '', '', now(), $3)",
        [userId, `user${userId}`, lastLoginAt],
      );
    await addUser(1, '2026-11-20T04:00:01.000Z');
    await addUser(9, '2026-11-20T03:59:59.000Z');
    expect(await broken()).toBe('whole');
    await tamper('delete from audit_log where chain = 1; delete from audit_heads where chain = 1');
    expect(await broken()).toBe('the chain of user 1, row 1: chain missing');
  });

  it('reports every row as changed under any other key', async () => {
    const { broken: found } = await checkAudit(db, new Sealer(Buffer.alloc(32, 5)));
    expect(found).toEqual({ chain: 1n, seq: 1n, what: 'row changed' });
  });
});
