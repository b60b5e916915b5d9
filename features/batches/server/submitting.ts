/**
 * Has a batch paid: everything that can be said without a password comes first, what was made before is answered again
 * without one, and one proof is enough for all rows.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { checkPaymentProof, type PaymentProofDeps } from '#features/users/server/payment-proof.ts';
import { money } from '#foundation/core/money.ts';
import type { Ask } from '#foundation/server/handlers.ts';
import type { batchCalls, ParsedSubmit } from '../contract.ts';
import { payoutRange } from '../rules.ts';
import { type CheckedGood, checkRows, goodRows, linesOf, sumsOf } from './checking.ts';
import type { BatchVerbs, PaidBatch } from './verbs.ts';

export interface SubmittingDeps extends PaymentProofDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  members: Pick<MemberVerbs, 'find'>;
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

  await checkOpen(deps, ask);
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

async function checkOpen({ members, factors, disbursements }: SubmittingDeps, ask: SubmitAsk): Promise<void> {
  const { session, now } = ask;
  const [member, restsUntil, { enabled }] = await Promise.all([
    members.find(session.memberNo),
    factors.payoutsHeldUntil(session.userId, now),
    disbursements.terms(session.memberNo, 'payout'),
  ]);
  if (member?.certification !== 'approved') ask.refuse('not_certified');
  if (restsUntil) ask.refuse('payouts_rest', { hours: Math.ceil((restsUntil.getTime() - now.getTime()) / 3_600_000) });
  if (!enabled) ask.refuse('payout_not_enabled');
}

/** Only so that nobody proves for nothing: what counts is looked at under the wallet's lock. */
async function checkBalance(
  { ledger, platform }: SubmittingDeps,
  ask: SubmitAsk,
  good: readonly CheckedGood[],
): Promise<void> {
  const { currency } = await platform.settings();
  const { availableMinor } = await ledger.balances(ask.session.memberNo, currency, ask.now);
  const { amountMinor, feeMinor } = sumsOf(good);
  const neededMinor = amountMinor + feeMinor;
  if (neededMinor > availableMinor)
    ask.refuse('balance_insufficient', figures(currency, { availableMinor, neededMinor }));
}

async function answerOf(
  { platform, disbursements }: SubmittingDeps,
  ask: SubmitAsk,
  outcome: PaidBatch,
): Promise<{ batchNo: string }> {
  if (outcome.outcome !== 'refused') return { batchNo: outcome.batchNo.toString() };
  const { currency } = await platform.settings();
  if (outcome.error === 'balance_insufficient') return ask.refuse(outcome.error, figures(currency, outcome));
  // The terms have changed since the rows were checked.
  if (outcome.error === 'amount_out_of_range')
    return ask.refuse('payout_range', payoutRange(await disbursements.terms(ask.session.memberNo, 'payout'), currency));
  return ask.refuse(outcome.error);
}

function figures(currency: string, { availableMinor, neededMinor }: { availableMinor: bigint; neededMinor: bigint }) {
  return {
    available: money(availableMinor < 0n ? 0n : availableMinor, currency),
    needed: money(neededMinor, currency),
  };
}
