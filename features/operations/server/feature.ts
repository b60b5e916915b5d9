/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { operatorApprovalCalls } from '../approval-contract.ts';
import { operatorDisbursementCalls } from '../disbursement-contract.ts';
import { operatorMemberCalls } from '../member-contract.ts';
import { operatorMemberPageCalls } from '../member-page-contract.ts';
import { operatorOrderCalls } from '../order-contract.ts';
import { operatorOverviewCalls } from '../overview-contract.ts';
import { operatorApprovalHandlers } from './approvals/calls.ts';
import type { OperatorApprovalDeps } from './approvals/kinds.ts';
import { type OutdatingDeps, outdatingJob } from './approvals/outdating.ts';
import { type OperatorDisbursementDeps, operatorDisbursementHandlers } from './disbursements/calls.ts';
import { type OperatorMemberDeps, operatorMemberHandlers } from './members/calls.ts';
import { type OperatorMemberPageDeps, operatorMemberPageHandlers } from './member-page/calls.ts';
import { type OperatorOrderDeps, operatorOrderHandlers } from './orders/calls.ts';
import { type OperatorOverviewDeps, operatorOverviewHandlers } from './overview/calls.ts';
import { type CopyingDeps, copyingJob } from './overview/copying.ts';

export type OperationDeps = OperatorDisbursementDeps &
  OperatorApprovalDeps &
  OperatorMemberDeps &
  OperatorMemberPageDeps &
  OperatorOrderDeps &
  OperatorOverviewDeps;

export const operationFeature = {
  name: 'operations',
  contracts: [
    { part: 'disbursement', contract: operatorDisbursementCalls },
    { part: 'approval', contract: operatorApprovalCalls },
    { part: 'member', contract: operatorMemberCalls },
    { part: 'member-page', contract: operatorMemberPageCalls },
    { part: 'order', contract: operatorOrderCalls },
    { part: 'overview', contract: operatorOverviewCalls },
  ],
  handlers: (deps: OperationDeps) => [
    operatorDisbursementHandlers(deps),
    operatorApprovalHandlers(deps),
    operatorMemberHandlers(deps),
    operatorMemberPageHandlers(deps),
    operatorOrderHandlers(deps),
    operatorOverviewHandlers(deps),
  ],
  jobs: (deps: CopyingDeps & OutdatingDeps) => [copyingJob(deps), outdatingJob(deps)],
  writes: [
    'disbursement_approvals',
    'disbursement_bulk_results',
    'disbursement_bulks',
    'job_turns',
    'member_notes',
    'order_reversals',
    'platform_payout_days',
    'platform_rollups',
    'platform_top_members',
    'processes',
  ],
  reads: [
    'audit_log',
    'authenticators',
    'bank_cards',
    'callbacks',
    'certifications',
    'clearing_days',
    'clearing_progress',
    'disbursement_attempts',
    'disbursement_days',
    'disbursements',
    'journals',
    'members',
    'operator_proposals',
    'order_rollups',
    'orders',
    'sessions',
    'staff_proposals',
    'upstream_differences',
    'upstreams',
    'users',
  ],
} as const satisfies Feature;
