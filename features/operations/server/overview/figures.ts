/** The platform's figures of a period and of the one before: sums of its own roll-ups, as many rows as days and channels. */
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { changeOf, pointsOf } from '#features/dashboard/changes.ts';
import { type Days, daysOfPeriod, lengthOf, type Period } from '#features/dashboard/periods.ts';
import { sameTime, spanOf, startsOf } from '#features/dashboard/server/overview.ts';
import { rateText } from '#features/orders/rules.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { OperatorOverview } from '../../overview-contract.ts';
import {
  COPYING,
  type Earned,
  type HourSpan,
  type OrderSums,
  selectByChannel,
  selectByUpstream,
  selectCandidates,
  selectClosedUntil,
  selectPaidOut,
  selectPoints,
  selectSums,
  selectTop,
  type Span,
  type Unit,
} from './figures-store.ts';
import { selectTurn } from './health-store.ts';
import { selectIsSplit, selectUpstreamParts, type UpstreamPart } from './upstream-store.ts';

export interface FiguresDeps {
  db: Queryable;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'channelRefs'>;
}

const MAX_MEMBERS = 10;
/** Rows of members that a list of the largest may read: fewer candidates for a longer period. */
const MAX_MEMBER_DAYS = 6_000;
const MIN_CANDIDATES = 20;
const HOUR_MS = 3_600_000;

export async function figuresOf(
  { db: on, platform, channels }: FiguresDeps,
  { language, now }: { language: Language; now: Date },
  period: Period,
): Promise<OperatorOverview> {
  const [{ currency, timeZone }, refs, turn] = await Promise.all([
    platform.settings(),
    channels.channelRefs(),
    selectTurn(on, COPYING),
  ]);
  const today = dayOf(now, timeZone);
  const { current, before } = daysOfPeriod(period, today);
  const [span, spanBefore] = [spanOf(current, timeZone), spanOf(before, timeZone)];
  const isRunning = current.from <= today && today <= current.to;
  const compared = isRunning
    ? fullHours({ span, before, spanBefore, today, now, timeZone })
    : { until: null, current: span, before: spanBefore };
  const [
    { all: sums, channels: byChannel },
    latest,
    then,
    points,
    paidOut,
    members,
    byUpstream,
    closedUntil,
    parts,
    isSplit,
  ] = await Promise.all([
    selectByChannel(on, span),
    selectSums(on, compared.current),
    selectSums(on, compared.before),
    pointsOfPeriod(on, { current, before, timeZone, currency }),
    selectPaidOut(on, span),
    largestMembers(on, current, span),
    selectByUpstream(on, { currency, ...current }),
    selectClosedUntil(on),
    selectUpstreamParts(on, span),
    selectIsSplit(on, span),
  ]);
  const channelOf = (channelId: number) => ({
    code: refs.get(channelId)?.code ?? '',
    name: refs.get(channelId)?.name[language] ?? '',
  });
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return {
    days: current,
    asOf: turn?.succeededAt?.toISOString() ?? null,
    figures: figuresIn(sums, currency),
    before: { days: before, until: compared.until?.toISOString() ?? null },
    changes: changesOf(latest, then, sums),
    payouts: { count: paidOut.count, amount: amount(paidOut.amountMinor), fees: amount(paidOut.feeMinor) },
    ...points,
    channels: byChannel.map(({ channelId, ...one }) => ({
      ...channelOf(channelId),
      ...countedIn(one, currency),
      ...earningsIn(one, currency),
    })),
    members: members.map(({ memberNo, name, kind, ...one }) => ({
      memberNo: memberNo.toString(),
      name,
      kind,
      ...countedIn(one, currency),
      ...earningsIn(one, currency),
    })),
    paidByUpstream: isSplit.paid ? upstreamsIn(parts, { isCreatedSplit: isSplit.created, channelOf, currency }) : null,
    upstreams: byUpstream.map(({ id, name, bookings, takenInMinor, paidOutMinor }) => ({
      id,
      name,
      bookings,
      takenIn: amount(takenInMinor),
      paidOut: amount(paidOutMinor),
    })),
    upstreamsUntil: closedUntil,
  };
}

function figuresIn(sums: OrderSums, currency: Currency): OperatorOverview['figures'] {
  return {
    orders: sums.createdCount,
    trade: formatAmount(sums.createdMinor, currency),
    successRate: rateText(sums.successCount, sums.createdCount),
    paidOrders: sums.paidCount,
    volume: formatAmount(sums.paidMinor, currency),
    ...earningsIn(sums, currency),
  };
}

function countedIn(
  {
    paidMinor,
    paidCount,
    createdCount,
    successCount,
  }: Pick<OrderSums, 'paidMinor' | 'paidCount' | 'createdCount' | 'successCount'>,
  currency: Currency,
) {
  return {
    amount: formatAmount(paidMinor, currency),
    orders: paidCount,
    created: createdCount,
    successRate: rateText(successCount, createdCount),
  };
}

function earningsIn(sums: Earned, currency: Currency): Pick<OperatorOverview['figures'], 'fees' | keyof Earnings> {
  const known = earningsOf(sums);
  const amount = (minor: bigint | undefined) => (minor === undefined ? null : formatAmount(minor, currency));
  return {
    fees: formatAmount(sums.paidFeeMinor, currency),
    commission: amount(known?.commission),
    cost: amount(known?.cost),
    margin: amount(known?.margin),
  };
}

type PaidByUpstream = NonNullable<OperatorOverview['paidByUpstream']>;

/** Each upstream with its channels, the largest amount first. */
function upstreamsIn(
  parts: readonly UpstreamPart[],
  {
    isCreatedSplit,
    channelOf,
    currency,
  }: {
    /** Whether all orders created then are counted by upstream. */
    isCreatedSplit: boolean;
    channelOf: (channelId: number) => { code: string; name: string };
    currency: Currency;
  },
): PaidByUpstream {
  const totals = new Map<number, UpstreamPart>();
  for (const part of parts) {
    const before = totals.get(part.upstreamId);
    totals.set(part.upstreamId, before ? together(before, part) : part);
  }
  const figures = (part: UpstreamPart) => ({
    ...countedIn(part, currency),
    ...(isCreatedSplit ? {} : { created: null, successRate: null }),
    fees: formatAmount(part.paidFeeMinor, currency),
    commission: formatAmount(part.commissionMinor, currency),
    cost: formatAmount(part.costMinor, currency),
    margin: formatAmount(part.paidFeeMinor - part.commissionMinor - part.costMinor, currency),
  });
  return [...totals.values()]
    .sort((a, b) => (a.paidMinor === b.paidMinor ? a.upstreamId - b.upstreamId : a.paidMinor < b.paidMinor ? 1 : -1))
    .map((total) => ({
      id: total.upstreamId,
      name: total.upstream,
      ...figures(total),
      channels: parts
        .filter(({ upstreamId }) => upstreamId === total.upstreamId)
        .map((part) => ({ ...channelOf(part.channelId), ...figures(part) })),
    }));
}

function together(one: UpstreamPart, other: UpstreamPart): UpstreamPart {
  return {
    ...one,
    createdCount: one.createdCount + other.createdCount,
    successCount: one.successCount + other.successCount,
    paidCount: one.paidCount + other.paidCount,
    paidMinor: one.paidMinor + other.paidMinor,
    paidFeeMinor: one.paidFeeMinor + other.paidFeeMinor,
    costMinor: one.costMinor + other.costMinor,
    commissionMinor: one.commissionMinor + other.commissionMinor,
  };
}

interface Earnings {
  commission: bigint;
  cost: bigint;
  margin: bigint;
}

/** Undefined until the cost and commission of all these orders are added up. */
function earningsOf({
  paidCount,
  costedCount,
  paidFeeMinor,
  commissionMinor,
  costMinor,
}: Earned): Earnings | undefined {
  if (costedCount !== paidCount) return undefined;
  return { commission: commissionMinor, cost: costMinor, margin: paidFeeMinor - commissionMinor - costMinor };
}

/**
 * From `then` to `now`, which today end with the last full hour. What has only begun since then, and so is shown and not
 * compared, has no change: it would be −100 % in the first hours of a day.
 */
function changesOf(now: OrderSums, then: OrderSums, shown: OrderSums): OperatorOverview['changes'] {
  const change = (current: bigint, before: bigint, all: bigint): string | null =>
    current === 0n && all !== 0n ? null : changeOf(current, before);
  const of = (name: Exclude<keyof OrderSums, 'successCount'>): string | null =>
    change(BigInt(now[name]), BigInt(then[name]), BigInt(shown[name]));
  const [current, before, all] = [now, then, shown].map(earningsOf);
  const ofEarned = (name: keyof Earnings): string | null =>
    current && before && all ? change(current[name], before[name], all[name]) : null;
  return {
    orders: of('createdCount'),
    trade: of('createdMinor'),
    successRate: pointsOf(rateText(now.successCount, now.createdCount), rateText(then.successCount, then.createdCount)),
    paidOrders: of('paidCount'),
    volume: of('paidMinor'),
    fees: of('paidFeeMinor'),
    commission: ofEarned('commission'),
    cost: ofEarned('cost'),
    margin: ofEarned('margin'),
  };
}

/** Both periods up to the last full hour of today, and to the same hour of the last day before. */
function fullHours({
  span,
  before,
  spanBefore,
  today,
  now,
  timeZone,
}: {
  span: Span;
  before: Days;
  spanBefore: Span;
  today: string;
  now: Date;
  timeZone: string;
}): { until: Date; current: HourSpan; before: HourSpan } {
  const to = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const hoursFrom = startOfDay(today, timeZone);
  const hoursFromBefore = startOfDay(before.to, timeZone);
  // Hours are of UTC: where a day begins within one, no full hour of it has passed at first.
  const until = new Date(Math.max(sameTime(before, today, to, timeZone).getTime(), hoursFromBefore.getTime()));
  return {
    until,
    current: { from: span.from, hoursFrom, to },
    before: { from: spanBefore.from, hoursFrom: hoursFromBefore, to: until },
  };
}

async function pointsOfPeriod(
  on: Queryable,
  { current, before, timeZone, currency }: { current: Days; before: Days; timeZone: string; currency: Currency },
): Promise<Pick<OperatorOverview, 'unit' | 'points'>> {
  const unit: Unit = current.from === current.to ? 'hour' : 'day';
  const [found, foundBefore] = await Promise.all(
    [current, before].map((days) => selectPoints(on, unit, spanOf(days, timeZone))),
  );
  const [starts, startsBefore] = [startsOf(current, unit, timeZone), startsOf(before, unit, timeZone)];
  const figureAt = (points: typeof found, at: Date) => {
    const one = points?.get(at.getTime());
    return { amount: formatAmount(one?.paidMinor ?? 0n, currency), orders: one?.paidCount ?? 0 };
  };
  return {
    unit,
    points: starts.map((at, index) => {
      const atBefore = startsBefore[index];
      return {
        at: at.toISOString(),
        date: dayOf(at, timeZone),
        ...figureAt(found, at),
        before: atBefore ? { date: dayOf(atBefore, timeZone), ...figureAt(foundBefore, atBefore) } : null,
      };
    }),
  };
}

async function largestMembers(on: Queryable, days: Days, span: Span) {
  const most = Math.max(MIN_CANDIDATES, Math.floor(MAX_MEMBER_DAYS / lengthOf(days)));
  const candidates = await selectCandidates(on, span, most);
  return candidates.length === 0 ? [] : selectTop(on, candidates, span, MAX_MEMBERS);
}
