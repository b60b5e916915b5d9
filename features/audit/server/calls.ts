/** Handlers of the audit calls. Users read only their own log. */
import type { z } from 'zod';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { auditActions } from '#features/audit-actions.ts';
import { auditCalls, type LogFilter } from '../contract.ts';
import { countLog, type LogQuery, selectLog } from './store.ts';

export function auditHandlers({ db }: { db: Database }): ServedContract {
  return handlers(auditCalls, {
    async '/user/logs'({ session, language }, { page, limit, order, ...filter }) {
      const query = logQuery(session.userId, filter);
      const total = await countLog(db, query);
      const found = await selectLog(db, query, { order, limit, offset: (page - 1) * limit });
      return {
        total,
        page,
        limit,
        list: found.map((row) => ({
          id: row.seq.toString(),
          action: row.action,
          actionText: formatPhrase(auditActions[row.action], language),
          object: row.object,
          ip: row.ip,
          device: row.device,
          result: row.result,
          createdAt: row.createdAt.toISOString(),
        })),
        extend: {},
      };
    },
  });
}

/** The query for a user's own log. */
export function logQuery(
  userId: bigint,
  { action, range }: Pick<z.output<typeof LogFilter>, 'action' | 'range'>,
): LogQuery {
  return {
    userId,
    actions: action,
    from: range?.from === undefined ? undefined : new Date(range.from),
    to: range?.to === undefined ? undefined : new Date(range.to),
  };
}
