/** The published versions of the routes as a file: the rows of their list, in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { VersionFilter } from '../../routing-contract.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { versionReason } from '../../version-reason.ts';
import { selectLatestVersion, selectVersions, type VersionRecord } from './store.ts';

export function versionExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'upstreams.view',
    filter: VersionFilter.omit({ page: true, limit: true }),
    list(context, { order }) {
      const { language } = context;
      const { text, time } = columnsFor<VersionRecord>(context);
      return listFile({
        title: formatPhrase(operatorRoutingWords.part_versions, language),
        columns: [
          text(operatorRoutingWords.version, ({ version }) => String(version)),
          time(operatorRoutingWords.published_at, ({ publishedAt }) => publishedAt),
          text(operatorRoutingWords.published_by, ({ publishedBy }) => publishedBy),
          text(operatorRoutingWords.reason, (row) =>
            versionReason((name, values) => formatPhrase(operatorRoutingWords[name], language, values), row),
          ),
        ],
        // Versions are numbered from 1 and stay.
        count: () => selectLatestVersion(db),
        batches: () =>
          pageBatches<VersionRecord>(db, (on, { limit, offset }) =>
            selectVersions(on, { newestFirst: order === 'desc', limit, offset }),
          ),
      });
    },
  });
}
