/**
 * Public API of the channels feature: return the terms of an order, pick its route, count it against the daily limit.
 * Terms are cached for a second in every process. The limit is always checked under the row's lock, never from the
 * cache.
 */
import type { Clock } from '#foundation/core/clock.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import type { Database, Queryable, Tx, Write } from '#foundation/server/postgres/database.ts';
import { TtlCache, TtlCacheByKey } from '#foundation/server/process/ttl-cache.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { decisionOf, type OrderDecision, type OrderQuestion, type RoutingState } from '../routing.ts';
import { fitting, isSoundRate, type UplineRate } from '../rules.ts';
import {
  type ChannelRate,
  type GivenRate,
  isClosedFor,
  type MemberRates,
  memberRates,
  rateOn,
  type RateRefusal,
  readMemberRates,
  refusalsOf,
  setMemberRates,
  type SetRates,
  startMemberRates,
} from './member-rates.ts';
import { routeUsage } from './route-usage.ts';
import type { RouteDay } from './route-usage-store.ts';
import {
  type Channel,
  insertChannel,
  insertRoutes,
  lockUsage,
  type NewChannel,
  type RateSetter,
  reduceUsage,
  selectChannels,
  selectPins,
  usageWrites,
  type Usage,
  type UsageKey,
} from './store.ts';

/**
 * Everything an order needs to know about a channel, for one member. Amounts are in minor units of the platform's
 * currency. The state is `closed` too if the channel is closed for the member or for an agent above it.
 */
export interface ChannelTerms extends Channel {
  /** The rates of the agents above the member, nearest first. */
  readonly uplineRates: readonly UplineRate[];
  /** The one upstream that the member's orders go to; absent: by the channel's rule. */
  readonly pinnedTo?: number | undefined;
}

export interface Reservation extends Usage {
  /** Null means unlimited; the amount is counted anyway. */
  limitMinor: bigint | null;
}

export interface Reserved {
  /** For each row, whether its limit had room. */
  fits: boolean[];
  /** Count the rows that fit. They must be part of the same transaction. */
  writes: Write[];
}

export interface ChannelRef {
  code: string;
  name: Record<Language, string>;
}

export interface ChannelVerbs {
  /** Returns undefined for an unknown channel or member. */
  terms(memberNo: bigint, code: string): Promise<ChannelTerms | undefined>;
  /** The terms of all channels, by id; empty for an unknown member. */
  allTerms(memberNo: bigint): Promise<ChannelTerms[]>;
  /** Decides an order: the route that it takes, or why it is refused. The next one takes the next turn. */
  decide(terms: ChannelTerms, order: OrderQuestion): OrderDecision;
  /** What `decide` would answer next in this process, and on what that rests. Changes nothing. */
  foresee(terms: ChannelTerms, order: OrderQuestion): { decision: OrderDecision; state: RoutingState };
  /** Counts orders against the daily limits of their routes; a negative amount gives back. */
  countRoutes(days: readonly RouteDay[]): void;
  /**
   * Counts each amount against its day's limit, in the order of the rows; a row that exceeds its limit counts nothing.
   * Days with a limit stay locked until the transaction ends, so the limit holds across processes.
   */
  reserve(tx: Tx, rows: readonly Reservation[]): Promise<Reserved>;
  /** Releases reservations; each at most once. */
  release(tx: Tx, rows: readonly Usage[]): Promise<void>;
  /**
   * Members' rates on all channels, beside those of the agents above them; by member number, without unknown members.
   * Always read from the database, without the cache.
   */
  memberRates(memberNos: readonly bigint[], on?: Queryable): Promise<ReadonlyMap<bigint, readonly ChannelRate[]>>;
  /**
   * Sets rates of one member for the orders created from then on: all of them, or none. The caller locks the member.
   */
  setRates(
    tx: Tx,
    rates: { memberNo: bigint; rates: readonly GivenRate[]; by?: RateSetter | undefined },
  ): Promise<SetRates>;
  /** Returns why rates of one member can't be set, without setting any; empty if they can. */
  refusedRates(current: readonly ChannelRate[], given: readonly GivenRate[]): Promise<readonly RateRefusal[]>;
  /**
   * Gives a member that was just added its first rates: the given ones, and on each other channel that its agent holds
   * the agent's own rate, unless the fee of the channel's default is at least that at every amount. Returns why the given
   * ones can't be set; if that is not empty, nothing was written.
   */
  startRates(
    tx: Tx,
    member: { memberNo: bigint; uplineNo: bigint; rates: readonly GivenRate[] },
  ): Promise<readonly RateRefusal[]>;
  addChannel(tx: Tx, channel: NewChannel): Promise<void>;
  /** Code and name of all channels, by channel id. */
  channelRefs(): Promise<Map<number, ChannelRef>>;
}

export interface ChannelVerbDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings' | 'settingsWithin'>;
  random?: () => number;
}

const TERMS_MS = 1_000;
const MAX_CACHED_MEMBERS = 20_000;

export function channelVerbs({ db, clock, platform, random = Math.random }: ChannelVerbDeps): ChannelVerbs {
  const usage = routeUsage({ db, clock });
  const channels = new TtlCache(clock, TERMS_MS, async () => {
    const [all, pins] = await Promise.all([selectChannels(db), selectPins(db)]);
    const limited = all.some(({ routes }) => routes.some(({ dailyLimitMinor }) => dailyLimitMinor !== undefined));
    // If it fails, limits go on with what this process knows.
    if (limited) await usage.sync().catch(() => undefined);
    return { all, pins };
  });
  // Many members' cached rates expire at the same time, so they are read in batches.
  const reads = new Batcher<bigint, MemberRates | undefined>({
    run: (memberNos) => readMemberRates(db, memberNos),
  });
  const rates = new TtlCacheByKey(clock, TERMS_MS, MAX_CACHED_MEMBERS, (memberNo: bigint) => reads.submit(memberNo));
  const turns = new Map<number, number>();
  const stateOf = (
    { channelId }: Pick<ChannelTerms, 'channelId'>,
    { at, timeZone }: Pick<OrderQuestion, 'at' | 'timeZone'>,
  ): RoutingState => ({
    turn: turns.get(channelId) ?? 0,
    random: random(),
    usedMinor: (upstreamId) => usage.usedMinor({ channelId, upstreamId, day: dayOf(at, timeZone) }),
  });

  return {
    async terms(memberNo, code) {
      const [{ all, pins }, own] = await Promise.all([channels.get(), rates.get(memberNo)]);
      const channel = all.find((one) => one.code === code);
      return channel && own && termsOf(channel, memberNo, own, pins);
    },

    async allTerms(memberNo) {
      const [{ all, pins }, own] = await Promise.all([channels.get(), rates.get(memberNo)]);
      return own ? all.map((channel) => termsOf(channel, memberNo, own, pins)) : [];
    },

    decide(terms, order) {
      const decision = decisionOf(terms, order, stateOf(terms, order));
      if ('route' in decision) turns.set(terms.channelId, (turns.get(terms.channelId) ?? 0) + 1);
      return decision;
    },
    foresee(terms, order) {
      const state = stateOf(terms, order);
      return { decision: decisionOf(terms, order, state), state };
    },
    countRoutes: (days) => usage.count(days),

    reserve,

    async release(tx, rows) {
      if (rows.length > 0) await reduceUsage(tx, sumsOf(rows));
    },

    memberRates: (memberNos, on = db) => memberRates(on, memberNos),

    async setRates(tx, change) {
      const { maxRatePercentE4 } = await platform.settingsWithin(tx);
      return setMemberRates(tx, { ...change, maxPercentE4: maxRatePercentE4, at: clock.now() });
    },

    async refusedRates(current, given) {
      const { maxRatePercentE4 } = await platform.settings();
      return refusalsOf(given, current, maxRatePercentE4);
    },

    async startRates(tx, member) {
      const { maxRatePercentE4 } = await platform.settingsWithin(tx);
      return startMemberRates(tx, { ...member, maxPercentE4: maxRatePercentE4, at: clock.now() });
    },

    async addChannel(tx, channel) {
      if (!isSoundRate(channel.rate)) throw new RangeError('the rate is not valid');
      await insertChannel(tx, channel);
      if (channel.routes.length > 0) await insertRoutes(tx, channel.channelId, channel.routes);
    },

    async channelRefs() {
      return new Map((await channels.get()).all.map(({ channelId, code, name }) => [channelId, { code, name }]));
    },
  };
}

function termsOf(
  channel: Channel,
  memberNo: bigint,
  { uplines, rates }: MemberRates,
  pins: ReadonlyMap<number, ReadonlyMap<bigint, number>>,
): ChannelTerms {
  const pinnedTo = pins.get(channel.channelId)?.get(memberNo);
  return {
    ...channel,
    ...(pinnedTo === undefined ? {} : { pinnedTo }),
    state: isClosedFor(channel, [memberNo, ...uplines], rates) ? 'closed' : channel.state,
    rate: rateOn(channel, memberNo, rates),
    uplineRates: uplines.map((agentNo) => ({ agentNo, rate: rateOn(channel, agentNo, rates) })),
  };
}

async function reserve(tx: Tx, rows: readonly Reservation[]): Promise<Reserved> {
  if (rows.every(({ limitMinor }) => limitMinor === null))
    return { fits: rows.map(() => true), writes: usageWrites(sumsOf(rows)) };
  const used = new Map((await lockUsage(tx, sumsOf(rows))).map((usage) => [usageKey(usage), usage.amountMinor]));
  const fitsByRow = new Map<Reservation, boolean>();
  for (const [key, ofDay] of Map.groupBy(rows, usageKey)) {
    const fits = fitting(used.get(key) ?? 0n, ofDay);
    ofDay.forEach((row, index) => fitsByRow.set(row, fits[index] === true));
  }
  const fits = rows.map((row) => fitsByRow.get(row) === true);
  return { fits, writes: usageWrites(sumsOf(rows.filter((_, index) => fits[index]))) };
}

/** Sums the amounts by day, because a statement can update each row only once. */
function sumsOf(usages: readonly Usage[]): Usage[] {
  const sums = new Map<bigint, Usage>();
  for (const { memberNo, channelId, day, amountMinor } of usages) {
    const key = usageKey({ memberNo, channelId, day });
    sums.set(key, { memberNo, channelId, day, amountMinor: (sums.get(key)?.amountMinor ?? 0n) + amountMinor });
  }
  return [...sums.values()];
}

/** Not a string, because every order comes by here (docs/posting-path.md). The channel and the day have 32 bits each. */
function usageKey({ memberNo, channelId, day }: UsageKey): bigint {
  return (memberNo << 64n) | (BigInt(channelId) << 32n) | BigInt(day.replaceAll('-', ''));
}
