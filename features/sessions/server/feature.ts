/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { sessionCalls } from '../contract.ts';
import { type SessionCallDeps, sessionHandlers } from './calls.ts';
import { sessionJobs } from './jobs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const sessionFeature = {
  name: 'sessions',
  contracts: [{ contract: sessionCalls }],
  handlers: (deps: SessionCallDeps) => [sessionHandlers(deps)],
  jobs: (deps: { db: Database; clock: Clock }) => sessionJobs(deps),
  writes: ['sessions', 'known_devices'],
  reads: ['authenticators', 'members', 'staff_roles', 'users'],
} as const satisfies Feature;
