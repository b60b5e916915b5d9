/** Handlers of the platform's calls. */
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { platformCalls } from '../contract.ts';
import { type ConfigDeps, configOf } from './config.ts';
import { countAnnouncements, selectAnnouncements, upsertAnnouncementRead } from './store.ts';

export interface PlatformCallDeps extends ConfigDeps {
  db: Database;
}

export function platformHandlers({ db, ...deps }: PlatformCallDeps): ServedContract {
  return handlers(platformCalls, {
    '/config': () => configOf(deps),

    async '/announcement/list'({ session, language, now }, { page, limit }) {
      const { total, unread } = await countAnnouncements(db.kysely, session.userId, now);
      const found = await selectAnnouncements(db.kysely, {
        userId: session.userId,
        language,
        until: now,
        limit,
        offset: (page - 1) * limit,
      });
      return {
        total: Number(total),
        page,
        limit,
        list: found.map((row) => ({
          id: row.announcementId.toString(),
          title: row.title,
          body: row.body,
          publishedAt: row.publishedAt.toISOString(),
          read: row.read,
        })),
        extend: { unread: Number(unread) },
      };
    },

    async '/announcement/read'({ session, now, refuse }, { id }) {
      if (!(await upsertAnnouncementRead(db.kysely, session.userId, id, now))) refuse('not_found');
      return undefined;
    },
  });
}
