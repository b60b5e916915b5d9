/** The logs as files: the rows of the lists under the same filter and in the same order. */
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell } from '#foundation/server/sheets/sheet.ts';
import { auditActions } from '#features/audit-actions.ts';
import { LogFilter } from '../contract.ts';
import { logColumns } from '../log-columns.ts';
import { logTitles } from '../log-titles.ts';
import { OperatorLogFilter } from '../operator-contract.ts';
import { allLogQuery } from './operator-calls.ts';
import { type AllLogRow, allLogRows, countAllLog, countLog, type LogRow, logRows } from './store.ts';
import { logQuery } from './calls.ts';

export function logExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'session',
    filter: LogFilter.omit({ page: true, limit: true }),
    list({ session, language, timeZone }, { order, ...filter }) {
      const translate = (name: keyof typeof logColumns) => formatPhrase(logColumns[name], language);
      const query = logQuery(session.userId, filter);
      const cells = (row: LogRow): Cell[] => [
        row.createdAt,
        formatPhrase(auditActions[row.action], language),
        row.object,
        row.ip,
        row.device,
        translate(row.result),
      ];
      return {
        title: formatPhrase(logTitles.operation_log, language),
        columns: [
          {
            header: formatPhrase(logColumns.in_zone, language, { column: translate('time'), zone: timeZone }),
            kind: 'time',
          },
          ...(['action', 'object', 'ip', 'device', 'result'] as const).map((name) => ({
            header: translate(name),
            kind: 'text' as const,
          })),
        ],
        count: () => countLog(db, query),
        async *batches() {
          for await (const rows of cursorBatches(db, logRows(query, order))) yield rows.map(cells);
        },
      };
    },
  });
}

/** The log of all users, for operators. */
export function allLogExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'audit.view',
    filter: OperatorLogFilter.omit({ page: true, limit: true }),
    async list({ language, timeZone, now }, { order, sort: _sort, ...filter }) {
      const translate = (name: keyof typeof logColumns) => formatPhrase(logColumns[name], language);
      const { query } = await allLogQuery(db, filter, now);
      const cells = (row: AllLogRow): Cell[] => [
        row.createdAt,
        row.username ?? translate('platform'),
        row.memberNo?.toString() ?? '',
        formatPhrase(auditActions[row.action], language),
        row.object,
        row.ip,
        row.device,
        translate(row.result),
      ];
      return {
        title: formatPhrase(logTitles.audit_log, language),
        columns: [
          {
            header: formatPhrase(logColumns.in_zone, language, { column: translate('time'), zone: timeZone }),
            kind: 'time',
          },
          ...(['who', 'member', 'action', 'object', 'ip', 'device', 'result'] as const).map((name) => ({
            header: translate(name),
            kind: 'text' as const,
          })),
        ],
        count: async () => (query ? countAllLog(db, query, MAX_EXPORTED_ROWS + 1) : 0),
        async *batches() {
          if (!query) return;
          for await (const rows of cursorBatches(db, allLogRows(query, order))) yield rows.map(cells);
        },
      };
    },
  });
}
