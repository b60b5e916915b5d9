/**
 * Pays all failed payouts of a batch again, or takes them all back. Each payout is a transaction of its own: it is changed
 * only if it is still as it was seen, so that two clicks at once, or one after a server was killed, change none twice.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { BatchedPayout } from '#features/disbursements/disbursement.ts';
import { checkPaymentProof } from '#features/accounts/server/credentials/payment-proof.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, sum } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { ActedOn, batchCalls } from '../contract.ts';
import { MAX_AT_ONCE } from '../rules.ts';
import { selectBatch, updateReopened } from './store.ts';
import type { SubmittingDeps } from './submitting.ts';

type Calls = (typeof batchCalls)['calls'];
type RetryContext = CallContext<Calls['/batch/retryFailed']>;
type CancelContext = CallContext<Calls['/batch/cancelFailed']>;

export async function retryFailed(
  deps: SubmittingDeps,
  context: RetryContext,
  { batchNo, ...proof }: ParsedInputOf<Calls['/batch/retryFailed']>,
): Promise<ActedOn> {
  const { memberNo } = context.session;
  await findBatch(deps, context, batchNo);
  const checkedStep = await checkPaymentProof(deps, context, { action: 'payout_retried', ...proof });
  await deps.db.transaction((tx) => deps.factors.spendSecondStep(tx, context, checkedStep));
  const acted = await act(deps, context, await failedOf(deps, context, batchNo), 'retry');
  if (acted.changed > 0) await updateReopened(deps.db, { memberNo, batchNo });
  return acted;
}

export async function cancelFailed(
  deps: SubmittingDeps,
  context: CancelContext,
  { batchNo }: { batchNo: bigint },
): Promise<ActedOn> {
  await findBatch(deps, context, batchNo);
  return act(deps, context, await failedOf(deps, context, batchNo), 'cancel');
}

async function findBatch(
  { db }: SubmittingDeps,
  context: RetryContext | CancelContext,
  batchNo: bigint,
): Promise<void> {
  if (!(await selectBatch(db, context.session.memberNo, batchNo))) context.refuse('not_found');
}

/** In the order of the table; one more than is changed at once. */
async function failedOf(
  { disbursements }: SubmittingDeps,
  context: RetryContext | CancelContext,
  batchNo: bigint,
): Promise<BatchedPayout[]> {
  const page = { page: 1, limit: MAX_AT_ONCE + 1, order: 'asc', outcome: 'failed' } as const;
  const failed = await disbursements.ofBatch(context.session.memberNo, batchNo, page);
  return failed.length === 0 ? context.refuse('nothing_failed') : failed;
}

async function act(
  { disbursements, platform, audit }: SubmittingDeps,
  context: RetryContext | CancelContext,
  failed: readonly BatchedPayout[],
  event: 'retry' | 'cancel',
): Promise<ActedOn> {
  const { currency } = await platform.settings();
  const action = event === 'retry' ? 'payout_retried' : 'payout_cancelled';
  const done: BatchedPayout[] = [];
  const rows: ActedOn['rows'] = [];
  for (const one of failed.slice(0, MAX_AT_ONCE)) {
    const { memberNo, systemNo, attempts, line } = one;
    const object = systemNo.toString();
    const outcome = await disbursements.change(
      { memberNo, systemNo },
      {
        event,
        from: ['applying'],
        attempts,
        withinTransaction: (tx) => audit.record(tx, { ...actorOf(context), action, object }),
      },
    );
    if (outcome === 'changed') done.push(one);
    rows.push({ line, orderNo: object, outcome: outcome === 'changed' ? 'changed' : 'left' });
  }
  return { changed: done.length, ...sumsOf(done, currency), rows, more: failed.length > MAX_AT_ONCE };
}

function sumsOf(done: readonly BatchedPayout[], currency: Currency): Pick<ActedOn, 'amount' | 'fee'> {
  return {
    amount: formatAmount(sum(done.map(({ amountMinor }) => amountMinor)), currency),
    fee: formatAmount(sum(done.map(({ feeMinor }) => feeMinor)), currency),
  };
}
