/** Handlers of the calls that show an agent its tree. */
import { formatAmount, sum } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { HandlerTable } from '#foundation/server/http/handlers.ts';
import { rateTexts } from '#features/channels/rate-texts.ts';
import { successRateOf } from '#features/channels/rules.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { treeCalls, UserListFilter, UserRow } from '../../tree-contract.ts';
import { monthBefore } from '../../months.ts';
import { FALL_DAYS } from '../../rules.ts';
import { type PlaceDeps, placeOf, selectNames } from '../places.ts';
import { WHOLE_TREE } from '../projection/row.ts';
import { selectTreeCounts } from '../projection/store.ts';
import { selectHolds } from '../statement/store.ts';
import { selectBestMembers, selectCommissionMonths, selectKinds, selectTreeDays } from './figures.ts';
import { type ListedMember, type MemberQuery, selectMemberPage } from './listing.ts';

export interface TreeDeps extends PlaceDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'allTerms'>;
  publicUrl: string;
}

type TreeTable = Pick<HandlerTable<(typeof treeCalls)['calls']>, '/agent/detail' | '/agent/userlist'>;

const MAX_RANKED = 10;

export function treeReadHandlers(deps: TreeDeps): TreeTable {
  const { db, platform, channels, members, publicUrl } = deps;
  return {
    async '/agent/detail'({ session, language, now }, { days }) {
      const { memberNo: agentNo } = session;
      const { currency, timeZone } = await platform.settings();
      const today = dayOf(now, timeZone);
      const dates = Array.from({ length: days }, (_, index) => addDays(today, index + 1 - days));
      const from = startOfDay(dates[0] ?? today, timeZone);
      const to = startOfDay(addDays(today, 1), timeZone);
      const whole = { subjectNo: WHOLE_TREE, kind: 'agent', levels: [] } as const;
      const [[counts], found, months, holds, best, terms] = await Promise.all([
        selectTreeCounts(db, [agentNo]),
        selectTreeDays(db, agentNo, from),
        selectCommissionMonths(db, agentNo),
        selectHolds(db, { agentNo, place: whole, channelId: undefined }, now),
        selectBestMembers(db, { agentNo, parentNo: agentNo, from, to, timeZone, limit: MAX_RANKED }),
        channels.allTerms(agentNo),
      ]);
      const kinds = await selectKinds(
        db,
        best.map(({ memberNo }) => memberNo),
      );
      const amount = (minor: bigint): string => formatAmount(minor, currency);
      const byDate = new Map(found.map((one) => [dayOf(one.day, timeZone), one]));
      const byMonth = new Map(months.map((one) => [dayOf(one.month, timeZone).slice(0, 7), one.commissionMinor]));
      const month = today.slice(0, 7);
      const commissionOn = (date: string): bigint => byDate.get(date)?.commissionMinor ?? 0n;
      return {
        direct: { merchants: counts?.directMerchants ?? 0, agents: counts?.directAgents ?? 0 },
        tree: { merchants: counts?.treeMerchants ?? 0, agents: counts?.treeAgents ?? 0 },
        commission: {
          today: amount(commissionOn(today)),
          yesterday: amount(commissionOn(addDays(today, -1))),
          month: amount(byMonth.get(month) ?? 0n),
          lastMonth: amount(byMonth.get(monthBefore(month)) ?? 0n),
          total: amount(sum([...byMonth.values()])),
          held: amount(sum(holds.map(({ amountMinor }) => amountMinor))),
        },
        orders: {
          today: Number(byDate.get(today)?.paidCount ?? 0n),
          amountToday: amount(byDate.get(today)?.paidMinor ?? 0n),
        },
        trend: dates.map((date) => ({
          date,
          commission: amount(commissionOn(date)),
          amount: amount(byDate.get(date)?.paidMinor ?? 0n),
          orders: Number(byDate.get(date)?.paidCount ?? 0n),
        })),
        ranking: best.map((one) => ({
          memberNo: one.memberNo.toString(),
          name: kinds.get(one.memberNo)?.name ?? '',
          type: kinds.get(one.memberNo)?.kind ?? 'merchant',
          amount: amount(one.paidMinor),
          orders: Number(one.paidCount),
          successRate: successRateOf(one.successCount, one.createdCount),
          commission: amount(one.commissionMinor),
        })),
        inviteCode: agentNo.toString(),
        inviteUrl: `${publicUrl}/#/register?invite=${agentNo}`,
        ownRates: terms.map(({ code, name, rate }) => ({
          channel: { code, name: name[language] },
          ...rateTexts(rate, currency),
        })),
      };
    },

    async '/agent/userlist'({ session, now, refuse }, { memberNo = session.memberNo, ...filter }) {
      const { memberNo: callerNo } = session;
      const [place, looked, { currency, timeZone }] = await Promise.all([
        placeOf(deps, callerNo, memberNo),
        members.find(memberNo),
        platform.settings(),
      ]);
      if (!place || !looked) return refuse('not_found');
      const path = [memberNo, ...looked.uplines.slice(0, looked.uplines.indexOf(callerNo) + 1)].reverse();
      const [{ rows, count, sums }, names] = await Promise.all([
        selectMemberPage(deps, memberQueryOf(callerNo, { ...filter, memberNo }, { currency, timeZone, now })),
        selectNames(db, path),
      ]);
      const amount = (minor: bigint): string => formatAmount(minor, currency);
      return {
        total: count,
        page: filter.page,
        limit: filter.limit,
        list: rows.map((row) => userRowOf(row, callerNo, amount)),
        extend: {
          members: count,
          balance: amount(sums.balanceMinor),
          paidOut: amount(sums.paidOutMinor),
          amount30d: amount(sums.paidMinor),
          commission30d: amount(sums.commissionMinor),
          path: path.map((one) => ({ memberNo: one.toString(), name: names.get(one) ?? '' })),
        },
      };
    },
  };
}

/** With today. */
const LISTED_DAYS = 30;

function daysBack(now: Date, days: number, timeZone: string): Date {
  return startOfDay(addDays(dayOf(now, timeZone), 1 - days), timeZone);
}

/** The list of the direct members of `memberNo`, or of its tree with `q`, as `callerNo` sees it. */
export function memberQueryOf(
  callerNo: bigint,
  { memberNo, q, registeredRange, ...filter }: ReturnType<typeof UserListFilter.parse> & { memberNo: bigint },
  { currency, timeZone, now }: { currency: string; timeZone: string; now: Date },
): MemberQuery {
  const timeOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
  return {
    ...filter,
    callerNo,
    agentNo: memberNo,
    q: q === '' ? undefined : q,
    registeredFrom: timeOf(registeredRange?.from),
    registeredTo: timeOf(registeredRange?.to),
    currency,
    from: daysBack(now, LISTED_DAYS, timeZone),
    recentFrom: daysBack(now, FALL_DAYS, timeZone),
  };
}

function userRowOf(row: ListedMember, callerNo: bigint, amount: (minor: bigint) => string): UserRow {
  const { memberNo, username, name, type, state, certification, registeredAt, remark, uplines, belowOwn } = row;
  return {
    memberNo: memberNo.toString(),
    username,
    name,
    type,
    state,
    certification,
    registeredAt: registeredAt.toISOString(),
    balance: amount(row.balanceMinor),
    paidOut: amount(row.paidOutMinor),
    amount30d: amount(row.paidMinor),
    orders30d: Number(row.paidCount),
    successRate30d: successRateOf(row.successCount, row.createdCount),
    commission30d: amount(row.commissionMinor),
    // Only the agent directly above a member writes and reads the remark about it.
    remark: uplines[0] === callerNo ? remark : '',
    direct: uplines[0] === callerNo,
    belowOwn,
    successFell: row.successFell,
    children: row.children,
  };
}
