/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { smsCalls } from '../contract.ts';
import { type SmsCallDeps, smsHandlers } from './calls.ts';
import { smsJobs } from './jobs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const smsFeature = {
  name: 'sms',
  contracts: [{ contract: smsCalls }],
  handlers: ({ users, ...deps }: Omit<SmsCallDeps, 'owners'> & { users: SmsCallDeps['owners'] }) => [
    smsHandlers({ ...deps, owners: users }),
  ],
  jobs: (deps: { db: Database; clock: Clock }) => smsJobs(deps),
  writes: ['sms_codes'],
} as const satisfies Feature;
