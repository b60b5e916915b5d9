/**
 * Operators' calls about users: find them, disable and enable them, remove a lost factor, make a reset link. Actions
 * that would let one operator log in as another are only proposed.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import { maskMobile, mobileOf } from '#features/sms/rules.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { CheckedStep, StepContext } from '#features/factors/server/second-step.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { operatorUserCalls } from '../../operator-contract.ts';
import { numberForLink } from '../../rules.ts';
import { decideProposal, listProposals, type OperatorUserDeps, propose } from './proposals.ts';
import { lockProposals } from './proposal-store.ts';
import { linkOf, makeReset } from '../login/resetting.ts';
import { endAllSessions, refuseEnded } from '#features/sessions/server/verbs.ts';
import { lockUser, selectUser, updateUserState, type User } from '../store.ts';
import { countActiveOwners } from './staff-store.ts';
import { countUsers, selectUsers } from './user-search.ts';

type Calls = (typeof operatorUserCalls)['calls'];
type DisableCall = Calls['/operator/user/disable'];
type EnableCall = Calls['/operator/user/enable'];
type FactorCall = Calls['/operator/user/resetFactor'];
type ResetCall = Calls['/operator/user/startReset'];

export function operatorUserHandlers(deps: OperatorUserDeps): ServedContract {
  const { db, platform } = deps;
  return handlers(operatorUserCalls, {
    async '/operator/user/list'(_context, { page, limit, order, q = '' }) {
      const { mobileRule } = await platform.settings();
      const query = { text: q, mobile: mobileOf(q, mobileRule) };
      const total = await countUsers(db, query);
      const found = await selectUsers(db, query, { order, limit, offset: (page - 1) * limit });
      return { total, page, limit, list: found.map(rowOf), extend: {} };
    },
    '/operator/user/disable': (context, input) => disable(deps, context, input),
    '/operator/user/enable': (context, input) => enable(deps, context, input),
    '/operator/user/resetFactor': (context, input) => resetFactor(deps, context, input),
    '/operator/user/startReset': (context, input) => startReset(deps, context, input),
    '/operator/user/proposals': (context, input) => listProposals(deps, context, input),
    '/operator/user/decideProposal': (context, input) => decideProposal(deps, context, input),
  });
}

async function disable(
  deps: OperatorUserDeps,
  context: CallContext<DisableCall>,
  input: ParsedInputOf<DisableCall>,
): Promise<undefined> {
  const { user, checkedStep } = await proven(deps, context, input);
  await acting(deps, context, checkedStep, async (tx) => {
    const { state, staffRoles } = (await lockUser(tx, user.userId)) ?? context.refuse('not_found');
    if (state === 'disabled') return;
    if (staffRoles?.includes('owner') && (await countActiveOwners(tx)) === 1) context.refuse('last_owner');
    await updateUserState(tx, user.userId, 'disabled');
    await endAllSessions(tx, user.userId, context.now);
    await deps.audit.record(tx, { ...actorOf(context), ...about(user, input.reason), action: 'user_disabled' });
  });
  return undefined;
}

async function enable(
  deps: OperatorUserDeps,
  context: CallContext<EnableCall>,
  input: ParsedInputOf<EnableCall>,
): Promise<OutputOf<EnableCall>> {
  const { user, checkedStep } = await proven(deps, context, input);
  const { userId } = user;
  if (user.role === 'operator' && user.state === 'disabled')
    return {
      outcome: 'proposed',
      approvalId: await propose(deps, context, { userId, act: 'enable', reason: input.reason, checkedStep }),
    };
  await acting(deps, context, checkedStep, async (tx) => {
    const { state } = (await lockUser(tx, userId)) ?? context.refuse('not_found');
    if (state === 'active' || user.role === 'operator') return;
    await updateUserState(tx, userId, 'active');
    await deps.audit.record(tx, { ...actorOf(context), ...about(user, input.reason), action: 'user_enabled' });
  });
  return { outcome: 'done', approvalId: null };
}

async function resetFactor(
  deps: OperatorUserDeps,
  context: CallContext<FactorCall>,
  input: ParsedInputOf<FactorCall>,
): Promise<OutputOf<FactorCall>> {
  const { factors, notices, audit } = deps;
  const { user, checkedStep } = await proven(deps, context, input);
  const { userId } = user;
  if (user.role === 'operator') {
    const check = async (tx: Tx): Promise<void> => {
      if (!(await factors.timesOf(userId, tx)).authenticatorBoundAt) context.refuse('authenticator_not_bound');
    };
    return {
      outcome: 'proposed',
      approvalId: await propose(deps, context, {
        userId,
        act: 'reset_factor',
        reason: input.reason,
        checkedStep,
        check,
      }),
    };
  }
  await acting(deps, context, checkedStep, async (tx) => {
    // Before the user is locked, in the same order as a login spends its step, to avoid deadlocks.
    const isTaken = await factors.reset(tx, userId, context.now);
    if (!(await lockUser(tx, userId))) context.refuse('not_found');
    if (!isTaken) return;
    await endAllSessions(tx, userId, context.now);
    await notices.add(tx, { userId, kind: 'authenticator_removed', at: context.now });
    await audit.record(tx, { ...actorOf(context), ...about(user, input.reason), action: 'factor_reset' });
  });
  return { outcome: 'done', approvalId: null };
}

async function startReset(
  deps: OperatorUserDeps,
  context: CallContext<ResetCall>,
  input: ParsedInputOf<ResetCall>,
): Promise<OutputOf<ResetCall>> {
  const { notices, audit, publicUrl } = deps;
  const { user, checkedStep } = await proven(deps, context, input);
  const { userId } = user;
  if (user.role === 'operator') {
    const check = async (_tx: Tx, locked: User): Promise<void> => {
      if (numberForLink(locked, context.now) === undefined) context.refuse('reset_link_unreachable');
    };
    const approvalId = await propose(deps, context, {
      userId,
      act: 'reset_password',
      reason: input.reason,
      checkedStep,
      check,
    });
    return { outcome: 'proposed', approvalId, link: null, expiresAt: null };
  }
  return acting(deps, context, checkedStep, async (tx) => {
    if (!(await lockUser(tx, userId))) context.refuse('not_found');
    const { token, expiresAt } = await makeReset(tx, userId, context.now);
    await notices.add(tx, { userId, kind: 'password_reset_started', at: context.now });
    await audit.record(tx, { ...actorOf(context), ...about(user, input.reason), action: 'password_reset_started' });
    return { outcome: 'done', approvalId: null, link: linkOf(publicUrl, token), expiresAt: expiresAt.toISOString() };
  });
}

interface OperatorContext extends StepContext {
  readonly session: OperatorSession;
  refuse(name: 'own_user' | 'not_found' | 'second_step_wrong' | 'second_step_locked'): never;
}

interface TargetUser {
  id: bigint;
  verifyType: StepMethod | '';
  verifyCode: string;
}

/** Returns the user it is about and the operator's checked second step. Refuses operators who act on themselves. */
async function proven(
  deps: OperatorUserDeps,
  context: OperatorContext,
  { id, verifyType, verifyCode }: TargetUser,
): Promise<{ user: User; checkedStep: CheckedStep }> {
  const { session } = context;
  if (id === session.userId) context.refuse('own_user');
  const user = (await selectUser(deps.db, id)) ?? context.refuse('not_found');
  return { user, checkedStep: await deps.factors.checkSecondStep(context, { user: session, verifyType, verifyCode }) };
}

async function acting<Result>(
  { db, factors }: OperatorUserDeps,
  context: OperatorContext,
  checkedStep: CheckedStep,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockProposals(tx);
    await refuseEnded(tx, context.session.sessionId);
    await factors.spendSecondStep(tx, context, checkedStep);
    return work(tx);
  });
}

/** The audit log's member and object for an action on this user. */
function about({ memberNo, username }: User, reason: string): { memberNo: bigint | null; object: string } {
  return { memberNo, object: reason === '' ? username : `${username} ${reason}` };
}

function rowOf({ userId, username, nickname, role, memberNo, mobile, state, lastLoginAt, createdAt }: User) {
  return {
    id: userId.toString(),
    username,
    nickname,
    role,
    memberNo: memberNo?.toString() ?? null,
    mobile: mobile === null ? null : maskMobile(mobile),
    state,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
