/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { operatorApprovalCalls } from '../approval-contract.ts';
import { operatorDisbursementCalls } from '../disbursement-contract.ts';
import { operatorMemberCalls } from '../member-contract.ts';
import { operatorOrderCalls } from '../order-contract.ts';
import { type OperatorApprovalDeps, operatorApprovalHandlers } from './approvals/calls.ts';
import { type OperatorDisbursementDeps, operatorDisbursementHandlers } from './disbursements/calls.ts';
import { type OperatorMemberDeps, operatorMemberHandlers } from './members/calls.ts';
import { type OperatorOrderDeps, operatorOrderHandlers } from './orders/calls.ts';

export type OperationDeps = OperatorDisbursementDeps & OperatorApprovalDeps & OperatorMemberDeps & OperatorOrderDeps;

export const operationFeature = {
  name: 'operations',
  contracts: [
    { part: 'disbursement', contract: operatorDisbursementCalls },
    { part: 'approval', contract: operatorApprovalCalls },
    { part: 'member', contract: operatorMemberCalls },
    { part: 'order', contract: operatorOrderCalls },
  ],
  handlers: (deps: OperationDeps) => [
    operatorDisbursementHandlers(deps),
    operatorApprovalHandlers(deps),
    operatorMemberHandlers(deps),
    operatorOrderHandlers(deps),
  ],
  writes: ['disbursement_approvals', 'disbursement_bulks', 'disbursement_bulk_results', 'order_reversals'],
  reads: [
    'callbacks',
    'disbursement_attempts',
    'disbursement_days',
    'disbursements',
    'journals',
    'members',
    'orders',
    'users',
  ],
} as const satisfies Feature;
