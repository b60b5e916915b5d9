/** What this feature hands to the server. */
import { ledgerCalls } from '../contract.ts';
import { queueWork } from '#foundation/server/jobs/queue.ts';
import { type BooksDeps, booksJob, booksQueue, runAskedCheck } from './books-job.ts';
import { type LedgerCallDeps, ledgerHandlers } from './calls.ts';
import { type CommissionDeps, commissionJob } from './commissions.ts';
import { moneyLogExport } from './export.ts';
import { type Numbers, numbersOfAll } from './numbers.ts';
export interface LogDeps extends Omit<LedgerCallDeps, 'numbers'> {
  /** Who knows the numbers that merchants gave to what moved money. */
  numbered: readonly Numbers[];
}
import type { Feature } from '#foundation/server/feature.ts';

export const ledgerFeature = {
  name: 'ledger',
  contracts: [{ contract: ledgerCalls }],
  handlers: ({ numbered, ...deps }: LogDeps) => [ledgerHandlers({ ...deps, numbers: numbersOfAll(numbered) })],
  jobs: (deps: BooksDeps & CommissionDeps) => [booksJob(deps), commissionJob(deps)],
  queues: (deps: BooksDeps) => [queueWork(booksQueue, { atOnce: 1 }, (job) => runAskedCheck(deps, job))],
  exports: ({ numbered, ...deps }: LogDeps) => ({
    moneylog: moneyLogExport({ ...deps, numbers: numbersOfAll(numbered) }),
  }),
  writes: [
    'book_checks',
    'wallets',
    'journals',
    'owed_commission',
    'commission_shares',
    'commission_transfers',
    'risk_holds',
  ],
  reads: [
    'settings',
    'orders',
    'users',
    'audit.callbacks',
    'audit.disbursement_days',
    'audit.disbursements',
    'audit.order_reversals',
    'audit.order_rollups',
    'audit.orders',
    'audit.owed_commission',
  ],
} as const satisfies Feature;
