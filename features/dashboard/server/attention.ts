/** What needs a member's person now. Every count stops at a cap and is read through an index of its own. */
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { TroubledCallbacks } from '#features/callbacks/server/attention.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { CardVerbs } from '#features/cards/server/verbs.ts';
import { remarkIn } from '#features/certifications/review-remarks.ts';
import type { CertificationVerbs } from '#features/certifications/server/verbs.ts';
import type { FailedDisbursements } from '#features/disbursements/server/attention.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { Attention } from '../contract.ts';

export interface AttentionDeps {
  db: Database;
  callbacks: Pick<CallbackVerbs, 'troubled'>;
  disbursements: Pick<DisbursementVerbs, 'failed'>;
  members: Pick<MemberVerbs, 'find'>;
  certifications: Pick<CertificationVerbs, 'newest'>;
  cards: Pick<CardVerbs, 'counts'>;
}

/** One failure can be a moment's; the second says that the receiver refuses. */
const REFUSED_AFTER = 2;
const GIVEN_UP_TOLD_MS = 86_400_000;
const MAX_ON_A_BADGE = 99;

export async function attentionOf(
  { db, callbacks, disbursements, members, certifications, cards }: AttentionDeps,
  memberNo: bigint,
  { currency, language, now }: { currency: Currency; language: Language; now: Date },
): Promise<Attention> {
  const [retrying, givenUp, payouts, withdrawals, member, submitted, cardCounts] = await Promise.all([
    callbacks.troubled(memberNo, 'payin', 'retrying'),
    callbacks.troubled(memberNo, 'payin', 'failed'),
    disbursements.failed(memberNo, 'payout'),
    disbursements.failed(memberNo, 'withdrawal'),
    members.find(memberNo),
    certifications.newest(db, memberNo),
    cards.counts(memberNo),
  ]);
  const callbacksRefused = retrying.attempts >= REFUSED_AFTER;
  const callbacksGivenUp = givenUp.latest !== null && now.getTime() - givenUp.latest.at.getTime() < GIVEN_UP_TOLD_MS;
  const certification = member?.certification ?? 'none';
  const isUncertified = certification === 'none' || certification === 'rejected';
  return {
    badges: {
      orders: badgeOf(...(callbacksRefused ? [retrying] : []), ...(callbacksGivenUp ? [givenUp] : [])),
      payouts: badgeOf(payouts, withdrawals),
      account: badgeOf({ count: cardCounts.rejected + (isUncertified ? 1 : 0), capped: false }),
    },
    retryingCallbacks: callbackFigures(retrying, currency),
    callbacksRefused,
    failedCallbacks: callbackFigures(givenUp, currency),
    callbacksGivenUp,
    failedPayouts: failedFigures(payouts, currency),
    failedWithdrawals: failedFigures(withdrawals, currency),
    certification: {
      status: certification,
      submittedAt: submitted?.submittedAt.toISOString() ?? null,
      remark: submitted ? remarkIn(language, submitted) : '',
    },
    cards: cardCounts,
  };
}

function badgeOf(...parts: readonly { count: number; capped: boolean }[]): Attention['badges']['orders'] {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  return {
    count: Math.min(count, MAX_ON_A_BADGE),
    capped: count > MAX_ON_A_BADGE || parts.some((part) => part.capped),
  };
}

function callbackFigures(
  { count, capped, amountMinor, latest }: TroubledCallbacks,
  currency: Currency,
): Attention['retryingCallbacks'] {
  return {
    count,
    capped,
    amount: formatAmount(amountMinor, currency),
    lastAt: latest?.at.toISOString() ?? null,
    error: latest?.error ?? null,
    status: latest?.replyStatus ?? null,
    since: latest?.since?.toISOString() ?? null,
  };
}

function failedFigures(
  { count, capped, amountMinor, feeMinor }: FailedDisbursements,
  currency: Currency,
): Attention['failedPayouts'] {
  return {
    count,
    capped,
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
    setAside: formatAmount(amountMinor + feeMinor, currency),
  };
}
