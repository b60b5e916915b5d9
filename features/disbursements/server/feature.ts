/** What this feature contributes to the server. */
import type { Database } from '#foundation/server/postgres/database.ts';
import { disbursementCalls } from '../contract.ts';
import { operatorDisbursementCalls } from '#features/operations/disbursement-contract.ts';
import { type DisbursementCallDeps, disbursementHandlers } from './calls.ts';
import { disbursementExport } from './export.ts';
import { type OperatorCallDeps, operatorDisbursementHandlers } from '#features/operations/server/disbursements/calls.ts';
import { sealedPayees } from './resealing.ts';
import type { DisbursementVerbs } from './verbs.ts';
import type { Feature } from '#foundation/server/feature.ts';

const keptPurposes = ['payout account', 'payout request'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface KeptPurposes extends Record<(typeof keptPurposes)[number], true> {}
}

export const disbursementFeature = {
  name: 'disbursements',
  contracts: [{ contract: disbursementCalls }, { part: 'operator', contract: operatorDisbursementCalls }],
  handlers: (deps: DisbursementCallDeps & OperatorCallDeps) => [
    disbursementHandlers(deps),
    operatorDisbursementHandlers(deps),
  ],
  jobs: ({ disbursements }: { disbursements: Pick<DisbursementVerbs, 'jobs'> }) => disbursements.jobs,
  exports: ({ db }: { db: Database }) => ({
    withdrawal: disbursementExport({ db, kind: 'withdrawal' }),
    payout: disbursementExport({ db, kind: 'payout' }),
  }),
  sealed: [sealedPayees],
  keptPurposes,
  writes: [
    'disbursements',
    'disbursement_attempts',
    'disbursement_days',
    'disbursement_approvals',
    'disbursement_terms',
    'payout_routes',
  ],
  reads: ['members', 'upstreams'],
} as const satisfies Feature;
