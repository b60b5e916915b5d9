/** What this feature hands to the server. */
import type { Database } from '#foundation/server/postgres/database.ts';
import { noticeCalls } from '../contract.ts';
import { noticeHandlers } from './calls.ts';
import { type NoticeJobDeps, noticeJobs } from './jobs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const noticeFeature = {
  name: 'notices',
  contracts: [{ contract: noticeCalls }],
  handlers: (deps: { db: Database }) => [noticeHandlers(deps)],
  jobs: (deps: NoticeJobDeps) => noticeJobs(deps),
  writes: ['notices'],
} as const satisfies Feature;
