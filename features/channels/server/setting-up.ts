/** Channels as operators set them up: the caller holds the lock, and has checked who asks for it. */
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { isSoundRate } from '../rules.ts';
import {
  type ChannelRouting,
  type ChannelSetup,
  insertChannel,
  type ListedSetup,
  lockSetups,
  replaceRoutings,
  selectRoutings,
  selectSetups,
  selectUsage,
  updateSetup,
} from './store.ts';

export { deleteRouteDays } from './route-usage-store.ts';
export type { ChannelRouting, ChannelSetup, ListedSetup } from './store.ts';

/** All channels in the order of lists. */
export const channelSetups: (on: Queryable) => Promise<ListedSetup[]> = selectSetups;

/** Until the transaction ends, no other changes a channel. Orders go on. */
export const lockChannels: (tx: Tx) => Promise<void> = lockSetups;

/** Adds a channel without routes. `known` are all channels, read under the lock. */
export async function addSetup(
  tx: Tx,
  known: readonly ChannelSetup[],
  setup: Omit<ChannelSetup, 'channelId' | 'routing'>,
): Promise<void> {
  if (!isSoundRate(setup.rate)) throw new RangeError('the rate is not valid');
  const channelId = known.reduce((highest, one) => Math.max(highest, one.channelId), 0) + 1;
  await insertChannel(tx, { ...setup, channelId, routes: [] });
}

/** Orders use it a second later at the latest. */
export async function changeSetup(tx: Tx, setup: ChannelSetup): Promise<void> {
  if (!isSoundRate(setup.rate)) throw new RangeError('the rate is not valid');
  await updateSetup(tx, setup);
}

/** The routes of all channels, in the order of lists. */
export const channelRoutings: (on: Queryable) => Promise<ChannelRouting[]> = selectRoutings;

/** Replaces the routes of these channels. The caller holds the lock. Orders use them a second later at the latest. */
export const publishRoutings: (tx: Tx, routings: readonly Omit<ChannelRouting, 'code' | 'name'>[]) => Promise<void> =
  replaceRoutings;

/** What a member has used of its limits on a day, by channel id. */
export const memberUsage: (on: Queryable, memberNo: bigint, day: string) => Promise<Map<number, bigint>> = selectUsage;
