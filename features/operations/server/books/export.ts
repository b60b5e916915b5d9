/** The runs of the check of the books as a file: the rows of their list under the same filter, in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { BooksFilter } from '../../books-contract.ts';
import { booksWords } from '../../books-words.ts';

export interface BooksExportDeps {
  db: Database;
  ledger: Pick<LedgerVerbs, 'checkRuns'>;
}

type Run = Awaited<ReturnType<LedgerVerbs['checkRuns']>>['rows'][number];

export function booksExport({ db, ledger }: BooksExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'books.view',
    filter: BooksFilter.omit({ page: true, limit: true }),
    list(context, { kind }) {
      const { language } = context;
      const word = (name: keyof typeof booksWords, values = {}): string =>
        formatPhrase(booksWords[name], language, values);
      const resultOf = ({ endedAt, failed }: Run): string => {
        if (endedAt === null) return word('running');
        return failed.length === 0 ? word('passed') : word('failed', { count: failed.length });
      };
      const foundBy = ({ failed }: Run): string =>
        failed.map(({ check, promise, violations: [first = ''] }) => `${check}: ${promise}. ${first}`).join('\n');
      const { text, time } = columnsFor<Run>(context);
      return listFile({
        title: word('checks'),
        columns: [
          time(booksWords.started, ({ startedAt }) => startedAt),
          text(booksWords.kind, (run) => word(`kind_${run.kind}`)),
          text(booksWords.result, resultOf),
          text(booksWords.found, foundBy),
          text(booksWords.by, ({ askedBy }) => askedBy ?? word('by_job')),
          time(booksWords.ended, ({ endedAt }) => endedAt),
        ],
        count: async () => (await ledger.checkRuns({ kind, limit: 1, offset: 0 })).total,
        batches: () =>
          pageBatches<Run>(
            db,
            async (on, { limit, offset }) => (await ledger.checkRuns({ kind, limit, offset }, on)).rows,
          ),
      });
    },
  });
}
