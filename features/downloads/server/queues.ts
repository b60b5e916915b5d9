/** The queues of this feature. */
import type { Queue } from '#foundation/server/jobs/queue.ts';
import { FILE_RETRIES, REPORT_RETRIES } from '../rules.ts';

const HOUR_MS = 3_600_000;

/** One file per user at a time: jobs carry the user as their key. */
export const fileQueue: Queue<{ downloadId: string }> = {
  name: 'download-files',
  retries: FILE_RETRIES,
  expiresAfterMs: 6 * HOUR_MS,
};

export const reportQueue: Queue<{ downloadId: string }> = {
  name: 'download-reports',
  retries: REPORT_RETRIES,
  expiresAfterMs: HOUR_MS / 12,
};
