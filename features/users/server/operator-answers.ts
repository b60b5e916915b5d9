/** What operators may do to users: find them, lock them out and let them in, take a lost factor away, make a link for a new password. */
import { maskMobile, mobileOf } from '#features/sms/rules.ts';
import type { HandlerTable } from '#foundation/server/handlers.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { userCalls } from '../contract.ts';
import type { UserCallDeps } from './deps.ts';
import { makeReset } from './resetting.ts';
import { lockUser, updateEndedSessions, updateUserState, type User } from './store.ts';
import { countUsers, selectUsers } from './user-search.ts';

type Answers = Pick<HandlerTable<typeof userCalls.calls>, Extract<keyof typeof userCalls.calls, `/operator/${string}`>>;

export function operatorAnswers({ db, platform, audit, notices, factors, publicUrl }: UserCallDeps): Answers {
  return {
    async '/operator/user/list'(_ask, { page, limit, order, q = '' }) {
      const { mobileRule } = await platform.settings();
      const query = { text: q, mobile: mobileOf(q, mobileRule) };
      const total = await countUsers(db.kysely, query);
      const found = await selectUsers(db.kysely, query, { order, limit, offset: (page - 1) * limit });
      return { total, page, limit, list: found.map(rowOf), extend: {} };
    },

    async '/operator/user/disable'({ session, client, now, refuse }, { id }) {
      const userId = BigInt(id);
      if (userId === session.userId) refuse('own_user');
      await db.transaction(async (tx) => {
        const user = (await lockUser(tx, userId)) ?? refuse('not_found');
        if (user.state === 'disabled') return;
        await updateUserState(tx, userId, 'disabled');
        await updateEndedSessions(tx, userId, {}, now);
        await audit.record(tx, { ...actorOf({ session, client, now }), ...about(user), action: 'user_disabled' });
      });
      return undefined;
    },

    async '/operator/user/enable'({ session, client, now, refuse }, { id }) {
      await db.transaction(async (tx) => {
        const user = (await lockUser(tx, BigInt(id))) ?? refuse('not_found');
        if (user.state === 'active') return;
        await updateUserState(tx, user.userId, 'active');
        await audit.record(tx, { ...actorOf({ session, client, now }), ...about(user), action: 'user_enabled' });
      });
      return undefined;
    },

    async '/operator/user/resetFactor'({ session, client, now, refuse }, { id }) {
      const userId = BigInt(id);
      if (userId === session.userId) refuse('own_user');
      await db.transaction(async (tx) => {
        // Before the user is locked, as every login spends its step before, so that two never wait for each other.
        const isTaken = await factors.reset(tx, userId, now);
        const user = (await lockUser(tx, userId)) ?? refuse('not_found');
        if (!isTaken) return;
        await updateEndedSessions(tx, userId, {}, now);
        await notices.add(tx, { userId, kind: 'authenticator_removed', at: now });
        await audit.record(tx, { ...actorOf({ session, client, now }), ...about(user), action: 'factor_reset' });
      });
      return undefined;
    },

    async '/operator/user/startReset'({ session, client, now, refuse }, { id }) {
      const userId = BigInt(id);
      if (userId === session.userId) refuse('own_user');
      return db.transaction(async (tx) => {
        const user = (await lockUser(tx, userId)) ?? refuse('not_found');
        const { token, expiresAt } = await makeReset(tx, userId, now);
        await audit.record(tx, { ...actorOf({ session, client, now }), ...about(user), action: 'password_reset_started' });
        return { link: `${publicUrl}/#/reset-password?token=${token}`, expiresAt: expiresAt.toISOString() };
      });
    },
  };
}

/** Whose account an operator's action concerns. */
function about({ memberNo, username }: User): { memberNo: bigint | null; object: string } {
  return { memberNo, object: username };
}

function rowOf({ userId, username, nickname, role, memberNo, mobile, state, lastLoginAt, createdAt }: User) {
  return {
    id: userId.toString(),
    username,
    nickname,
    role,
    memberNo: memberNo?.toString() ?? null,
    mobile: mobile === null ? null : maskMobile(mobile),
    state,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
