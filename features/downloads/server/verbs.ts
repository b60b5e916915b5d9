/** Public API of the downloads feature: files that jobs write, and files that other features hand in. */
import { createHash, randomUUID } from 'node:crypto';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Language } from '#foundation/core/words.ts';
import type { FileJobs } from '#features/exports/server/calls.ts';
import { writers } from '#features/exports/server/writing.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { DOWNLOADS_KEPT_MS, fileNameOf, MAX_UNFINISHED } from '../rules.ts';
import { storedPieces } from './pieces.ts';
import { fileQueue } from './queues.ts';
import {
  countDownloads,
  deletePieces,
  insertDownload,
  insertPiece,
  lockDownloadsOf,
  updateReady,
  updateStoring,
} from './store.ts';

export interface DownloadVerbs extends FileJobs {
  /**
   * Stores a finished file of a user, who finds it under Downloads for seven days. A file that is stored already stays
   * as it is, so whoever died after this call can make it again. If `pieces` throws, nothing is kept.
   */
  store(file: StoredFile, pieces: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface StoredFile {
  /** A UUID. The same one names the same file. */
  downloadId: string;
  userId: bigint;
  memberNo: bigint | null;
  /** What it is, as a name that the console knows. */
  kind: string;
  /** The file's name with its ending: letters, digits, dots and hyphens. */
  name: string;
  format: string;
  contentType: string;
  language: Language;
  rows: number;
  /** What the file is about, in the fields of a list's filter. */
  filter?: Readonly<Record<string, unknown>>;
}

export interface DownloadDeps {
  db: Database;
  clock: Clock;
  queue: JobQueue;
}

export function downloadVerbs({ db, clock, queue }: DownloadDeps): DownloadVerbs {
  return {
    async start({ session, kind, format, filter, rows, language, timeZone, now }) {
      const downloadId = randomUUID();
      return db.transaction(async (tx) => {
        await lockDownloadsOf(tx, session.userId);
        const { unfinished } = await countDownloads(tx, session.userId);
        if (unfinished >= MAX_UNFINISHED) return { most: MAX_UNFINISHED };
        await insertDownload(tx, {
          downloadId,
          userId: session.userId,
          memberNo: session.memberNo,
          kind,
          name: fileNameOf(kind, [dayOf(now, timeZone)], format),
          format,
          contentType: writers[format].contentType,
          language,
          filter,
          asOf: now,
          rows: BigInt(rows),
          createdAt: now,
        });
        await queue.send(fileQueue, { downloadId }, { id: downloadId, singletonKey: session.userId.toString(), tx });
        await hintChanged(tx, session.userId);
        return { downloadId };
      });
    },
    async store({ rows, filter = {}, ...file }, pieces) {
      const { downloadId, userId } = file;
      const runId = randomUUID();
      const hash = createHash('sha256');
      const createdAt = clock.now();
      const isOurs = await db.transaction(async (tx) => {
        await insertDownload(tx, { ...file, filter, asOf: createdAt, rows: BigInt(rows), createdAt }, 'storing');
        if (!(await updateStoring(tx, downloadId, runId))) return false;
        await deletePieces(tx, downloadId);
        return true;
      });
      if (!isOurs) return;
      const taken = (): Error => new Error(`the file ${downloadId} is stored by another run`);
      let pieceNo = 0;
      for await (const bytes of storedPieces(pieces)) {
        hash.update(bytes);
        if (!(await insertPiece(db.kysely, { downloadId, runId, pieceNo, bytes, rowsDone: 0n }))) throw taken();
        pieceNo += 1;
      }
      await db.transaction(async (tx) => {
        const at = clock.now();
        const expiresAt = new Date(at.getTime() + DOWNLOADS_KEPT_MS);
        const ended = { downloadId, runId, contentHash: hash.digest(), rows: BigInt(rows), at, expiresAt };
        if (!(await updateReady(tx, ended))) throw taken();
        await hintChanged(tx, userId);
      });
    },
  };
}

export function hintChanged(tx: Tx, userId: bigint): Promise<void> {
  return hintOnCommit(tx, { memberNo: null, userId, event: 'download.changed' });
}
