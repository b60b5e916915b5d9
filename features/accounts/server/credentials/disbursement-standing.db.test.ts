import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#foundation/server/postgres/sql.ts';
import { credentialsOf } from '../credentials-for-tests.ts';
import { people, type People } from '../people-for-tests.ts';

const HOUR_MS = 3_600_000;

let app: People;
let owners: ReturnType<typeof credentialsOf>;

beforeAll(async () => {
  app = await people();
  owners = credentialsOf(app);
});
afterAll(() => app.close());

const statusOf = async (memberNo: bigint, now = app.clock.now()) =>
  (await app.users.disbursementStandings([memberNo], now)).get(memberNo);

it('is read for several members at once and leaves out members that do not exist', async () => {
  const [one, other] = [await owners.somebody(), await owners.somebody()];
  await app.db.transaction((tx) => app.members.change(tx, other.memberNo, { certification: 'approved' }));
  expect(await app.users.disbursementStandings([one.memberNo, other.memberNo, 99_999_999n], app.clock.now())).toEqual(
    new Map([
      [one.memberNo, { certified: false, switchedOff: [], pausedUntil: null }],
      [other.memberNo, { certified: true, switchedOff: [], pausedUntil: null }],
    ]),
  );
});

it.each(['none', 'pending', 'rejected'] as const)(
  'is not certified while the certification is %s',
  async (certification) => {
    const { memberNo } = await owners.somebody();
    await app.db.transaction((tx) => app.members.change(tx, memberNo, { certification }));
    expect((await statusOf(memberNo))?.certified).toBe(false);
  },
);

it('is held for the hours of the setting after a factor was removed, to the millisecond', async () => {
  const { memberNo, userId } = await owners.somebody();
  const removedAt = app.clock.now();
  await app.db.transaction((tx) => app.factors.notePhoneRemoved(tx, userId, removedAt));
  const until = new Date(removedAt.getTime() + 24 * HOUR_MS);
  expect((await statusOf(memberNo, new Date(until.getTime() - 1)))?.pausedUntil).toEqual(until);
  expect((await statusOf(memberNo, until))?.pausedUntil).toBeNull();
  await app.setSettings({ factorHoldHours: 2 });
  expect((await statusOf(memberNo, removedAt))?.pausedUntil).toEqual(new Date(removedAt.getTime() + 2 * HOUR_MS));
  await app.setSettings({ factorHoldHours: 24 });
});

it('is held after the login was reset, and from the later of two moments', async () => {
  const { memberNo, userId } = await owners.somebody();
  const [resetAt, removedAt] = [app.clock.now(), new Date(app.clock.now().getTime() + HOUR_MS)];
  await sql`update users set credentials_reset_at = ${resetAt} where user_id = ${userId}`.execute(app.db);
  expect((await statusOf(memberNo))?.pausedUntil).toEqual(new Date(resetAt.getTime() + 24 * HOUR_MS));
  await app.db.transaction((tx) => app.factors.notePhoneRemoved(tx, userId, removedAt));
  expect((await statusOf(memberNo))?.pausedUntil).toEqual(new Date(removedAt.getTime() + 24 * HOUR_MS));
});
