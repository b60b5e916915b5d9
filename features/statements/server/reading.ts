/**
 * Reads statements: closed days from their rows, what is not closed yet from the entries after them. The entries never
 * change, so a day has the same figures before and after it is closed.
 */
import { FIRST_NUMBERED } from '#foundation/core/system-number.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type Days, boundsOf, everyDay, periodOf, type StatementGroup } from '../rules.ts';
import { calendarDays, channelLines, SETTLED_MS } from './closing.ts';
import { closingOf, type Figures, figuresTogether } from './figures.ts';
import {
  CHAIN_START,
  type ChannelLine,
  type ClosedDay,
  type Owner,
  selectChainPoint,
  selectChannelLines,
  selectClosedDays,
  selectLastClosed,
  selectLastEntryAt,
  selectVersions,
  sumEntries,
  sumOrders,
} from './store.ts';

/** The moment of reading, and the zone of the days. */
export interface Moment {
  now: Date;
  timeZone: string;
}

export interface StatementDayFigures extends Figures {
  day: string;
  isClosed: boolean;
  /** 0 if it has no row. */
  version: number;
}

/** No day before it has entries or orders. */
const FIRST_DAY = FIRST_NUMBERED.toISOString().slice(0, 10);

type Reads = Pick<Database, 'query' | 'planned'>;

/** Every day of the range up to today, with its figures; days without movement too. */
export async function readDays(
  db: Reads,
  owner: Owner,
  { first, last: wanted }: Days,
  moment: Moment,
): Promise<{ openingMinor: bigint; days: StatementDayFigures[] }> {
  const { now, timeZone } = moment;
  const today = dayOf(now, timeZone);
  const last = wanted > today ? today : wanted;
  if (last < FIRST_DAY) return { openingMinor: 0n, days: everyDay({ first, last }).map(emptyDay) };
  const numbered = { first: first > FIRST_DAY ? first : FIRST_DAY, last };
  // The end of the rows first: what is closed meanwhile is then read as entries, with the same figures.
  const lastClosed = await selectLastClosed(db, owner);
  const isClosedFrom = lastClosed !== undefined && first <= lastClosed.day;
  const [rows, before, lastEntryAt, live] = await Promise.all([
    isClosedFrom ? selectClosedDays(db, owner, numbered.first, last < lastClosed.day ? last : lastClosed.day) : [],
    isClosedFrom ? selectLastClosed(db, owner, numbered.first) : undefined,
    selectLastEntryAt(db, owner),
    readLive(db, owner, numbered, lastClosed, timeZone),
  ]);
  const closed = new Map(rows.map((row) => [row.day, row]));
  const openingMinor = isClosedFrom ? (before?.closingMinor ?? 0n) : live.openingMinor;
  let balance = openingMinor;
  const days = everyDay({ first, last }).map((day): StatementDayFigures => {
    const row = closed.get(day);
    const figures = { openingMinor: balance, sums: row?.sums ?? live.days.get(day) ?? new Map() };
    balance = closingOf(figures);
    const isEmpty = figures.sums.size === 0;
    return {
      ...figures,
      day,
      isClosed: row !== undefined || (isEmpty && day < today && isSettled(day, { lastClosed, lastEntryAt, moment })),
      version: row?.version ?? 0,
    };
  });
  return { openingMinor, days };
}

/** A day before there was anything. */
function emptyDay(day: string): StatementDayFigures {
  return { day, openingMinor: 0n, sums: new Map(), isClosed: true, version: 0 };
}

/** Whether a day without a row can not get an entry any more. */
function isSettled(
  day: string,
  {
    lastClosed,
    lastEntryAt,
    moment: { now, timeZone },
  }: { lastClosed: ClosedDay | undefined; lastEntryAt: Date | null | undefined; moment: Moment },
): boolean {
  if (lastClosed && day <= lastClosed.day) return true;
  const end = startOfDay(addDays(day, 1), timeZone);
  return (lastEntryAt && lastEntryAt >= end) || now.getTime() >= end.getTime() + SETTLED_MS;
}

/** The days after the last closed one, from their entries. */
async function readLive(
  db: Reads,
  owner: Owner,
  { first, last }: Days,
  lastClosed: ClosedDay | undefined,
  timeZone: string,
): Promise<{ openingMinor: bigint; days: Map<string, Figures['sums']> }> {
  const end = lastClosed ? { seq: lastClosed.lastSeq, afterMinor: lastClosed.closingMinor } : CHAIN_START;
  const firstOpen = lastClosed && first <= lastClosed.day ? addDays(lastClosed.day, 1) : first;
  if (lastClosed && last <= lastClosed.day) return { openingMinor: end.afterMinor, days: new Map() };
  const isNext = lastClosed !== undefined && addDays(lastClosed.day, 1) === firstOpen;
  const point = isNext ? end : await selectChainPoint(db.planned, owner, end, startOfDay(firstOpen, timeZone));
  if (firstOpen > last) return { openingMinor: point.afterMinor, days: new Map() };
  const spans = calendarDays(firstOpen, addDays(last, 1), timeZone, lastClosed);
  const sums = await sumEntries(db, owner, {
    afterSeq: point.seq,
    before: boundsOf(last, timeZone).to,
    starts: spans.map(({ startsAt }) => startsAt),
  });
  return {
    openingMinor: point.afterMinor,
    days: new Map([...sums].map(([at, day]) => [spans[at - 1]?.day ?? '', day.sums])),
  };
}

export interface StatementPeriod extends Figures {
  period: string;
  isClosed: boolean;
  version: number;
}

/** The days by day, month or year, in their order. */
export function periodsOf(days: readonly StatementDayFigures[], group: StatementGroup): StatementPeriod[] {
  return [...Map.groupBy(days, ({ day }) => periodOf(day, group))].map(([period, together]) => ({
    period,
    ...figuresTogether(together[0]?.openingMinor ?? 0n, together),
    isClosed: together.every(({ isClosed }) => isClosed),
    version: Math.max(...together.map(({ version }) => version)),
  }));
}

export interface ReadDay extends StatementDayFigures {
  channels: ChannelLine[];
  versions: ClosedDay[];
}

/** One day, which has begun. */
export async function readDay(db: Reads, owner: Owner, day: string, moment: Moment): Promise<ReadDay> {
  const { days } = await readDays(db, owner, { first: day, last: day }, moment);
  const [figures] = days;
  if (!figures) throw new RangeError(`${day} has not begun`);
  if (day < FIRST_DAY) return { ...figures, channels: [], versions: [] };
  const versions = (await selectVersions(db, owner, day)).filter(({ version }) => version <= figures.version);
  const row = versions.at(-1);
  const channels = row
    ? await selectChannelLines(db, owner, row)
    : await readChannels(db, owner, figures, moment.timeZone);
  return { ...figures, channels, versions };
}

/** Of a day without a row. None of its orders was paid on it if nothing was booked on it. */
async function readChannels(
  db: Reads,
  owner: Owner,
  { day, sums }: StatementDayFigures,
  timeZone: string,
): Promise<ChannelLine[]> {
  const { from, to } = boundsOf(day, timeZone);
  const stretch = { before: to, starts: [from] };
  if (sums.size === 0) {
    const created = await sumOrders(db, owner, stretch);
    return created.map((line) => ({ ...line, succeeded: 0, paid: 0, amountMinor: 0n, feeMinor: 0n }));
  }
  const lastClosed = await selectLastClosed(db, owner, day);
  const end = lastClosed ? { seq: lastClosed.lastSeq, afterMinor: lastClosed.closingMinor } : CHAIN_START;
  const { seq } = await selectChainPoint(db.planned, owner, end, from);
  return channelLines(db, owner, { ...stretch, afterSeq: seq });
}
