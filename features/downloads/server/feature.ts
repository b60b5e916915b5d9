/** What this feature hands to the server. */
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import { FILES_AT_ONCE } from '#foundation/server/postgres/connections.ts';
import { queueWork } from '#foundation/server/jobs/queue.ts';
import type { Feature } from '#foundation/server/feature.ts';
import { downloadCalls } from '../contract.ts';
import { scheduleCalls } from '../schedule-contract.ts';
import { type DownloadCallDeps, downloadHandlers } from './calls.ts';
import { type FileWritingDeps, writeFile } from './file-writing.ts';
import { type DownloadJobDeps, downloadJobs } from './jobs.ts';
import { fileQueue, reportQueue } from './queues.ts';
import { type ReportDeps, sendReport } from './reports.ts';
import { type ScheduleCallDeps, scheduleHandlers } from './schedule-calls.ts';

type WithUsers<Deps> = Omit<Deps, 'actingUser'> & { users: Pick<UserVerbs, 'actingUser'> };

export const downloadFeature = {
  name: 'downloads',
  contracts: [{ contract: downloadCalls }, { part: 'schedule', contract: scheduleCalls }],
  handlers: (deps: DownloadCallDeps & ScheduleCallDeps) => [downloadHandlers(deps), scheduleHandlers(deps)],
  jobs: ({ users, ...deps }: WithUsers<DownloadJobDeps>) =>
    downloadJobs({ ...deps, actingUser: (userId) => users.actingUser(userId) }),
  queues: ({ users, ...deps }: WithUsers<FileWritingDeps> & ReportDeps) => [
    queueWork(fileQueue, { atOnce: FILES_AT_ONCE }, (job) =>
      writeFile({ ...deps, actingUser: (userId) => users.actingUser(userId) }, job),
    ),
    queueWork(reportQueue, { atOnce: 1 }, ({ data }) => sendReport(deps, data.downloadId)),
  ],
  writes: ['downloads', 'download_pieces', 'schedules'],
} as const satisfies Feature;
