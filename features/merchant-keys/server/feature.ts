/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { merchantKeyJobs } from './jobs.ts';
import { sealedKeys } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const merchantKeyFeature = {
  name: 'merchant-keys',
  jobs: (deps: { db: Database; clock: Clock }) => merchantKeyJobs(deps),
  sealed: sealedKeys,
  writes: ['platform_keys', 'merchant_keys', 'merchant_key_uses'],
} as const satisfies Feature;
