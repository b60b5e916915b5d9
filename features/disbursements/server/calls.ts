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
import { checkPaymentProof, type PaymentProofDeps } from '#features/accounts/server/credentials/payment-proof.ts';
import { reasonText } from '#features/upstreams/reasons.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, money, parseAmount } from '#foundation/core/money.ts';
import type { MemberSession } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import {
  disbursementCalls,
  type DisbursementDetail,
  type DisbursementRow,
  type ParsedDisbursementFilter,
} from '../contract.ts';
import { type ApplyRefusal, type Disbursement, merchantNumberOf } from '../disbursement.ts';
import { expectedAt, maxWithdrawable } from '../quote.ts';
import {
  debitOf,
  stateAfter,
  disbursementFee,
  type DisbursementKind,
  hoursUntil,
  disbursementEligibility,
} from '../rules.ts';
import type { Figures } from './days.ts';
import { type DisbursementTotals, selectDisbursementPage, sumDisbursements } from './listing.ts';
import type { DisbursementVerbs } from './verbs.ts';

export interface DisbursementCallDeps extends PaymentProofDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<LedgerVerbs, 'balances' | 'booksWrong'>;
  cards: Pick<CardVerbs, 'find'>;
  factors: FactorVerbs;
  disbursements: DisbursementVerbs;
}

type Calls = (typeof disbursementCalls)['calls'];

export function disbursementHandlers(deps: DisbursementCallDeps): ServedContract {
  return handlers(disbursementCalls, {
    '/withdrawal/quote': (context, { amount }) => quote(deps, context, amount),
    '/withdrawal/apply': (context, input) => apply(deps, context, input),
    '/withdrawal/list': (context, filter) => list(deps, context, 'withdrawal', filter),
    '/withdrawal/detail': async (context, input) =>
      detail(deps, context, await found(deps, context, 'withdrawal', input)),
    '/withdrawal/cancel': (context, input) => cancel(deps, context, 'withdrawal', input),
    '/withdrawal/retry': (context, input) => retry(deps, context, 'withdrawal', input),
    '/payout/list': (context, filter) => list(deps, context, 'payout', filter),
    '/payout/detail': async (context, input) => detail(deps, context, await found(deps, context, 'payout', input)),
    '/payout/cancel': (context, input) => cancel(deps, context, 'payout', input),
    '/payout/retry': (context, input) => retry(deps, context, 'payout', input),
  });
}

async function quote(
  { platform, ledger, disbursements }: DisbursementCallDeps,
  context: CallContext<Calls['/withdrawal/quote']>,
  amount: string,
) {
  const { session, now } = context;
  const { currency, withdrawalMinutes } = await platform.settings();
  const [{ availableMinor, nextRelease }, { terms, hours, pausedUntil }] = await Promise.all([
    ledger.balances(session.memberNo, currency, now),
    disbursements.applicant(session.memberNo, 'withdrawal', now),
  ]);
  const { window, timeZone } = hours;
  const amountMinor =
    amount === '' ? undefined : (parseAmount(amount, currency) ?? context.wrongField('amount', 'amount_form'));
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
    restsUntil: pausedUntil?.toISOString() ?? null,
  };
}

type ApplyCall = Calls['/withdrawal/apply'];

/** Checks everything that needs no password first; returns an earlier equal request without asking for one. */
async function apply(
  deps: DisbursementCallDeps,
  context: CallContext<ApplyCall>,
  input: ParsedInputOf<ApplyCall>,
): Promise<{ orderNo: string; status: Disbursement['status'] }> {
  const { disbursements, ledger, factors, audit } = deps;
  const { memberNo } = context.session;
  const { currency } = await deps.platform.settings();
  const amountMinor = parseAmount(input.amount, currency) ?? context.wrongField('amount', 'amount_form');
  const requestHash = createHash('sha256').update(`${amountMinor}\n${input.cardId}`).digest();
  const before = await disbursements.find(memberNo, { orderNo: input.requestId }, 'withdrawal');
  if (before) {
    context.settle('proof', 'secondStep');
    return equalBytes(before.requestHash, requestHash) ? answerOf(before) : context.refuse('order_conflict');
  }

  const [{ terms, ...applicant }, { availableMinor }, booksWrong] = await Promise.all([
    disbursements.applicant(memberNo, 'withdrawal', context.now),
    ledger.balances(memberNo, currency, context.now),
    ledger.booksWrong(),
  ]);
  const refusal = disbursementEligibility({
    ...applicant,
    source: 'console',
    booksWrong: booksWrong !== undefined,
    range: { ...terms, amountMinor },
    money: { debitMinor: debitOf(amountMinor, terms), availableMinor },
  });
  if (refusal) refuseWithdrawal(context, refusal, currency);
  const card = (await deps.cards.find(memberNo, input.cardId)) ?? context.wrongField('cardId', 'card_needed');

  const checkedStep = await checkPaymentProof(deps, context, {
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
      await factors.spendSecondStep(tx, context, checkedStep);
      await audit.record(tx, { ...actorOf(context), action: 'withdrawal_applied', object: systemNo.toString() });
    },
  );
  return outcome.outcome === 'refused' ? refuseWithdrawal(context, outcome, currency) : answerOf(outcome.disbursement);
}

function refuseWithdrawal(context: CallContext<ApplyCall>, refusal: ApplyRefusal, currency: Currency): never {
  switch (refusal.error) {
    case 'payouts_rest':
      return context.refuse(refusal.error, { hours: hoursUntil(refusal.until, context.now) });
    case 'withdrawal_closed':
      return context.refuse(refusal.error, { ...refusal.window, zone: refusal.timeZone });
    case 'amount_out_of_range':
      return context.wrongField('amount', 'withdrawal_range', {
        least: money(refusal.minAmountMinor, currency),
        most: money(refusal.maxAmountMinor, currency),
      });
    default:
      return context.refuse(refusal.error);
  }
}

function answerOf({ systemNo, status }: Disbursement): { orderNo: string; status: Disbursement['status'] } {
  return { orderNo: systemNo.toString(), status };
}

type ListContext = Pick<CallContext<Calls['/payout/list']>, 'language' | 'now'> & { readonly session: MemberSession };

async function list(
  { db, platform }: DisbursementCallDeps,
  { session, language, now }: ListContext,
  kind: DisbursementKind,
  filter: ParsedDisbursementFilter,
) {
  const { page, limit } = filter;
  const { currency, timeZone } = await platform.settings();
  const query = { ...filter, memberNo: session.memberNo, kind };
  const [rows, totals] = await Promise.all([
    selectDisbursementPage(db, query),
    sumDisbursements(db, query, now, timeZone),
  ]);
  return {
    total: totals.filtered.count,
    page,
    limit,
    list: rows.map((row) => rowOf(row, language)),
    extend: sumsOf(totals, currency),
  };
}

function sumsOf({ today, yesterday, all, paid, onTheWay, failed, filtered }: DisbursementTotals, currency: Currency) {
  const wireFigures = ({ count, amountMinor, feeMinor }: Figures) => ({
    count,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
  });
  return {
    today: wireFigures(today),
    yesterday: wireFigures(yesterday),
    all: wireFigures(all),
    paid: wireFigures(paid),
    onTheWay: wireFigures(onTheWay),
    failed: wireFigures(failed),
    filtered: wireFigures(filtered),
  };
}

/** The system number, under the name that the calls use. */
interface Numbered {
  orderNo: bigint;
}

interface FindContext {
  readonly session: MemberSession;
  refuse(name: 'not_found'): never;
}

async function found(
  { disbursements }: DisbursementCallDeps,
  context: FindContext,
  kind: DisbursementKind,
  { orderNo: systemNo }: Numbered,
): Promise<Disbursement> {
  return (await disbursements.find(context.session.memberNo, { systemNo }, kind)) ?? context.refuse('not_found');
}

async function detail(
  { disbursements }: DisbursementCallDeps,
  { language }: Pick<ListContext, 'language'>,
  one: Disbursement,
): Promise<DisbursementDetail> {
  const attempts = await disbursements.attemptsOf(one);
  return {
    ...rowOf(one, language),
    currency: one.currency,
    remark: one.remark ?? '',
    attach: one.attach ?? '',
    bankReference: one.bankReference ?? '',
    failReason: reasonText(one.failReason, language),
    canCancel: one.status === 'applying' && stateAfter(one, 'cancel') !== undefined,
    canRetry: stateAfter(one, 'retry') !== undefined,
    attempts: attempts.map(({ startedAt, state, reference, bankReference, failReason, settledAt }) => ({
      startedAt: startedAt.toISOString(),
      state,
      reference,
      bankReference: bankReference ?? '',
      failReason: reasonText(failReason, language),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  };
}

type CancelCall = Calls['/withdrawal/cancel'] | Calls['/payout/cancel'];
type RetryCall = Calls['/withdrawal/retry'] | Calls['/payout/retry'];

/** The member cannot cancel one that an operator has frozen. */
async function cancel(
  deps: DisbursementCallDeps,
  context: CallContext<CancelCall>,
  kind: DisbursementKind,
  input: Numbered,
): Promise<undefined> {
  const one = await found(deps, context, kind, input);
  const outcome = await changeByMember(deps, context, one, 'cancel', `${kind}_cancelled`);
  return outcome === 'changed' ? undefined : context.refuse('not_cancellable');
}

async function retry(
  deps: DisbursementCallDeps,
  context: CallContext<RetryCall>,
  kind: DisbursementKind,
  input: Numbered,
): Promise<undefined> {
  const one = await found(deps, context, kind, input);
  const outcome = await changeByMember(deps, context, one, 'retry', `${kind}_retried`);
  return outcome === 'changed' ? undefined : context.refuse('not_retryable');
}

function changeByMember(
  { disbursements, audit }: DisbursementCallDeps,
  context: CallContext<CancelCall> | CallContext<RetryCall>,
  { memberNo, systemNo }: Disbursement,
  event: 'cancel' | 'retry',
  action: AuditAction,
) {
  return disbursements.change(
    { memberNo, systemNo },
    {
      event,
      from: ['applying'],
      withinTransaction: (tx) => audit.record(tx, { ...actorOf(context), action, object: systemNo.toString() }),
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
