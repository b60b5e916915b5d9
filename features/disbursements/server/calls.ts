/**
 * Answers about withdrawals and payouts. A withdrawal asks for the payment password and the second step; an account
 * leaves here masked.
 */
import { createHash } from 'node:crypto';
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { bankName } from '#features/cards/banks.ts';
import type { CardVerbs } from '#features/cards/server/verbs.ts';
import { feeOf, isOpenAt, type OpenHours } from '#features/channels/rules.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { checkPaymentProof, type PaymentProofDeps } from '#features/users/server/payment-proof.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, money, parseAmount } from '#foundation/core/money.ts';
import type { MemberSession } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/handlers.ts';
import { equalBytes } from '#foundation/server/sealing.ts';
import {
  disbursementCalls,
  type DisbursementDetail,
  type DisbursementRow,
  type ParsedDisbursementFilter,
} from '../contract.ts';
import { type Disbursement, merchantNumberOf } from '../disbursement.ts';
import { debitOf, expectedAt, mostOf } from '../quote.ts';
import { after, type DisbursementKind } from '../rules.ts';
import type { Figures } from './days.ts';
import { type DisbursementTotals, selectDisbursementPage, sumDisbursements } from './listing.ts';
import type { DisbursementVerbs } from './verbs.ts';

export interface DisbursementCallDeps extends PaymentProofDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<LedgerVerbs, 'balances'>;
  members: Pick<MemberVerbs, 'find'>;
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
  { platform, ledger, factors, disbursements }: DisbursementCallDeps,
  ask: Ask<Calls['/withdrawal/quote']>,
  amount: string,
) {
  const { session, now } = ask;
  const { currency, timeZone, withdrawalWindow, withdrawalMinutes } = await platform.settings();
  const [{ availableMinor, nextRelease }, terms, restsUntil] = await Promise.all([
    ledger.balances(session.memberNo, currency, now),
    disbursements.terms(session.memberNo, 'withdrawal'),
    factors.payoutsHeldUntil(session.userId, now),
  ]);
  const window = terms.window ?? withdrawalWindow;
  const amountMinor =
    amount === '' ? undefined : (parseAmount(amount, currency) ?? ask.wrongField('amount', 'amount_form'));
  const text = (minor: bigint): string => formatAmount(minor < 0n ? 0n : minor, currency);
  return {
    available: text(availableMinor),
    nextRelease: nextRelease && { at: nextRelease.releaseAt.toISOString(), amount: text(nextRelease.amountMinor) },
    minimum: text(terms.minAmountMinor),
    maximum: text(terms.maxAmountMinor),
    most: text(mostOf(availableMinor, terms)),
    fee: amountMinor === undefined ? null : text(feeOf(amountMinor, terms, { capAtAmount: false })),
    debit: amountMinor === undefined ? null : text(debitOf(amountMinor, terms)),
    window: { from: window.from, to: window.to, open: isOpenAt(window, now, timeZone) },
    expectedAt: expectedAt(now, window, timeZone, withdrawalMinutes).toISOString(),
    restsUntil: restsUntil?.toISOString() ?? null,
  };
}

type ApplyCall = Calls['/withdrawal/apply'];

/** Everything that can be said without a password comes first; what was made before is answered again without one. */
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

  const terms = await disbursements.terms(memberNo, 'withdrawal');
  await checkOpen(deps, ask, terms.window);
  const [least, most] = [money(terms.minAmountMinor, currency), money(terms.maxAmountMinor, currency)];
  if (amountMinor < terms.minAmountMinor || amountMinor > terms.maxAmountMinor)
    ask.wrongField('amount', 'withdrawal_range', { least, most });
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
  if (outcome.outcome !== 'refused') return answerOf(outcome.disbursement);
  if (outcome.error === 'amount_out_of_range') return ask.wrongField('amount', 'withdrawal_range', { least, most });
  return ask.refuse(outcome.error);
}

async function checkOpen(
  { platform, members, factors }: DisbursementCallDeps,
  ask: Ask<ApplyCall>,
  own: OpenHours | null,
): Promise<void> {
  const { session, now } = ask;
  const { timeZone, withdrawalWindow } = await platform.settings();
  const [member, restsUntil] = await Promise.all([
    members.find(session.memberNo),
    factors.payoutsHeldUntil(session.userId, now),
  ]);
  if (member?.certification !== 'approved') ask.refuse('not_certified');
  if (restsUntil) ask.refuse('payouts_rest', { hours: Math.ceil((restsUntil.getTime() - now.getTime()) / 3_600_000) });
  const window = own ?? withdrawalWindow;
  if (!isOpenAt(window, now, timeZone)) ask.refuse('withdrawal_closed', { ...window, zone: timeZone });
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
  const [rows, totals] = [
    await selectDisbursementPage(db.kysely, query),
    await sumDisbursements(db.kysely, query, now, timeZone),
  ];
  return {
    total: totals.filtered.count,
    page,
    limit,
    list: rows.map((row) => rowOf(row, language)),
    extend: sumsOf(totals, currency),
  };
}

function sumsOf({ today, yesterday, all, filtered }: DisbursementTotals, currency: Currency) {
  const told = ({ count, amountMinor, feeMinor }: Figures) => ({
    count,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
  });
  return { today: told(today), yesterday: told(yesterday), all: told(all), filtered: told(filtered) };
}

interface FindingAsk {
  readonly session: MemberSession;
  refuse(name: 'not_found'): never;
}

async function found(
  { disbursements }: DisbursementCallDeps,
  ask: FindingAsk,
  kind: DisbursementKind,
  { orderNo }: { orderNo: string },
): Promise<Disbursement> {
  const systemNo = BigInt(orderNo);
  const known = systemNo < 2n ** 63n ? await disbursements.find(ask.session.memberNo, { systemNo }, kind) : undefined;
  return known ?? ask.refuse('not_found');
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

/** What an operator has frozen is the operator's to give back. */
async function cancel(
  deps: DisbursementCallDeps,
  ask: Ask<CancelCall>,
  kind: DisbursementKind,
  input: { orderNo: string },
): Promise<undefined> {
  const one = await found(deps, ask, kind, input);
  const outcome = await changeByMember(deps, ask, one, 'cancel', `${kind}_cancelled`);
  return outcome === 'changed' ? undefined : ask.refuse('not_cancellable');
}

async function retry(
  deps: DisbursementCallDeps,
  ask: Ask<RetryCall>,
  kind: DisbursementKind,
  input: { orderNo: string },
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
