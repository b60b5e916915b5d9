/** Handlers of the operators' calls about acts that need a second operator, of every kind. */
import { decide, type DecidingDeps } from '#features/approvals/server/deciding.ts';
import {
  decideProposal,
  loginProposals,
  type OperatorUserDeps,
} from '#features/accounts/server/operators/proposals.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { type ApprovalRow, operatorApprovalCalls } from '../../approval-contract.ts';
import type { ActionDeps } from '../disbursements/actions.ts';
import { type AdjustmentDeps, adjustmentsOf } from '../adjustments/adjusting.ts';
import { selectAdjustments } from '../adjustments/store.ts';
import { type ReversalDeps, reversalsOf } from '../orders/calls.ts';
import { selectConfirmations } from '../orders/confirmation-store.ts';
import { type ConfirmationDeps, confirmationsOf } from '../orders/confirming.ts';
import { selectReversals } from '../orders/store.ts';
import { approvalRowOf, approvalsOf } from './deciding.ts';
import { adjustmentRowOf, confirmationRowOf, loginRowOf, reversalRowOf } from './rows.ts';
import { countProposals, type ProposalTable, proposalTables, selectApprovals, selectProposalKeys } from './store.ts';

export type OperatorApprovalDeps = ActionDeps &
  DecidingDeps &
  ReversalDeps &
  ConfirmationDeps &
  AdjustmentDeps &
  OperatorUserDeps;

type Calls = (typeof operatorApprovalCalls)['calls'];
type ListCall = Calls['/operator/approval/list'];
type DecideCall = Calls['/operator/approval/decide'];

export function operatorApprovalHandlers(deps: OperatorApprovalDeps): ServedContract {
  return handlers(operatorApprovalCalls, {
    '/operator/approval/list': (context, input) => list(deps, context, input),
    '/operator/approval/decide': (context, input) => decideAny(deps, context, input),
  });
}

async function list(
  deps: OperatorApprovalDeps,
  context: CallContext<ListCall>,
  { state, kind, memberNo, page, limit, order }: ParsedInputOf<ListCall>,
) {
  const { kysely } = deps.db;
  const { now } = context;
  const filter = {
    state: state === 'all' ? undefined : state,
    kind: kind === 'all' ? undefined : kind,
    memberNo,
  };
  const paging = { newestFirst: order === 'desc', limit, offset: (page - 1) * limit };
  const [total, open, keys] = await Promise.all([
    countProposals(kysely, filter, now),
    countProposals(kysely, { state: 'open' }, now),
    selectProposalKeys(kysely, filter, now, paging),
  ]);
  const rows = new Map<string, ApprovalRow>();
  for (const table of proposalTables) {
    const ids = keys.filter((key) => key.table === table).map(({ approvalId }) => approvalId);
    if (ids.length > 0) for (const row of await rowsOf[table](deps, context, ids)) rows.set(row.id, row);
  }
  return { total, page, limit, list: keys.flatMap(({ approvalId }) => rows.get(approvalId) ?? []), extend: { open } };
}

interface Reader {
  session: OperatorSession;
  now: Date;
}

const rowsOf: Readonly<
  Record<ProposalTable, (deps: OperatorApprovalDeps, reader: Reader, ids: readonly string[]) => Promise<ApprovalRow[]>>
> = {
  async disbursement({ db }, reader, approvalIds) {
    const found = await selectApprovals(db.kysely, { approvalIds }, reader.now, { limit: approvalIds.length });
    return found.map((view) => approvalRowOf(view, reader));
  },
  async reversal({ db }, reader, approvalIds) {
    const found = await selectReversals(db.kysely, { approvalIds }, reader.now, { limit: approvalIds.length });
    return found.map((view) => reversalRowOf(view, reader));
  },
  async confirmation({ db }, reader, approvalIds) {
    const found = await selectConfirmations(db.kysely, { approvalIds }, reader.now, { limit: approvalIds.length });
    return found.map((view) => confirmationRowOf(view, reader));
  },
  async adjustment({ db }, reader, approvalIds) {
    const found = await selectAdjustments(db.kysely, { approvalIds }, reader.now, { limit: approvalIds.length });
    return found.map((view) => adjustmentRowOf(view, reader));
  },
  async login(deps, reader, approvalIds) {
    return (await loginProposals(deps, approvalIds, reader.now)).map((proposal) => loginRowOf(proposal, reader));
  },
};

async function decideAny(
  deps: OperatorApprovalDeps,
  context: CallContext<DecideCall>,
  input: ParsedInputOf<DecideCall>,
): Promise<undefined> {
  const [key] = await selectProposalKeys(deps.db.kysely, { approvalId: input.id }, context.now);
  switch (key?.table) {
    case undefined:
      return context.refuse('not_found');
    case 'disbursement':
      return decide(deps, context, input, approvalsOf(deps, context));
    case 'reversal':
      return decide(deps, context, input, reversalsOf(deps, context));
    case 'confirmation':
      return decide(deps, context, input, confirmationsOf(deps, context));
    case 'adjustment':
      return decide(deps, context, input, adjustmentsOf(deps, context));
    case 'login':
      return decideProposal(deps, context, input);
  }
}
