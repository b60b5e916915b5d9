/** What this feature hands to the server. */
import type { Database } from '#foundation/server/postgres/database.ts';
import { disbursementCalls } from '../contract.ts';
import { type DisbursementCallDeps, disbursementHandlers } from './calls.ts';
import { disbursementExport } from './export.ts';
import { sealedPayees } from './resealing.ts';
import type { DisbursementVerbs } from './verbs.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['payout account', 'payout request'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const disbursementFeature = {
  name: 'disbursements',
  contracts: [{ contract: disbursementCalls }],
  handlers: (deps: DisbursementCallDeps) => [disbursementHandlers(deps)],
  jobs: ({ disbursements }: { disbursements: Pick<DisbursementVerbs, 'jobs'> }) => disbursements.jobs,
  exports: ({ db }: { db: Database }) => ({
    withdrawal: disbursementExport({ db, kind: 'withdrawal' }),
    payout: disbursementExport({ db, kind: 'payout' }),
  }),
  sealed: [sealedPayees],
  retainedPurposes,
  writes: ['disbursements', 'disbursement_attempts', 'disbursement_days', 'disbursement_terms', 'payout_routes'],
  reads: ['upstreams'],
} as const satisfies Feature;
