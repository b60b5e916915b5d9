/** Periodic work: starts due schedules, deletes what has expired, ends files whose job is lost. */
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import type { FileWritingDeps } from './file-writing.ts';
import { failFile } from './file-writing.ts';
import { fileQueue } from './queues.ts';
import { startDueFiles, type SchedulingDeps } from './schedules.ts';
import { deleteExpired, selectUnfinishedBefore } from './store.ts';
import { hintChanged } from './verbs.ts';

export type DownloadJobDeps = SchedulingDeps &
  Pick<FileWritingDeps, 'clock' | 'notices'> & { queue: Pick<JobQueue, 'send' | 'stateOf'> };

const MINUTE_MS = 60_000;
/** A feature that hands in a file takes less time, or has died. */
const STORING_MS = 60 * MINUTE_MS;

export function downloadJobs(deps: DownloadJobDeps): Job[] {
  return [
    { name: 'due schedules', everyMs: MINUTE_MS / 2, run: () => startDueFiles(deps) },
    { name: 'expired downloads', everyMs: 10 * MINUTE_MS, run: () => deleteExpiredFiles(deps) },
    { name: 'lost downloads', everyMs: MINUTE_MS, run: () => endLostFiles(deps) },
  ];
}

export async function deleteExpiredFiles({ db, clock }: Pick<DownloadJobDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const deleteOne = async (): Promise<boolean> =>
    db.transaction(async (tx) => {
      const deleted = await deleteExpired(tx, now, new Date(now.getTime() - STORING_MS));
      if (deleted) await hintChanged(tx, deleted.userId);
      return deleted !== undefined;
    });
  while (await deleteOne()) continue;
}

/** A process can die in a job's last run, and a restored database can lack its jobs. */
export async function endLostFiles(deps: DownloadJobDeps): Promise<void> {
  const { db, clock, queue } = deps;
  for (const downloadId of await selectUnfinishedBefore(db, new Date(clock.now().getTime() - MINUTE_MS))) {
    const state = await queue.stateOf(fileQueue, downloadId);
    if (state === 'waiting' || state === 'running') continue;
    await db.transaction((tx) => failFile(deps, tx, { downloadId }, 'broken'));
  }
}
