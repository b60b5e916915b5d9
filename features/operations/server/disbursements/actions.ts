/**
 * Operator acts on one withdrawal or payout. The rules decide what is possible, and the row's lock makes it happen
 * once. Above the platform's threshold an act is only recorded, for a second operator to confirm. Each act writes its
 * audit row in the same transaction.
 */
import { randomUUID } from 'node:crypto';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf, type AuditVerbs, type RecordingCall } from '#features/audit/server/verbs.ts';
import type { Disbursement } from '#features/disbursements/disbursement.ts';
import type { Change } from '#features/disbursements/server/changing.ts';
import type { CountedAct } from '#features/approvals/bounds.ts';
import { type BoundDeps, countAct, takesTwo } from '#features/approvals/server/bounds.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { notifyOwner, type NotifyDeps } from '#features/accounts/server/notify-owner.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import {
  type ActionEvent,
  type ActionRefusal,
  type ApprovedAction,
  approvedActions,
  movesMoney,
  type OperatorAction,
  stepOf,
  versionOf,
} from '../../rules.ts';
import { insertApproval } from '../approvals/store.ts';

export interface ActionDeps extends NotifyDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  disbursements: Pick<
    DisbursementVerbs,
    'attemptsOf' | 'change' | 'chooseUpstream' | 'get' | 'lock' | 'makeDue' | 'payeeKey' | 'payoutUpstreams'
  >;
  users: NotifyDeps['users'] & BoundDeps['users'];
  upstreams: Pick<UpstreamVerbs, 'names'>;
}

/** Who acts and how an act refuses; every `CallContext` that declares these refusals satisfies it. */
interface ActionContext {
  readonly call: RecordingCall;
  readonly session: OperatorSession;
  readonly client: Client;
  readonly now: Date;
  refuse(name: ActionRefusal | 'not_found', values?: PhraseValues): never;
}

export interface ChangeContext extends ActionContext {
  refuse(name: ActionRefusal | 'disbursement_changed' | 'not_found', values?: PhraseValues): never;
}

/** How an act that may be proposed refuses. */
export interface PerformContext extends ChangeContext {
  refuse(name: ActionRefusal | 'disbursement_changed' | 'approval_waits' | 'not_found', values?: PhraseValues): never;
}

export interface ProposeContext extends PerformContext, StepContext {
  readonly call: StepContext['call'];
  readonly client: Client;
  readonly now: Date;
  refuse(
    name:
      | ActionRefusal
      | 'disbursement_changed'
      | 'approval_waits'
      | 'not_found'
      | 'second_step_wrong'
      | 'second_step_locked',
    values?: PhraseValues,
  ): never;
}

export interface One {
  memberNo: bigint;
  orderNo: bigint;
}

/** The inputs of an act. */
export interface ActionInputs {
  bankReference: string | null;
  upstreamId: number | null;
  reason: string;
}

export const NO_INPUTS: ActionInputs = { bankReference: null, upstreamId: null, reason: '' };

const auditActionOf: Readonly<Record<OperatorAction, AuditAction>> = {
  freeze: 'disbursement_frozen',
  unfreeze: 'disbursement_unfrozen',
  mark_paid: 'disbursement_marked_paid',
  cancel: 'disbursement_cancelled',
  submit: 'disbursement_submitted',
  query: 'disbursement_queried',
};

export async function findOne(
  { disbursements }: Pick<ActionDeps, 'disbursements'>,
  context: { refuse(name: 'not_found'): never },
  { memberNo, orderNo: systemNo }: One,
): Promise<Disbursement & { nextUpstreamId: number | null }> {
  return (await disbursements.get({ memberNo, systemNo })) ?? context.refuse('not_found');
}

/** Freezing pays nothing out, so it needs no second step or second operator. */
export async function freeze(
  deps: ActionDeps,
  context: ChangeContext,
  { reason, ...input }: One & { reason: string },
): Promise<undefined> {
  const one = await findOne(deps, context, input);
  await carryOut(deps, context, one, {
    act: 'freeze',
    inputs: { ...NO_INPUTS, reason },
    withinTransaction: async () => undefined,
  });
  return undefined;
}

/** Queries the open attempt; like `freeze`, it pays nothing out. */
export async function query(deps: ActionDeps, context: ActionContext, input: One): Promise<undefined> {
  const one = await findOne(deps, context, input);
  const { memberNo, systemNo } = one;
  await queryNow(deps, context, one, 'query', (tx) =>
    recordAction(tx, deps, context, { memberNo, systemNo, act: 'query', inputs: NO_INPUTS }),
  );
  return undefined;
}

export interface ActionInput extends One {
  verifyType: StepMethod | '';
  verifyCode: string;
}

export type ActionOutcome = { outcome: 'done'; approvalId: null } | { outcome: 'proposed'; approvalId: string };

/** Carries out the act, or proposes it to a second operator. */
export async function actOrPropose(
  deps: ActionDeps,
  context: ProposeContext,
  input: ActionInput,
  act: ApprovedAction,
  inputs: ActionInputs,
): Promise<ActionOutcome> {
  const { factors } = deps;
  const one = await findOne(deps, context, input);
  const step = stepOf(one, act);
  if ('refused' in step) return context.refuse(step.refused);
  await checkUpstream(deps, context, act, inputs.upstreamId);
  const { verifyType, verifyCode } = input;
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  return perform(deps, context, one, {
    act,
    inputs,
    two: false,
    withinTransaction: (tx) => factors.spendSecondStep(tx, context, checkedStep),
  });
}

/** Refuses an upstream that can't have paid it, or that takes no payouts now. */
export async function checkUpstream(
  { disbursements, upstreams }: Pick<ActionDeps, 'disbursements' | 'upstreams'>,
  context: { wrongField(field: string, word: string): never },
  act: OperatorAction,
  upstreamId: number | null,
): Promise<void> {
  if (upstreamId === null) return;
  if (act === 'submit') {
    if (!(await disbursements.payoutUpstreams()).includes(upstreamId))
      context.wrongField('upstreamId', 'upstream_no_route');
  } else if (!(await upstreams.names()).some(({ id }) => id === upstreamId))
    context.wrongField('upstreamId', 'upstream_needed');
}

export interface ActToPerform {
  act: OperatorAction;
  inputs: ActionInputs;
  /** Together with the others of a bulk act it takes two people, whatever this one counts. */
  two: boolean;
  /** Extra work in the same transaction, before the audit row. */
  withinTransaction(tx: Tx, outcome: ActionOutcome): Promise<void>;
}

/** Does one act in one transaction, or proposes it. The second step has been checked. */
export async function perform(
  deps: ActionDeps,
  context: PerformContext,
  one: Disbursement,
  { act, inputs, two, withinTransaction }: ActToPerform,
): Promise<ActionOutcome> {
  const counted = isApproved(act) && movesMoney(stepOf(one, act)) ? act : undefined;
  if (counted && two) return propose(deps, context, one, { act: counted, inputs, withinTransaction });
  const done = { outcome: 'done', approvalId: null } as const;
  const alone = counted && (await countedAct(deps, one, context.session.userId));
  try {
    await carryOut(deps, context, one, {
      act,
      inputs,
      async withinTransaction(tx) {
        await withinTransaction(tx, done);
        if (alone) await countAlone(tx, deps, alone, context.now);
      },
    });
  } catch (error) {
    if (!(error instanceof TakesTwo) || !counted) throw error;
    return propose(deps, context, one, { act: counted, inputs, withinTransaction });
  }
  return done;
}

/** Rolls back an act that one person can't do alone. */
class TakesTwo extends Error {
  override name = 'TakesTwo';
}

async function countAlone(tx: Tx, deps: BoundDeps, act: CountedAct, now: Date): Promise<void> {
  if (await takesTwo(tx, deps, act, now)) throw new TakesTwo();
  await countAct(tx, act, now);
}

/** What an act on a withdrawal or payout counts for. */
export async function countedAct(
  { disbursements }: { disbursements: Pick<DisbursementVerbs, 'payeeKey'> },
  { memberNo, systemNo, amountMinor }: Pick<Disbursement, 'memberNo' | 'systemNo' | 'amountMinor'>,
  proposedBy: bigint,
): Promise<CountedAct> {
  const beneficiary = (await disbursements.payeeKey({ memberNo, systemNo })) ?? null;
  return { kind: 'payouts', object: systemNo.toString(), amount: amountMinor, proposedBy, memberNo, beneficiary };
}

function isApproved(act: OperatorAction): act is ApprovedAction {
  return approvedActions.some((approved) => approved === act);
}

async function propose(
  { db, audit, disbursements }: ActionDeps,
  context: PerformContext,
  one: Disbursement,
  { act, inputs, withinTransaction }: Pick<ActToPerform, 'inputs' | 'withinTransaction'> & { act: ApprovedAction },
): Promise<ActionOutcome> {
  const { memberNo, systemNo } = one;
  const { session, now } = context;
  const proposed = { outcome: 'proposed', approvalId: randomUUID() } as const;
  await db.transaction(async (tx) => {
    const locked = (await disbursements.lock(tx, one)) ?? context.refuse('not_found');
    const step = stepOf(locked, act);
    if ('refused' in step) return context.refuse(step.refused);
    const expiresAt = new Date(now.getTime() + APPROVAL_LIFE_MS);
    const proposal = {
      memberNo,
      approvalId: proposed.approvalId,
      systemNo,
      act,
      ...inputs,
      objectVersion: versionOf(locked),
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt,
    };
    if (!(await insertApproval(tx, proposal))) return context.refuse('approval_waits');
    await withinTransaction(tx, proposed);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'approval_proposed',
      object: `${objectOf(systemNo, inputs)} ${act}`,
    });
  });
  return proposed;
}

interface DirectAction {
  act: OperatorAction;
  inputs: ActionInputs;
  /** Extra work in the same transaction, before the audit row. */
  withinTransaction(tx: Tx): Promise<void>;
}

async function carryOut(
  deps: ActionDeps,
  context: ChangeContext,
  one: Disbursement,
  { act, inputs, withinTransaction }: DirectAction,
): Promise<void> {
  const step = stepOf(one, act);
  if ('refused' in step) return context.refuse(step.refused);
  const { memberNo, systemNo } = one;
  const record = async (tx: Tx): Promise<void> => {
    await withinTransaction(tx);
    await recordAction(tx, deps, context, { memberNo, systemNo, act, inputs });
  };
  if ('due' in step) return queryNow(deps, context, one, act, record);
  const outcome = await deps.disbursements.change(one, changeOf(step.event, inputs, record));
  if (outcome !== 'changed') return refuseWithCurrentState(deps, context, one, act);
}

interface CompletedAction {
  memberNo: bigint;
  systemNo: bigint;
  act: OperatorAction;
  inputs: ActionInputs;
}

/** The last part of an act's transaction: the upstream of the next attempt, the merchant's notice and the audit row. */
export async function recordAction(
  tx: Tx,
  deps: ActionDeps,
  context: Pick<ActionContext, 'call' | 'session' | 'client' | 'now'>,
  { memberNo, systemNo, act, inputs }: CompletedAction,
): Promise<void> {
  const values = { order: systemNo.toString(), reason: inputs.reason };
  if (act === 'submit') await deps.disbursements.chooseUpstream(tx, { memberNo, systemNo }, inputs.upstreamId);
  if (act === 'cancel') await notifyOwner(deps, tx, { memberNo, kind: 'payout_cancelled', values, at: context.now });
  await deps.audit.record(tx, {
    ...actorOf(context),
    memberNo,
    action: auditActionOf[act],
    object: objectOf(systemNo, inputs),
  });
}

/** The change that an act makes, with the writes of the same transaction. */
export function changeOf(
  event: ActionEvent,
  { bankReference, upstreamId, reason }: ActionInputs,
  withinTransaction: NonNullable<Change['withinTransaction']>,
) {
  const kept: NonNullable<Change['with']> =
    event === 'mark_paid' ? { bankReference, failReason: null } : event === 'cancel' ? { failReason: reason } : {};
  return { event, with: kept, withinTransaction, ...(upstreamId === null ? {} : { upstreamId }) };
}

/** Only the worker talks to upstreams. An attempt that is first being sent is left to the worker until that is done. */
async function queryNow(
  { db, disbursements }: ActionDeps,
  context: ActionContext,
  one: Disbursement,
  act: OperatorAction,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const step = stepOf((await disbursements.lock(tx, one)) ?? context.refuse('not_found'), act);
    if ('refused' in step) return context.refuse(step.refused);
    const attempt = (await disbursements.attemptsOf(one, tx)).at(-1);
    if (act !== 'query' || (attempt && attempt.queries > 0)) await disbursements.makeDue(tx, one, context.now);
    await record(tx);
  });
}

/** Lost the race: refuses with the current state. */
async function refuseWithCurrentState(
  { disbursements }: ActionDeps,
  context: ChangeContext,
  one: Disbursement,
  act: OperatorAction,
): Promise<never> {
  const step = stepOf((await disbursements.get(one)) ?? context.refuse('not_found'), act);
  return context.refuse('refused' in step ? step.refused : 'disbursement_changed');
}

/** The object of the audit row. */
function objectOf(systemNo: bigint, { bankReference, reason }: ActionInputs): string {
  return [systemNo.toString(), bankReference ?? '', reason].filter((part) => part !== '').join(' ');
}
