/** What this feature hands to the server. */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { batchCalls } from '../contract.ts';
import { type BatchCallDeps, batchHandlers } from './calls.ts';
import { endBatchesJob, type EndingDeps } from './ending.ts';
import { batchExport } from './export.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const batchFeature = {
  name: 'batches',
  contracts: [{ contract: batchCalls }],
  handlers: (deps: BatchCallDeps) => [batchHandlers(deps)],
  jobs: (deps: EndingDeps) => [endBatchesJob(deps)],
  exports: (deps: { db: Database; disbursements: DisbursementVerbs }) => ({ batch: batchExport(deps) }),
  writes: ['batches'],
} as const satisfies Feature;
