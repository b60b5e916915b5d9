/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { userCalls } from '../contract.ts';
import { operatorUserCalls } from '../operator-contract.ts';
import { userHandlers } from './calls.ts';
import type { UserCallDeps } from './deps.ts';
import { userJobs } from './jobs.ts';
import { operatorUserHandlers } from './operators/calls.ts';
import type { OperatorUserDeps } from './operators/proposals.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['password pepper'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const accountFeature = {
  name: 'accounts',
  contracts: [{ contract: userCalls }, { part: 'operator', contract: operatorUserCalls }],
  handlers: (deps: UserCallDeps & OperatorUserDeps) => [userHandlers(deps), operatorUserHandlers(deps)],
  jobs: (deps: { db: Database; clock: Clock }) => userJobs(deps),
  retainedPurposes,
  writes: ['users', 'password_resets', 'operator_proposals', 'staff_roles', 'staff_grants'],
  reads: ['factor_removals', 'members'],
} as const satisfies Feature;
