/** Handlers of the notice calls: users read only their own. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { noticeCalls } from '../contract.ts';
import { noticeTexts } from '#features/notice-kinds.ts';
import { countNotices, selectNotices, updateAllNoticesRead, updateNoticeRead } from './store.ts';

export function noticeHandlers({ db }: { db: Database }): ServedContract {
  return handlers(noticeCalls, {
    async '/notice/list'({ session, language }, { page, limit, order }) {
      const { total, unread } = await countNotices(db.kysely, session.userId);
      const found = await selectNotices(db.kysely, {
        userId: session.userId,
        order,
        limit,
        offset: (page - 1) * limit,
      });
      return {
        total: Number(total),
        page,
        limit,
        list: found.map(({ noticeId, kind, values, createdAt, read }) => ({
          id: noticeId.toString(),
          kind,
          text: formatPhrase(noticeTexts[kind], language, values),
          createdAt: createdAt.toISOString(),
          read,
        })),
        extend: { unread: Number(unread) },
      };
    },

    async '/notice/read'({ session, now, refuse }, { id }) {
      if (id === 'all') await updateAllNoticesRead(db.kysely, session.userId, now);
      else if (!(await updateNoticeRead(db.kysely, session.userId, id, now))) refuse('not_found');
      return undefined;
    },
  });
}
