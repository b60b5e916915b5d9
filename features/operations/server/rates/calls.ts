/** Handlers of the operators' calls about rates. */
import type { BoundDeps } from '#features/approvals/server/bounds.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { rateTexts } from '#features/channels/rate-texts.ts';
import type { Rate, Route } from '#features/channels/rules.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { channelSetups } from '#features/channels/server/setting-up.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, formatPercent, money } from '#foundation/core/money.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { OperatorMemberFilter } from '../../member-contract.ts';
import { operatorRateCalls, type RateChannel } from '../../rate-contract.ts';
import { changesOf } from '../changes.ts';
import { countMembers, selectMembers } from '../members/listing.ts';
import { belowCostAt, cellOf, dearestAt, sampleOf } from './cells.ts';
import { givenRate } from './given-rate.ts';
import { countRateChanges, selectRateChanges } from './store.ts';
import { allowedBelowCost, proposeRate, rateObject } from './proposing.ts';

export interface OperatorRateDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  members: Pick<MemberVerbs, 'lock'>;
  channels: Pick<ChannelVerbs, 'memberRates' | 'refusedRates' | 'setRates'>;
  upstreams: Pick<UpstreamVerbs, 'names'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  users: BoundDeps['users'];
}

type Calls = (typeof operatorRateCalls)['calls'];
type ListCall = Calls['/operator/rate/list'];
type ChangesCall = Calls['/operator/rate/changes'];
type SetCall = Calls['/operator/rate/set'];

export function operatorRateHandlers(deps: OperatorRateDeps): ServedContract {
  return handlers(operatorRateCalls, {
    '/operator/rate/list': (context, input) => list(deps, context, input),
    '/operator/rate/changes': (context, input) => changes(deps, context, input),
    '/operator/rate/set': (context, input) => set(deps, context, input),
  });
}

async function list(
  { db: on, platform, channels, upstreams }: OperatorRateDeps,
  { language }: CallContext<ListCall>,
  { page, limit, order, q, kind, uplineNo }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const { currency } = await platform.settings();
  const filter = {
    ...OperatorMemberFilter.parse({ page, limit, order, sort: 'memberNo', q, kind }),
    ...(uplineNo === undefined ? {} : { uplineNo }),
  };
  const [members, total, names, setups] = await Promise.all([
    selectMembers(on, filter),
    countMembers(on, filter),
    upstreams.names(),
    channelSetups(on),
  ]);
  const rates = await channels.memberRates(members.map(({ memberNo }) => memberNo));
  const shown = [...rates.values()][0]?.map(({ channel }) => channel) ?? [];
  return {
    total,
    page,
    limit,
    list: members.map(({ memberNo, name, kind: memberKind, uplineNo: agentNo, uplineName }) => ({
      memberNo: memberNo.toString(),
      name,
      kind: memberKind,
      upline: agentNo === null ? null : { memberNo: agentNo.toString(), name: uplineName ?? '' },
      cells: (rates.get(memberNo) ?? []).map((rate) => cellOf(rate, currency)),
    })),
    extend: {
      channels: setups.flatMap((setup) => {
        const routes = shown.find(({ channelId }) => channelId === setup.channelId)?.routes ?? [];
        return [channelOf(setup, routes)];
      }),
    },
  };

  function channelOf(setup: (typeof setups)[number], routes: readonly Route[]): RateChannel {
    const sampleMinor = sampleOf(setup, currency);
    const route = dearestAt(sampleMinor, routes);
    return {
      code: setup.code,
      name: setup.name[language],
      rate: rateTexts(setup.rate, currency),
      cost: route
        ? {
            upstream: names.find(({ id }) => id === route.upstreamId)?.name ?? '',
            percent: formatPercent(route.costPercentE4),
            fixed: formatAmount(route.costFixedMinor, currency),
          }
        : null,
      sample: formatAmount(sampleMinor, currency),
    };
  }
}

async function changes(
  { db: on, platform }: OperatorRateDeps,
  context: CallContext<ChangesCall>,
  { memberNo, code, page, limit, order }: ParsedInputOf<ChangesCall>,
): Promise<OutputOf<ChangesCall>> {
  const { currency } = await platform.settings();
  const { channelId } = (await channelSetups(on)).find((one) => one.code === code) ?? context.refuse('not_found');
  const cell = { memberNo, channelId };
  const [rows, total] = await Promise.all([
    selectRateChanges(on, cell, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
    countRateChanges(on, cell),
  ]);
  return {
    total,
    page,
    limit,
    list: rows.map(({ at, rate, ...row }) => ({ ...row, at: at.toISOString(), rate: rateTexts(rate, currency) })),
    extend: {},
  };
}

async function set(
  deps: OperatorRateDeps,
  context: CallContext<SetCall>,
  input: ParsedInputOf<SetCall>,
): Promise<OutputOf<SetCall>> {
  const { db, platform, members, channels, audit, factors } = deps;
  const { memberNo, code, before, reason, verifyType, verifyCode } = input;
  const { session } = context;
  const { currency } = await platform.settings();
  const rate = orderedRate(context, input, currency);
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  return db.transaction(async (tx) => {
    if (!(await members.lock(tx, memberNo))) return context.refuse('not_found');
    const all = (await channels.memberRates([memberNo], tx)).get(memberNo) ?? [];
    const current = all.find((one) => one.channel.code === code);
    if (!current) return context.refuse('not_found');
    const was = rateTexts(current.effective, currency);
    if (changesOf(was, before) !== '') return context.refuse('rate_changed');
    await factors.spendSecondStep(tx, context, checkedStep);
    const text = changesOf(was, rateTexts(rate, currency));
    if (text === '') return { outcome: 'done', approvalId: null };
    const low = belowCostAt(rate, current.channel);
    if (low) {
      const wanted = { memberNo, current, rate, reason };
      const allowed = await allowedBelowCost(tx, deps, context, wanted);
      if (allowed === 'not') return refuseBelowCost(deps, context, low, currency);
      if (allowed === 'two') {
        // A proposal of what can't be would only wait for its refusal.
        const [refusal] = await channels.refusedRates(all, [{ channel: code, rate }]);
        if (refusal) return refuse(context, refusal, currency);
        return { outcome: 'proposed', approvalId: await proposeRate(tx, deps, context, wanted, currency) };
      }
    }
    const by = { userId: session.userId, reason };
    const outcome = await channels.setRates(tx, { memberNo, rates: [{ channel: code, rate }], by });
    if (outcome.outcome === 'refused') return refuse(context, outcome.refusals[0], currency);
    const object = rateObject({ memberNo, code, before: current.effective, after: rate, reason }, currency);
    await audit.record(tx, { ...actorOf(context), memberNo, action: 'member_rate_set', object });
    return { outcome: 'done', approvalId: null };
  });
}

async function refuseBelowCost(
  { upstreams }: Pick<OperatorRateDeps, 'upstreams'>,
  context: CallContext<SetCall>,
  { route, amountMinor, feeMinor, costMinor }: NonNullable<ReturnType<typeof belowCostAt>>,
  currency: Currency,
): Promise<never> {
  return context.refuse('rate_below_cost', {
    amount: money(amountMinor, currency),
    fee: money(feeMinor, currency),
    own: money(costMinor, currency),
    name: (await upstreams.names()).find(({ id }) => id === route.upstreamId)?.name ?? '',
  });
}

type Refusal = Extract<Awaited<ReturnType<ChannelVerbs['setRates']>>, { outcome: 'refused' }>['refusals'][number];

function refuse(context: CallContext<SetCall>, refusal: Refusal | undefined, currency: Currency): never {
  switch (refusal?.error) {
    case 'rate_too_high':
      return context.refuse('rate_above_most', { maximum: refusal.maxPercentE4 / 10_000 });
    case 'rate_below_own': {
      const { amountMinor, feeMinor, ownMinor } = refusal.undercut;
      return context.refuse('rate_below_agent', {
        amount: money(amountMinor, currency),
        fee: money(feeMinor, currency),
        own: money(ownMinor, currency),
      });
    }
    case 'rate_not_sound':
      return context.wrongField('percent', 'percent_range');
    case 'channel_not_held':
    case undefined:
      return context.refuse('rate_channel_closed');
  }
}

function orderedRate(
  context: Pick<CallContext<SetCall>, 'wrongField'>,
  input: ParsedInputOf<SetCall>,
  currency: Currency,
): Rate {
  const rate = givenRate(context, input, currency);
  if (rate.minFeeMinor !== null && rate.maxFeeMinor !== null && rate.minFeeMinor > rate.maxFeeMinor)
    context.wrongField('maxFee', 'most_below_least');
  return rate;
}
