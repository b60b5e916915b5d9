/** Handlers of the operators' calls about acts that need a second operator. */
import { decide, type DecidingDeps } from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { operatorApprovalCalls } from '../../approval-contract.ts';
import type { ActionDeps } from '../disbursements/actions.ts';
import { approvalRowOf, approvalsOf } from './deciding.ts';
import { APPROVALS, selectApprovals } from './store.ts';

export type OperatorApprovalDeps = ActionDeps & DecidingDeps;

type Calls = (typeof operatorApprovalCalls)['calls'];

export function operatorApprovalHandlers(deps: OperatorApprovalDeps): ServedContract {
  return handlers(operatorApprovalCalls, {
    '/operator/approval/list': (context, input) => list(deps, context, input),
    '/operator/approval/decide': (context, input) => decide(deps, context, input, approvalsOf(deps, context)),
  });
}

type ListCall = Calls['/operator/approval/list'];

async function list(
  { db }: OperatorApprovalDeps,
  context: CallContext<ListCall>,
  { state, memberNo, page, limit, order }: ParsedInputOf<ListCall>,
) {
  const filter = {
    state: state === 'all' ? undefined : state,
    memberNo,
  };
  const [total, open, found] = await Promise.all([
    countApprovals(db.kysely, APPROVALS, filter, context.now),
    countApprovals(db.kysely, APPROVALS, { state: 'open' }, context.now),
    selectApprovals(db.kysely, filter, context.now, {
      newestFirst: order === 'desc',
      limit,
      offset: (page - 1) * limit,
    }),
  ]);
  return { total, page, limit, list: found.map((view) => approvalRowOf(view, context)), extend: { open } };
}
