/** Handlers of the operators' calls about acts that need a second operator, of every kind. */
import { hindrancesFor } from '#features/approvals/server/hindrances.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import {
  type ApprovalRow,
  operatorApprovalCalls,
  type ParsedApprovalFilter,
  type ProposalRow,
} from '../../approval-contract.ts';
import { type ListedKind, listedKinds, type OperatorApprovalDeps } from './kinds.ts';
import type { Reader } from './rows.ts';
import { countProposals, type ProposalFilter, selectProposalKeys } from './listing-store.ts';

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
  { page, limit, order, ...typed }: ParsedInputOf<ListCall>,
) {
  const { db } = deps;
  const { now } = context;
  const seen = kindsSeenBy(context.session.rights);
  const filter = proposalFilterOf(typed);
  const paging = { newestFirst: order === 'desc', limit, offset: (page - 1) * limit };
  const [total, open, keys] = await Promise.all([
    countProposals(db, seen, filter, now),
    countProposals(db, seen, { state: 'open' }, now),
    selectProposalKeys(db, seen, filter, now, paging),
  ]);
  const hindrances = hindrancesFor(deps, context);
  const keyOf = new Map(keys.map((key) => [key.approvalId, key]));
  const shown: ApprovalRow[] = [];
  for (const row of await rowsOf(deps, context, keys)) {
    const key = keyOf.get(row.id);
    const isFree = row.state !== 'open' || row.own || !context.session.rights.has(row.right);
    shown.push({ ...row, hindrance: isFree || !key ? null : await hindrances(key) });
  }
  return { total, page, limit, list: shown, extend: { open } };
}

export function proposalFilterOf({
  state,
  kind,
  memberNo,
}: Pick<ParsedApprovalFilter, 'state' | 'kind' | 'memberNo'>): ProposalFilter {
  return { state: state === 'all' ? undefined : state, name: kind === 'all' ? undefined : kind, memberNo };
}

/** Those that somebody with these rights can see. */
export function kindsSeenBy(rights: ReadonlySet<string>): ListedKind[] {
  return listedKinds.filter(({ secret }) => secret === undefined || rights.has(secret.view));
}

/** In the order of their keys. */
export async function rowsOf(
  deps: OperatorApprovalDeps,
  reader: Reader,
  keys: readonly { table: string; approvalId: string }[],
): Promise<ProposalRow[]> {
  const rows = new Map<string, ProposalRow>();
  for (const kind of listedKinds) {
    const ids = keys.filter(({ table }) => table === kind.table.name).map(({ approvalId }) => approvalId);
    if (ids.length > 0) for (const row of await kind.rows(deps, reader, ids)) rows.set(row.id, row);
  }
  return keys.flatMap(({ approvalId }) => rows.get(approvalId) ?? []);
}

async function decideAny(
  deps: OperatorApprovalDeps,
  context: CallContext<DecideCall>,
  input: ParsedInputOf<DecideCall>,
): Promise<undefined> {
  const { rights } = context.session;
  const seen = kindsSeenBy(rights);
  const [key] = await selectProposalKeys(deps.db, seen, { approvalId: input.id }, context.now);
  const kind = seen.find(({ table }) => table.name === key?.table) ?? context.refuse('not_found');
  if (kind.secret && !rights.has(kind.secret.decide)) return context.refuse('right_missing');
  return kind.decide(deps, context, input);
}
