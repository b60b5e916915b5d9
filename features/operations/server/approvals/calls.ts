/** Handlers of the operators' calls about acts that need a second operator. */
import { decide, type DecidingDeps } from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/http/handlers.ts';
import { operatorApprovalCalls } from '../../approval-contract.ts';
import type { ActDeps } from '../disbursements/acts.ts';
import { approvalRowOf, approvalsOf } from './deciding.ts';
import { APPROVALS, selectApprovals } from './store.ts';

export type OperatorApprovalDeps = ActDeps & DecidingDeps;

type Calls = (typeof operatorApprovalCalls)['calls'];

export function operatorApprovalHandlers(deps: OperatorApprovalDeps): AnsweredContract {
  return handlers(operatorApprovalCalls, {
    '/operator/approval/list': (ask, input) => list(deps, ask, input),
    '/operator/approval/decide': (ask, input) => decide(deps, ask, input, approvalsOf(deps, ask)),
  });
}

type ListCall = Calls['/operator/approval/list'];

async function list(
  { db }: OperatorApprovalDeps,
  ask: Ask<ListCall>,
  { state, memberNo, page, limit, order }: ParsedInputOf<ListCall>,
) {
  const filter = {
    state: state === 'all' ? undefined : state,
    memberNo,
  };
  const [total, open, found] = await Promise.all([
    countApprovals(db.kysely, APPROVALS, filter, ask.now),
    countApprovals(db.kysely, APPROVALS, { state: 'open' }, ask.now),
    selectApprovals(db.kysely, filter, ask.now, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
  ]);
  return { total, page, limit, list: found.map((view) => approvalRowOf(view, ask)), extend: { open } };
}
