/** Handlers that list and end a user's sessions. An ended session is refused at its next request, on every process. */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { HandlerTable } from '#foundation/server/http/handlers.ts';
import type { userCalls } from '#features/accounts/contract.ts';
import { sessionPolicy } from '#features/accounts/rules.ts';
import type { UserCallDeps } from '#features/accounts/server/deps.ts';
import { endOtherSessions } from './sessions.ts';
import { type OpenSession, selectOpenSessions, updateEndedSessions } from '#features/accounts/server/store.ts';

type Answers = Pick<HandlerTable<typeof userCalls.calls>, '/user/sessions' | '/user/sessions/end'>;

export function sessionAnswers({ db, platform, audit }: Pick<UserCallDeps, 'db' | 'platform' | 'audit'>): Answers {
  const openSince = async (now: Date): Promise<{ now: Date; seenSince: Date }> => ({
    now,
    seenSince: new Date(now.getTime() - sessionPolicy(await platform.settings()).idleMs),
  });
  return {
    async '/user/sessions'({ session, now }) {
      const found = await selectOpenSessions(db.kysely, session.userId, await openSince(now));
      const rows = found.map((row) => rowOf(row, session.sessionId));
      // The calling session comes first.
      return { list: rows.toSorted((a, b) => Number(b.current) - Number(a.current)), total: rows.length };
    },

    async '/user/sessions/end'(ask, { id }) {
      const { session, now, refuse } = ask;
      const open = await openSince(now);
      await db.transaction(async (tx) => {
        const actor = actorOf(ask);
        if (id === 'others') {
          const ended = await endOtherSessions(tx, session, now);
          if (ended > 0) await audit.record(tx, { ...actor, action: 'sessions_ended' });
          return;
        }
        const one =
          (await selectOpenSessions(tx, session.userId, open)).find(({ sessionId }) => sessionId === id) ??
          refuse('not_found');
        if ((await updateEndedSessions(tx, session.userId, { only: id }, now)) === 0) refuse('not_found');
        await audit.record(tx, { ...actor, action: 'session_ended', object: `${one.device}, ${one.ip}` });
      });
      return undefined;
    },
  };
}

function rowOf({ sessionId, device, ip, createdAt, lastSeenAt }: OpenSession, ownId: string) {
  return {
    id: sessionId,
    device,
    ip,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: sessionId === ownId,
  };
}
