/**
 * An agent adds a member. Everything that it creates (member, wallet, user, rates, the spent second step) is one
 * transaction, and the request's id is claimed first in it: of two clicks one adds, and the other gets the same answer.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { Passwords } from '#features/accounts/server/credentials/passwords.ts';
import { openAccount, type OpeningDeps } from '#features/accounts/server/opening.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import { canInvite } from '#features/members/rules.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { mobileFaultName, mobileOf } from '#features/sms/rules.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type AttemptLimit, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import type { treeCalls } from '../../tree-contract.ts';
import { readRates, refuseRates } from '../rates/rate-answers.ts';
import { type AddRequest, insertAddRequest, selectAddRequest, updateAddRequest } from './store.ts';

export interface AddingDeps extends OpeningDeps {
  db: Database;
  sealer: Pick<Sealer, 'fingerprint'>;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'add' | 'find'>;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  passwords: Pick<Passwords, 'hash'>;
  audit: Pick<AuditVerbs, 'record'>;
  channels: Pick<ChannelVerbs, 'startRates'>;
}

type AddCall = (typeof treeCalls.calls)['/agent/adduser'];
type Added = OutputOf<AddCall>;

/** Tries to add a member, so that an agent can't find out which numbers are registered. */
const addingLimit: AttemptLimit = { scope: 'agent_adds', tries: 120, windowMs: 3_600_000 };

export async function addMember(
  deps: AddingDeps,
  context: CallContext<AddCall>,
  input: ParsedInputOf<AddCall>,
): Promise<Added> {
  const { db, platform, factors } = deps;
  const { session, now } = context;
  const agentNo = session.memberNo;
  const settings = await platform.settings();
  const mobile =
    mobileOf(input.mobile, settings.mobileRule) ?? context.wrongField('mobile', mobileFaultName(settings.mobileRule));
  const request = requestOf(deps, agentNo, { ...input, mobile });
  const before = await answerToRepeated(deps, context, request, input.username);
  if (before) return before;
  if (!settings.agentsMayAdd) context.refuse('adding_closed');
  // A disabled agent adds no one.
  if (!canInvite(await deps.members.find(agentNo))) context.refuse('not_found');
  const attempt = await takeAttempt(db, addingLimit, agentNo.toString(), now);
  if (!attempt.allowed) context.refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });

  const { verifyType, verifyCode } = input;
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const passwordHash = await deps.passwords.hash(input.password);
  const added = await db.transaction(async (tx) => {
    if (!(await insertAddRequest(tx, request, now))) return undefined;
    await factors.spendSecondStep(tx, context, checkedStep);
    const account = await openAccount(deps, tx, settings, {
      kind: input.type,
      username: input.username,
      passwordHash,
      mobile,
      agentNo,
      remark: input.remark,
      given: true,
      createdAt: now,
    });
    if (account.outcome === 'tree_too_deep') context.refuse('tree_too_deep', { depth: settings.agentDepth });
    if (account.outcome !== 'opened') context.refuse(account.outcome);
    const { memberNo } = account;
    const rates = readRates(context, input.rates, settings.currency);
    // The first refusal ends the transaction, so that nothing is added.
    refuseRates(context, await deps.channels.startRates(tx, { memberNo, uplineNo: agentNo, rates }), settings.currency);
    await updateAddRequest(tx, request, memberNo);
    await deps.audit.record(tx, {
      ...actorOf(context),
      action: 'member_added',
      object: `${memberNo} ${input.username}`,
    });
    return { memberNo: memberNo.toString(), username: input.username };
  });
  if (added) return added;
  const first = await answerToRepeated(deps, context, request, input.username);
  if (!first) throw new Error(`the request ${request.requestId} of agent ${agentNo} was claimed and is not found`);
  return first;
}

/** Returns undefined if the request is new. */
async function answerToRepeated(
  { db }: AddingDeps,
  context: CallContext<AddCall>,
  request: AddRequest,
  username: string,
): Promise<Added | undefined> {
  const before = await selectAddRequest(db, request);
  if (!before) return undefined;
  if (!equalBytes(before.requestHash, request.requestHash)) context.refuse('request_conflict');
  context.settle('secondStep');
  return { memberNo: before.addedNo.toString(), username };
}

/** The fingerprint covers the password, so it is made with a key that is not in the database. */
function requestOf(
  { sealer }: AddingDeps,
  agentNo: bigint,
  { type, username, mobile, password, remark, rates, requestId }: ParsedInputOf<AddCall>,
): AddRequest {
  const content = JSON.stringify([agentNo.toString(), requestId, type, username, mobile, password, remark, rates]);
  return { agentNo, requestId, requestHash: sealer.fingerprint(content, 'agent add request') };
}
