/** Announcements as a file: the rows of their list under the same filter, in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { countWritten, listWritten, type WrittenAnnouncement } from '#features/platform/server/announcing.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { OperatorAnnouncementFilter, type OperatorAnnouncementRow } from '../../announcement-contract.ts';
import { announcementWords } from '../../announcement-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { rowOf } from './calls.ts';

export function announcementExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'announcements.view',
    filter: OperatorAnnouncementFilter.omit({ page: true, limit: true }),
    list(context, { q = '', state, audience, order }) {
      const { language, now } = context;
      const query = { text: q, state, audience };
      const word = (name: keyof typeof announcementWords): string => formatPhrase(announcementWords[name], language);
      const audienceOf = (row: OperatorAnnouncementRow): string =>
        row.audience === 'named'
          ? formatPhrase(announcementWords.named, language, { count: row.named })
          : word(`audience_${row.audience}`);
      const { text, time } = columnsFor<OperatorAnnouncementRow>(context);
      return listFile({
        title: formatPhrase(operatorTitles.announcements, language),
        columns: [
          text(announcementWords.title, ({ title }) => title),
          text(announcementWords.state, ({ phase }) => word(`phase_${phase}`)),
          text(announcementWords.audience, audienceOf),
          time(announcementWords.shown_from, ({ from }) => from),
          time(announcementWords.shown_until, ({ until }) => until),
          text(announcementWords.readers, ({ readers }) => String(readers)),
          text(announcementWords.languages, ({ languages }) => languages.join(' ')),
          text(announcementWords.changed_by, ({ changedBy }) => changedBy ?? word('platform')),
          time(announcementWords.changed, ({ changedAt }) => changedAt),
        ],
        count: () => countWritten(db, query),
        async *batches() {
          for await (const found of pageBatches<WrittenAnnouncement>(db, (on, place) =>
            listWritten(on, query, { order, ...place }),
          ))
            yield found.map((one) => rowOf(one, language, now));
        },
      });
    },
  });
}
