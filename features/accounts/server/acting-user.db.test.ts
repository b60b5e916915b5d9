import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#foundation/server/postgres/sql.ts';
import { people, type People } from './people-for-tests.ts';

let app: People;
beforeAll(async () => {
  app = await people();
});
afterAll(() => app.close());

it('works for a user only while it could log in: not while it or its member is disabled', async () => {
  const { userId, member } = await app.addMember({ username: 'scheduler' });
  const { memberNo } = member;
  const acting = async () => (await app.users.actingUser(userId))?.memberNo;
  const setMember = (state: 'active' | 'disabled') =>
    app.db.transaction((tx) => app.members.change(tx, memberNo, { state }));
  const setUser = (state: string) => sql`update users set state = ${state} where user_id = ${userId}`.execute(app.db);
  expect(await acting()).toBe(memberNo);
  await setMember('disabled');
  expect(await acting()).toBeUndefined();
  await setMember('active');
  expect(await acting()).toBe(memberNo);
  await setUser('disabled');
  expect(await acting()).toBeUndefined();
  await setUser('active');
  expect(await acting()).toBe(memberNo);
});
