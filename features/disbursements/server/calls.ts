/**
 * Handlers of withdrawal and payout calls. A withdrawal requires the payment password and the second step. Accounts are
 * returned masked.
 */
import { createHash } from 'node:crypto';
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { bankName } from '#features/cards/banks.ts';
import type { CardVerbs } from '#features/cards/server/verbs.ts';
import { isOpenAt } from '#features/channels/rules.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { checkPaymentProof, type PaymentProofDeps } from '#features/accounts/server/payment-proof.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, money, parseAmount } from '#foundation/core/money.ts';
import type { MemberSession } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/http/handlers.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import {
  disbursementCalls,
  type DisbursementDetail,
  type DisbursementRow,
  type ParsedDisbursementFilter,
} from '../contract.ts';
import { type ApplyRefusal, type Disbursement, merchantNumberOf } from '../disbursement.ts';
import { debitOf, expectedAt, maxWithdrawable } from '../quote.ts';
import { after, disbursementFee, type DisbursementKind, hoursUntil, payoutEligibility } from '../rules.ts';
import type { Figures } from './days.ts';
import { type DisbursementTotals, selectDisbursementPage, sumDisbursements } from './listing.ts';
import type { DisbursementVerbs } from './verbs.ts';

export interface DisbursementCallDeps extends PaymentProofDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  cards: Pick<CardVerbs, 'find'>;
  factors: FactorVerbs;
  disbursements: DisbursementVerbs;
}

type Calls = (typeof disbursementCalls)['calls'];

export function disbursementHandlers(deps: DisbursementCallDeps): AnsweredContract {
  return handlers(disbursementCalls, {
    '/withdrawal/quote': (ask, { amount }) => quote(deps, ask, amount),
    '/withdrawal/apply': (ask, input) => apply(deps, ask, input),
    '/withdrawal/list': (ask, filter) => list(deps, ask, 'withdrawal', filter),
    '/withdrawal/detail': async (ask, input) => detail(deps, ask, await found(deps, ask, 'withdrawal', input)),
    '/withdrawal/cancel': (ask, input) => cancel(deps, ask, 'withdrawal', input),
    '/withdrawal/retry': (ask, input) => retry(deps, ask, 'withdrawal', input),
    '/payout/list': (ask, filter) => list(deps, ask, 'payout', filter),
    '/payout/detail': async (ask, input) => detail(deps, ask, await found(deps, ask, 'payout', input)),
    '/payout/cancel': (ask, input) => cancel(deps, ask, 'payout', input),
    '/payout/retry': (ask, input) => retry(deps, ask, 'payout', input),
  });
}

async function quote(
  { platform, ledger, disbursements }: DisbursementCallDeps,
  ask: Ask<Calls['/withdrawal/quote']>,
  amount: string,
) {
  const { session, now } = ask;
  const { currency, withdrawalMinutes } = await platform.settings();
  const [{ availableMinor, nextRelease }, { terms, hours, heldUntil }] = await Promise.all([
    ledger.balances(session.memberNo, currency, now),
    disbursements.payer(session.memberNo, 'withdrawal', now),
  ]);
  const { window, timeZone } = hours;
  const amountMinor =
    amount === '' ? undefined : (parseAmount(amount, currency) ?? ask.wrongField('amount', 'amount_form'));
  const text = (minor: bigint): string => formatAmount(minor < 0n ? 0n : minor, currency);
  return {
    available: text(availableMinor),
    nextRelease: nextRelease && { at: nextRelease.releaseAt.toISOString(), amount: text(nextRelease.amountMinor) },
    minimum: text(terms.minAmountMinor),
    maximum: text(terms.maxAmountMinor),
    most: text(maxWithdrawable(availableMinor, terms)),
    fee: amountMinor === undefined ? null : text(disbursementFee(amountMinor, terms)),
    debit: amountMinor === undefined ? null : text(debitOf(amountMinor, terms)),
    window: { from: window.from, to: window.to, open: isOpenAt(window, now, timeZone) },
    expectedAt: expectedAt(now, window, timeZone, withdrawalMinutes).toISOString(),
    restsUntil: heldUntil?.toISOString() ?? null,
  };
}

type ApplyCall = Calls['/withdrawal/apply'];

/** Checks everything that needs no password first; returns an earlier equal request without asking for one. */
async function apply(
  deps: DisbursementCallDeps,
  ask: Ask<ApplyCall>,
  input: ParsedInputOf<ApplyCall>,
): Promise<{ orderNo: string; status: Disbursement['status'] }> {
  const { disbursements, factors, audit } = deps;
  const { memberNo } = ask.session;
  const { currency } = await deps.platform.settings();
  const amountMinor = parseAmount(input.amount, currency) ?? ask.wrongField('amount', 'amount_form');
  const requestHash = createHash('sha256').update(`${amountMinor}\n${input.cardId}`).digest();
  const before = await disbursements.find(memberNo, { orderNo: input.requestId }, 'withdrawal');
  if (before) {
    ask.settle('proof', 'secondStep');
    return equalBytes(before.requestHash, requestHash) ? answerOf(before) : ask.refuse('order_conflict');
  }

  const { kind, certified, heldUntil, hours, terms } = await disbursements.payer(memberNo, 'withdrawal', ask.now);
  const range = { ...terms, amountMinor };
  const refusal = payoutEligibility({ kind, certified, heldUntil, hours, range });
  if (refusal) refuseWithdrawal(ask, refusal, currency);
  const card = (await deps.cards.find(memberNo, input.cardId)) ?? ask.wrongField('cardId', 'card_needed');

  const passed = await checkPaymentProof(deps, ask, {
    action: 'withdrawal_applied',
    ...input,
  });
  const outcome = await disbursements.apply(
    {
      memberNo,
      kind: 'withdrawal',
      source: 'console',
      orderNo: input.requestId,
      amountMinor,
      beneficiary: card.beneficiary,
      requestHash,
      signType: 'none',
      notifyUrl: null,
      attach: null,
      remark: null,
    },
    async (tx, { systemNo }) => {
      await factors.spendSecondStep(tx, ask, passed);
      await audit.record(tx, { ...actorOf(ask), action: 'withdrawal_applied', object: systemNo.toString() });
    },
  );
  return outcome.outcome === 'refused' ? refuseWithdrawal(ask, outcome, currency) : answerOf(outcome.disbursement);
}

function refuseWithdrawal(ask: Ask<ApplyCall>, refusal: ApplyRefusal, currency: Currency): never {
  switch (refusal.error) {
    case 'payouts_rest':
      return ask.refuse(refusal.error, { hours: hoursUntil(refusal.until, ask.now) });
    case 'withdrawal_closed':
      return ask.refuse(refusal.error, { ...refusal.window, zone: refusal.timeZone });
    case 'amount_out_of_range':
      return ask.wrongField('amount', 'withdrawal_range', {
        least: money(refusal.minAmountMinor, currency),
        most: money(refusal.maxAmountMinor, currency),
      });
    default:
      return ask.refuse(refusal.error);
  }
}

function answerOf({ systemNo, status }: Disbursement): { orderNo: string; status: Disbursement['status'] } {
  return { orderNo: systemNo.toString(), status };
}

type Asking = Pick<Ask<Calls['/payout/list']>, 'language' | 'now'> & { readonly session: MemberSession };

async function list(
  { db, platform }: DisbursementCallDeps,
  { session, language, now }: Asking,
  kind: DisbursementKind,
  filter: ParsedDisbursementFilter,
) {
  const { page, limit } = filter;
  const { currency, timeZone } = await platform.settings();
  const query = { ...filter, memberNo: session.memberNo, kind };
  const [rows, totals] = await Promise.all([
    selectDisbursementPage(db.kysely, query),
    sumDisbursements(db.kysely, query, now, timeZone),
  ]);
  return {
    total: totals.filtered.count,
    page,
    limit,
    list: rows.map((row) => rowOf(row, language)),
    extend: sumsOf(totals, currency),
  };
}

function sumsOf({ today, yesterday, all, filtered }: DisbursementTotals, currency: Currency) {
  const wireFigures = ({ count, amountMinor, feeMinor }: Figures) => ({
    count,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
  });
  return {
    today: wireFigures(today),
    yesterday: wireFigures(yesterday),
    all: wireFigures(all),
    filtered: wireFigures(filtered),
  };
}

/** The system number, under the name that the calls use. */
interface Numbered {
  orderNo: bigint;
}

interface FindingAsk {
  readonly session: MemberSession;
  refuse(name: 'not_found'): never;
}

async function found(
  { disbursements }: DisbursementCallDeps,
  ask: FindingAsk,
  kind: DisbursementKind,
  { orderNo: systemNo }: Numbered,
): Promise<Disbursement> {
  return (await disbursements.find(ask.session.memberNo, { systemNo }, kind)) ?? ask.refuse('not_found');
}

async function detail(
  { disbursements }: DisbursementCallDeps,
  { language }: Pick<Asking, 'language'>,
  one: Disbursement,
): Promise<DisbursementDetail> {
  const attempts = await disbursements.attemptsOf(one);
  return {
    ...rowOf(one, language),
    currency: one.currency,
    remark: one.remark ?? '',
    attach: one.attach ?? '',
    bankReference: one.bankReference ?? '',
    failReason: one.failReason ?? '',
    canCancel: one.status === 'applying' && after(one, 'cancel') !== undefined,
    canRetry: after(one, 'retry') !== undefined,
    attempts: attempts.map(({ startedAt, state, reference, bankReference, failReason, settledAt }) => ({
      startedAt: startedAt.toISOString(),
      state,
      reference,
      bankReference: bankReference ?? '',
      failReason: failReason ?? '',
      settledAt: settledAt?.toISOString() ?? null,
    })),
  };
}

type CancelCall = Calls['/withdrawal/cancel'] | Calls['/payout/cancel'];
type RetryCall = Calls['/withdrawal/retry'] | Calls['/payout/retry'];

/** The member cannot cancel one that an operator has frozen. */
async function cancel(
  deps: DisbursementCallDeps,
  ask: Ask<CancelCall>,
  kind: DisbursementKind,
  input: Numbered,
): Promise<undefined> {
  const one = await found(deps, ask, kind, input);
  const outcome = await changeByMember(deps, ask, one, 'cancel', `${kind}_cancelled`);
  return outcome === 'changed' ? undefined : ask.refuse('not_cancellable');
}

async function retry(
  deps: DisbursementCallDeps,
  ask: Ask<RetryCall>,
  kind: DisbursementKind,
  input: Numbered,
): Promise<undefined> {
  const one = await found(deps, ask, kind, input);
  const outcome = await changeByMember(deps, ask, one, 'retry', `${kind}_retried`);
  return outcome === 'changed' ? undefined : ask.refuse('not_retryable');
}

function changeByMember(
  { disbursements, audit }: DisbursementCallDeps,
  ask: Ask<CancelCall> | Ask<RetryCall>,
  { memberNo, systemNo }: Disbursement,
  event: 'cancel' | 'retry',
  action: AuditAction,
) {
  return disbursements.change(
    { memberNo, systemNo },
    {
      event,
      from: ['applying'],
      beside: (tx) => audit.record(tx, { ...actorOf(ask), action, object: systemNo.toString() }),
    },
  );
}

export function rowOf(one: Disbursement, language: Language): DisbursementRow {
  const { systemNo, currency, amountMinor, feeMinor, type, holder, bank, branch, accountHint } = one;
  return {
    orderNo: systemNo.toString(),
    merchantOrderNo: merchantNumberOf(one),
    type,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
    settlement: {
      holder,
      bank,
      bankName: bank === null ? null : bankName(bank, language),
      branch: branch ?? '',
      account: accountHint,
    },
    status: one.status,
    submission: one.submission,
    review: one.review,
    createdAt: one.createdAt.toISOString(),
    finishedAt: one.finishedAt?.toISOString() ?? null,
  };
}
