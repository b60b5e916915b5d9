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
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { PassedStep, StepAsk } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { tellOwner, type TellingDeps } from '#features/accounts/server/telling.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { WordValues } from '#foundation/core/words.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Client } from '#foundation/server/http/handlers.ts';
import {
  type ActEvent,
  type ActRefusal,
  type ApprovedAct,
  needsSecondOperator,
  type OperatorAct,
  stepOf,
} from '../../rules.ts';
import { insertApproval } from '../approvals/store.ts';

export interface ActDeps extends TellingDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  disbursements: Pick<DisbursementVerbs, 'attemptsOf' | 'change' | 'get' | 'lock' | 'makeDue'>;
  upstreams: Pick<UpstreamVerbs, 'names'>;
}

/** Who acts and how an act refuses; every `Ask` that declares these refusals satisfies it. */
interface ActAsk {
  readonly call: RecordingCall;
  readonly session: OperatorSession;
  readonly client: Client;
  readonly now: Date;
  refuse(name: ActRefusal | 'not_found', values?: WordValues): never;
}

export interface ChangingAsk extends ActAsk {
  refuse(name: ActRefusal | 'disbursement_changed' | 'not_found', values?: WordValues): never;
}

export interface ProposeAsk extends ChangingAsk, StepAsk {
  readonly call: StepAsk['call'];
  readonly client: Client;
  readonly now: Date;
  refuse(
    name:
      | ActRefusal
      | 'disbursement_changed'
      | 'approval_waits'
      | 'not_found'
      | 'second_step_wrong'
      | 'second_step_locked',
    values?: WordValues,
  ): never;
}

export interface One {
  memberNo: bigint;
  orderNo: bigint;
}

/** The inputs of an act. */
export interface Particulars {
  bankReference: string | null;
  upstreamId: number | null;
  reason: string;
}

export const nothingMore: Particulars = { bankReference: null, upstreamId: null, reason: '' };

const auditActionOf: Readonly<Record<OperatorAct, AuditAction>> = {
  freeze: 'disbursement_frozen',
  unfreeze: 'disbursement_unfrozen',
  mark_paid: 'disbursement_marked_paid',
  cancel: 'disbursement_cancelled',
  submit: 'disbursement_submitted',
  query: 'disbursement_queried',
};

export async function findOne(
  { disbursements }: Pick<ActDeps, 'disbursements'>,
  ask: { refuse(name: 'not_found'): never },
  { memberNo, orderNo: systemNo }: One,
): Promise<Disbursement> {
  return (await disbursements.get({ memberNo, systemNo })) ?? ask.refuse('not_found');
}

/** Freezing pays nothing out, so it needs no second step or second operator. */
export async function freeze(
  deps: ActDeps,
  ask: ChangingAsk,
  { reason, ...input }: One & { reason: string },
): Promise<undefined> {
  const one = await findOne(deps, ask, input);
  await carryOut(deps, ask, one, {
    act: 'freeze',
    particulars: { ...nothingMore, reason },
    beside: async () => undefined,
  });
  return undefined;
}

/** Queries the open attempt; like `freeze`, it pays nothing out. */
export async function query(deps: ActDeps, ask: ActAsk, input: One): Promise<undefined> {
  const one = await findOne(deps, ask, input);
  const { memberNo, systemNo } = one;
  await lookAtOnce(deps, ask, one, 'query', (tx) =>
    writeDown(tx, deps, ask, { memberNo, systemNo, act: 'query', particulars: nothingMore }),
  );
  return undefined;
}

export interface ActInput extends One {
  verifyType: StepMethod | '';
  verifyCode: string;
}

export type ActOutcome = { outcome: 'done'; approvalId: null } | { outcome: 'proposed'; approvalId: string };

/** Carries out the act, or proposes it to a second operator. */
export async function actOrPropose(
  deps: ActDeps,
  ask: ProposeAsk,
  input: ActInput,
  act: ApprovedAct,
  particulars: Particulars,
): Promise<ActOutcome> {
  const { factors, platform, upstreams } = deps;
  const one = await findOne(deps, ask, input);
  const step = stepOf(one, act);
  if ('refused' in step) return ask.refuse(step.refused);
  const { upstreamId } = particulars;
  if (upstreamId !== null && !(await upstreams.names()).some(({ id }) => id === upstreamId))
    return ask.wrongField('upstreamId', 'upstream_needed');
  const { verifyType, verifyCode } = input;
  const passed = await factors.checkSecondStep(ask, { user: ask.session, verifyType, verifyCode });
  const { dualApprovalFromMinor } = await platform.settings();
  if (needsSecondOperator(step, one.amountMinor, dualApprovalFromMinor))
    return { outcome: 'proposed', approvalId: await propose(deps, ask, one, { act, particulars, passed }) };
  await carryOut(deps, ask, one, { act, particulars, beside: (tx) => factors.spendSecondStep(tx, ask, passed) });
  return { outcome: 'done', approvalId: null };
}

interface Proposed {
  act: ApprovedAct;
  particulars: Particulars;
  passed: PassedStep;
}

async function propose(
  { db, factors, audit, disbursements }: ActDeps,
  ask: ProposeAsk,
  one: Disbursement,
  { act, particulars, passed }: Proposed,
): Promise<string> {
  const { memberNo, systemNo } = one;
  const { session, now } = ask;
  const approvalId = randomUUID();
  await db.transaction(async (tx) => {
    const step = stepOf((await disbursements.lock(tx, one)) ?? ask.refuse('not_found'), act);
    if ('refused' in step) return ask.refuse(step.refused);
    const expiresAt = new Date(now.getTime() + APPROVAL_LIFE_MS);
    const proposal = {
      memberNo,
      approvalId,
      systemNo,
      act,
      ...particulars,
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt,
    };
    if (!(await insertApproval(tx, proposal))) return ask.refuse('approval_waits');
    await factors.spendSecondStep(tx, ask, passed);
    await audit.record(tx, {
      ...actorOf(ask),
      memberNo,
      action: 'approval_proposed',
      object: `${objectOf(systemNo, particulars)} ${act}`,
    });
  });
  return approvalId;
}

interface Doing {
  act: OperatorAct;
  particulars: Particulars;
  /** Extra work in the same transaction, before the audit row. */
  beside(tx: Tx): Promise<void>;
}

async function carryOut(
  deps: ActDeps,
  ask: ChangingAsk,
  one: Disbursement,
  { act, particulars, beside }: Doing,
): Promise<void> {
  const step = stepOf(one, act);
  if ('refused' in step) return ask.refuse(step.refused);
  const { memberNo, systemNo } = one;
  const record = async (tx: Tx): Promise<void> => {
    await beside(tx);
    await writeDown(tx, deps, ask, { memberNo, systemNo, act, particulars });
  };
  if ('due' in step) return lookAtOnce(deps, ask, one, act, record);
  const outcome = await deps.disbursements.change(one, changeOf(step.event, particulars, record));
  if (outcome !== 'changed') return refuseAsItIs(deps, ask, one, act);
}

interface Done {
  memberNo: bigint;
  systemNo: bigint;
  act: OperatorAct;
  particulars: Particulars;
}

/** The last part of an act's transaction: the merchant's notice and the audit row. */
export async function writeDown(
  tx: Tx,
  deps: ActDeps,
  ask: Pick<ActAsk, 'call' | 'session' | 'client' | 'now'>,
  { memberNo, systemNo, act, particulars }: Done,
): Promise<void> {
  const values = { order: systemNo.toString(), reason: particulars.reason };
  if (act === 'cancel') await tellOwner(deps, tx, { memberNo, kind: 'payout_cancelled', values, at: ask.now });
  await deps.audit.record(tx, {
    ...actorOf(ask),
    memberNo,
    action: auditActionOf[act],
    object: objectOf(systemNo, particulars),
  });
}

/** The change that an act makes, with the writes of the same transaction. */
export function changeOf(
  event: ActEvent,
  { bankReference, upstreamId, reason }: Particulars,
  beside: (tx: Tx) => Promise<void>,
) {
  const kept: NonNullable<Change['with']> =
    event === 'mark_paid' ? { bankReference, failReason: null } : event === 'cancel' ? { failReason: reason } : {};
  return { event, with: kept, beside, ...(upstreamId === null ? {} : { upstreamId }) };
}

/** Only the worker talks to upstreams. An attempt that is first being sent is left to the worker until that is done. */
async function lookAtOnce(
  { db, disbursements }: ActDeps,
  ask: ActAsk,
  one: Disbursement,
  act: OperatorAct,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const step = stepOf((await disbursements.lock(tx, one)) ?? ask.refuse('not_found'), act);
    if ('refused' in step) return ask.refuse(step.refused);
    const attempt = (await disbursements.attemptsOf(one, tx)).at(-1);
    if (act !== 'query' || (attempt && attempt.queries > 0)) await disbursements.makeDue(tx, one, ask.now);
    await record(tx);
  });
}

/** Lost the race: refuses with the current state. */
async function refuseAsItIs(
  { disbursements }: ActDeps,
  ask: ChangingAsk,
  one: Disbursement,
  act: OperatorAct,
): Promise<never> {
  const step = stepOf((await disbursements.get(one)) ?? ask.refuse('not_found'), act);
  return ask.refuse('refused' in step ? step.refused : 'disbursement_changed');
}

/** The object of the audit row. */
function objectOf(systemNo: bigint, { bankReference, reason }: Particulars): string {
  return [systemNo.toString(), bankReference ?? '', reason].filter((part) => part !== '').join(' ');
}
