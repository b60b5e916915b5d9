import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#foundation/server/postgres/sql.ts';
import { type People, people, type Person } from '../people-for-tests.ts';

const HOUR_MS = 3_600_000;

describe('a session with twenty others', () => {
  let app: People;
  beforeAll(async () => {
    app = await people();
  });
  afterAll(() => app.close());

  async function loggedIn(username: string, from: Parameters<People['person']>[0] = {}): Promise<Person> {
    const person = app.person(from);
    expect(await person.logIn(username)).toMatchObject({ code: 1 });
    return person;
  }

  const openOf = async (userId: bigint): Promise<number> =>
    Number(
      (
        await sql<{
          n: bigint;
        }>`select count(*) as n from sessions where user_id = ${userId} and ended_at is null`.execute(app.db)
      ).rows[0]?.n,
    );

  it('replaces the oldest, which is logged; no other user loses one', async () => {
    const { userId } = await app.addMember({ username: 'crowded' });
    await app.addMember({ username: 'lonely' });
    const lonely = await loggedIn('lonely');
    const crowd: Person[] = [];
    for (let n = 0; n < 20; n += 1) {
      app.clock.advance(1_000);
      crowd.push(await loggedIn('crowded', n === 0 ? { ip: '203.0.113.20', userAgent: 'oldest/1.0' } : {}));
    }
    // Using a session does not make it younger.
    expect(await Promise.all(crowd.map(isIn))).toEqual(crowd.map(() => true));
    app.clock.advance(1_000);
    crowd.push(await loggedIn('crowded'));
    expect(await Promise.all(crowd.map(isIn))).toEqual(crowd.map((_, index) => index > 0));
    expect([await openOf(userId), await isIn(lonely)]).toEqual([20, true]);
    const { rows } = await sql<{
      object: string;
    }>`select object from audit_log where chain = ${userId} and action = 'session_ended'`.execute(app.db);
    expect(rows).toEqual([{ object: 'oldest, 203.0.113.20' }]);
  });

  it('is open even if it is equally old, and of many opened at once twenty stay', async () => {
    const { userId } = await app.addMember({ username: 'hasty' });
    const all = await Promise.all(Array.from({ length: 30 }, () => loggedIn('hasty')));
    expect(await openOf(userId)).toBe(20);
    expect(await isIn(await loggedIn('hasty'))).toBe(true);
    expect((await Promise.all(all.map(isIn))).filter(Boolean)).toHaveLength(19);
  });

  it('ends none if the others have expired by themselves', async () => {
    const { userId } = await app.addMember({ username: 'sleepy' });
    const first = await loggedIn('sleepy');
    for (let n = 0; n < 20; n += 1) {
      app.clock.advance(1_000);
      await loggedIn('sleepy');
    }
    expect(await isIn(first)).toBe(false);
    app.clock.advance(1_000);
    const stays = await loggedIn('sleepy');
    app.clock.advance(25 * HOUR_MS);
    const [one, other] = [await loggedIn('sleepy'), await loggedIn('sleepy')];
    expect(await Promise.all([stays, one, other].map(isIn))).toEqual([false, true, true]);
    const { rows } = await sql<{
      n: bigint;
    }>`select count(*) as n from audit_log where chain = ${userId} and action = 'session_ended'`.execute(app.db);
    expect(rows[0]?.n).toBe(2n);
  });
});

async function isIn(person: Person): Promise<boolean> {
  const { code } = await person.post('/user/info');
  if (code !== 1 && code !== 50008) throw new Error(`neither in nor out: ${code}`);
  return code === 1;
}
