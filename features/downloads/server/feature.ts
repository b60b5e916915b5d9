/** What this feature hands to the server. */
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import { FILES_AT_ONCE } from '#foundation/server/postgres/connections.ts';
import { queueWork } from '#foundation/server/jobs/queue.ts';
import type { Feature } from '#foundation/server/feature.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { downloadCalls } from '../contract.ts';
import { scheduleCalls } from '../schedule-contract.ts';
import { type DownloadCallDeps, downloadHandlers } from './calls.ts';
import { type FileWritingDeps, writeFile } from './file-writing.ts';
import { type DownloadJobDeps, downloadJobs } from './jobs.ts';
import { fileQueue, reportQueue } from './queues.ts';
import { ReportLinks } from './report-links.ts';
import { type ReportDeps, sendReport } from './reports.ts';
import { type ScheduleCallDeps, scheduleHandlers } from './schedule-calls.ts';

const retainedPurposes = ['report link'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

type WithUsers<Deps> = Omit<Deps, 'actingUser'> & { users: Pick<UserVerbs, 'actingUser'> };

export const downloadFeature = {
  name: 'downloads',
  contracts: [{ contract: downloadCalls }, { part: 'schedule', contract: scheduleCalls }],
  handlers: (deps: DownloadCallDeps & ScheduleCallDeps) => [downloadHandlers(deps), scheduleHandlers(deps)],
  jobs: ({ users, ...deps }: WithUsers<DownloadJobDeps>) =>
    downloadJobs({ ...deps, actingUser: (userId) => users.actingUser(userId) }),
  queues: ({
    users,
    sealer,
    publicUrl,
    ...deps
  }: WithUsers<FileWritingDeps> & Omit<ReportDeps, 'linkOf'> & { sealer: Sealer; publicUrl: string }) => [
    queueWork(fileQueue, { atOnce: FILES_AT_ONCE }, (job) =>
      writeFile({ ...deps, actingUser: (userId) => users.actingUser(userId) }, job),
    ),
    queueWork(reportQueue, { atOnce: 1 }, ({ data }) =>
      sendReport({ ...deps, linkOf: (id) => new ReportLinks({ sealer, publicUrl }).of(id) }, data.downloadId),
    ),
  ],
  retainedPurposes,
  writes: ['downloads', 'download_pieces', 'schedules'],
} as const satisfies Feature;
