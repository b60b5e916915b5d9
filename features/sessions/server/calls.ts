/** Handlers that list and end a user's sessions. An ended session is refused at its next request, on every process. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { sessionCalls } from '../contract.ts';
import { sessionPolicy } from '../rules.ts';
import { endOtherSessions, endSession } from './verbs.ts';
import { type OpenSession, selectOpenSessions } from './store.ts';

export interface SessionCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  audit: Pick<AuditVerbs, 'record'>;
}

export function sessionHandlers({ db, platform, audit }: SessionCallDeps): ServedContract {
  const openSince = async (now: Date): Promise<{ now: Date; seenSince: Date }> => ({
    now,
    seenSince: new Date(now.getTime() - sessionPolicy(await platform.settings()).idleMs),
  });
  return handlers(sessionCalls, {
    async '/user/sessions'({ session, now }) {
      const found = await selectOpenSessions(db, session.userId, await openSince(now));
      const rows = found.map((row) => rowOf(row, session.sessionId));
      // The calling session comes first.
      return { list: rows.toSorted((a, b) => Number(b.current) - Number(a.current)), total: rows.length };
    },

    async '/user/sessions/end'(context, { id }) {
      const { session, now, refuse } = context;
      const open = await openSince(now);
      await db.transaction(async (tx) => {
        const actor = actorOf(context);
        if (id === 'others') {
          const ended = await endOtherSessions(tx, session, now);
          if (ended > 0) await audit.record(tx, { ...actor, action: 'sessions_ended' });
          return;
        }
        const one =
          (await selectOpenSessions(tx, session.userId, open)).find(({ sessionId }) => sessionId === id) ??
          refuse('not_found');
        if ((await endSession(tx, { userId: session.userId, sessionId: id }, now)) === 0) refuse('not_found');
        await audit.record(tx, { ...actor, action: 'session_ended', object: `${one.device}, ${one.ip}` });
      });
      return undefined;
    },
  });
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
