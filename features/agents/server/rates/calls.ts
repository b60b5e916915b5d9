/**
 * An agent's calls about the rates of its direct members. A change is for orders created after it: each order keeps the
 * fee and the commission of the moment it was created.
 */
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { Language } from '#foundation/core/words.ts';
import { type CallContext, type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { rateCalls } from '../../rate-contract.ts';
import { copyRates } from './copying.ts';
import { type RateDeps, requireDirect, setDirect } from './direct.ts';
import { readRates, refuseRates, userRate } from './rate-answers.ts';

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
