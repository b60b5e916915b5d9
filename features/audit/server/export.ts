/** Exports a user's log: all rows of `/user/logs` under the same filter and in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell } from '#foundation/server/sheets/sheet.ts';
import { auditActions } from '#features/audit-actions.ts';
import { LogFilter } from '../contract.ts';
import { logColumns } from '../log-columns.ts';
import { logTitles } from '../log-titles.ts';
import { countLog, type LogRow, logRows } from './store.ts';
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
        count: () => countLog(db.kysely, query),
        async *batches() {
          for await (const rows of cursorBatches(db, logRows(query, order))) yield rows.map(cells);
        },
      };
    },
  });
}
