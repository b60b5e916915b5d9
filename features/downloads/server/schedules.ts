/** Starts the files of schedules that are due: of the last period that has ended and is complete, and each period once. */
import { randomUUID } from 'node:crypto';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type ExportKindName, exportKinds } from '#features/export-kinds.ts';
import { fileNameOf } from '#features/exports/file-names.ts';
import type { ExportKind } from '#features/exports/server/kind.ts';
import { writers } from '#features/exports/server/writing.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { completeAt, nextRun, periodBefore } from '../rules.ts';
import { formatOf, kindOf } from './file-writing.ts';
import { fileQueue } from './queues.ts';
import { insertDownload, lockDueSchedule, type ScheduleRecord, updateScheduleRun } from './store.ts';
import { hintChanged } from './verbs.ts';

export interface SchedulingDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  queue: Pick<JobQueue, 'send'>;
  kinds: Readonly<Record<ExportKindName, ExportKind>>;
  actingUser(userId: bigint): Promise<Session | undefined>;
}

export async function startDueFiles(deps: SchedulingDeps): Promise<void> {
  const { timeZone } = await deps.platform.settings();
  const now = deps.clock.now();
  while (await deps.db.transaction((tx) => startOne(deps, tx, now, timeZone))) continue;
}

/** Returns whether there was one. */
async function startOne(deps: SchedulingDeps, tx: Tx, now: Date, timeZone: string): Promise<boolean> {
  const schedule = await lockDueSchedule(tx, now);
  if (!schedule) return false;
  const wholeAt = completeAt(periodBefore(schedule.every, now, timeZone));
  if (now < wholeAt) {
    await updateScheduleRun(tx, schedule.scheduleId, { nextAt: wholeAt, lastAt: null });
    return true;
  }
  const nextAt = nextRun(schedule.every, schedule.at, now, timeZone);
  const isStarted = await startFile(deps, tx, schedule, now, timeZone);
  await updateScheduleRun(tx, schedule.scheduleId, { nextAt, lastAt: isStarted ? now : null });
  return true;
}

async function startFile(
  { queue, kinds, actingUser }: SchedulingDeps,
  tx: Tx,
  schedule: ScheduleRecord,
  now: Date,
  timeZone: string,
): Promise<boolean> {
  const { scheduleId, userId, memberNo, kind, language, notifyUrl } = schedule;
  const wanted = exportKinds.find((name) => name === kind);
  const periodField = kindOf(kinds, kind)?.periodField;
  if (wanted === undefined || periodField === undefined || (await actingUser(userId))?.memberNo !== memberNo)
    return false;
  const { from, to } = periodBefore(schedule.every, now, timeZone);
  const filter = { ...schedule.filter, [periodField]: { from: from.toISOString(), to: to.toISOString() } };
  const downloadId = randomUUID();
  const format = formatOf(schedule.format);
  const isNew = await insertDownload(tx, {
    downloadId,
    userId,
    memberNo,
    kind,
    name: fileNameOf({ kind: wanted, filter, format, now, timeZone }),
    format,
    contentType: writers[format].contentType,
    language,
    filter,
    asOf: to,
    rows: null,
    createdAt: now,
    scheduleId,
    periodFrom: from,
    notifyUrl,
  });
  if (!isNew) return false;
  await queue.send(fileQueue, { downloadId }, { id: downloadId, singletonKey: userId.toString(), tx });
  await hintChanged(tx, userId);
  return true;
}
