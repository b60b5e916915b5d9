/**
 * An agent's calls about the rates of its direct members: it reads them, sets them, and copies them to others. Any other
 * member's number is answered like a missing one. A change is for orders created after it: each order keeps the fee and
 * the commission of the moment it was created.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { Rate } from '#features/channels/rules.ts';
import type { GivenRate, SetRates } from '#features/channels/server/member-rates.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Member } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Call, OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, parseAmountOrZero, parsePercent } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type CallContext, type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { rateCalls } from '../../rate-contract.ts';
import { changesText, readRates, refuseRates, userRate } from './rate-answers.ts';

export interface RateDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find' | 'lock'>;
  channels: Pick<ChannelVerbs, 'memberRates' | 'refusedRates' | 'setRates'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

interface AgentContext {
  readonly session: { readonly memberNo: bigint };
  refuse(name: 'not_found'): never;
}

export function rateHandlers(deps: RateDeps): ServedContract {
  return handlers(rateCalls, {
    async '/agent/userrate'(context, { memberNo }) {
      await requireDirect(deps, context, memberNo);
      return userRates(deps, context.language, memberNo);
    },
    '/agent/setuserrate': (context, input) => setUserRates(deps, context, input),
    '/agent/copyrates': (context, input) => copyRates(deps, context, input),
  });
}

type SetCall = (typeof rateCalls.calls)['/agent/setuserrate'];

async function userRates(
  { platform, channels }: RateDeps,
  language: Language,
  memberNo: bigint,
): Promise<OutputOf<SetCall>> {
  const [settings, rates] = await Promise.all([platform.settings(), channels.memberRates([memberNo])]);
  return { rates: (rates.get(memberNo) ?? []).map((rate) => userRate(rate, { ...settings, language })) };
}

async function setUserRates(
  deps: RateDeps,
  context: CallContext<SetCall>,
  { memberNo, rates, verifyType, verifyCode }: ParsedInputOf<SetCall>,
): Promise<OutputOf<SetCall>> {
  const { db, platform, channels, factors } = deps;
  const { session, language } = context;
  await requireDirect(deps, context, memberNo);
  const { currency } = await platform.settings();
  const given = readRates(context, rates, currency);
  // Before the second step, so that a wrong rate does not cost a code. The check within the transaction decides.
  const current = (await channels.memberRates([memberNo])).get(memberNo) ?? [];
  refuseRates(context, await channels.refusedRates(current, given), currency);
  const step = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, step);
    const set = (await setDirect(deps, context, tx, { memberNo, given, currency })) ?? context.refuse('not_found');
    if (set.outcome === 'refused') refuseRates(context, set.refusals, currency);
  });
  return userRates(deps, language, memberNo);
}

type CopyCall = (typeof rateCalls.calls)['/agent/copyrates'];
type CopyInput = ParsedInputOf<CopyCall>;
type CopyResult = OutputOf<CopyCall>['results'][number];

/**
 * Copies rates to direct members, each all or nothing and in a transaction of its own. Whether a channel is closed for a
 * member stays as it is, and only channels that are open at the source are copied.
 */
async function copyRates(
  deps: RateDeps,
  context: CallContext<CopyCall>,
  { from, to, verifyType, verifyCode }: CopyInput,
): Promise<OutputOf<CopyCall>> {
  const { db, factors, platform } = deps;
  const { currency } = await platform.settings();
  const given = await givenRates(deps, context, from);
  const step = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction((tx) => factors.spendSecondStep(tx, context, step));
  const results: CopyResult[] = [];
  for (const memberNo of new Set(to)) results.push(await copyTo(deps, context, { memberNo, given, currency }));
  return { results };
}

/** The rates to copy, with the caller's margin. */
async function givenRates(
  deps: RateDeps,
  context: CallContext<CopyCall>,
  from: CopyInput['from'],
): Promise<GivenRate[]> {
  if ('memberNo' in from) {
    await requireDirect(deps, context, from.memberNo);
    return openRates(deps, from.memberNo);
  }
  await requireActive(deps, context);
  const { currency, maxRatePercentE4 } = await deps.platform.settings();
  const addMinor = parseAmountOrZero(from.addFixed, currency) ?? context.wrongField('from.addFixed', 'amount_form');
  const addE4 =
    parsePercent(from.addPercent) ??
    context.wrongField('from.addPercent', 'rate_too_high', { maximum: maxRatePercentE4 / 10_000 });
  return (await openRates(deps, context.session.memberNo)).map(({ channel, rate }) => ({
    channel,
    rate: { ...rate, percentE4: rate.percentE4 + addE4, fixedMinor: rate.fixedMinor + addMinor },
  }));
}

async function openRates({ channels }: RateDeps, memberNo: bigint): Promise<{ channel: string; rate: Rate }[]> {
  const rates = (await channels.memberRates([memberNo])).get(memberNo) ?? [];
  return rates
    .filter(({ isOpen }) => isOpen)
    .map(({ channel, effective }) => ({ channel: channel.code, rate: effective }));
}

async function copyTo(
  deps: RateDeps,
  context: CallContext<CopyCall>,
  { memberNo, given, currency }: { memberNo: bigint; given: readonly GivenRate[]; currency: Currency },
): Promise<CopyResult> {
  const failed = (error: CopyResult['error']): CopyResult => ({ memberNo: memberNo.toString(), changed: 0, error });
  // Before a transaction, so that no row of somebody else's member is locked.
  if (!isDirect(await deps.members.find(memberNo), context.session.memberNo)) return failed('not_found');
  const set = await deps.db.transaction((tx) => setDirect(deps, context, tx, { memberNo, given, currency }));
  if (!set) return failed('not_found');
  if (set.outcome === 'refused') return failed(set.refusals[0]?.error ?? null);
  return { memberNo: memberNo.toString(), changed: set.changes.length, error: null };
}

/** An agent that is disabled has no calls. */
async function requireActive({ members }: Pick<RateDeps, 'members'>, { session, refuse }: AgentContext): Promise<void> {
  if ((await members.find(session.memberNo))?.state !== 'active') refuse('not_found');
}

/** Refuses unless the caller is active and the member is directly below it; reads the same for every number. */
async function requireDirect(
  { members }: Pick<RateDeps, 'members'>,
  { session, refuse }: AgentContext,
  memberNo: bigint,
): Promise<void> {
  const [agent, member] = await Promise.all([members.find(session.memberNo), members.find(memberNo)]);
  if (agent?.state !== 'active' || !isDirect(member, session.memberNo)) refuse('not_found');
}

function isDirect(member: Pick<Member, 'uplines'> | undefined, agentNo: bigint): boolean {
  return member?.uplines[0] === agentNo;
}

/**
 * Sets a member's rates under its lock and records the changes. Returns undefined if the member is not directly below
 * the caller any more.
 */
async function setDirect<C extends Call>(
  { members, channels, audit }: RateDeps,
  context: Pick<CallContext<C>, 'client' | 'now' | 'call'> & { session: { userId: bigint; memberNo: bigint } },
  tx: Tx,
  { memberNo, given, currency }: { memberNo: bigint; given: readonly GivenRate[]; currency: Currency },
): Promise<SetRates | undefined> {
  if (!isDirect(await members.lock(tx, memberNo), context.session.memberNo)) return undefined;
  const set = await channels.setRates(tx, { memberNo, rates: given });
  if (set.outcome === 'set' && set.changes.length > 0) {
    const object = `${memberNo} ${changesText(set.changes, currency)}`;
    await audit.record(tx, { ...actorOf(context), action: 'rates_set', object });
  }
  return set;
}
