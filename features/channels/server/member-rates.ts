/**
 * Members' rates: read beside those of the agent above, checked and set. A member's fee is never set below its agent's
 * own at any amount of the channel, nor above the platform's highest percentage, nor on a channel that the agent does
 * not hold itself.
 */
import type { PercentE4 } from '#foundation/core/money.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { isSoundRate, type Rate, type Undercut, undercutOf } from '../rules.ts';
import {
  type Channel,
  type MemberRate,
  type RateSetter,
  selectChannels,
  selectRates,
  selectUplines,
  upsertRates,
} from './store.ts';

/** What one member pays on one channel. */
export interface ChannelRate {
  readonly channel: Channel;
  /** Whether the agent above holds the channel: it is open, and closed for none of the agents above the member. */
  readonly isHeld: boolean;
  /** Whether the member holds the channel: as `isHeld`, and not closed for the member either. */
  readonly isOpen: boolean;
  /** What the agent directly above pays; null without one. */
  readonly own: Rate | null;
  /** Null if the member has no rate of its own and pays the channel's default. */
  readonly rate: Rate | null;
  readonly effective: Rate;
  /** Closed for this member by the agent above. */
  readonly closed: boolean;
  /** On a channel that the agent above holds, the member's fee is below the agent's at some amount. */
  readonly isBelowOwn: boolean;
  /** Null if the rate was never changed, or before changes were recorded. */
  readonly changedAt: Date | null;
}

export interface GivenRate {
  /** The channel's code. */
  readonly channel: string;
  readonly rate: Rate;
  /** Whether the channel is closed for the member and its tree; absent: that stays as it is. */
  readonly closed?: boolean;
}

/** Why one of the given rates can't be set; `index` is its place in the list. */
export type RateRefusal = { readonly index: number } & (
  | { readonly error: 'channel_not_held' | 'rate_not_sound' }
  | { readonly error: 'rate_too_high'; readonly maxPercentE4: PercentE4 }
  | { readonly error: 'rate_below_own'; readonly undercut: Undercut }
);

export interface RateChange {
  readonly channel: Channel;
  readonly before: { readonly rate: Rate; readonly closed: boolean };
  readonly after: { readonly rate: Rate; readonly closed: boolean };
}

export type SetRates =
  | { readonly outcome: 'set'; readonly changes: readonly RateChange[] }
  | { readonly outcome: 'refused'; readonly refusals: readonly RateRefusal[] };

/** The agents above a member, nearest first, and the rates of the member and all of them. */
export interface MemberRates {
  readonly uplines: readonly bigint[];
  readonly rates: readonly MemberRate[];
}

/** Unknown members are undefined. */
export async function readMemberRates(
  on: Queryable,
  memberNos: readonly bigint[],
): Promise<(MemberRates | undefined)[]> {
  const uplinesOf = await selectUplines(on, [...new Set(memberNos)]);
  const everyone = new Set([...uplinesOf].flatMap(([memberNo, uplines]) => [memberNo, ...uplines]));
  const byMember = Map.groupBy(await selectRates(on, [...everyone]), ({ memberNo }) => memberNo);
  return memberNos.map((memberNo) => {
    const uplines = uplinesOf.get(memberNo);
    return uplines && { uplines, rates: [memberNo, ...uplines].flatMap((one) => byMember.get(one) ?? []) };
  });
}

/** What a member pays on a channel. */
export function rateOn({ channelId, rate }: Channel, memberNo: bigint, rates: readonly MemberRate[]): Rate {
  return rowOn(channelId, memberNo, rates)?.rate ?? rate;
}

/** Whether a channel is closed for one of these members by its agent. */
export function isClosedFor(
  { channelId }: Pick<Channel, 'channelId'>,
  memberNos: readonly bigint[],
  rates: readonly MemberRate[],
): boolean {
  return memberNos.some((memberNo) => rowOn(channelId, memberNo, rates)?.closed === true);
}

function rowOn(channelId: number, memberNo: bigint, rates: readonly MemberRate[]): MemberRate | undefined {
  return rates.find((one) => one.memberNo === memberNo && one.channelId === channelId);
}

/** The rates on all channels by member number, in the order of the channels. Unknown members are missing. */
export async function memberRates(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, ChannelRate[]>> {
  const channels = await selectChannels(on);
  const found = await readMemberRates(on, memberNos);
  return new Map(
    memberNos.flatMap((memberNo, index) => {
      const known = found[index];
      return known ? [[memberNo, channels.map((channel) => channelRate(channel, memberNo, known))]] : [];
    }),
  );
}

function channelRate(channel: Channel, memberNo: bigint, { uplines, rates }: MemberRates): ChannelRate {
  const [agentNo] = uplines;
  const row = rowOn(channel.channelId, memberNo, rates);
  const own = agentNo === undefined ? null : rateOn(channel, agentNo, rates);
  const isHeld = channel.state === 'open' && !isClosedFor(channel, uplines, rates);
  const effective = row?.rate ?? channel.rate;
  const closed = row?.closed === true;
  return {
    channel,
    isHeld,
    isOpen: isHeld && !closed,
    own,
    rate: row?.rate ?? null,
    effective,
    closed,
    isBelowOwn: isHeld && own !== null && undercutOf(effective, own, channel) !== undefined,
    changedAt: row?.changedAt ?? null,
  };
}

/** Sets rates of one member: all, or none. Only rates that differ from what the member has are written. */
export async function setMemberRates(
  tx: Tx,
  {
    memberNo,
    rates: given,
    maxPercentE4,
    at,
    by,
  }: {
    memberNo: bigint;
    rates: readonly GivenRate[];
    maxPercentE4: PercentE4;
    at: Date;
    by?: RateSetter | undefined;
  },
): Promise<SetRates> {
  const current = (await memberRates(tx, [memberNo])).get(memberNo);
  if (!current) throw new Error(`member ${memberNo} does not exist`);
  const refusals = refusalsOf(given, current, maxPercentE4);
  if (refusals.length > 0) return { outcome: 'refused', refusals };
  const changes = given.flatMap(({ channel: code, rate, closed }): RateChange[] => {
    const before = current.find(({ channel }) => channel.code === code);
    if (!before) return [];
    const after = { rate, closed: closed ?? before.closed };
    if (isSameRate(before.effective, rate) && before.closed === after.closed) return [];
    return [{ channel: before.channel, before: { rate: before.effective, closed: before.closed }, after }];
  });
  if (changes.length > 0)
    await upsertRates(
      tx,
      memberNo,
      at,
      changes.map(({ channel: { channelId }, after }) => ({ channelId, ...after })),
      by,
    );
  return { outcome: 'set', changes };
}

/**
 * Gives a new member its first rates: those given, and on each other channel that its agent holds, the agent's own rate
 * where the channel's default is below it. Returns why the given ones can't be set; if that is not empty, nothing is
 * written.
 */
export async function startMemberRates(
  tx: Tx,
  {
    memberNo,
    uplineNo,
    rates: given,
    maxPercentE4,
    at,
  }: { memberNo: bigint; uplineNo: bigint; rates: readonly GivenRate[]; maxPercentE4: PercentE4; at: Date },
): Promise<RateRefusal[]> {
  const channels = await selectChannels(tx);
  const [agent] = await readMemberRates(tx, [uplineNo]);
  if (!agent) throw new Error(`agent ${uplineNo} does not exist`);
  const starts = channels.map((channel) =>
    channelRate(channel, memberNo, { uplines: [uplineNo, ...agent.uplines], rates: agent.rates }),
  );
  const refusals = refusalsOf(given, starts, maxPercentE4);
  if (refusals.length > 0) return refusals;
  const rows = starts.flatMap(({ channel: { channelId, code }, own, isBelowOwn }) => {
    const named = given.find(({ channel }) => channel === code);
    if (named) return [{ channelId, rate: named.rate, closed: named.closed === true }];
    return isBelowOwn && own !== null ? [{ channelId, rate: own, closed: false }] : [];
  });
  if (rows.length > 0) await upsertRates(tx, memberNo, at, rows);
  return [];
}

/** At most one refusal for each given rate. */
export function refusalsOf(
  given: readonly GivenRate[],
  current: readonly ChannelRate[],
  maxPercentE4: PercentE4,
): RateRefusal[] {
  return given.flatMap((one, index): RateRefusal[] => {
    const known = current.find(({ channel }) => channel.code === one.channel);
    if (!known?.isHeld) return [{ index, error: 'channel_not_held' }];
    // A channel can always be closed, also for a member whose rate is not allowed any more.
    if (one.closed === true && isSameRate(one.rate, known.effective)) return [];
    if (one.rate.percentE4 > maxPercentE4) return [{ index, error: 'rate_too_high', maxPercentE4 }];
    if (!isSoundRate(one.rate)) return [{ index, error: 'rate_not_sound' }];
    const undercut = known.own === null ? undefined : undercutOf(one.rate, known.own, known.channel);
    return undercut ? [{ index, error: 'rate_below_own', undercut }] : [];
  });
}

function isSameRate(a: Rate, b: Rate): boolean {
  return (
    a.percentE4 === b.percentE4 &&
    a.fixedMinor === b.fixedMinor &&
    a.minFeeMinor === b.minFeeMinor &&
    a.maxFeeMinor === b.maxFeeMinor
  );
}
