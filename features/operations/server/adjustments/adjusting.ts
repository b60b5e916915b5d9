/**
 * Credits and debits of a wallet by hand. From the platform's bound on one operator only proposes, and the confirmation by
 * another books it in its transaction. The wallet is locked first, so that a request counts once, however often it is
 * sent.
 */
import { randomUUID } from 'node:crypto';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import type { CountedAct } from '#features/approvals/bounds.ts';
import { countAct, takesTwo } from '#features/approvals/server/bounds.ts';
import type { DecidingDeps, DecisionContext, ProposalKind } from '#features/approvals/server/deciding.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { notifyOwner, type NotifyDeps } from '#features/accounts/server/notify-owner.ts';
import { adjustmentJournal, type JournalDraft, missingFor } from '#features/ledger/rules.ts';
import type { Books } from '#features/ledger/server/books.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount, type Money, money, parseAmount } from '#foundation/core/money.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { adjustmentCalls } from '../../adjustment-contract.ts';
import {
  type AdjustmentView,
  countBooked,
  insertAdjustment,
  selectAdjustments,
  selectByRequest,
  updateDecided,
} from './store.ts';

export interface AdjustmentDeps extends DecidingDeps, NotifyDeps {
  users: DecidingDeps['users'] & NotifyDeps['users'];
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  members: Pick<MemberVerbs, 'find'>;
  ledger: Pick<LedgerVerbs, 'openBooks'>;
  numbers: SystemNumbers;
}

type AdjustCall = (typeof adjustmentCalls)['calls']['/operator/member/adjust'];

export async function adjust(
  deps: AdjustmentDeps,
  context: CallContext<AdjustCall>,
  input: ParsedInputOf<AdjustCall>,
): Promise<{ outcome: 'done' | 'proposed'; approvalId: string | null; reference: string }> {
  const { db, factors, audit, platform, members, numbers } = deps;
  const { session, now } = context;
  const { memberNo, direction, reason, reference, requestId, verifyType, verifyCode } = input;
  const { currency } = await platform.settings();
  const sumMinor = parseAmount(input.amount, currency) ?? context.wrongField('amount', 'amount_form');
  if (sumMinor === 0n) return context.wrongField('amount', 'amount_form');
  if (!(await members.find(memberNo))) return context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const amountMinor = direction === 'credit' ? sumMinor : -sumMinor;
  return db.transaction(async (tx) => {
    const books = await deps.ledger.openBooks(tx, [memberNo], currency);
    const before = await selectByRequest(tx, memberNo, requestId);
    if (before) {
      const isSame = before.amountMinor === amountMinor && before.reason === reason && before.reference === reference;
      if (!isSame) return context.refuse('adjustment_conflict');
      context.settle('secondStep');
      return answerOf(before);
    }
    await factors.spendSecondStep(tx, context, checkedStep);
    const systemNo = numbers.next();
    const act = countedAct({ memberNo, systemNo, amountMinor, proposedBy: session.userId });
    const alone = !(await takesTwo(tx, deps, act, now));
    const adjustment = {
      memberNo,
      approvalId: randomUUID(),
      requestId,
      systemNo,
      currency,
      amountMinor,
      reference,
      reason,
      alone,
      before: await countBooked(tx, memberNo),
      proposedBy: session.userId,
      proposedIn: session.sessionId,
      proposedAt: now,
      expiresAt: new Date(now.getTime() + APPROVAL_LIFE_MS),
      state: alone ? 'confirmed' : 'open',
    } as const;
    // A proposal of what the wallet does not cover now would only wait for its refusal.
    post(books, draftOf(adjustment), context);
    await insertAdjustment(tx, adjustment);
    if (alone) {
      await countAct(tx, act, now);
      await carryOut(tx, deps, context, { books, ...adjustment });
    }
    if (!alone)
      await audit.record(tx, {
        ...actorOf(context),
        memberNo,
        action: 'approval_proposed',
        object: objectOf(adjustment),
      });
    return answerOf(adjustment);
  });
}

/** What an adjustment counts for. */
function countedAct({
  memberNo,
  systemNo,
  amountMinor,
  proposedBy,
}: Pick<AdjustmentView, 'memberNo' | 'systemNo' | 'amountMinor' | 'proposedBy'>): CountedAct {
  const amount = amountMinor < 0n ? -amountMinor : amountMinor;
  return { kind: 'adjustments', object: systemNo.toString(), amount, proposedBy, memberNo, beneficiary: null };
}

/** Another adjustment of the same wallet may have repaired what this one is about. */
export function isAsProposed({ before, booked }: Pick<AdjustmentView, 'before' | 'booked'>): boolean {
  return before === booked;
}

function answerOf({ alone, approvalId, systemNo }: { alone: boolean; approvalId: string; systemNo: bigint }) {
  return {
    outcome: alone ? ('done' as const) : ('proposed' as const),
    approvalId: alone ? null : approvalId,
    reference: systemNo.toString(),
  };
}

interface AdjustmentContent {
  memberNo: bigint;
  systemNo: bigint;
  currency: string;
  amountMinor: bigint;
  reference: string;
  reason: string;
}

/** The member reads why; what it is about outside the platform stays with the operators. */
function draftOf({ memberNo, systemNo, currency, amountMinor, reason }: AdjustmentContent): JournalDraft {
  return adjustmentJournal({ memberNo, reference: systemNo, currency, amountMinor, remark: reason });
}

function objectOf({ systemNo, currency, amountMinor, reference, reason }: AdjustmentContent): string {
  const sign = amountMinor < 0n ? '-' : '+';
  const amount = formatAmount(amountMinor < 0n ? -amountMinor : amountMinor, currency);
  return [systemNo.toString(), `${sign}${amount}`, reference, reason].filter(Boolean).join(' ');
}

interface PostingContext {
  readonly now: Date;
  refuse(name: 'adjustment_uncovered', values?: PhraseValues & { missing?: Money }): never;
}

/** Refuses a debit that the wallet does not cover. */
function post(books: Books, draft: JournalDraft, context: PostingContext): void {
  if (typeof books.post(draft, context.now) !== 'string') return;
  const missingMinor = missingFor(books.wallet(draft.memberNo), draft, context.now);
  context.refuse('adjustment_uncovered', { missing: money(missingMinor, draft.currency) });
}

type ActorContext = Parameters<typeof actorOf>[0] & { readonly now: Date };

/** The last part of the transaction: the books, what the member learns, and the audit row. */
async function carryOut(
  tx: Tx,
  deps: Pick<AdjustmentDeps, 'audit' | 'notices' | 'users'>,
  context: ActorContext,
  { books, ...adjustment }: AdjustmentContent & { books: Books },
): Promise<void> {
  const { memberNo, amountMinor, currency, reason } = adjustment;
  await books.write();
  await hintOnCommit(tx, { memberNo, event: 'balance.changed' });
  await notifyOwner(deps, tx, {
    memberNo,
    kind: amountMinor > 0n ? 'wallet_credited' : 'wallet_debited',
    values: { amount: money(amountMinor < 0n ? -amountMinor : amountMinor, currency), reason },
    at: context.now,
  });
  await deps.audit.record(tx, {
    ...actorOf(context),
    memberNo,
    action: 'wallet_adjusted',
    object: objectOf(adjustment),
  });
}

/** The context of a decision; every `CallContext` that declares these refusals fits. */
export type DecideAdjustmentContext = DecisionContext & PostingContext;

export function adjustmentsOf(deps: AdjustmentDeps, context: DecideAdjustmentContext): ProposalKind<AdjustmentView> {
  return {
    rightOf: () => 'adjustments.act',
    find: async (approvalId) => (await selectAdjustments(deps.db, { approvalId }, context.now))[0],
    objectOf,
    actOf: countedAct,
    updateDecided,
    async confirm(proposal, takeDecision) {
      await deps.db.transaction(async (tx) => {
        const books = await deps.ledger.openBooks(tx, [proposal.memberNo], proposal.currency);
        const booked = await countBooked(tx, proposal.memberNo);
        if (!isAsProposed({ ...proposal, booked })) return context.refuse('approval_outdated');
        post(books, draftOf(proposal), context);
        await takeDecision(tx);
        return carryOut(tx, deps, context, { books, ...proposal });
      });
    },
  };
}
