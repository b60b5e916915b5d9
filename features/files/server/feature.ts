/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { fileCalls } from '../contract.ts';
import { type FileCallDeps, fileHandlers } from './calls.ts';
import { fileJobs } from './jobs.ts';
import { sealedPictures } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const fileFeature = {
  name: 'files',
  contracts: [{ contract: fileCalls }],
  handlers: (deps: FileCallDeps) => [fileHandlers(deps)],
  jobs: (deps: { db: Database; clock: Clock }) => fileJobs(deps),
  sealed: [sealedPictures],
  writes: ['files'],
} as const satisfies Feature;
