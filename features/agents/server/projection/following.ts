/**
 * The job that keeps agents' copies up to date. What changed in a member's wallet it knows from the gapless numbers of
 * the entries, new orders from their numbers, and expiry and callbacks by looking again at the rows that wait for them.
 * A member's positions move after its agents' rows are written, so a killed process only repeats work.
 */
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { sum } from '#foundation/core/money.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { MovedMember } from '#features/members/server/verbs.ts';
import { type CopyDeps, copyOrders, type OrderToCopy } from './copying.ts';
import {
  countMembers,
  type OrderKey,
  selectMembersWithEntries,
  selectMembersWithOrders,
  selectNextEntries,
  selectNextOrders,
  selectNotifiedOtherwise,
  selectOrderNumbers,
  selectTransferredOrders,
  selectTree,
  selectUndelivered,
  type TreeMember,
  type WalletEntry,
} from './readings.ts';
import {
  countPaths,
  insertFeeds,
  insertPaths,
  selectAllTreeCounts,
  type Path,
  selectAgentOrders,
  selectCopied,
  selectDueRows,
  selectFeeds,
  selectFollowed,
  selectNewestPaths,
  selectNotifying,
  selectPaths,
  selectUnsettledFeeds,
  type TreeCounts,
  updateFeed,
  updateTreeCounts,
} from './store.ts';

/** Members whose news are copied together. */
const MEMBERS_AT_ONCE = 50;
/** The most entries, and the most orders, of a member in one piece. */
const MAX_OF_MEMBER = 500;
const MAX_ROWS = 1_000;
/** The orders of a member that one run looks at again. */
const MAX_SETTLED = 50_000;
const MINUTE_MS = 60_000;
/** A member that had an order in this time is asked for new ones at every run, the others every minute. */
const RECENT_MS = 60 * MINUTE_MS;
/** No order is committed this long after its number was drawn: no statement and no wait for a connection is as long. */
const SETTLED_MS = 5 * MINUTE_MS;

export interface Follower {
  /** Copies everything that changed since the last run. */
  run(): Promise<void>;
}

export function agentFollower(deps: CopyDeps): Follower {
  let tree: { at: number; members: bigint; paths: bigint } | undefined;
  let slowAt: number | undefined;
  return {
    async run() {
      const nowMs = deps.clock.now().getTime();
      const [members, paths] = [await countMembers(deps.db), await countPaths(deps.db)];
      if (!tree || tree.members !== members || tree.paths !== paths || nowMs - tree.at >= MINUTE_MS) {
        await notePaths(deps);
        tree = { at: nowMs, members, paths: await countPaths(deps.db) };
      }
      const isSlow = slowAt === undefined || nowMs - slowAt >= MINUTE_MS;
      await copyNews(deps, isSlow ? 0n : firstSystemNo(new Date(nowMs - RECENT_MS)));
      await copyExpired(deps);
      await copyNotified(deps, ['pending']);
      if (!isSlow) return;
      await copyNotified(deps, ['failed']);
      await copyUndelivered(deps, new Date(slowAt === undefined ? 0 : slowAt - MINUTE_MS));
      await settle(deps);
      slowAt = nowMs;
    },
  };
}

export function followJob(deps: CopyDeps): Job {
  const follower = agentFollower(deps);
  return { name: 'show agents their orders', everyMs: 5_000, run: () => follower.run() };
}

/** Notes the agents above each member. A change counts from now on; a new member's from its beginning. */
async function notePaths({ db, clock }: CopyDeps): Promise<void> {
  // The paths first: a move notes its own, which must not look like an older place that has changed.
  const newest = new Map((await selectNewestPaths(db)).map((path) => [path.memberNo, path.uplines]));
  const members = await selectTree(db);
  const fromNow = firstSystemNo(clock.now());
  const changed = members.flatMap(({ memberNo, uplines }): Path[] => {
    const known = newest.get(memberNo);
    if (known && known.join() === uplines.join()) return [];
    return [{ memberNo, fromSystemNo: known ? fromNow : 0n, uplines }];
  });
  const followed = new Set(changed.map(({ memberNo }) => memberNo));
  await follow(
    db,
    members.filter(({ memberNo }) => followed.has(memberNo)),
  );
  for (const part of partsOf(changed, MAX_ROWS)) await insertPaths(db, part);
  const known = new Map((await selectAllTreeCounts(db)).map((counts) => [counts.memberNo, counts]));
  for (const counts of treeCounts(members)) {
    const before = known.get(counts.memberNo);
    if (!before || (Object.keys(counts) as (keyof TreeCounts)[]).some((name) => counts[name] !== before[name]))
      await updateTreeCounts(db, counts);
  }
}

/** Begins to follow members that are or have agents. */
async function follow(on: Queryable, members: readonly TreeMember[]): Promise<void> {
  const followable = members.filter(({ kind, uplines }) => kind === 'agent' || uplines.length > 0);
  for (const part of partsOf(followable, MAX_ROWS))
    await insertFeeds(
      on,
      part.map(({ memberNo }) => memberNo),
    );
}

/**
 * Processes know a member's agents for a second, and an order's number is drawn before its agents are read: an order that
 * is so much younger than a move belongs to the agents from before it, unless it pays others.
 */
const MOVE_COUNTS_AFTER_MS = 5_000;

/**
 * Notes the new places of members in the transaction that moves them. Orders from then on are shown to the agents that are
 * above now; those of before stay with the agents that they had.
 */
export async function noteMove(tx: Tx, moved: readonly MovedMember[], at: Date): Promise<void> {
  const fromSystemNo = firstSystemNo(new Date(at.getTime() + MOVE_COUNTS_AFTER_MS));
  // A new member's first place may not be noted yet. Where it is, the one that is there stays.
  const before = moved.map(({ uplinesBefore, ...member }) => ({ ...member, uplines: [...uplinesBefore] }));
  await follow(tx, before);
  await follow(tx, moved);
  const paths = [
    ...before.map(({ memberNo, uplines }) => ({ memberNo, fromSystemNo: 0n, uplines })),
    ...moved.map(({ memberNo, uplines }) => ({ memberNo, fromSystemNo, uplines })),
  ];
  for (const part of partsOf(paths, MAX_ROWS)) await insertPaths(tx, part);
}

/** Of every agent. */
function treeCounts(members: readonly TreeMember[]): TreeCounts[] {
  const counts = new Map<bigint, TreeCounts>();
  for (const { memberNo, kind } of members)
    if (kind === 'agent')
      counts.set(memberNo, { memberNo, directMerchants: 0, directAgents: 0, treeMerchants: 0, treeAgents: 0 });
  for (const { kind, uplines } of members)
    uplines.forEach((agentNo, index) => {
      const ofAgent = counts.get(agentNo);
      if (!ofAgent) return;
      ofAgent[kind === 'agent' ? 'treeAgents' : 'treeMerchants'] += 1;
      if (index === 0) ofAgent[kind === 'agent' ? 'directAgents' : 'directMerchants'] += 1;
    });
  return [...counts.values()];
}

async function copyNews(deps: CopyDeps, ordersSince: bigint): Promise<void> {
  const { currency } = await deps.platform.settings();
  const { db } = deps;
  for (let moved = true; moved;) {
    moved = false;
    const memberNos = new Set([
      ...(await selectMembersWithEntries(db, currency)),
      ...(await selectMembersWithOrders(db, ordersSince)),
    ]);
    for (const part of partsOf([...memberNos], MEMBERS_AT_ONCE)) moved = (await copyNewsOf(deps, part)) || moved;
  }
}

/** Copies the next piece of each member's news. Returns whether there was any. */
async function copyNewsOf(deps: CopyDeps, memberNos: readonly bigint[]): Promise<boolean> {
  const { db, clock } = deps;
  const feeds = await selectFeeds(db, memberNos);
  const settledBefore = firstSystemNo(new Date(clock.now().getTime() - SETTLED_MS));
  const entries = await selectNextEntries(db, memberNos, MAX_OF_MEMBER);
  const created = await selectNextOrders(db, memberNos, MAX_OF_MEMBER);
  await copyOrders(deps, [...created, ...ownOrders(entries), ...(await commissionOrders(deps, entries))]);
  const [entriesOf, createdOf] = [Map.groupBy(entries, byMember), Map.groupBy(created, byMember)];
  for (const feed of feeds) {
    const ofMember = entriesOf.get(feed.memberNo) ?? [];
    const lastSystemNo = createdOf.get(feed.memberNo)?.at(-1)?.systemNo ?? feed.lastSystemNo;
    // Of orders that were old when they were read, none can be missing.
    const isSettled = feed.settledSystemNo === feed.lastSystemNo;
    await updateFeed(db, feed, {
      entries: ofMember.length > 0 ? movedBy(ofMember) : undefined,
      lastSystemNo,
      settledSystemNo: isSettled ? least(lastSystemNo, settledBefore) : feed.settledSystemNo,
    });
  }
  return entries.length + created.length > 0;
}

function byMember({ memberNo }: { memberNo: bigint }): bigint {
  return memberNo;
}

function movedBy(entries: readonly WalletEntry[]): { lastSeq: bigint; paidOutMinor: bigint } {
  return { lastSeq: entries.at(-1)?.seq ?? 0n, paidOutMinor: sum(entries.map(({ paidOutMinor }) => paidOutMinor)) };
}

function ownOrders(entries: readonly WalletEntry[]): OrderKey[] {
  return entries
    .filter(({ what }) => what === 'order')
    .map(({ memberNo, reference }) => ({ memberNo, systemNo: reference }));
}

/** The orders whose commission came into an agent's wallet or went out of it. */
async function commissionOrders({ db }: CopyDeps, entries: readonly WalletEntry[]): Promise<OrderToCopy[]> {
  const found: OrderToCopy[] = [];
  for (const [agentNo, ofAgent] of Map.groupBy(entries, ({ memberNo }) => memberNo)) {
    const transfers = ofAgent.flatMap(({ what, merchantNo, reference }) =>
      what === 'earned' && merchantNo !== null ? { memberNo: merchantNo, transfer: reference } : [],
    );
    const earned = await selectTransferredOrders(db, transfers);
    const returned = ofAgent.filter(({ what }) => what === 'returned').map(({ reference }) => reference);
    // Commission came before it was returned: its row exists, or is among the earned ones.
    const rows = await selectAgentOrders(db, agentNo, returned);
    found.push(
      ...earned.map((key) => ({ ...key, agentNo })),
      ...rows.map(({ merchantNo, systemNo }) => ({ memberNo: merchantNo, systemNo, agentNo })),
    );
  }
  return found;
}

/** Looks again at orders that should have expired. */
async function copyExpired(deps: CopyDeps): Promise<void> {
  const now = deps.clock.now();
  for (let rows = await selectDueRows(deps.db, now, undefined, MAX_ROWS); rows.length > 0;) {
    await copyOrders(
      deps,
      rows.map(({ merchantNo, systemNo }) => ({ memberNo: merchantNo, systemNo })),
    );
    if (rows.length < MAX_ROWS) return;
    rows = await selectDueRows(deps.db, now, rows.at(-1), MAX_ROWS);
  }
}

/** Looks again at orders whose callback is still due or has failed, as the rows say. */
async function copyNotified(deps: CopyDeps, statuses: readonly ('pending' | 'failed')[]): Promise<void> {
  const { db } = deps;
  for (let rows = await selectNotifying(db, statuses, undefined, MAX_ROWS); rows.length > 0;) {
    const known = rows.map(({ merchantNo, systemNo, status }) => ({ memberNo: merchantNo, systemNo, status }));
    await copyOrders(deps, await selectNotifiedOtherwise(db, known));
    if (rows.length < MAX_ROWS) return;
    rows = await selectNotifying(db, statuses, rows.at(-1), MAX_ROWS);
  }
}

/** Finds callbacks that are due or have failed although the rows say otherwise: those that were resent. */
async function copyUndelivered(deps: CopyDeps, failedSince: Date): Promise<void> {
  const { db } = deps;
  for (let memberNos = await selectFollowed(db, 0n, MEMBERS_AT_ONCE); memberNos.length > 0;) {
    const due = await selectUndelivered(db, memberNos, failedSince);
    const nearest = new Map((await selectPaths(db, memberNos)).map(({ memberNo, uplines }) => [memberNo, uplines[0]]));
    for (const [memberNo, ofMember] of Map.groupBy(due, (one) => one.memberNo)) {
      const agentNo = nearest.get(memberNo);
      if (agentNo === undefined) continue;
      for (const part of partsOf(ofMember, MAX_ROWS)) {
        const rows = await selectAgentOrders(
          db,
          agentNo,
          part.map(({ systemNo }) => systemNo),
        );
        const known = new Map(rows.map(({ systemNo, notifyStatus }) => [systemNo, notifyStatus]));
        await copyOrders(
          deps,
          part.filter(({ systemNo, status }) => known.has(systemNo) && known.get(systemNo) !== status),
        );
      }
    }
    memberNos = await selectFollowed(db, memberNos.at(-1) ?? 0n, MEMBERS_AT_ONCE);
  }
}

/**
 * Copies orders that were committed after one with a higher number had been read. Once they are old enough, none can
 * appear any more.
 */
async function settle(deps: CopyDeps): Promise<void> {
  const { db } = deps;
  const settledBefore = firstSystemNo(new Date(deps.clock.now().getTime() - SETTLED_MS));
  for (const feed of await selectUnsettledFeeds(db)) {
    const paths = await selectPaths(db, [feed.memberNo]);
    const numbers = await selectOrderNumbers(db, feed.memberNo, feed, MAX_SETTLED);
    const isWhole = numbers.length < MAX_SETTLED;
    const range = { from: feed.settledSystemNo, to: isWhole ? feed.lastSystemNo : (numbers.at(-1) ?? 0n) };
    const copied = new Set<bigint>();
    for (const agentNo of new Set(paths.flatMap(({ uplines }) => uplines.slice(0, 1))))
      for (const systemNo of await selectCopied(db, agentNo, feed.memberNo, range)) copied.add(systemNo);
    const isFollowed = paths.some(({ uplines }) => uplines.length > 0);
    const missing = isFollowed ? numbers.filter((systemNo) => !copied.has(systemNo)) : [];
    for (const part of partsOf(missing, MAX_ROWS))
      await copyOrders(
        deps,
        part.map((systemNo) => ({ memberNo: feed.memberNo, systemNo })),
      );
    await updateFeed(db, feed, {
      entries: undefined,
      lastSystemNo: feed.lastSystemNo,
      settledSystemNo: least(range.to, settledBefore),
    });
  }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function partsOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
