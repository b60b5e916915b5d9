/** Handlers of the platform's calls. */
import type { Session } from '#foundation/core/session.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { audienceOf } from '../announcements.ts';
import { platformCalls } from '../contract.ts';
import { type ConfigDeps, configOf } from './config.ts';
import { type AnnouncementReader, countAnnouncements, selectAnnouncements, upsertAnnouncementRead } from './store.ts';

export interface PlatformCallDeps extends ConfigDeps {
  db: Database;
}

export function platformHandlers({ db, ...deps }: PlatformCallDeps): ServedContract {
  return handlers(platformCalls, {
    '/config': () => configOf(deps),

    async '/announcement/list'({ session, language, now }, { page, limit }) {
      const reader = readerOf(session, now);
      const { total, unread } = await countAnnouncements(db, reader);
      const offset = (page - 1) * limit;
      const found = await selectAnnouncements(db, reader, { language, limit, offset });
      return {
        total: Number(total),
        page,
        limit,
        list: found.map((row) => ({
          id: row.announcementId.toString(),
          title: row.title,
          body: row.body,
          publishedAt: row.publishedAt.toISOString(),
          pinned: row.pinned,
          read: row.read,
        })),
        extend: { unread: Number(unread) },
      };
    },

    async '/announcement/read'({ session, now, refuse }, { id }) {
      if (!(await upsertAnnouncementRead(db, readerOf(session, now), id))) refuse('not_found');
      return undefined;
    },
  });
}

function readerOf({ userId, memberNo, role }: Session, now: Date): AnnouncementReader {
  return { userId, memberNo, audience: audienceOf(role), now };
}
