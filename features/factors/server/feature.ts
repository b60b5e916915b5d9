/** What this feature hands to the server. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { factorCalls } from '../contract.ts';
import { type FactorCallDeps, factorHandlers } from './calls.ts';
import { factorJobs } from './jobs.ts';
import { sealedAuthenticators } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

/** What the accounts feature, which builds on this one, provides. */
type UsersPart = 'boundMobileOf';

const retainedPurposes = ['recovery code'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const factorFeature = {
  name: 'factors',
  contracts: [{ contract: factorCalls }],
  handlers: ({ users, ...deps }: Omit<FactorCallDeps, UsersPart> & { users: Pick<FactorCallDeps, UsersPart> }) => [
    factorHandlers({ ...deps, boundMobileOf: users.boundMobileOf }),
  ],
  jobs: (deps: { db: Database; clock: Clock }) => factorJobs(deps),
  sealed: sealedAuthenticators,
  retainedPurposes,
  writes: ['authenticators', 'pending_authenticators', 'recovery_codes', 'factor_removals'],
} as const satisfies Feature;
