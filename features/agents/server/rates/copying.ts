/**
 * Copying rates to direct members, each all or nothing and in a transaction of its own. Whether a channel is closed for
 * a member stays as it is, and only channels that are open at the source are copied.
 */
import type { Rate } from '#features/channels/rules.ts';
import type { GivenRate } from '#features/channels/server/member-rates.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, parseAmountOrZero, parsePercent } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { rateCalls } from '../../rate-contract.ts';
import { isDirect, type RateDeps, requireActive, requireDirect, setDirect } from './direct.ts';

type CopyCall = (typeof rateCalls.calls)['/agent/copyrates'];
type CopyInput = ParsedInputOf<CopyCall>;
type CopyResult = OutputOf<CopyCall>['results'][number];

export async function copyRates(
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
