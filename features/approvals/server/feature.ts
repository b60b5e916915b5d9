/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { type ActsDeps, forgettingJob } from './jobs.ts';

export const approvalFeature = {
  name: 'approvals',
  jobs: (deps: ActsDeps) => [forgettingJob(deps)],
  writes: ['counted_acts'],
  reads: ['users'],
} as const satisfies Feature;
