/** What this feature hands to the server. */
import { type Numbers, numbersOfAll } from '#features/ledger/server/numbers.ts';
import type { Feature } from '#foundation/server/feature.ts';
import { statementCalls } from '../contract.ts';
import { operatorStatementCalls } from '../operator-contract.ts';
import { type OperatorStatementDeps, operatorStatementHandlers, statementHandlers } from './calls.ts';
import { type ClosingDeps, closingJob } from './closing.ts';
import { type StatementExportDeps, statementExports } from './exports.ts';

export interface StatementDeps extends Omit<OperatorStatementDeps & StatementExportDeps, 'numbers'> {
  /** Who knows the numbers that merchants gave to what moved money. */
  numbered: readonly Numbers[];
}

export const statementFeature = {
  name: 'statements',
  contracts: [{ contract: statementCalls }, { contract: operatorStatementCalls }],
  handlers: ({ numbered, ...others }: StatementDeps) => {
    const deps = { ...others, numbers: numbersOfAll(numbered) };
    return [statementHandlers(deps), operatorStatementHandlers(deps)];
  },
  jobs: (deps: ClosingDeps) => [closingJob(deps)],
  exports: ({ numbered, ...deps }: StatementDeps) => statementExports({ ...deps, numbers: numbersOfAll(numbered) }),
  writes: ['statement_days', 'statement_channels'],
  reads: ['journals', 'order_rollups', 'orders', 'wallets', 'audit.money_log', 'audit.wallets'],
} as const satisfies Feature;
