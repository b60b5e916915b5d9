/**
 * Operator calls that set a member's fees and limits for withdrawals and payouts, its settlement and its flags. Existing orders
 * keep the terms they were created with. Each change is logged with old and new values.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { rateTexts } from '#features/channels/rate-texts.ts';
import type { Terms } from '#features/disbursements/disbursement.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { StepMethod } from '#features/factors/rules.ts';
import type { StepContext } from '#features/factors/server/second-step.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { SettlementTerms } from '#features/ledger/settlement.ts';
import { type MemberFlags, stops } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, formatPercent, parseAmount, parsePercent } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { MemberTerms, operatorMemberCalls } from '../../member-contract.ts';
import { givenRate } from '../rates/given-rate.ts';

export interface MemberMoneyDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find' | 'lock' | 'change' | 'flags' | 'setFlags'>;
  ledger: Pick<LedgerVerbs, 'balances' | 'riskHolds'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  disbursements: Pick<DisbursementVerbs, 'ownTerms' | 'terms' | 'setTerms'>;
}

interface MemberContext extends StepContext {
  readonly session: OperatorSession;
  refuse(name: 'not_found' | 'second_step_wrong' | 'second_step_locked', values?: PhraseValues): never;
}

type Calls = (typeof operatorMemberCalls)['calls'];

const LATEST_HOLDS = 20;

export async function termsOf(
  deps: MemberMoneyDeps,
  { now, refuse }: { now: Date; refuse(name: 'not_found'): never },
  { memberNo }: { memberNo: bigint },
): Promise<MemberTerms> {
  const { platform, members, ledger, disbursements } = deps;
  const member = (await members.find(memberNo)) ?? refuse('not_found');
  const { currency } = await platform.settings();
  const [balances, holds, withdrawal, payout, ownWithdrawal, ownPayout, flags] = await Promise.all([
    ledger.balances(memberNo, currency, now),
    ledger.riskHolds(memberNo, currency, LATEST_HOLDS),
    disbursements.terms(memberNo, 'withdrawal'),
    disbursements.terms(memberNo, 'payout'),
    disbursements.ownTerms(memberNo, 'withdrawal'),
    disbursements.ownTerms(memberNo, 'payout'),
    members.flags(memberNo),
  ]);
  const text = (minor: bigint): string => formatAmount(minor, currency);
  return {
    memberNo: memberNo.toString(),
    name: member.name,
    kind: member.kind,
    state: member.state,
    currency,
    settlement: wireSettlement(member.settlement),
    withdrawal: { ...wireTerms(withdrawal, currency), own: ownWithdrawal !== undefined },
    payout: { ...wireTerms(payout, currency), own: ownPayout !== undefined },
    flags: wireFlags(flags ?? NO_FLAGS),
    balance: text(balances.balanceMinor),
    frozen: text(balances.frozenMinor),
    available: text(balances.availableMinor),
    held: text(holds.heldMinor),
    holds: holds.rows.map(({ amountMinor, reason, by, createdAt }) => ({
      amount: text(amountMinor),
      reason,
      by,
      createdAt: createdAt.toISOString(),
    })),
  };
}

type TermsInput = ParsedInputOf<Calls['/operator/member/setTerms']>;

export async function setTerms(deps: MemberMoneyDeps, context: MemberContext, input: TermsInput): Promise<undefined> {
  const { disbursements, platform } = deps;
  const { kind } = input;
  const { currency } = await platform.settings();
  const terms = readTerms(context, input, currency);
  await changeMember(deps, context, { action: 'member_terms_set', ...input }, async (tx, memberNo) => {
    const before = await disbursements.terms(memberNo, kind, tx);
    const changes = differences(wireTerms(before, currency), wireTerms(terms, currency));
    if (changes === '') return undefined;
    await disbursements.setTerms(tx, memberNo, kind, terms);
    return `${kind}: ${changes}`;
  });
  return undefined;
}

/** Throws a refusal when fields do not fit together. */
function readTerms(context: Pick<MemberContext, 'wrongField'>, input: TermsInput, currency: Currency): Terms {
  const positive = (field: 'minAmount' | 'maxAmount' | 'reviewFrom', text: string) =>
    parseAmount(text, currency) ?? context.wrongField(field, 'amount_form');
  const terms: Terms = {
    ...givenRate(context, input, currency),
    minAmountMinor: positive('minAmount', input.minAmount),
    maxAmountMinor: positive('maxAmount', input.maxAmount),
    reviewFromMinor: input.reviewFrom === null ? null : positive('reviewFrom', input.reviewFrom),
    window: input.window,
    enabled: input.enabled,
  };
  if (terms.minFeeMinor !== null && terms.maxFeeMinor !== null && terms.minFeeMinor > terms.maxFeeMinor)
    context.wrongField('maxFee', 'most_below_least');
  if (terms.minAmountMinor > terms.maxAmountMinor) context.wrongField('maxAmount', 'most_below_least');
  if (terms.window !== null && input.kind !== 'withdrawal') context.wrongField('window', 'window_withdrawals_only');
  return terms;
}

type SettlementInput = ParsedInputOf<Calls['/operator/member/setSettlement']>;

export async function setSettlement(
  deps: MemberMoneyDeps,
  context: MemberContext,
  input: SettlementInput,
): Promise<undefined> {
  const { mode, days } = input;
  const sameDayRatioE4 = parsePercent(input.sameDayRatio) ?? context.wrongField('sameDayRatio', 'percent_range');
  if (days > 0 && sameDayRatioE4 > 0) context.wrongField('sameDayRatio', 'ratio_same_day_only');
  const settlement: SettlementTerms = { mode, days, sameDayRatioE4 };
  await changeMember(deps, context, { action: 'member_settlement_set', ...input }, async (tx, memberNo, before) => {
    const changes = differences(wireSettlement(before), wireSettlement(settlement));
    if (changes === '') return undefined;
    await deps.members.change(tx, memberNo, { settlement });
    return changes;
  });
  return undefined;
}

const NO_FLAGS: MemberFlags = { switchedOff: [], cardsAutomatic: null };

export async function setFlags(
  deps: MemberMoneyDeps,
  context: MemberContext,
  input: ParsedInputOf<Calls['/operator/member/setFlags']>,
): Promise<undefined> {
  const { withdrawal, payoutByBatch, payoutByGateway, cardsAutomatic, reason } = input;
  const isOff = { withdrawal: !withdrawal, payout_batch: !payoutByBatch, payout_gateway: !payoutByGateway };
  const flags: MemberFlags = { switchedOff: stops.filter((stop) => isOff[stop]), cardsAutomatic };
  await changeMember(deps, context, { action: 'member_flags_set', ...input }, async (tx, memberNo) => {
    const before = (await deps.members.flags(memberNo, tx)) ?? NO_FLAGS;
    const changes = differences(wireFlags(before), wireFlags(flags));
    if (changes === '') return undefined;
    await deps.members.setFlags(tx, memberNo, flags);
    return `${changes}: ${reason}`;
  });
  return undefined;
}

function wireFlags({ switchedOff, cardsAutomatic }: MemberFlags) {
  return {
    withdrawal: !switchedOff.includes('withdrawal'),
    payoutByBatch: !switchedOff.includes('payout_batch'),
    payoutByGateway: !switchedOff.includes('payout_gateway'),
    cardsAutomatic,
  };
}

interface MemberChange {
  action: AuditAction;
  memberNo: bigint;
  verifyType: StepMethod | '';
  verifyCode: string;
}

/**
 * `work` returns the audit text of the change, or undefined if nothing changed. Runs under the member's lock, so that
 * concurrent changes are serialized.
 */
async function changeMember(
  { db, members, factors, audit }: MemberMoneyDeps,
  context: MemberContext,
  { action, memberNo, verifyType, verifyCode }: MemberChange,
  work: (tx: Tx, memberNo: bigint, settlement: SettlementTerms) => Promise<string | undefined>,
): Promise<void> {
  if (!(await members.find(memberNo))) return context.refuse('not_found');
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction(async (tx) => {
    const member = (await members.lock(tx, memberNo)) ?? context.refuse('not_found');
    const object = await work(tx, member.memberNo, member.settlement);
    await factors.spendSecondStep(tx, context, checkedStep);
    if (object !== undefined)
      await audit.record(tx, {
        ...actorOf(context),
        memberNo: member.memberNo,
        action,
        object: `${memberNo} ${object}`,
      });
  });
}

function wireTerms(terms: Terms, currency: Currency) {
  const text = (minor: bigint): string => formatAmount(minor, currency);
  const textOrNull = (minor: bigint | null): string | null => (minor === null ? null : text(minor));
  return {
    ...rateTexts(terms, currency),
    minAmount: text(terms.minAmountMinor),
    maxAmount: text(terms.maxAmountMinor),
    reviewFrom: textOrNull(terms.reviewFromMinor),
    window: terms.window === null ? null : { from: terms.window.from, to: terms.window.to },
    enabled: terms.enabled,
  };
}

function wireSettlement({ mode, days, sameDayRatioE4 }: SettlementTerms) {
  return { mode, days, sameDayRatio: formatPercent(sameDayRatioE4) };
}

/** The audit text of a change: `percent 0.1 → 0.2, maxFee none → 5.00`. */
function differences(before: LoggedFields, after: LoggedFields): string {
  return Object.keys(after)
    .map((name) => [name, shown(before[name]), shown(after[name])])
    .flatMap(([name, was, is]) => (was === is ? [] : [`${name} ${was} → ${is}`]))
    .join(', ');
}

type LoggedValue = string | number | boolean | null | { from: string; to: string };
type LoggedFields = Readonly<Record<string, LoggedValue>>;

function shown(value: LoggedValue = null): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? `${value.from}–${value.to}` : String(value);
}
