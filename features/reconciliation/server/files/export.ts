/** Upstreams' statements and how they are read as files: the rows of their lists under the same filter, in the same order. */
import { z } from 'zod';
import { type ExportContext, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import { FileFilter, type StatementFile, type UpstreamMapping } from '../../contract.ts';
import { formatText } from '../../format-text.ts';
import { mappingWords } from '../../mapping-screen-words.ts';
import { reconciliationWords } from '../../screen-words.ts';
import { fileRows, mappingRows, type StatementListDeps } from './calls.ts';
import { countFiles } from './store.ts';

function wordsIn({ language }: ExportContext): (name: keyof typeof reconciliationWords) => string {
  return (name) => formatPhrase(reconciliationWords[name], language);
}

export function statementFileExport(deps: StatementListDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'reconciliation.view',
    filter: FileFilter.omit({ page: true, limit: true }),
    list(context, filter) {
      const t = wordsIn(context);
      const { text, amount, time } = columnsFor<StatementFile>(context);
      return listFile({
        title: t('part_files'),
        columns: [
          text(reconciliationWords.day, ({ day }) => day),
          text(reconciliationWords.upstream, ({ upstream }) => upstream),
          text(reconciliationWords.state, ({ state }) => t(`file_${state}`)),
          text(reconciliationWords.rows, ({ rows }) => String(rows)),
          amount(reconciliationWords.opening, ({ opening }) => opening),
          amount(reconciliationWords.closing, ({ closing }) => closing),
          text(reconciliationWords.file_name, ({ name }) => name),
          text(reconciliationWords.format, ({ format }) => formatText(t, format)),
          text(reconciliationWords.uploaded_by, ({ by }) => by ?? t('by_connector')),
          time(reconciliationWords.uploaded_at, ({ uploadedAt }) => uploadedAt),
        ],
        count: () => countFiles(deps.db, filter),
        batches: () =>
          pageBatches<StatementFile>(deps.db, (on, { limit, offset }) =>
            fileRows(deps, on, { ...filter, limit, page: 1 + offset / limit }),
          ),
      });
    },
  });
}

export function mappingExport(deps: StatementListDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'reconciliation.view',
    filter: z.strictObject({}),
    list(context) {
      const { language } = context;
      const { text, time } = columnsFor<UpstreamMapping>(context);
      return listFile({
        title: wordsIn(context)('part_mappings'),
        columns: [
          text(reconciliationWords.upstream, ({ name }) => name),
          text(mappingWords.version, ({ version }) => (version === 0 ? null : String(version))),
          text(mappingWords.format, ({ mapping }) =>
            mapping === null ? null : formatPhrase(mappingWords[`format_${mapping.format}`], language),
          ),
          text(mappingWords.saved_by, ({ savedBy }) => savedBy),
          time(mappingWords.saved_at, ({ savedAt }) => savedAt),
        ],
        count: async () => (await mappingRows(deps)).length,
        async *batches() {
          yield await mappingRows(deps);
        },
      });
    },
  });
}
