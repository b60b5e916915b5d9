/** Handlers of the calls about operators, in the contract's order. */
import { actorOf } from '#features/audit/server/verbs.ts';
import { activeOwners, lockOperator } from '#features/accounts/server/operators/staff.ts';
import { sessionPolicy } from '#features/sessions/rules.ts';
import { endAllSessions } from '#features/sessions/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { staffCalls } from '../contract.ts';
import { joinCalls } from '../join-contract.ts';
import { decideProposal, listProposals } from './deciding.ts';
import { cancelInvite, invite, join, type JoinDeps, listInvitations } from './invitations.ts';
import { acting, type StaffDeps } from './proposing.ts';
import { listRoles, objectOf, removeRole, roleNames, saveRole, setRoles } from './roles.ts';
import { countOperators, selectOperators } from './store.ts';

type Calls = (typeof staffCalls)['calls'];
type ListCall = Calls['/operator/staff/list'];
type EndCall = Calls['/operator/staff/endSessions'];

export function staffHandlers(deps: StaffDeps): ServedContract {
  return handlers(staffCalls, {
    '/operator/staff/list': (context, input) => list(deps, context, input),
    '/operator/staff/roles': (context) => listRoles(deps, context),
    '/operator/staff/saveRole': (context, input) => saveRole(deps, context, input),
    '/operator/staff/removeRole': (context, input) => removeRole(deps, context, input),
    '/operator/staff/setRoles': (context, input) => setRoles(deps, context, input),
    '/operator/staff/invite': (context, input) => invite(deps, context, input),
    '/operator/staff/invitations': (context, input) => listInvitations(deps, context, input),
    '/operator/staff/cancelInvite': (context, input) => cancelInvite(deps, context, input),
    '/operator/staff/endSessions': (context, input) => endSessions(deps, context, input),
    '/operator/staff/proposals': (context, input) => listProposals(deps, context, input),
    '/operator/staff/decideProposal': (context, input) => decideProposal(deps, context, input),
  });
}

export function joinHandlers(deps: JoinDeps): ServedContract {
  return handlers(joinCalls, { '/staff/join': (context, input) => join(deps, context, input) });
}

async function list(
  { db, platform }: StaffDeps,
  { session, now }: CallContext<ListCall>,
  { q = '', role, state, page, limit, sort, order }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const query = { text: q, role, state };
  const seenSince = new Date(now.getTime() - sessionPolicy(await platform.settings()).idleMs);
  const [total, owners, names, found] = await Promise.all([
    countOperators(db, query),
    activeOwners(db),
    roleNames(db),
    selectOperators(db, query, { sort, order, limit, offset: (page - 1) * limit }, { now, seenSince }),
  ]);
  const rows = found.map(({ userId, roles, lastLoginAt, createdAt, ...operator }) => ({
    ...operator,
    id: userId.toString(),
    roles: names(roles),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    own: userId === session.userId,
  }));
  return { total, page, limit, list: rows, extend: { owners } };
}

async function endSessions(
  deps: StaffDeps,
  context: CallContext<EndCall>,
  { id, reason, ...step }: ParsedInputOf<EndCall>,
): Promise<OutputOf<EndCall>> {
  if (id === context.session.userId) context.refuse('own_user');
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const { username } = (await lockOperator(tx, id)) ?? context.refuse('not_found');
    const ended = await endAllSessions(tx, id, context.now);
    if (ended > 0) {
      const object = objectOf(username, reason);
      await deps.audit.record(tx, { ...actorOf(context), action: 'staff_sessions_ended', object });
    }
    return { ended };
  });
}
