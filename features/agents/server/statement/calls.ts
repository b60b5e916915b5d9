/** Handlers of the commission statement. */
import { formatAmount, sum } from '#foundation/core/money.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { HandlerTable } from '#foundation/server/http/handlers.ts';
import type { ChannelRef, ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { agentOrderCalls, CommissionEntry, CommissionRow } from '../../order-contract.ts';
import { monthRange } from '../../months.ts';
import { shownCommission } from '../../rules.ts';
import { keptRateTexts } from '../kept-rates.ts';
import { type Place, type PlaceDeps, placeOf, selectNames } from '../places.ts';
import { type Booking, selectBookingPage } from './entries.ts';
import {
  type CommissionGroup,
  type CommissionSums,
  countGroups,
  type GroupSums,
  selectGroups,
  selectHolds,
  selectTotals,
  type Statement,
} from './store.ts';

export interface StatementDeps extends PlaceDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'channelRefs'>;
}

type StatementTable = Pick<
  HandlerTable<(typeof agentOrderCalls)['calls']>,
  '/agent/commission' | '/agent/commission/entries'
>;

export function statementHandlers(deps: StatementDeps): StatementTable {
  const { db, platform, channels } = deps;
  return {
    async '/agent/commission'({ session, language, now, refuse }, { page, limit, order, group, ...filter }) {
      const [place, { currency, timeZone }, refs] = await Promise.all([
        placeOf(deps, session.memberNo, filter.memberNo),
        platform.settings(),
        channels.channelRefs(),
      ]);
      if (!place) return refuse('not_found');
      const statement = statementOf(session.memberNo, place, filter, refs, timeZone);
      const [groups, totals, holds] = await Promise.all([
        selectGroups(db, statement, group, { page, limit, order }),
        selectTotals(db, statement),
        selectHolds(db, statement, now),
      ]);
      const total = groups[0] ? Number(groups[0].groups) : await countGroups(db, statement, group);
      const names =
        group === 'member'
          ? await selectNames(
              db,
              groups.map(({ key }) => key),
            )
          : new Map();
      const [next] = holds;
      return {
        total,
        page,
        limit,
        list: groups.map((one) => ({
          ...namedKey(one, group, { timeZone, refs, names, language }),
          ...sumsOutput(one, currency),
        })),
        extend: {
          ...sumsOutput(totals, currency),
          held: formatAmount(sum(holds.map(({ amountMinor }) => amountMinor)), currency),
          nextRelease: next ? { at: next.at.toISOString(), amount: formatAmount(next.amountMinor, currency) } : null,
        },
      };
    },

    async '/agent/commission/entries'({ session, language, now, refuse }, { page, limit, order, ...filter }) {
      const [place, { currency, timeZone }, refs] = await Promise.all([
        placeOf(deps, session.memberNo, filter.memberNo),
        platform.settings(),
        channels.channelRefs(),
      ]);
      if (!place) return refuse('not_found');
      const statement = statementOf(session.memberNo, place, filter, refs, timeZone);
      const [found, totals] = await Promise.all([
        selectBookingPage(db, statement, { page, limit, order }),
        selectTotals(db, statement),
      ]);
      const names = await selectNames(db, [...new Set(found.map(({ merchantNo }) => merchantNo))]);
      return {
        total: Number(totals.orders + totals.returnedCount),
        page,
        limit,
        list: found.map((booking): CommissionEntry => {
          const channel = refs.get(booking.channelId);
          return {
            systemNo: booking.systemNo.toString(),
            merchant: { memberNo: booking.merchantNo.toString(), name: names.get(booking.merchantNo) ?? '' },
            channel: { code: channel?.code ?? '', name: channel?.name[language] ?? '' },
            amount: formatAmount(booking.amountMinor, currency),
            rateBelow: booking.rates && keptRateTexts(booking.rates.below, currency),
            ownRate: booking.rates && keptRateTexts(booking.rates.own, currency),
            ...entryState(booking, now),
            commission: formatAmount(booking.isReturn ? -booking.commissionMinor : booking.commissionMinor, currency),
            paidAt: booking.paidAt.toISOString(),
            bookedAt: booking.at.toISOString(),
          };
        }),
        extend: sumsOutput(totals, currency),
      };
    },
  };
}

export interface StatementFilter {
  range?: { from?: string | undefined; to?: string | undefined } | undefined;
  month?: string | undefined;
  channel?: string | undefined;
}

/** With a month and a range, what both contain. An unknown channel has no bookings. */
export function statementOf(
  agentNo: bigint,
  place: Place,
  { range, month, channel }: StatementFilter,
  refs: ReadonlyMap<number, ChannelRef>,
  timeZone: string,
): Statement {
  const ofMonth = month === undefined ? undefined : monthRange(month, timeZone);
  const from = range?.from === undefined ? undefined : new Date(range.from);
  const to = range?.to === undefined ? undefined : new Date(range.to);
  const channelId =
    channel === undefined ? undefined : ([...refs].find(([, { code }]) => code === channel)?.[0] ?? NO_CHANNEL);
  return {
    agentNo,
    place,
    channelId,
    timeZone,
    from: from && ofMonth && from < ofMonth.from ? ofMonth.from : (from ?? ofMonth?.from),
    to: to && ofMonth && to > ofMonth.to ? ofMonth.to : (to ?? ofMonth?.to),
  };
}

const NO_CHANNEL = -1;

/** What the list and the file say about a booking. */
export function entryState(
  { isReturn, returnedAt, ...booking }: Booking,
  now: Date,
): Pick<CommissionEntry, 'state' | 'releasesAt'> {
  if (isReturn || returnedAt) return { state: 'reversed', releasesAt: null };
  const { state, releasesAt } = shownCommission({ ...booking, status: 'success', bookedAt: booking.at }, now);
  return { state: state === 'held' ? 'held' : 'available', releasesAt: releasesAt?.toISOString() ?? null };
}

function sumsOutput({ orders, amountMinor, earnedMinor, returnedMinor }: CommissionSums, currency: string) {
  return {
    orders: Number(orders),
    amount: formatAmount(amountMinor, currency),
    commission: formatAmount(earnedMinor, currency),
    reversed: formatAmount(returnedMinor, currency),
    net: formatAmount(earnedMinor - returnedMinor, currency),
  };
}

export function namedKey(
  { key }: GroupSums,
  group: CommissionGroup,
  {
    timeZone,
    refs,
    names,
    language,
  }: {
    timeZone: string;
    refs: ReadonlyMap<number, ChannelRef>;
    names: ReadonlyMap<bigint, string>;
    language: keyof ChannelRef['name'];
  },
): Pick<CommissionRow, 'key' | 'name'> {
  if (group === 'member') return { key: key.toString(), name: names.get(key) ?? '' };
  if (group === 'channel') {
    const channel = refs.get(Number(key));
    return { key: channel?.code ?? '', name: channel?.name[language] ?? '' };
  }
  const day = dayOf(new Date(Number(key)), timeZone);
  return { key: group === 'month' ? day.slice(0, 7) : day, name: null };
}
