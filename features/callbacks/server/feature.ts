/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Feature } from '#foundation/server/feature.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { cleanRunsJob } from './resends/runs.ts';

export const callbackFeature = {
  name: 'callbacks',
  jobs: (deps: { db: Database; clock: Clock }) => [cleanRunsJob(deps)],
  writes: ['callbacks', 'callback_attempts', 'callback_receivers', 'callback_runs', 'callback_run_items'],
  reads: ['members'],
} as const satisfies Feature;
