/** Tables `downloads`, `download_pieces` and `schedules`. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { StoredFile } from '#features/exports/server/stored-file.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { DownloadFault } from '../words.ts';
import type { DownloadState, ScheduleStep } from '../rules.ts';

export interface NewDownload extends Omit<StoredFile, 'rows'> {
  filter: Readonly<Record<string, unknown>>;
  asOf: Date;
  rows: bigint | null;
  createdAt: Date;
  scheduleId?: string;
  periodFrom?: Date;
  notifyUrl?: string | null;
}

export interface Download extends Pick<NewDownload, Exclude<keyof StoredFile, 'rows'> | 'asOf' | 'rows'> {
  state: DownloadState;
  fault: DownloadFault | null;
  rowsDone: bigint;
  size: bigint;
  contentHash: Buffer | null;
  scheduleId: string | null;
  periodFrom: Date | null;
  notifyUrl: string | null;
  reportedAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
}

const columns = sql`
  download_id as "downloadId", user_id as "userId", member_no as "memberNo", kind, name, format, content_type as "contentType", language, filter, as_of as "asOf",
  state, fault, row_count as "rows", rows_done as "rowsDone", size, content_hash as "contentHash", schedule_id as "scheduleId", period_from as "periodFrom",
  notify_url as "notifyUrl", reported_at as "reportedAt", created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

/** Returns false if there is this file already, or the schedule has one of this period. */
export async function insertDownload(
  on: Queryable,
  download: NewDownload,
  state: 'waiting' | 'storing' = 'waiting',
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into downloads (download_id, user_id, member_no, kind, name, format, content_type, language, filter, as_of, state, row_count, schedule_id, period_from, notify_url, created_at)
    values (${download.downloadId}, ${download.userId}, ${download.memberNo}, ${download.kind}, ${download.name}, ${download.format}, ${download.contentType},
      ${download.language}, ${JSON.stringify(download.filter)}::jsonb, ${download.asOf}, ${state}, ${download.rows}, ${download.scheduleId ?? null},
      ${download.periodFrom ?? null}, ${download.notifyUrl ?? null}, ${download.createdAt})
    on conflict do nothing`.execute(on);
  return rowCount === 1;
}

export async function selectDownload(on: Queryable, downloadId: string): Promise<Download | undefined> {
  const { rows } =
    await sql<Download>`select ${columns} from downloads where download_id = ${downloadId} and state <> 'storing'`.execute(
      on,
    );
  return rows[0];
}

export async function selectDownloads(
  on: Queryable,
  userId: bigint,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<Download[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<Download>`
    select ${columns} from downloads where user_id = ${userId} and state <> 'storing'
    order by created_at ${direction}, download_id ${direction} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

export async function countDownloads(on: Queryable, userId: bigint): Promise<{ total: bigint; unfinished: bigint }> {
  const { rows } = await sql<{ total: bigint; unfinished: bigint }>`
    select count(*) as total, count(*) filter (where state in ('waiting', 'running')) as unfinished
    from downloads where user_id = ${userId} and state <> 'storing'`.execute(on);
  return rows[0] ?? { total: 0n, unfinished: 0n };
}

/** Makes the files of a user begin one after the other, so that the bound holds. */
export async function lockDownloadsOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('downloads ' || ${userId}::text, 0))`.execute(tx);
}

/** Takes the file for a new run, which writes it from its beginning. Undefined if it is cancelled or ended. */
export async function updateBegun(tx: Tx, downloadId: string, runId: string): Promise<Download | undefined> {
  const { rows } = await sql<Download>`
    update downloads set state = 'running', run_id = ${runId}, rows_done = 0, size = 0
    where download_id = ${downloadId} and state in ('waiting', 'running') returning ${columns}`.execute(tx);
  return rows[0];
}

export async function deletePieces(on: Queryable, downloadId: string): Promise<void> {
  await sql`delete from download_pieces where download_id = ${downloadId}`.execute(on);
}

export async function updateCounted(on: Queryable, downloadId: string, runId: string, rows: bigint): Promise<void> {
  await sql`update downloads set row_count = ${rows} where download_id = ${downloadId} and run_id = ${runId}`.execute(
    on,
  );
}

export interface Piece {
  downloadId: string;
  runId: string;
  pieceNo: number;
  bytes: Uint8Array;
  rowsDone: bigint;
}

/** Returns false when the file is no longer this run's: cancelled, or begun again elsewhere. */
export async function insertPiece(
  on: Queryable,
  { downloadId, runId, pieceNo, bytes, rowsDone }: Piece,
): Promise<boolean> {
  const { rowCount } = await sql`
    with mine as (
      update downloads set rows_done = ${rowsDone}, size = size + ${bytes.length}
      where download_id = ${downloadId} and run_id = ${runId} and state in ('running', 'storing') returning download_id)
    insert into download_pieces (download_id, piece_no, bytes) select download_id, ${pieceNo}::int, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)}::bytea from mine`.execute(
    on,
  );
  return rowCount === 1;
}

/** Takes the file of another feature for a new run, which writes it from its beginning. Returns false if it is stored. */
export async function updateStoring(tx: Tx, downloadId: string, runId: string): Promise<boolean> {
  const { rowCount } = await sql`
    update downloads set run_id = ${runId}, size = 0 where download_id = ${downloadId} and state = 'storing'`.execute(
    tx,
  );
  return rowCount === 1;
}

export interface Ended {
  downloadId: string;
  runId: string;
  contentHash: Buffer;
  rows: bigint;
  at: Date;
  expiresAt: Date;
}

/** Undefined when the file is no longer this run's. */
export async function updateReady(
  tx: Tx,
  { downloadId, runId, contentHash, rows, at, expiresAt }: Ended,
): Promise<Download | undefined> {
  const { rows: found } = await sql<Download>`
    update downloads set state = 'ready', content_hash = ${contentHash}, row_count = ${rows}, rows_done = ${rows}, finished_at = ${at}, expires_at = ${expiresAt}
    where download_id = ${downloadId} and run_id = ${runId} and state in ('running', 'storing') returning ${columns}`.execute(
    tx,
  );
  return found[0];
}

/** Gives the file back: another run begins it. */
export async function updateWaiting(on: Queryable, downloadId: string, runId: string): Promise<void> {
  await sql`update downloads set state = 'waiting' where download_id = ${downloadId} and run_id = ${runId} and state = 'running'`.execute(
    on,
  );
}

/**
 * Ends an unfinished file: of this user if `userId` is given, of this run if `runId` is. Undefined if there is no such
 * unfinished file.
 */
export async function updateEnded(
  tx: Tx,
  {
    downloadId,
    userId = null,
    runId = null,
    state,
    fault = null,
    at,
    expiresAt,
  }: {
    downloadId: string;
    userId?: bigint | null;
    runId?: string | null;
    state: 'failed' | 'cancelled';
    fault?: DownloadFault | null;
    at: Date;
    expiresAt: Date;
  },
): Promise<Download | undefined> {
  const { rows } = await sql<Download>`
    update downloads set state = ${state}, fault = ${fault}, size = 0, finished_at = ${at}, expires_at = ${expiresAt}
    where download_id = ${downloadId} and state in ('waiting', 'running') and (${userId}::bigint is null or user_id = ${userId})
      and (${runId}::uuid is null or run_id = ${runId})
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function selectUnfinishedBefore(on: Queryable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ downloadId: string }>`
    select download_id as "downloadId" from downloads where state in ('waiting', 'running') and created_at < ${before} order by created_at limit 1000`.execute(
    on,
  );
  return rows.map(({ downloadId }) => downloadId);
}

/** One at a time: the pieces go with their file. Returns whose it was; undefined when nothing is left to delete. */
export async function deleteExpired(tx: Tx, now: Date, storedBefore: Date): Promise<{ userId: bigint } | undefined> {
  const { rows } = await sql<{ userId: bigint }>`
    delete from downloads where download_id = (
      select download_id from downloads where expires_at <= ${now} or (state = 'storing' and created_at < ${storedBefore}) limit 1 for update skip locked)
    returning user_id as "userId"`.execute(tx);
  return rows[0];
}

/** Deletes the files of a user that ended before the newest so many. */
export async function deleteBeyond(tx: Tx, userId: bigint, kept: number): Promise<void> {
  await sql`
    delete from downloads where download_id in (
      select download_id from downloads where user_id = ${userId} and finished_at is not null
      order by finished_at desc, download_id desc offset ${kept} for update skip locked)`.execute(tx);
}

export async function selectPiece(on: Queryable, downloadId: string, pieceNo: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{
    bytes: Buffer;
  }>`select bytes from download_pieces where download_id = ${downloadId} and piece_no = ${pieceNo}`.execute(on);
  return rows[0]?.bytes;
}

export async function updateReported(on: Queryable, downloadId: string, at: Date): Promise<void> {
  await sql`update downloads set reported_at = ${at} where download_id = ${downloadId}`.execute(on);
}

export interface ScheduleRecord {
  scheduleId: string;
  userId: bigint;
  memberNo: bigint | null;
  kind: string;
  format: string;
  filter: Readonly<Record<string, unknown>>;
  language: Language;
  every: ScheduleStep;
  /** `HH:MM`. */
  at: string;
  notifyUrl: string | null;
  nextAt: Date;
  lastAt: Date | null;
  createdAt: Date;
}

const scheduleColumns = sql`
  schedule_id as "scheduleId", user_id as "userId", member_no as "memberNo", kind, format, filter, language, every, to_char(at, 'HH24:MI') as "at",
  notify_url as "notifyUrl", next_at as "nextAt", last_at as "lastAt", created_at as "createdAt"`;

export async function selectSchedules(on: Queryable, userId: bigint): Promise<ScheduleRecord[]> {
  const { rows } = await sql<ScheduleRecord>`
    select ${scheduleColumns} from schedules where user_id = ${userId} order by created_at, schedule_id`.execute(on);
  return rows;
}

/** Makes the user's changes of schedules one after the other, so that the bound holds. */
export async function lockSchedulesOf(tx: Tx, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('schedules ' || ${userId}::text, 0))`.execute(tx);
}

export async function countSchedules(on: Queryable, userId: bigint): Promise<number> {
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) as count from schedules where user_id = ${userId}`.execute(on);
  return Number(rows[0]?.count ?? 0n);
}

export type SavedSchedule = Omit<ScheduleRecord, 'lastAt'>;

export async function insertSchedule(tx: Tx, schedule: SavedSchedule): Promise<void> {
  await sql`
    insert into schedules (schedule_id, user_id, member_no, kind, format, filter, language, every, at, notify_url, next_at, created_at)
    values (${schedule.scheduleId}, ${schedule.userId}, ${schedule.memberNo}, ${schedule.kind}, ${schedule.format}, ${JSON.stringify(schedule.filter)}::jsonb,
      ${schedule.language}, ${schedule.every}, ${schedule.at}::time, ${schedule.notifyUrl}, ${schedule.nextAt}, ${schedule.createdAt})`.execute(
    tx,
  );
}

/** Returns false if the user has no such schedule. */
export async function updateSchedule(tx: Tx, schedule: Omit<SavedSchedule, 'createdAt'>): Promise<boolean> {
  const { rowCount } = await sql`
    update schedules set kind = ${schedule.kind}, format = ${schedule.format}, filter = ${JSON.stringify(schedule.filter)}::jsonb, language = ${schedule.language},
      every = ${schedule.every}, at = ${schedule.at}::time, notify_url = ${schedule.notifyUrl}, next_at = ${schedule.nextAt}, member_no = ${schedule.memberNo}
    where schedule_id = ${schedule.scheduleId} and user_id = ${schedule.userId}`.execute(tx);
  return rowCount === 1;
}

export async function deleteSchedule(tx: Tx, scheduleId: string, userId: bigint): Promise<boolean> {
  const { rowCount } =
    await sql`delete from schedules where schedule_id = ${scheduleId} and user_id = ${userId}`.execute(tx);
  return rowCount === 1;
}

/** Locks one schedule that is due, which no other process works on. */
export async function lockDueSchedule(tx: Tx, now: Date): Promise<ScheduleRecord | undefined> {
  const { rows } = await sql<ScheduleRecord>`
    select ${scheduleColumns} from schedules where next_at <= ${now} order by next_at limit 1 for update skip locked`.execute(
    tx,
  );
  return rows[0];
}

export async function updateScheduleRun(
  tx: Tx,
  scheduleId: string,
  { nextAt, lastAt }: { nextAt: Date; lastAt: Date | null },
): Promise<void> {
  const last: Sql = lastAt === null ? sql`last_at` : sql`${lastAt}`;
  await sql`update schedules set next_at = ${nextAt}, last_at = ${last} where schedule_id = ${scheduleId}`.execute(tx);
}
