/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { reconciliationCalls } from '../contract.ts';
import { matchingCalls } from '../matching-contract.ts';
import { type StatementFileDeps, statementFileHandlers, type StatementListDeps } from './files/calls.ts';
import { mappingExport, statementFileExport } from './files/export.ts';
import { type MatchingDeps, matchingHandlers } from './matching/calls.ts';
import type { ClearingDeps } from './matching/clearing-rows.ts';
import { clearingExport, dayExport } from './matching/export.ts';
import { type MatchingJobDeps, matchingJobs } from './matching/jobs.ts';
import { differenceExport } from './matching/sheet.ts';

export type ReconciliationDeps = StatementFileDeps & MatchingDeps;

export const reconciliationFeature = {
  name: 'reconciliation',
  contracts: [{ contract: reconciliationCalls }, { part: 'matching', contract: matchingCalls }],
  handlers: (deps: ReconciliationDeps) => [statementFileHandlers(deps), matchingHandlers(deps)],
  jobs: (deps: MatchingJobDeps) => matchingJobs(deps),
  exports: (deps: StatementListDeps & ClearingDeps) => ({
    differences: differenceExport(deps),
    reconciliationDay: dayExport(deps),
    clearing: clearingExport(deps),
    statementFile: statementFileExport(deps),
    mapping: mappingExport(deps),
  }),
  writes: [
    'clearing_days',
    'clearing_progress',
    'platform_journals',
    'upstream_booking_days',
    'upstream_bookings',
    'upstream_comparisons',
    'upstream_differences',
    'upstream_files',
    'upstream_lines',
    'upstream_mappings',
    'upstream_matches',
  ],
  reads: [
    'audit.journals',
    'disbursement_attempts',
    'disbursements',
    'journals',
    'members',
    'orders',
    'upstream_difference_events',
    'upstream_reports',
    'upstreams',
    'users',
  ],
} as const satisfies Feature;
