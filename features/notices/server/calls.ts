/** Handlers of the notice calls: users read only their own. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { noticeCalls, type NoticeRow } from '../contract.ts';
import { noticeTexts } from '#features/notice-kinds.ts';
import {
  countNotices,
  type NoticeGroup,
  selectNoticeGroups,
  selectNotices,
  updateAllNoticesRead,
  updateNoticeGroupRead,
  updateNoticeRead,
} from './store.ts';

export function noticeHandlers({ db }: { db: Database }): ServedContract {
  return handlers(noticeCalls, {
    async '/notice/list'({ session, language }, { page, limit, order, grouped }) {
      const range = { userId: session.userId, order, limit, offset: (page - 1) * limit };
      const { total, unread } = await countNotices(db, session.userId);
      const found = grouped
        ? await selectNoticeGroups(db, range)
        : {
            groups: (await selectNotices(db, range)).map((notice) => ({ ...notice, count: 1 })),
            total: Number(total),
          };
      return {
        total: found.total,
        page,
        limit,
        list: found.groups.map((group) => rowOf(group, language)),
        extend: { unread: Number(unread) },
      };
    },

    async '/notice/read'({ session, now, refuse }, { id, group }) {
      if (id === 'all') {
        await updateAllNoticesRead(db, session.userId, now);
        return undefined;
      }
      const mark = group ? updateNoticeGroupRead : updateNoticeRead;
      return (await mark(db, session.userId, id, now)) ? undefined : refuse('not_found');
    },
  });
}

function rowOf({ noticeId, kind, values, createdAt, read, count }: NoticeGroup, language: Language): NoticeRow {
  const { subject } = values;
  return {
    id: noticeId.toString(),
    kind,
    text: formatPhrase(noticeTexts[kind], language, values),
    createdAt: createdAt.toISOString(),
    read,
    subject: typeof subject === 'string' ? subject : null,
    count,
  };
}
