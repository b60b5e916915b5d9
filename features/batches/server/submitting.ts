/**
 * Pays a batch: everything that needs no password is checked first, an existing batch is returned without one, and one
 * proof covers all rows.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { hoursUntil, disbursementEligibility, type EligibilityRefusal } from '#features/disbursements/rules.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { checkPaymentProof, type PaymentProofDeps } from '#features/accounts/server/credentials/payment-proof.ts';
import { type Currency, money } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { batchCalls, ParsedSubmit } from '../contract.ts';
import { payoutRange } from '../rules.ts';
import { type CheckedGood, checkRows, goodRows, linesOf, sumsOf } from './checking.ts';
import type { BatchVerbs, PaidBatch } from './verbs.ts';

export interface SubmittingDeps extends PaymentProofDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  factors: FactorVerbs;
  disbursements: DisbursementVerbs;
  batches: BatchVerbs;
}

type SubmitContext = CallContext<(typeof batchCalls)['calls']['/batch/submit']>;

export async function submitBatch(
  deps: SubmittingDeps,
  context: SubmitContext,
  input: ParsedSubmit,
): Promise<{ batchNo: string }> {
  const { batches, factors, audit } = deps;
  const { memberNo, userId } = context.session;
  const { requestId, skipInvalid, fileName } = input;
  const request = { memberNo, requestId, skipInvalid, rows: linesOf(input.rows) };
  const before = await batches.find(request);
  if (before) {
    context.settle('proof', 'secondStep');
    return answerOf(deps, context, before);
  }

  await checkApplicant(deps, context);
  const { currency } = await deps.platform.settings();
  const checked = await checkRows(deps, memberNo, currency, request.rows);
  const good = goodRows(checked);
  if (good.length < checked.length && !skipInvalid)
    context.refuse('rows_wrong', { count: checked.length - good.length });
  if (good.length === 0) context.refuse('no_good_rows');
  await checkBalance(deps, context, good);

  const checkedStep = await checkPaymentProof(deps, context, { action: 'batch_submitted', ...input });
  const outcome = await batches.pay({
    ...request,
    userId,
    fileName,
    good,
    async withinTransaction(tx, batchNo) {
      await factors.spendSecondStep(tx, context, checkedStep);
      await audit.record(tx, { ...actorOf(context), action: 'batch_submitted', object: batchNo.toString() });
    },
  });
  return answerOf(deps, context, outcome);
}

/** Fails fast before asking for the password. Rows and balance are checked later. */
async function checkApplicant({ disbursements, platform }: SubmittingDeps, context: SubmitContext): Promise<void> {
  const { currency } = await platform.settings();
  const { kind, certified, pausedUntil, enabled, switchedOff } = await disbursements.applicant(
    context.session.memberNo,
    'payout',
    context.now,
  );
  const refusal = disbursementEligibility({
    kind,
    certified,
    pausedUntil,
    enabled,
    switchedOff,
    source: 'batch',
  });
  if (refusal) refuseBatch(context, refusal, currency);
}

/** Fails fast before asking for the password. The authoritative check runs under the wallet lock. */
async function checkBalance(
  { ledger, platform }: SubmittingDeps,
  context: SubmitContext,
  good: readonly CheckedGood[],
): Promise<void> {
  const { currency } = await platform.settings();
  const { availableMinor } = await ledger.balances(context.session.memberNo, currency, context.now);
  const { amountMinor, feeMinor } = sumsOf(good);
  const neededMinor = amountMinor + feeMinor;
  const refusal = disbursementEligibility({ kind: 'payout', money: { debitMinor: neededMinor, availableMinor } });
  if (refusal) context.refuse('balance_insufficient', figures(currency, { availableMinor, neededMinor }));
}

function refuseBatch(
  context: SubmitContext,
  refusal: EligibilityRefusal | Extract<PaidBatch, { outcome: 'refused' }>,
  currency: Currency,
): never {
  switch (refusal.error) {
    case 'payouts_rest':
      return context.refuse(refusal.error, { hours: hoursUntil(refusal.until, context.now) });
    case 'amount_out_of_range':
      // The terms have changed since the rows were checked.
      return context.refuse('payout_range', payoutRange(refusal, currency));
    case 'withdrawal_closed':
      throw new Error('payouts have no open hours');
    default:
      return context.refuse(refusal.error);
  }
}

async function answerOf(
  { platform }: SubmittingDeps,
  context: SubmitContext,
  outcome: PaidBatch,
): Promise<{ batchNo: string }> {
  if (outcome.outcome !== 'refused') return { batchNo: outcome.batchNo.toString() };
  const { currency } = await platform.settings();
  return outcome.error === 'balance_insufficient'
    ? context.refuse(outcome.error, figures(currency, outcome))
    : refuseBatch(context, outcome, currency);
}

function figures(currency: string, { availableMinor, neededMinor }: { availableMinor: bigint; neededMinor: bigint }) {
  return {
    available: money(availableMinor < 0n ? 0n : availableMinor, currency),
    needed: money(neededMinor, currency),
  };
}
