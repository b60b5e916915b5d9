/**
 * Returns a list as a file. Rows are read while the file is written, at the speed of the client. A list of many rows is
 * left to a job.
 */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { startedBatches } from '#foundation/server/sheets/sheet-pieces.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import { exportCalls } from '../contract.ts';
import { fileNameOf } from '../file-names.ts';
import { type ExportFormat, exportLimit, MAX_EXPORTED_ROWS, MAX_EXPORTS_AT_ONCE, isBankFormat } from '../rules.ts';
import { type ExportKind, hasList, type WrongFilter } from './kind.ts';
import { writers } from './writing.ts';

/** A list that a job writes. */
export interface WantedFile {
  session: Session;
  kind: ExportKindName;
  format: ExportFormat;
  /** Accepted by the list. */
  filter: Readonly<Record<string, unknown>>;
  rows: number;
  language: Language;
  timeZone: string;
  now: Date;
}

/** What the downloads feature, which builds on this one, provides. */
export interface FileJobs {
  /** Returns the file's id, or how many the user has at most if that many are unfinished. */
  start(wanted: WantedFile): Promise<{ downloadId: string } | { most: number }>;
}

export interface ExportCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  kinds: Readonly<Record<ExportKindName, ExportKind>>;
  downloads: FileJobs;
}

export function exportHandlers({ db, platform, kinds, downloads }: ExportCallDeps): ServedContract {
  const slots = { taken: 0 };
  return handlers(exportCalls, {
    async '/user/export/quote'({ session, language, now, refuse, wrongField }, { kind, format, filter }) {
      if (!hasList(kinds[kind], session)) refuse('not_found');
      const { timeZone, exportJobFrom } = await platform.settings();
      const list = await kinds[kind].open({ session, language, now, timeZone, format }, filter);
      if ('word' in list) return wrongField(faultyField(list), list.word, list.values);
      const rows = await list.count();
      return {
        rows,
        columns: list.columns.length,
        fileName: fileNameOf({ kind, filter, format, now, timeZone }),
        background: rows > exportJobFrom,
        tooLarge: rows > MAX_EXPORTED_ROWS,
      };
    },

    async '/user/export'({ session, language, now, refuse, wrongField }, { kind, format, filter }) {
      if (!hasList(kinds[kind], session)) refuse('not_found');
      const { timeZone, exportJobFrom } = await platform.settings();
      const list = await kinds[kind].open({ session, language, now, timeZone, format }, filter);
      if ('word' in list) return wrongField(faultyField(list), list.word, list.values);
      if (isBankFormat(format) && !list.bank) return wrongField('format', 'format_whole');
      const attempt = await takeAttempt(db, exportLimit, session.userId.toString(), now);
      if (!attempt.allowed) refuse('export_limit', { minutes: Math.ceil(attempt.waitMs / 60_000) });
      const rows = await list.count();
      if (rows > MAX_EXPORTED_ROWS) refuse('export_too_large', { most: MAX_EXPORTED_ROWS });
      if (rows > exportJobFrom) {
        const started = await downloads.start({ session, kind, format, filter, rows, language, timeZone, now });
        return 'most' in started ? refuse('downloads_waiting', started) : started;
      }
      if (slots.taken >= MAX_EXPORTS_AT_ONCE) refuse('export_busy');
      const batches = await startedBatches(holdingSlot(slots, list.batches()));
      const { contentType, write } = writers[format];
      const fileName = fileNameOf({ kind, filter, format, now, timeZone });
      return { contentType, fileName, pieces: write({ ...list, timeZone, batches }) };
    },
  });
}

function faultyField({ field }: WrongFilter): string {
  return ['filter', ...(field === '' ? [] : [field])].join('.');
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
