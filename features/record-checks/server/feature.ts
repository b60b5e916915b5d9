/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { queueWork } from '#foundation/server/jobs/queue.ts';
import { recordCheckCalls } from '../contract.ts';
import { type RecordCheckDeps, recordCheckHandlers } from './calls.ts';
import { type CheckingDeps, recordCheckQueue, runCheck } from './checking.ts';

export const recordCheckFeature = {
  name: 'record-checks',
  contracts: [{ contract: recordCheckCalls }],
  handlers: (deps: RecordCheckDeps) => [recordCheckHandlers(deps)],
  queues: (deps: CheckingDeps) => [queueWork(recordCheckQueue, { atOnce: 1 }, (job) => runCheck(deps, job))],
  writes: ['record_checks', 'record_check_rows', 'record_differences'],
  reads: ['order_numbers', 'orders'],
} as const satisfies Feature;
