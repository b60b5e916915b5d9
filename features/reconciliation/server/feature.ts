/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { reconciliationCalls } from '../contract.ts';
import { type StatementFileDeps, statementFileHandlers } from './files/calls.ts';

export type ReconciliationDeps = StatementFileDeps;

export const reconciliationFeature = {
  name: 'reconciliation',
  contracts: [{ contract: reconciliationCalls }],
  handlers: (deps: ReconciliationDeps) => [statementFileHandlers(deps)],
  writes: ['upstream_files', 'upstream_lines', 'upstream_mappings'],
  reads: ['users'],
} as const satisfies Feature;
