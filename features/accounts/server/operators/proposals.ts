/**
 * Proposals of one operator about another operator's login, and what happens when a second operator confirms. A reset
 * link goes only to the owner's bound mobile: neither of the two operators can use it.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { APPROVAL_LIFE_MS, approvalStateAt } from '#features/approvals/rules.ts';
import type { Decision } from '#features/approvals/fields.ts';
import { decide, type DecidingDeps, type DecisionContext } from '#features/approvals/server/deciding.ts';
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { CheckedStep, StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Right } from '#features/rights.ts';
import { SmsError, type SmsTransport } from '#features/sms/server/transport.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { operatorUserCalls, ProposalRow, ProposedAction } from '../../operator-contract.ts';
import { resetMessages } from '../../operator-words.ts';
import { numberForLink } from '../../rules.ts';
import {
  insertProposal,
  lockProposals,
  OPERATOR_PROPOSALS,
  type OperatorProposal,
  selectProposals,
} from './proposal-store.ts';
import { updateResetsEnded } from '../login/reset-store.ts';
import { linkOf, makeReset } from '../login/resetting.ts';
import { endAllSessions, refuseEnded } from '#features/sessions/server/verbs.ts';
import { lockUser, selectUser, updateCredentialsReset, updateUserState, type User } from '../store.ts';

export interface OperatorUserDeps extends DecidingDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  notices: NoticeVerbs;
  factors: FactorVerbs;
  transport: SmsTransport;
  log: Pick<Logger, 'warn'>;
  /** The console's address, with which links begin. */
  publicUrl: string;
}

type Calls = (typeof operatorUserCalls)['calls'];
type ListCall = Calls['/operator/user/proposals'];

interface ProposeContext extends StepContext {
  readonly session: OperatorSession;
  refuse(name: 'not_found' | 'approval_waits' | 'second_step_wrong' | 'second_step_locked'): never;
}

interface Proposing {
  userId: bigint;
  act: ProposedAction;
  reason: string;
  checkedStep: CheckedStep;
  /** Refuses what could not be carried out, given the locked user's current state. */
  check?(tx: Tx, user: User): Promise<void>;
}

/** Stores a proposal for a second operator and notifies the owner of the login of a reset. Nothing else happens yet. */
export async function propose(
  deps: OperatorUserDeps,
  context: ProposeContext,
  { userId, act, reason, checkedStep, check }: Proposing,
): Promise<string> {
  const { session, now } = context;
  if (isBlank(reason)) context.wrongField('reason', 'reason_needed');
  const approvalId = randomUUID();
  await deps.db.transaction(async (tx) => {
    await lockProposals(tx);
    await refuseEnded(tx, session.sessionId);
    await deps.factors.spendSecondStep(tx, context, checkedStep);
    const user = (await lockUser(tx, userId)) ?? context.refuse('not_found');
    await check?.(tx, user);
    const expiresAt = new Date(now.getTime() + APPROVAL_LIFE_MS);
    const proposal = {
      approvalId,
      userId,
      act,
      reason,
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt,
    };
    if (!(await insertProposal(tx, proposal))) return context.refuse('approval_waits');
    if (act !== 'enable') await deps.notices.add(tx, { userId, kind: 'reset_proposed', at: now });
    await deps.audit.record(tx, {
      ...actorOf(context),
      action: 'approval_proposed',
      object: `${user.username} ${act} ${reason}`,
    });
  });
  return approvalId;
}

export async function listProposals(
  deps: OperatorUserDeps,
  context: CallContext<ListCall>,
  { state, page, limit, order }: ParsedInputOf<ListCall>,
) {
  const { db } = deps;
  const filter = { state: state === 'all' ? undefined : state };
  const [total, open, found] = await Promise.all([
    countApprovals(db, OPERATOR_PROPOSALS, filter, context.now),
    countApprovals(db, OPERATOR_PROPOSALS, { state: 'open' }, context.now),
    selectProposals(db, filter, context.now, {
      newestFirst: order === 'desc',
      limit,
      offset: (page - 1) * limit,
    }),
  ]);
  const list = await Promise.all(
    found.map(async (proposal) => rowOf(proposal, context, await loginHolds(deps, proposal, context.now))),
  );
  return { total, page, limit, list, extend: { open } };
}

export { OPERATOR_PROPOSALS, type OperatorProposal } from './proposal-store.ts';

/** Whether it could be carried out now. */
export async function loginHolds(
  { db, factors }: Pick<OperatorUserDeps, 'db' | 'factors'>,
  { act, userId, userState }: Pick<OperatorProposal, 'act' | 'userId' | 'userState'>,
  now: Date,
): Promise<boolean> {
  if (act === 'enable') return userState === 'disabled';
  if (act === 'reset_factor') return (await factors.timesOf(userId, db)).authenticatorBoundAt !== undefined;
  const user = await selectUser(db, userId);
  return user !== undefined && numberForLink(user, now) !== undefined;
}

/** The proposals with these ids. */
export function loginProposals(
  { db }: Pick<OperatorUserDeps, 'db'>,
  approvalIds: readonly string[],
  now: Date,
): Promise<OperatorProposal[]> {
  return selectProposals(db, { approvalIds }, now, { limit: approvalIds.length });
}

/** What a second operator needs to confirm it. */
export function rightOfProposal({ act }: Pick<OperatorProposal, 'act'>): Right {
  return act === 'enable' ? 'users.act' : 'credentials.act';
}

/** The context of a decision; every `CallContext` that declares these refusals fits. */
export interface DecideLoginContext extends DecisionContext {
  refuse(name: DecideLoginRefusal, values?: PhraseValues): never;
}
type DecideLoginRefusal =
  | Parameters<DecisionContext['refuse']>[0]
  | 'own_user'
  | 'reset_link_unreachable'
  | 'reset_link_not_sent';

/** A link to send. */
interface Link {
  userId: bigint;
  mobile: string;
  language: Language;
  token: string;
}

export async function decideProposal(
  deps: OperatorUserDeps,
  context: DecideLoginContext,
  input: z.output<typeof Decision>,
): Promise<undefined> {
  const links: Link[] = [];
  await decide<OperatorProposal>(deps, context, input, {
    async find(approvalId) {
      const [found] = await selectProposals(deps.db, { approvalId }, context.now);
      return found?.userId === context.session.userId && input.decision === 'confirm'
        ? context.refuse('own_user')
        : found;
    },
    rightOf: rightOfProposal,
    objectOf: ({ username, act }) => `${username} ${act}`,
    userChanged: ({ userId }) => userId,
    table: OPERATOR_PROPOSALS,
    async confirm(proposal, takeDecision) {
      const link = await deps.db.transaction(async (tx) => {
        await lockProposals(tx);
        // The factor before any user, in the same order as a login.
        const isThere = proposal.act !== 'reset_factor' || (await deps.factors.reset(tx, proposal.userId, context.now));
        await takeDecision(tx);
        return isThere ? carryOut(tx, deps, context, proposal) : context.refuse('approval_outdated');
      });
      if (link) links.push(link);
    },
  });
  for (const link of links) await send(deps, context, link);
  return undefined;
}

/** Called after the decision, which has locked the user; a factor to remove is already removed. */
async function carryOut(
  tx: Tx,
  deps: OperatorUserDeps,
  context: DecideLoginContext,
  { userId, username, act, reason }: OperatorProposal,
): Promise<Link | undefined> {
  const { notices, audit } = deps;
  const { now } = context;
  const done = { ...actorOf(context), object: `${username} ${reason}` };
  const user = (await selectUser(tx, userId)) ?? context.refuse('not_found');
  if (act === 'enable') {
    if (user.state === 'active') return context.refuse('approval_outdated');
    await updateUserState(tx, userId, 'active');
    await notices.add(tx, { userId, kind: 'login_enabled', at: now });
    await audit.record(tx, { ...done, action: 'user_enabled' });
    return undefined;
  }
  await updateCredentialsReset(tx, userId, now);
  if (act === 'reset_factor') {
    await endAllSessions(tx, userId, now);
    await notices.add(tx, { userId, kind: 'authenticator_removed', at: now });
    await audit.record(tx, { ...done, action: 'factor_reset' });
    return undefined;
  }
  const mobile = numberForLink(user, now) ?? context.refuse('reset_link_unreachable');
  const { token } = await makeReset(tx, userId, now);
  await audit.record(tx, { ...done, action: 'password_reset_started' });
  return { userId, mobile, language: user.language, token };
}

/** Called after the commit, because a message can't be recalled. If it can't be sent, the link is invalidated. */
async function send(
  { db, platform, transport, log, publicUrl }: OperatorUserDeps,
  context: DecideLoginContext,
  { userId, mobile, language, token }: Link,
): Promise<void> {
  const { name } = await platform.settings();
  const text = formatPhrase(resetMessages.message_reset, language, { name, link: linkOf(publicUrl, token) });
  try {
    await transport.send({ to: mobile, event: 'reset', code: '', text });
  } catch (error) {
    await db.transaction((tx) => updateResetsEnded(tx, userId, context.now));
    if (!(error instanceof SmsError)) throw error;
    log.warn({ err: error, kind: error.kind }, 'a reset link could not be sent');
    context.refuse('reset_link_not_sent');
  }
}

function rowOf(
  proposal: OperatorProposal,
  { session, now }: CallContext<ListCall>,
  /** Whether it could be carried out now. */
  holds: boolean,
): ProposalRow {
  const {
    approvalId,
    userId,
    username,
    act,
    reason,
    proposedBy,
    proposer,
    proposedAt,
    expiresAt,
    decider,
    decidedAt,
    remark,
  } = proposal;
  return {
    id: approvalId,
    userId: userId.toString(),
    username,
    act,
    reason,
    proposedBy: proposer,
    proposedAt: proposedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: approvalStateAt(proposal, now, holds),
    decidedBy: decider,
    decidedAt: decidedAt?.toISOString() ?? null,
    remark,
    own: proposedBy === session.userId || userId === session.userId,
  };
}
