/** Handlers for the dashboard calls, which combine figures from other features. */
import { formatAmount, sum } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { CardStatus } from '#features/cards/rules.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { ChannelRef, ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { rateText } from '#features/orders/rules.ts';
import {
  type DayFigures,
  existsPayment,
  selectChannelFigures,
  selectDayFigures,
} from '#features/orders/server/figures.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import { dashboardCalls, type Summary } from '../contract.ts';
import { operatorDashboardCalls } from '../operator-contract.ts';
import { changeOf, pointsOf } from '../changes.ts';
import { attentionOf, type AttentionDeps } from './attention.ts';
import { overviewOf, sameTime, spanFigures } from './overview.ts';

export interface DashboardDeps extends AttentionDeps {
  db: Database;
  platform: PlatformVerbs;
  ledger: LedgerVerbs;
  channels: ChannelVerbs;
  callbacks: CallbackVerbs;
  users: UserVerbs;
  members: MemberVerbs;
}

export function operatorDashboardHandlers({ db, platform, channels, members }: DashboardDeps): ServedContract {
  return handlers(operatorDashboardCalls, {
    async '/operator/member/overview'({ language, now, refuse }, { memberNo, period }) {
      const [{ currency, timeZone }, refs, member] = await Promise.all([
        platform.settings(),
        channels.channelRefs(),
        members.find(memberNo),
      ]);
      if (!member) refuse('not_found');
      return overviewOf({ db, currency, timeZone, language, refs, now }, { memberNo, period, channelId: undefined });
    },
  });
}

export function dashboardHandlers(deps: DashboardDeps): ServedContract {
  const { db, platform, ledger, channels, callbacks, users, members, cards } = deps;
  return handlers(dashboardCalls, {
    async '/dashboard/summary'({ session, now }) {
      const { memberNo, userId } = session;
      const { currency, timeZone } = await platform.settings();
      const today = dayOf(now, timeZone);
      const [from, middle, to] = [addDays(today, -1), today, addDays(today, 1)].map((day) =>
        startOfDay(day, timeZone),
      ) as [Date, Date, Date];
      const yesterday = addDays(today, -1);
      const until = sameTime({ from: yesterday, to: yesterday }, today, now, timeZone);
      const [balances, days, before, setup, member, failedCallbacks, receivers, cardCounts, hasPaid] =
        await Promise.all([
          ledger.balances(memberNo, currency, now),
          selectDayFigures(db, { memberNo, from, to }),
          spanFigures(db, { memberNo, timeZone }, { from, to: until }),
          users.setupOf(userId),
          members.find(memberNo),
          callbacks.countFailed(memberNo, 'payin', new Date(now.getTime() - 86_400_000)),
          callbacks.countTroubled(memberNo),
          cards.counts(memberNo),
          existsPayment(db, memberNo),
        ]);
      const amount = (minor: bigint): string => formatAmount(minor, currency);
      const ofDay = (day: Date): DayFigures =>
        days.find((one) => one.day.getTime() === day.getTime()) ?? noFigures(day);
      const [current, previous] = [ofDay(middle), ofDay(from)];
      const { nextRelease, releases } = balances;
      const rate = rateText(current.successCount, current.createdCount);
      const shownReleases = releases.slice(0, MAX_RELEASES);
      const shownMinor = sum(shownReleases.map(({ amountMinor }) => amountMinor));
      return {
        balance: amount(balances.balanceMinor),
        frozen: amount(balances.frozenMinor),
        available: amount(balances.availableMinor),
        today: {
          trade: amount(current.createdMinor),
          successAmount: amount(current.paidMinor),
          orders: current.createdCount,
          successOrders: current.paidCount,
          successRate: rate,
          income: amount(current.paidMinor - current.paidFeeMinor),
          changes: {
            until: until.toISOString(),
            trade: changeOf(current.createdMinor, before.created.amountMinor),
            orders: changeOf(current.createdCount, before.created.count),
            successAmount: changeOf(current.paidMinor, before.paid.amountMinor),
            successRate: pointsOf(rate, rateText(before.created.successCount, before.created.count)),
          },
        },
        yesterday: {
          orders: previous.createdCount,
          successOrders: previous.paidCount,
          amount: amount(previous.paidMinor),
          income: amount(previous.paidMinor - previous.paidFeeMinor),
        },
        days: { today, yesterday },
        nextRelease: nextRelease && releaseOf(nextRelease, currency),
        releases: shownReleases.map((release) => releaseOf(release, currency)),
        releasesLater: amount(balances.frozenMinor - balances.riskHoldMinor - shownMinor),
        riskHold: amount(balances.riskHoldMinor),
        setup: {
          payPassword: setup.hasPayPassword,
          certification: member?.certification ?? 'none',
          card: bestCard(cardCounts),
          firstPayment: member?.kind === 'agent' ? null : hasPaid,
        },
        todo: todoOf({ ...setup, certified: member?.certification === 'approved', failedCallbacks, receivers }),
      };
    },

    async '/dashboard/attention'({ session, language, now }) {
      const { currency } = await platform.settings();
      return attentionOf(deps, session.memberNo, { currency, language, now });
    },

    async '/dashboard/overview'({ session, language, now }, { period, channel }) {
      const [{ currency, timeZone }, refs] = await Promise.all([platform.settings(), channels.channelRefs()]);
      return overviewOf(
        { db, currency, timeZone, language, refs, now },
        { memberNo: session.memberNo, period, channelId: channelIdOf(refs, channel) },
      );
    },

    async '/dashboard/chart'({ session, language, now }, { days, channel }) {
      const { memberNo } = session;
      const [{ currency, timeZone }, refs] = await Promise.all([platform.settings(), channels.channelRefs()]);
      const today = dayOf(now, timeZone);
      const dates = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
      const range = {
        memberNo,
        from: startOfDay(dates[0] ?? today, timeZone),
        to: startOfDay(addDays(today, 1), timeZone),
        channelId: channelIdOf(refs, channel),
      };
      const [figures, byChannel] = await Promise.all([selectDayFigures(db, range), selectChannelFigures(db, range)]);
      const byDate = new Map(figures.map((one) => [dayOf(one.day, timeZone), one]));
      const dayRow = (date: string, { paidMinor, paidCount }: Pick<DayFigures, 'paidMinor' | 'paidCount'>) => ({
        date,
        amount: formatAmount(paidMinor, currency),
        orders: paidCount,
      });
      return {
        days: dates.map((date) => dayRow(date, byDate.get(date) ?? { paidMinor: 0n, paidCount: 0 })),
        channels: byChannel.map((one) => ({
          code: refs.get(one.channelId)?.code ?? '',
          name: refs.get(one.channelId)?.name[language] ?? '',
          amount: formatAmount(one.paidMinor, currency),
          orders: one.paidCount,
        })),
      };
    },
  });
}

function releaseOf({ releaseAt, amountMinor }: { releaseAt: Date; amountMinor: bigint }, currency: string) {
  return { at: releaseAt.toISOString(), amount: formatAmount(amountMinor, currency) };
}

function bestCard(counts: Readonly<Record<CardStatus, number>>): Summary['setup']['card'] {
  return (['approved', 'pending', 'rejected'] as const).find((status) => counts[status] > 0) ?? 'none';
}

/** How many releases a summary names; what is released later is one sum. */
const MAX_RELEASES = 7;

/** Matches no channel, so an unknown code shows no figures. */
const NO_CHANNEL = 0;

function channelIdOf(refs: ReadonlyMap<number, ChannelRef>, channel: string | undefined): number | undefined {
  return channel === undefined ? undefined : ([...refs].find(([, { code }]) => code === channel)?.[0] ?? NO_CHANNEL);
}

function todoOf(setup: {
  hasPayPassword: boolean;
  hasSecondFactor: boolean;
  certified: boolean;
  failedCallbacks: number;
  receivers: number;
}): Summary['todo'] {
  const todo: Summary['todo'] = [];
  if (!setup.hasPayPassword) todo.push({ what: 'pay_password', count: 1 });
  if (!setup.hasSecondFactor) todo.push({ what: 'second_factor', count: 1 });
  if (!setup.certified) todo.push({ what: 'certification', count: 1 });
  if (setup.failedCallbacks > 0) todo.push({ what: 'failed_callbacks', count: setup.failedCallbacks });
  if (setup.receivers > 0) todo.push({ what: 'receivers', count: setup.receivers });
  return todo;
}

function noFigures(day: Date): DayFigures {
  return { day, createdCount: 0, createdMinor: 0n, successCount: 0, paidCount: 0, paidMinor: 0n, paidFeeMinor: 0n };
}
