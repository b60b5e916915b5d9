/** Returns a list as a file. Rows are read while the file is written, at the speed of the client. */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { StreamedFile } from '#foundation/core/calls.ts';
import { isRoleAllowed } from '#foundation/core/session.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { startedBatches } from '#foundation/server/sheets/sheet-pieces.ts';
import { asXlsx, XLSX_TYPE } from '#foundation/server/sheets/sheet-xlsx.ts';
import { asCsv, CSV_TYPE, type Sheet } from '#foundation/server/sheets/sheet.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import { exportCalls } from '../contract.ts';
import { type ExportFormat, exportLimit, MAX_EXPORTED_ROWS, MAX_EXPORTS_AT_ONCE } from '../rules.ts';
import type { ExportKind } from './kind.ts';

export interface ExportCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  kinds: Readonly<Record<ExportKindName, ExportKind>>;
}

const writers: Readonly<Record<ExportFormat, { contentType: string; write(sheet: Sheet): StreamedFile['pieces'] }>> = {
  xlsx: { contentType: XLSX_TYPE, write: asXlsx },
  csv: { contentType: CSV_TYPE, write: asCsv },
};

export function exportHandlers({ db, platform, kinds }: ExportCallDeps): ServedContract {
  const slots = { taken: 0 };
  return handlers(exportCalls, {
    async '/user/export'({ session, language, now, refuse, wrongField }, { kind, format, filter }) {
      if (!isRoleAllowed(kinds[kind].who, session.role)) refuse('not_found');
      const { timeZone } = await platform.settings();
      const list = await kinds[kind].open({ session, language, now, timeZone }, filter);
      if ('word' in list)
        return wrongField(['filter', ...(list.field === '' ? [] : [list.field])].join('.'), list.word, list.values);
      const attempt = await takeAttempt(db.kysely, exportLimit, session.userId.toString(), now);
      if (!attempt.allowed) refuse('export_limit', { minutes: Math.ceil(attempt.waitMs / 60_000) });
      if ((await list.count()) > MAX_EXPORTED_ROWS) refuse('export_too_large', { most: MAX_EXPORTED_ROWS });
      if (slots.taken >= MAX_EXPORTS_AT_ONCE) refuse('export_busy');
      const batches = await startedBatches(holdingSlot(slots, list.batches()));
      const { contentType, write } = writers[format];
      const fileName = `${kind}-${dayOf(now, timeZone)}.${format}`;
      const { title, about, columns } = list;
      return { contentType, fileName, pieces: write({ title, about, columns, timeZone, batches }) };
    },
  });
}

/** Holds a slot from the first batch until the last, or until the client is gone. */
async function* holdingSlot<Batch>(
  slots: { taken: number },
  batches: AsyncGenerator<Batch, void>,
): AsyncGenerator<Batch, void> {
  slots.taken += 1;
  try {
    return yield* batches;
  } finally {
    slots.taken -= 1;
  }
}
