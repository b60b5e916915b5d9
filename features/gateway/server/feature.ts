/** What this feature contributes to the server. Its calls are the merchants’ protocol, which has its own endpoint. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { gatewayJobs } from './jobs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const gatewayFeature = {
  name: 'gateway',
  jobs: ({ db, clock }: { db: Database; clock: Clock }) => gatewayJobs({ db, clock }),
  writes: ['gateway_nonces', 'gateway_refusals', 'gateway_refusals_unkept'],
} as const satisfies Feature;
