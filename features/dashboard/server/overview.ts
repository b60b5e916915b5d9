/**
 * The figures of a period and of the one before. They are sums of roll-ups, with single orders only for the minutes that
 * no hour covers: what is read grows with the period, never with the history.
 */
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { ChannelRef } from '#features/channels/server/verbs.ts';
import { rateText } from '#features/orders/rules.ts';
import { selectChannelFigures, selectDayFigures, selectHourFigures } from '#features/orders/server/figures.ts';
import { COUNTED_STATUSES, type OrderTotals } from '#features/orders/server/filter.ts';
import { surveyTotals } from '#features/orders/server/page-survey.ts';
import { changeOf, pointsOf } from '../changes.ts';
import type { Overview } from '../contract.ts';
import { type Days, daysOfPeriod, type Period } from '../periods.ts';

/** From inclusive, to exclusive. */
interface Span {
  from: Date;
  to: Date;
}

interface Scope {
  memberNo: bigint;
  channelId?: number | undefined;
  timeZone: string;
}

/** The orders created in a span, and those paid in it. */
interface SpanFigures {
  created: OrderTotals;
  paid: OrderTotals;
}

export async function spanFigures(
  { planned }: Pick<Database, 'planned'>,
  { memberNo, channelId, timeZone }: Scope,
  { from, to }: Span,
): Promise<SpanFigures> {
  const channelIds = channelId === undefined ? undefined : [channelId];
  const query = { memberNo, channelIds, page: 1, limit: 1, sort: 'createdAt', order: 'desc' } as const;
  const [created, paid] = await Promise.all([
    surveyTotals(
      planned,
      { ...query, statuses: COUNTED_STATUSES, createdFrom: from, createdTo: to },
      { basis: 'created', timeZone },
    ),
    surveyTotals(planned, { ...query, statuses: ['success'], paidFrom: from, paidTo: to }, { basis: 'paid', timeZone }),
  ]);
  return { created, paid };
}

interface OverviewDeps {
  db: Database;
  currency: Currency;
  timeZone: string;
  language: Language;
  refs: ReadonlyMap<number, ChannelRef>;
  now: Date;
}

export async function overviewOf(
  { db, currency, timeZone, language, refs, now }: OverviewDeps,
  { memberNo, period, channelId }: { memberNo: bigint; period: Period; channelId: number | undefined },
): Promise<Overview> {
  const today = dayOf(now, timeZone);
  const { current, before } = daysOfPeriod(period, today);
  const scope = { memberNo, channelId, timeZone };
  const [span, spanBefore] = [spanOf(current, timeZone), spanOf(before, timeZone)];
  const until = current.from <= today && today <= current.to ? sameTime(before, today, now, timeZone) : undefined;
  const [figures, figuresBefore, points, channels] = await Promise.all([
    spanFigures(db, scope, span),
    spanFigures(db, scope, { ...spanBefore, to: until ?? spanBefore.to }),
    pointsOfPeriod(db, scope, current, before, currency),
    channelsOf(db, { memberNo }, span, spanBefore),
  ]);
  const [shown, shownBefore] = [figuresOf(figures, currency), figuresOf(figuresBefore, currency)];
  return {
    days: current,
    figures: shown,
    before: { days: before, until: until?.toISOString() ?? null, figures: shownBefore },
    changes: {
      trade: changeOf(figures.created.amountMinor, figuresBefore.created.amountMinor),
      orders: changeOf(figures.created.count, figuresBefore.created.count),
      successRate: pointsOf(shown.successRate, shownBefore.successRate),
      successAmount: changeOf(figures.paid.amountMinor, figuresBefore.paid.amountMinor),
      successOrders: changeOf(figures.paid.count, figuresBefore.paid.count),
      income: changeOf(incomeOf(figures.paid), incomeOf(figuresBefore.paid)),
    },
    ...points,
    channels: channels.map(({ channelId: id, ...one }) => ({
      code: refs.get(id)?.code ?? '',
      name: refs.get(id)?.name[language] ?? '',
      amount: formatAmount(one.paidMinor, currency),
      orders: one.paidCount,
      created: one.createdCount,
      successRate: one.rate,
      change: pointsOf(one.rate, one.rateBefore),
    })),
  };
}

function figuresOf({ created, paid }: SpanFigures, currency: Currency): Overview['figures'] {
  return {
    trade: formatAmount(created.amountMinor, currency),
    orders: created.count,
    successRate: rateText(created.successCount, created.count),
    successAmount: formatAmount(paid.amountMinor, currency),
    successOrders: paid.count,
    income: formatAmount(incomeOf(paid), currency),
  };
}

function incomeOf({ amountMinor, feeMinor }: OrderTotals): bigint {
  return amountMinor - feeMinor;
}

export function spanOf({ from, to }: Days, timeZone: string): Span {
  return { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) };
}

/** The time of today's day on the last of the days before. */
export function sameTime({ to }: Days, today: string, now: Date, timeZone: string): Date {
  const sinceMidnightMs = now.getTime() - startOfDay(today, timeZone).getTime();
  const at = startOfDay(to, timeZone).getTime() + sinceMidnightMs;
  return new Date(Math.min(at, startOfDay(addDays(to, 1), timeZone).getTime()));
}

const HOUR_MS = 3_600_000;

async function pointsOfPeriod(
  db: Database,
  { memberNo, channelId, timeZone }: Scope,
  current: Days,
  before: Days,
  currency: Currency,
): Promise<Pick<Overview, 'unit' | 'points'>> {
  const unit = current.from === current.to ? 'hour' : 'day';
  const read = async (days: Days): Promise<Map<number, { paidCount: number; paidMinor: bigint }>> => {
    const range = { memberNo, channelId, ...spanOf(days, timeZone) };
    const rows =
      unit === 'hour'
        ? (await selectHourFigures(db, range)).map(({ hour, ...one }) => [hour.getTime(), one] as const)
        : (await selectDayFigures(db, range)).map(({ day, ...one }) => [day.getTime(), one] as const);
    return new Map(rows);
  };
  const [figures, figuresBefore] = await Promise.all([read(current), read(before)]);
  const [starts, startsBefore] = [startsOf(current, unit, timeZone), startsOf(before, unit, timeZone)];
  const figureAt = (found: typeof figures, at: Date) => {
    const one = found.get(at.getTime());
    return { amount: formatAmount(one?.paidMinor ?? 0n, currency), orders: one?.paidCount ?? 0 };
  };
  return {
    unit,
    points: starts.map((at, index) => {
      const atBefore = startsBefore[index];
      return {
        at: at.toISOString(),
        date: dayOf(at, timeZone),
        ...figureAt(figures, at),
        before: atBefore ? { date: dayOf(atBefore, timeZone), ...figureAt(figuresBefore, atBefore) } : null,
      };
    }),
  };
}

export function startsOf(days: Days, unit: 'hour' | 'day', timeZone: string): Date[] {
  const starts: Date[] = [];
  if (unit === 'day') {
    for (let day = days.from; day <= days.to; day = addDays(day, 1)) starts.push(startOfDay(day, timeZone));
    return starts;
  }
  const { from, to } = spanOf(days, timeZone);
  // Roll-ups are by whole hours of UTC; in zones that are half an hour off, the first one begins the day before.
  const first = Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS;
  for (let at = first; at < to.getTime(); at += HOUR_MS) starts.push(new Date(at));
  return starts;
}

async function channelsOf(db: Database, { memberNo }: Pick<Scope, 'memberNo'>, span: Span, spanBefore: Span) {
  const [current, before] = await Promise.all(
    [span, spanBefore].map((one) => selectChannelFigures(db, { memberNo, ...one, unpaid: true })),
  );
  return (current ?? []).map((one) => {
    const then = before?.find(({ channelId }) => channelId === one.channelId);
    return {
      ...one,
      rate: rateText(one.successCount, one.createdCount),
      rateBefore: then ? rateText(then.successCount, then.createdCount) : null,
    };
  });
}
