/** The ways in which two operators can look like one person, one by one. Only tests import this. */
import { randomUUID } from 'node:crypto';
import type { ConfirmRefusal } from '#features/approvals/fields.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Person } from '../people-for-tests.ts';

export interface TestOperator {
  userId: bigint;
  username: string;
  person: Person;
}

interface TestEnv {
  db: Database;
  clock: SettableClock;
  /** A visitor with a browser of their own. */
  newcomer(): Person;
}

const DEVICE = 'Admin-Device';
const DAY_MS = 86_400_000;

/** Each brings the confirmer into the situation and returns the person to confirm the proposal as. */
export const refusedSituations: Readonly<
  Record<ConfirmRefusal, (at: TestEnv, confirmer: TestOperator, proposer: TestOperator) => Promise<Person>>
> = {
  async confirm_after_reset({ db, clock }, { userId, person }) {
    await sql`update users set credentials_reset_at = ${clock.now()} where user_id = ${userId}`.execute(db);
    return person;
  },
  async confirm_after_enabling({ db, clock }, confirmer, proposer) {
    const now = clock.now();
    const third = await sql<{
      id: bigint;
    }>`select user_id as id from users where role = 'operator' and user_id not in (${confirmer.userId}, ${proposer.userId}) limit 1`.execute(
      db,
    );
    await sql`
      insert into operator_proposals (approval_id, user_id, act, reason, proposed_by, proposed_at, expires_at, state, decided_by, decided_at)
      values (${randomUUID()}, ${confirmer.userId}, 'enable', 'back again', ${proposer.userId}, ${now}, ${now}, 'confirmed', ${third.rows[0]?.id ?? null}, ${now})`.execute(
      db,
    );
    return confirmer.person;
  },
  async confirm_after_granting({ db, clock }, confirmer, proposer) {
    await sql`insert into staff_grants (user_id, granted_by, granted_at) values (${confirmer.userId}, ${proposer.userId}, ${clock.now()})`.execute(
      db,
    );
    return confirmer.person;
  },
  async confirm_same_device(_at, confirmer, proposer) {
    const device = proposer.person.cookies.get(DEVICE);
    if (device === undefined) throw new Error('the proposer has no device');
    confirmer.person.cookies.set(DEVICE, device);
    return confirmer.person;
  },
  async confirm_new_device({ db, clock, newcomer }, { userId, username }) {
    const before = new Date(clock.now().getTime() - DAY_MS);
    await sql`update users set created_at = ${before} where user_id = ${userId}`.execute(db);
    await sql`update known_devices set first_seen_at = ${before} where user_id = ${userId}`.execute(db);
    const elsewhere = newcomer();
    await elsewhere.logIn(username);
    return elsewhere;
  },
};
