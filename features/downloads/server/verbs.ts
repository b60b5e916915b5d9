/** Public API of the downloads feature: files that jobs write, and files that other features hand in. */
import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import { fileNameOf } from '#features/exports/file-names.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { FileJobs } from '#features/exports/server/calls.ts';
import type { FileKeeper } from '#features/exports/server/stored-file.ts';
import { writers } from '#features/exports/server/writing.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { DOWNLOADS_KEPT_MS, MAX_UNFINISHED } from '../rules.ts';
import { storedPieces } from './pieces.ts';
import { fileQueue } from './queues.ts';
import {
  countDownloads,
  deletePieces,
  deleteBeyond,
  insertDownload,
  insertPiece,
  lockDownloadsOf,
  updateReady,
  updateStoring,
} from './store.ts';

export type DownloadVerbs = FileJobs & FileKeeper;

export interface DownloadDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  queue: JobQueue;
}

export function downloadVerbs({ db, clock, platform, queue }: DownloadDeps): DownloadVerbs {
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
          name: fileNameOf({ kind, filter, format, now, timeZone }),
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
      const { downloadsKept } = await platform.settings();
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
        if (!(await insertPiece(db, { downloadId, runId, pieceNo, bytes, rowsDone: 0n }))) throw taken();
        pieceNo += 1;
      }
      await db.transaction(async (tx) => {
        const at = clock.now();
        const expiresAt = new Date(at.getTime() + DOWNLOADS_KEPT_MS);
        const ended = { downloadId, runId, contentHash: hash.digest(), rows: BigInt(rows), at, expiresAt };
        if (!(await updateReady(tx, ended))) throw taken();
        await endFile(tx, userId, downloadsKept);
      });
    },
  };
}

/** What follows when a file of a user has ended: the oldest that are too many go, and open pages get a hint. */
export async function endFile(tx: Tx, userId: bigint, kept: number): Promise<void> {
  await deleteBeyond(tx, userId, kept);
  await hintChanged(tx, userId);
}

export function hintChanged(tx: Tx, userId: bigint): Promise<void> {
  return hintOnCommit(tx, { memberNo: null, userId, event: 'download.changed' });
}
