/**
 * What a bank did with those of a file. Each row is a transaction of its own: one that was paid is marked so, which from the
 * bound on is only proposed; one that failed stays frozen, for an operator to decide.
 */
import { updateStale } from '#features/approvals/server/proposals.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { DisbursementKey } from '#features/disbursements/disbursement.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { HandFile, handPaymentCalls } from '../../hand-payment-contract.ts';
import { APPROVALS } from '../approvals/store.ts';
import { perform, type PerformContext } from '../disbursements/actions.ts';
import { type BankFile, selectBankFile, selectTaken, updateHandPayment } from './store.ts';
import { handFileOf, type HandPaymentDeps } from './taking.ts';

type ResultsCall = (typeof handPaymentCalls)['calls']['/operator/disbursement/handResults'];
type Result = ParsedInputOf<ResultsCall>['rows'][number];

export async function handResults(
  deps: HandPaymentDeps,
  context: CallContext<ResultsCall>,
  { fileId, rows, verifyType, verifyCode }: ParsedInputOf<ResultsCall>,
): Promise<HandFile> {
  const { db, factors } = deps;
  const file = (await selectBankFile(db, fileId)) ?? context.refuse('not_found');
  const items = new Map(file.items.map((item) => [item.systemNo, item]));
  for (const [index, { orderNo }] of rows.entries())
    if (!items.has(orderNo)) context.wrongField(`rows.${index}.orderNo`, 'not_in_file');
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction((tx) => factors.spendSecondStep(tx, context, checkedStep));
  for (const row of rows) {
    const key = items.get(row.orderNo);
    if (key)
      await (row.result === 'paid' ? paid(deps, context, file, key, row) : failed(deps, context, file, key, row));
  }
  return handFileOf(deps, file);
}

/** The row's state does not allow it: an earlier result stands. */
class NotChanged extends Error {
  override name = 'NotChanged';
}

async function paid(
  deps: HandPaymentDeps,
  { call, session, client, now }: CallContext<ResultsCall>,
  { fileId, upstreamId, reason }: BankFile,
  key: DisbursementKey,
  { bankReference }: Result,
): Promise<void> {
  const refuse = (): never => {
    throw new NotChanged();
  };
  const context: PerformContext = { call, session, client, now, refuse };
  try {
    const one = (await deps.disbursements.get(key)) ?? refuse();
    await perform(deps, context, one, {
      act: 'mark_paid',
      inputs: { bankReference, upstreamId, reason },
      two: false,
      fromBank: true,
      async withinTransaction(tx, { outcome, approvalId }) {
        const state = outcome === 'done' ? 'paid' : 'proposed';
        const change = { ...key, state, bankReference, approvalId } as const;
        if (!(await updateHandPayment(tx, fileId, change, { userId: session.userId, at: now }))) refuse();
      },
    });
  } catch (error) {
    if (!(error instanceof NotChanged)) throw error;
  }
}

async function failed(
  { db, audit, disbursements }: HandPaymentDeps,
  context: CallContext<ResultsCall>,
  { fileId }: BankFile,
  key: DisbursementKey,
  { reason }: Result,
): Promise<void> {
  await db.transaction(async (tx) => {
    const by = { userId: context.session.userId, at: context.now };
    // The same lock as of a confirmation: what a second operator has confirmed stays paid.
    const locked = await disbursements.lock(tx, key);
    if (locked?.status === 'paid') return;
    const before = await selectTaken(tx, key);
    if (!(await updateHandPayment(tx, fileId, { ...key, state: 'failed', failReason: reason }, by))) return;
    // The bank takes back that it paid.
    if (before && before.approvalId !== null) await updateStale(tx, APPROVALS, [before.approvalId]);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: key.memberNo,
      action: 'hand_payment_failed',
      object: `${key.systemNo} ${reason}`,
    });
  });
}
