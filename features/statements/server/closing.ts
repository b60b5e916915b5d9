/**
 * Closes the days of statements, once midnight has passed: member by member, and a member's days in pieces. A day is
 * closed when no transaction can book on it any more: the wallet's `last_entry_at`, below which time never goes back,
 * is raised to midnight first, under the wallet's lock. So what is read after that is all of the day (decision 0054).
 */
import { createHash } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { changeOf } from './figures.ts';
import {
  CHAIN_START,
  type ChainPoint,
  type ChannelLine,
  type ClosedDay,
  type DaySums,
  hashEntries,
  insertChannelLines,
  insertDays,
  type Owner,
  selectEntryTime,
  selectLastClosed,
  selectLastEntryAt,
  selectUnclosed,
  type Stretch,
  sumChannels,
  sumEntries,
  sumOrders,
} from './store.ts';

export interface ClosingDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<LedgerVerbs, 'bookNothingBefore'>;
  log: Logger;
}

/** Days are closed this long after midnight, so that processes whose clocks differ still book on the same day. */
const CLOSE_AFTER_MS = 60_000;
/** Longer than the maximum duration of a transaction plus the clock difference of two processes. */
export const SETTLED_MS = 600_000;
const TURN_MS = 5_000;
const MEMBERS_AT_ONCE = 500;
/** How many entries a transaction closes, in whole days. */
const MAX_ENTRIES = 50_000n;
const MAX_DAYS_AT_ONCE = 400;

/** Works for some seconds at a time, so that a process with much to close can stop. */
export function closingJob(deps: ClosingDeps): Job {
  /** When the last round over all members began that has ended. */
  let done: Date | undefined;
  let round: { began: Date; afterNo: bigint } | undefined;
  return {
    name: 'close statement days',
    everyMs: 10_000,
    async run() {
      const now = deps.clock.now();
      const { timeZone } = await deps.platform.settings();
      const midnight = startOfDay(dayOf(new Date(now.getTime() - CLOSE_AFTER_MS), timeZone), timeZone);
      // One round after midnight, and one when no transaction from before midnight can be open any more.
      const settled = new Date(midnight.getTime() + SETTLED_MS);
      if (done && done >= (now < settled ? midnight : settled)) return;
      round ??= { began: now, afterNo: 0n };
      const end = performance.now() + TURN_MS;
      const afterNo = await closeDays(deps, { afterNo: round.afterNo, isEnough: () => performance.now() > end });
      if (afterNo === undefined) [done, round] = [round.began, undefined];
      else round.afterNo = afterNo;
    },
  };
}

interface Turn {
  /** The member after which it begins. */
  afterNo?: bigint;
  isEnough?(): boolean;
}

/**
 * Closes all past days of all members, or as many as are enough for a turn: then it returns the member after which the
 * next one begins. A member whose days can't be closed does not stop the others. Safe to run in several processes at
 * once.
 */
export async function closeDays(
  deps: ClosingDeps,
  { afterNo = 0n, isEnough = () => false }: Turn = {},
): Promise<bigint | undefined> {
  const { db, log, platform } = deps;
  const { currency } = await platform.settings();
  let last = afterNo;
  for (;;) {
    const memberNos = await selectUnclosed(db, currency, last, MEMBERS_AT_ONCE);
    for (const memberNo of memberNos) {
      if (isEnough()) return last;
      await closeDaysOf(deps, { memberNo, currency }).catch((error: unknown) =>
        log.error({ err: error, memberNo: memberNo.toString() }, 'the days of a statement could not be closed'),
      );
      last = memberNo;
    }
    if (memberNos.length < MEMBERS_AT_ONCE) return undefined;
  }
}

/** Closes all past days of one member. */
export async function closeDaysOf(deps: ClosingDeps, owner: Owner): Promise<void> {
  const { db, clock, ledger, platform } = deps;
  const { timeZone } = await platform.settings();
  const today = dayOf(new Date(clock.now().getTime() - CLOSE_AFTER_MS), timeZone);
  const midnight = startOfDay(today, timeZone);
  for (;;) {
    const last = await selectLastClosed(db, owner);
    const firstAt = await selectEntryTime(db, owner, (last?.lastSeq ?? 0n) + 1n);
    if (!firstAt || firstAt >= midnight) return;
    const first = laterDay(dayOf(firstAt, timeZone), last && addDays(last.day, 1));
    if (first >= today) return;
    const lastEntryAt = await selectLastEntryAt(db, owner);
    if (!lastEntryAt || lastEntryAt < midnight)
      await ledger.bookNothingBefore(owner.memberNo, owner.currency, midnight);
    const until = await endOfPiece(db, owner, { first, today, timeZone, afterSeq: last?.lastSeq ?? 0n });
    const days = calendarDays(first, until, timeZone, last);
    await db
      .transaction((tx) =>
        writeDays(tx, owner, { days, last, closedAt: clock.now(), versions: new Map(), reason: null }),
      )
      .catch((error: unknown) => {
        // Another process was faster: the next turn goes on after its days.
        if (!(error instanceof WrittenMeanwhile)) throw error;
      });
  }
}

/** The first day after the piece: at most `today`. */
async function endOfPiece(
  on: Queryable,
  owner: Owner,
  { first, today, timeZone, afterSeq }: { first: string; today: string; timeZone: string; afterSeq: bigint },
): Promise<string> {
  const beyond = await selectEntryTime(on, owner, afterSeq + MAX_ENTRIES);
  const ends = [today, addDays(first, MAX_DAYS_AT_ONCE), ...(beyond ? [dayOf(beyond, timeZone)] : [])];
  const end = ends.reduce((a, b) => (a < b ? a : b));
  return laterDay(end, addDays(first, 1));
}

function laterDay(day: string, other: string | undefined): string {
  return other !== undefined && other > day ? other : day;
}

/** A day and the moments between which it lies. */
export interface Span {
  day: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * The days from `first` until before `until`. Where the platform's time zone has changed, the first one begins where the
 * last closed one ended, so that no moment is on two days or on none.
 */
export function calendarDays(
  first: string,
  until: string,
  timeZone: string,
  last: Pick<ClosedDay, 'day' | 'endsAt'> | undefined,
): Span[] {
  const days: Span[] = [];
  for (let day = first; day < until; day = addDays(day, 1)) {
    const startsAt = days.at(-1)?.endsAt ?? startOfDay(day, timeZone);
    days.push({ day, startsAt, endsAt: startOfDay(addDays(day, 1), timeZone) });
  }
  const [start] = days;
  if (start && last && (addDays(last.day, 1) === first || last.endsAt > start.startsAt)) start.startsAt = last.endsAt;
  return days;
}

interface Writing {
  /** Consecutive. */
  days: readonly Span[];
  /** The closed day before them. */
  last: Pick<ClosedDay, 'lastSeq' | 'closingMinor' | 'hash'> | undefined;
  closedAt: Date;
  /** The latest version of days that are closed already; they get the next one, even without entries. */
  versions: ReadonlyMap<string, number>;
  reason: string | null;
}

/** Another process has written one of the days. */
class WrittenMeanwhile extends Error {
  override name = 'WrittenMeanwhile';
}

/** Writes the days that have entries, or already a version. Returns the last one of them. */
export async function writeDays(tx: Tx, owner: Owner, writing: Writing): Promise<ClosedDay | undefined> {
  const { days, last, closedAt, versions, reason } = writing;
  const end = days.at(-1)?.endsAt;
  if (!end) return undefined;
  const point: ChainPoint = last ? { seq: last.lastSeq, afterMinor: last.closingMinor } : CHAIN_START;
  const stretch: Stretch = { afterSeq: point.seq, before: end, starts: days.map(({ startsAt }) => startsAt) };
  const sums = await sumEntries(tx, owner, stretch);
  const hashes = await hashEntries(tx, owner, stretch);
  const closed: ClosedDay[] = [];
  let before: { seq: bigint; closingMinor: bigint; hash: Buffer | null } = {
    seq: point.seq,
    closingMinor: point.afterMinor,
    hash: last?.hash ?? null,
  };
  days.forEach((span, index) => {
    const found = sums.get(index + 1);
    const version = versions.get(span.day);
    if (!found && version === undefined) return;
    const day = closedDay(owner, span, {
      found: found ?? { firstSeq: before.seq + 1n, lastSeq: before.seq, sums: new Map() },
      entriesHash: hashes.get(index + 1) ?? createHash('sha256').digest(),
      before,
      version: (version ?? 0) + 1,
      closedAt,
      reason,
    });
    closed.push(day);
    before = { seq: day.lastSeq, closingMinor: day.closingMinor, hash: day.hash };
  });
  if ((await insertDays(tx, owner, closed)) < closed.length) throw new WrittenMeanwhile();
  const places = new Map(closed.map((day) => [days.findIndex((span) => span.day === day.day) + 1, day]));
  const lines = await channelLines(tx, owner, stretch);
  await insertChannelLines(
    tx,
    owner,
    lines.flatMap(({ at, ...line }) => {
      const day = places.get(at);
      return day ? [{ ...line, day: day.day, version: day.version }] : [];
    }),
  );
  return closed.at(-1);
}

function closedDay(
  owner: Owner,
  { day, startsAt, endsAt }: Span,
  {
    found,
    entriesHash,
    before,
    version,
    closedAt,
    reason,
  }: {
    found: DaySums;
    entriesHash: Buffer;
    before: { closingMinor: bigint; hash: Buffer | null };
    version: number;
    closedAt: Date;
    reason: string | null;
  },
): ClosedDay {
  const { firstSeq, lastSeq, sums } = found;
  const [openingMinor, previousHash] = [before.closingMinor, before.hash];
  const closingMinor = openingMinor + changeOf(found);
  const head = ['statement', owner.memberNo, owner.currency, day, firstSeq, lastSeq, openingMinor, closingMinor, ''];
  const hash = createHash('sha256').update(head.join('|'));
  if (previousHash) hash.update(previousHash);
  return {
    day,
    version,
    startsAt,
    endsAt,
    firstSeq,
    lastSeq,
    openingMinor,
    closingMinor,
    sums,
    entriesHash,
    previousHash,
    hash: hash.update(entriesHash).digest(),
    closedAt,
    reason,
  };
}

/** What each channel brought on each day, and the orders that were created on it, by the day's place in `starts`. */
export async function channelLines(
  on: Queryable,
  owner: Owner,
  stretch: Stretch,
): Promise<(ChannelLine & { at: number })[]> {
  const [booked, created] = [await sumChannels(on, owner, stretch), await sumOrders(on, owner, stretch)];
  const lines = new Map<string, ChannelLine & { at: number }>();
  const nothing = { orders: 0, succeeded: 0, paid: 0, amountMinor: 0n, feeMinor: 0n };
  for (const part of [...booked, ...created]) {
    const key = `${part.at} ${part.kind} ${part.channelId}`;
    lines.set(key, { ...nothing, ...lines.get(key), ...part });
  }
  return [...lines.values()];
}
