/**
 * Writes one file for a user who does not wait for it: reads the list at a pace that leaves the processor and the
 * database to others, and stores the file in pieces. A repeated run starts the file again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type ExportKindName, exportKinds } from '#features/export-kinds.ts';
import { type ExportFormat, exportFormats, isBankFormat, MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, hasList } from '#features/exports/server/kind.ts';
import { writers } from '#features/exports/server/writing.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import type { JobQueue, QueuedJob } from '#foundation/server/jobs/queue.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { DOWNLOADS_KEPT_MS } from '../rules.ts';
import type { DownloadFault } from '../words.ts';
import { storedPieces } from './pieces.ts';
import { reportQueue } from './queues.ts';
import {
  deletePieces,
  type Download,
  insertPiece,
  updateBegun,
  updateCounted,
  updateEnded,
  updateReady,
  updateWaiting,
} from './store.ts';
import { endFile, hintChanged } from './verbs.ts';

export interface FileWritingDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  platform: Pick<PlatformVerbs, 'settings'>;
  notices: Pick<NoticeVerbs, 'add'>;
  queue: Pick<JobQueue, 'send'>;
  kinds: Readonly<Record<ExportKindName, ExportKind>>;
  /** The user as a session of theirs would be now; undefined if they can't log in. */
  actingUser(userId: bigint): Promise<Session | undefined>;
}

/** The file is no longer this run's: cancelled, or begun again by another process. */
class FileTaken extends Error {}

/** A fault that another run would meet too. */
class FileRefused extends Error {
  readonly fault: DownloadFault;

  constructor(fault: DownloadFault) {
    super(`the file is refused: ${fault}`);
    this.fault = fault;
  }
}

export async function writeFile(
  deps: FileWritingDeps,
  { data: { downloadId }, isLastRun, signal }: QueuedJob<{ downloadId: string }>,
): Promise<void> {
  const { db, log } = deps;
  const runId = randomUUID();
  const download = await db.transaction(async (tx) => {
    const begun = await updateBegun(tx, downloadId, runId);
    if (!begun) return undefined;
    await deletePieces(tx, downloadId);
    await hintChanged(tx, begun.userId);
    return begun;
  });
  if (!download) return;
  try {
    const written = await writePieces(deps, download, runId, signal);
    await db.transaction((tx) => finish(deps, tx, { ...written, downloadId, runId }));
  } catch (error) {
    if (error instanceof FileTaken) return;
    if (error instanceof FileRefused)
      return db.transaction((tx) => failFile(deps, tx, { downloadId, runId }, error.fault));
    if (signal.aborted) {
      await updateWaiting(db, downloadId, runId);
      throw error;
    }
    log.error({ err: error, downloadId, kind: download.kind }, 'a file could not be written');
    if (isLastRun) await db.transaction((tx) => failFile(deps, tx, { downloadId, runId }, 'broken'));
    else await updateWaiting(db, downloadId, runId);
    throw error;
  }
}

async function writePieces(
  { db, platform, kinds, actingUser }: FileWritingDeps,
  download: Download,
  runId: string,
  signal: AbortSignal,
): Promise<{ contentHash: Buffer; rows: bigint }> {
  const { downloadId } = download;
  const session = await actingUser(download.userId);
  const kind = kindOf(kinds, download.kind);
  if (!session || session.memberNo !== download.memberNo || !kind || !hasList(kind, session))
    throw new FileRefused('not_allowed');
  const { timeZone } = await platform.settings();
  const format = formatOf(download.format);
  const { language, asOf: now } = download;
  const list = await kind.open({ session, language, now, timeZone, format }, download.filter);
  if ('word' in list || (isBankFormat(format) && !list.bank)) throw new FileRefused('filter_refused');
  const count = await list.count();
  if (count > MAX_EXPORTED_ROWS) throw new FileRefused('too_large');
  await updateCounted(db, downloadId, runId, BigInt(count));
  const read = { rows: 0 };
  const batches = paced(list.batches(), read, signal);
  const { write } = writers[format];
  const hash = createHash('sha256');
  let pieceNo = 0;
  for await (const bytes of storedPieces(write({ ...list, timeZone, batches }))) {
    signal.throwIfAborted();
    hash.update(bytes);
    if (!(await insertPiece(db, { downloadId, runId, pieceNo, bytes, rowsDone: BigInt(read.rows) })))
      throw new FileTaken();
    pieceNo += 1;
  }
  return { contentHash: hash.digest(), rows: BigInt(read.rows) };
}

/** Rows that are handed on before others get their turn. */
const SLICE_ROWS = 100;
/** Of the time that a slice took, how long the next one waits. */
const REST = 1;
const MAX_REST_MS = 250;

/** Hands rows on in small slices, and rests after each as long as it took to read and write it. */
async function* paced<Row>(
  batches: AsyncIterable<readonly Row[]>,
  read: { rows: number },
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void> {
  let began = performance.now();
  for await (const batch of batches)
    for (let from = 0; from < batch.length; from += SLICE_ROWS) {
      signal.throwIfAborted();
      const rows = batch.slice(from, from + SLICE_ROWS);
      read.rows += rows.length;
      yield rows;
      await pause(Math.min(MAX_REST_MS, Math.ceil((performance.now() - began) * REST)));
      began = performance.now();
    }
}

async function finish(
  deps: FileWritingDeps,
  tx: Tx,
  written: { downloadId: string; runId: string; contentHash: Buffer; rows: bigint },
): Promise<void> {
  const at = deps.clock.now();
  const ready = await updateReady(tx, { ...written, at, expiresAt: new Date(at.getTime() + DOWNLOADS_KEPT_MS) });
  if (!ready) throw new FileTaken();
  if (ready.notifyUrl !== null) await deps.queue.send(reportQueue, { downloadId: ready.downloadId }, { tx });
  await tell(deps, tx, ready, 'download_ready', at);
}

/** Ends a file that will not be written, unless it is no longer this run's. */
export async function failFile(
  deps: Pick<FileWritingDeps, 'clock' | 'notices' | 'platform'>,
  tx: Tx,
  { downloadId, runId = null }: { downloadId: string; runId?: string | null },
  fault: DownloadFault,
): Promise<void> {
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + DOWNLOADS_KEPT_MS);
  const failed = await updateEnded(tx, { downloadId, runId, state: 'failed', fault, at, expiresAt });
  if (!failed) return;
  await deletePieces(tx, downloadId);
  await tell(deps, tx, failed, 'download_failed', at);
}

async function tell(
  { notices, platform }: Pick<FileWritingDeps, 'notices' | 'platform'>,
  tx: Tx,
  { userId, name }: Download,
  kind: 'download_ready' | 'download_failed',
  at: Date,
): Promise<void> {
  await notices.add(tx, { userId, kind, values: { name }, bellOnly: true, at });
  await endFile(tx, userId, (await platform.settings()).downloadsKept);
}

/** The kind of a stored row, which an older or younger version can have written. */
export function kindOf(kinds: Readonly<Record<ExportKindName, ExportKind>>, name: string): ExportKind | undefined {
  const found = exportKinds.find((kind) => kind === name);
  return found && kinds[found];
}

export function formatOf(name: string): ExportFormat {
  const found = exportFormats.find((format) => format === name);
  if (!found) throw new Error(`the format ${name} is not known`);
  return found;
}
