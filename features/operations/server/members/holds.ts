/**
 * An operator holds money in a member's wallet or releases it: logged with its reason, shown live in the member's
 * consoles, and idempotent per request.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { notifyOwner, type NotifyDeps } from '#features/accounts/server/notify-owner.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount, type Money, money, parseAmount } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { operatorMemberCalls } from '../../member-contract.ts';

export interface HoldDeps extends NotifyDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find'>;
  ledger: Pick<LedgerVerbs, 'holdForRisk'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  numbers: SystemNumbers;
}

interface HoldContext extends StepContext {
  readonly session: OperatorSession;
  refuse(
    name: 'not_found' | 'hold_conflict' | 'second_step_wrong' | 'second_step_locked',
    values?: PhraseValues,
  ): never;
}

type HoldInput = ParsedInputOf<(typeof operatorMemberCalls)['calls']['/operator/member/hold']>;

/** Holds or releases money; a repeated request changes nothing more. `most`: the largest amount possible. */
export async function holdOf(
  deps: HoldDeps,
  context: HoldContext,
  input: HoldInput,
  act: 'hold' | 'release',
): Promise<{ held: string } | { most: Money }> {
  const { db, platform, members, ledger, factors, audit, numbers } = deps;
  const { memberNo, reason, requestId, verifyType, verifyCode } = input;
  const { session, now } = context;
  const { currency } = await platform.settings();
  const amountMinor = parseAmount(input.amount, currency) ?? context.wrongField('amount', 'amount_form');
  if (!(await members.find(memberNo))) return context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const signedMinor = act === 'hold' ? amountMinor : -amountMinor;
  const hold = {
    memberNo,
    reference: numbers.next(),
    currency,
    amountMinor: signedMinor,
    reason,
    requestId,
    userId: session.userId,
    createdAt: now,
  };
  return db.transaction(async (tx) => {
    const outcome = await ledger.holdForRisk(tx, hold);
    if (outcome.outcome === 'conflict') return context.refuse('hold_conflict');
    if (outcome.outcome === 'too_much') return { most: money(outcome.maxMinor, currency) };
    await factors.spendSecondStep(tx, context, checkedStep);
    if (outcome.outcome === 'held') {
      const action = act === 'hold' ? 'money_held' : 'money_released';
      const amount = formatAmount(amountMinor, currency);
      await hintOnCommit(tx, { memberNo, event: 'balance.changed' });
      await notifyOwner(deps, tx, {
        memberNo,
        kind: action,
        values: { amount: money(amountMinor, currency) },
        at: now,
      });
      await audit.record(tx, { ...actorOf(context), memberNo, action, object: `${memberNo} ${amount} ${reason}` });
    }
    return { held: formatAmount(outcome.heldMinor, currency) };
  });
}
