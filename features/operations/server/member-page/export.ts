/** A member's money log, notes and history as files: the rows of the lists of its page under the same filter, in the same order. */
import { auditActions } from '#features/audit-actions.ts';
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { moneyLogFile } from '#features/ledger/server/export.ts';
import { numbersOfAll } from '#features/ledger/server/numbers.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches, pageBatches } from '#foundation/server/postgres/cursor.ts';
import { HistoryFilter, MemberMoneyFilter, NoteFilter } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { historyQueryOf, type PageReadingDeps } from './reading.ts';
import { countHistory, countNotes, type HistoryEntry, historyRows, type Note, selectNotes } from './store.ts';

export type MemberPageExportDeps = Pick<PageReadingDeps, 'db' | 'currency' | 'numbered'>;

export function memberMoneyExport({ numbered, ...deps }: MemberPageExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'members.view',
    filter: MemberMoneyFilter.omit({ page: true, limit: true }),
    list: (context, { memberNo, ...filter }) =>
      moneyLogFile({ ...deps, numbers: numbersOfAll(numbered) }, context, { ...filter, memberNo }),
  });
}

export function memberNoteExport({ db }: MemberPageExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'members.view',
    filter: NoteFilter.omit({ page: true, limit: true }),
    list(context, { memberNo, order }) {
      const { text, time } = columnsFor<Note>(context);
      return listFile({
        title: formatPhrase(memberPageWords.part_notes, context.language),
        columns: [
          text(memberPageWords.note, (note) => note.text),
          text(memberPageWords.by, ({ by }) => by),
          time(memberPageWords.time, ({ createdAt }) => createdAt),
        ],
        count: () => countNotes(db, memberNo),
        batches: () =>
          pageBatches<Note>(db, (on, { limit, offset }) => selectNotes(on, memberNo, { order, limit, offset })),
      });
    },
  });
}

export function memberHistoryExport({ db }: MemberPageExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'members.view',
    filter: HistoryFilter.omit({ page: true, limit: true }),
    list(context, { order, ...filter }) {
      const { language } = context;
      const query = historyQueryOf(filter);
      const word = (name: keyof typeof memberPageWords): string => formatPhrase(memberPageWords[name], language);
      const { text, time } = columnsFor<HistoryEntry>(context);
      return listFile<HistoryEntry>({
        title: word('part_history'),
        columns: [
          text(memberPageWords.what, ({ action }) => formatPhrase(auditActions[action], language)),
          text(memberPageWords.refused, ({ result }) => (result === 'refused' ? word('refused') : null)),
          text(memberPageWords.object, ({ object }) => object),
          text(memberPageWords.by, ({ by }) => by ?? word('platform')),
          text(memberPageWords.operator, ({ operator }) => (operator ? word('operator') : null)),
          text(memberPageWords.where, ({ ip, device }) =>
            [ip, device].filter((part) => part !== null && part !== '').join(' · '),
          ),
          time(memberPageWords.time, ({ createdAt }) => createdAt),
        ],
        count: () => countHistory(db, query, MAX_EXPORTED_ROWS + 1),
        batches: () => cursorBatches(db, historyRows(query, order)),
      });
    },
  });
}
