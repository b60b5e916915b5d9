/**
 * Reading and setting the rates of a direct member. A change is for orders created after it: each order keeps the fee
 * and the commission of the moment it was created.
 */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { GivenRate, SetRates } from '#features/channels/server/member-rates.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Call, OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { rateCalls } from '../../rate-contract.ts';
import { isDirect, requireDirect } from './direct.ts';
import { changesText, readRates, refuseRates, userRate } from './rate-texts.ts';

export interface RateDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find' | 'lock'>;
  channels: Pick<ChannelVerbs, 'memberRates' | 'refusedRates' | 'setRates'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

type SetCall = (typeof rateCalls.calls)['/agent/setuserrate'];

export async function userRates(
  { platform, channels }: RateDeps,
  language: Language,
  memberNo: bigint,
): Promise<OutputOf<SetCall>> {
  const [settings, rates] = await Promise.all([platform.settings(), channels.memberRates([memberNo])]);
  return { rates: (rates.get(memberNo) ?? []).map((rate) => userRate(rate, { ...settings, language })) };
}

export async function setUserRates(
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

/**
 * Sets a member's rates under its lock and records the changes. Returns undefined if the member is not directly below
 * the caller any more.
 */
export async function setDirect<C extends Call>(
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
