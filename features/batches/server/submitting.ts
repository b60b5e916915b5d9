/**
 * Pays a batch: everything that needs no password is checked first, an existing batch is returned without one, and one
 * proof covers all rows.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import { hoursUntil, payoutEligibility, type PayoutRefusal } from '#features/disbursements/rules.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { checkPaymentProof, type PaymentProofDeps } from '#features/accounts/server/payment-proof.ts';
import { type Currency, money } from '#foundation/core/money.ts';
import type { Ask } from '#foundation/server/http/handlers.ts';
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

type SubmitAsk = Ask<(typeof batchCalls)['calls']['/batch/submit']>;

export async function submitBatch(
  deps: SubmittingDeps,
  ask: SubmitAsk,
  input: ParsedSubmit,
): Promise<{ batchNo: string }> {
  const { batches, factors, audit } = deps;
  const { memberNo, userId } = ask.session;
  const { requestId, skipInvalid, fileName } = input;
  const request = { memberNo, requestId, skipInvalid, rows: linesOf(input.rows) };
  const before = await batches.find(request);
  if (before) {
    ask.settle('proof', 'secondStep');
    return answerOf(deps, ask, before);
  }

  await checkPayer(deps, ask);
  const { currency } = await deps.platform.settings();
  const checked = await checkRows(deps, memberNo, currency, request.rows);
  const good = goodRows(checked);
  if (good.length < checked.length && !skipInvalid) ask.refuse('rows_wrong', { count: checked.length - good.length });
  if (good.length === 0) ask.refuse('no_good_rows');
  await checkBalance(deps, ask, good);

  const passed = await checkPaymentProof(deps, ask, { action: 'batch_submitted', ...input });
  const outcome = await batches.pay({
    ...request,
    userId,
    fileName,
    good,
    async beside(tx, batchNo) {
      await factors.spendSecondStep(tx, ask, passed);
      await audit.record(tx, { ...actorOf(ask), action: 'batch_submitted', object: batchNo.toString() });
    },
  });
  return answerOf(deps, ask, outcome);
}

/** Fails fast before asking for the password. Rows and balance are checked later. */
async function checkPayer({ disbursements, platform }: SubmittingDeps, ask: SubmitAsk): Promise<void> {
  const { currency } = await platform.settings();
  const { kind, certified, heldUntil, enabled } = await disbursements.payer(ask.session.memberNo, 'payout', ask.now);
  const refusal = payoutEligibility({ kind, certified, heldUntil, enabled });
  if (refusal) refuseBatch(ask, refusal, currency);
}

/** Fails fast before asking for the password. The authoritative check runs under the wallet lock. */
async function checkBalance(
  { ledger, platform }: SubmittingDeps,
  ask: SubmitAsk,
  good: readonly CheckedGood[],
): Promise<void> {
  const { currency } = await platform.settings();
  const { availableMinor } = await ledger.balances(ask.session.memberNo, currency, ask.now);
  const { amountMinor, feeMinor } = sumsOf(good);
  const neededMinor = amountMinor + feeMinor;
  const refusal = payoutEligibility({ kind: 'payout', money: { debitMinor: neededMinor, availableMinor } });
  if (refusal) ask.refuse('balance_insufficient', figures(currency, { availableMinor, neededMinor }));
}

function refuseBatch(
  ask: SubmitAsk,
  refusal: PayoutRefusal | Extract<PaidBatch, { outcome: 'refused' }>,
  currency: Currency,
): never {
  switch (refusal.error) {
    case 'payouts_rest':
      return ask.refuse(refusal.error, { hours: hoursUntil(refusal.until, ask.now) });
    case 'amount_out_of_range':
      // The terms have changed since the rows were checked.
      return ask.refuse('payout_range', payoutRange(refusal, currency));
    case 'withdrawal_closed':
      throw new Error('payouts have no open hours');
    default:
      return ask.refuse(refusal.error);
  }
}

async function answerOf(
  { platform }: SubmittingDeps,
  ask: SubmitAsk,
  outcome: PaidBatch,
): Promise<{ batchNo: string }> {
  if (outcome.outcome !== 'refused') return { batchNo: outcome.batchNo.toString() };
  const { currency } = await platform.settings();
  return outcome.error === 'balance_insufficient'
    ? ask.refuse(outcome.error, figures(currency, outcome))
    : refuseBatch(ask, outcome, currency);
}

function figures(currency: string, { availableMinor, neededMinor }: { availableMinor: bigint; neededMinor: bigint }) {
  return {
    available: money(availableMinor < 0n ? 0n : availableMinor, currency),
    needed: money(neededMinor, currency),
  };
}
