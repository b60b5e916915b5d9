/** Handlers for the dashboard calls, which combine figures from other features. */
import { formatAmount } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { rateText } from '#features/orders/rules.ts';
import { type DayFigures, selectChannelFigures, selectDayFigures } from '#features/orders/server/figures.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UserVerbs } from '#features/accounts/server/verbs.ts';
import { dashboardCalls, type Summary } from '../contract.ts';
import { attentionOf, type AttentionDeps } from './attention.ts';

export interface DashboardDeps extends AttentionDeps {
  db: Database;
  platform: PlatformVerbs;
  ledger: LedgerVerbs;
  channels: ChannelVerbs;
  callbacks: CallbackVerbs;
  users: UserVerbs;
  members: MemberVerbs;
}

export function dashboardHandlers(deps: DashboardDeps): ServedContract {
  const { db, platform, ledger, channels, callbacks, users, members } = deps;
  return handlers(dashboardCalls, {
    async '/dashboard/summary'({ session, now }) {
      const { memberNo, userId } = session;
      const { currency, timeZone } = await platform.settings();
      const today = dayOf(now, timeZone);
      const [from, middle, to] = [addDays(today, -1), today, addDays(today, 1)].map((day) =>
        startOfDay(day, timeZone),
      ) as [Date, Date, Date];
      const [balances, days, setup, member, failedCallbacks, receivers] = await Promise.all([
        ledger.balances(memberNo, currency, now),
        selectDayFigures(db.kysely, { memberNo, from, to }),
        users.setupOf(userId),
        members.find(memberNo),
        callbacks.countFailed(memberNo, 'payin', new Date(now.getTime() - 86_400_000)),
        callbacks.countTroubled(memberNo),
      ]);
      const amount = (minor: bigint): string => formatAmount(minor, currency);
      const ofDay = (day: Date): DayFigures =>
        days.find((one) => one.day.getTime() === day.getTime()) ?? noFigures(day);
      const [current, previous] = [ofDay(middle), ofDay(from)];
      const { nextRelease } = balances;
      return {
        balance: amount(balances.balanceMinor),
        frozen: amount(balances.frozenMinor),
        available: amount(balances.availableMinor),
        today: {
          trade: amount(current.createdMinor),
          successAmount: amount(current.paidMinor),
          orders: current.createdCount,
          successOrders: current.paidCount,
          successRate: rateText(current.successCount, current.createdCount),
          income: amount(current.paidMinor - current.paidFeeMinor),
        },
        yesterday: {
          orders: previous.createdCount,
          successOrders: previous.paidCount,
          amount: amount(previous.paidMinor),
          income: amount(previous.paidMinor - previous.paidFeeMinor),
        },
        nextRelease: nextRelease && {
          at: nextRelease.releaseAt.toISOString(),
          amount: amount(nextRelease.amountMinor),
        },
        todo: todoOf({ ...setup, certified: member?.certification === 'approved', failedCallbacks, receivers }),
      };
    },

    async '/dashboard/attention'({ session, now }) {
      const { currency } = await platform.settings();
      return attentionOf(deps, session.memberNo, currency, now);
    },

    async '/dashboard/chart'({ session, language, now }, { days, channel }) {
      const { memberNo } = session;
      const [{ currency, timeZone }, refs] = await Promise.all([platform.settings(), channels.channelRefs()]);
      const today = dayOf(now, timeZone);
      const dates = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
      const channelId =
        channel === undefined ? undefined : ([...refs].find(([, { code }]) => code === channel)?.[0] ?? NO_CHANNEL);
      const range = {
        memberNo,
        from: startOfDay(dates[0] ?? today, timeZone),
        to: startOfDay(addDays(today, 1), timeZone),
        channelId,
      };
      const [figures, byChannel] = await Promise.all([
        selectDayFigures(db.kysely, range),
        selectChannelFigures(db.kysely, range),
      ]);
      const byDate = new Map(figures.map((one) => [dayOf(one.day, timeZone), one]));
      return {
        days: dates.map((date) => ({
          date,
          amount: formatAmount(byDate.get(date)?.paidMinor ?? 0n, currency),
          orders: byDate.get(date)?.paidCount ?? 0,
        })),
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

/** Matches no channel, so an unknown code shows no figures. */
const NO_CHANNEL = 0;

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
