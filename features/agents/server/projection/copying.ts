/**
 * Copies orders to the agents above them. It always copies what is true now, not what changed, so it can be repeated:
 * the roll-ups change by the difference between a row before and after, in the transaction that writes the row.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { Buckets } from '#foundation/server/process/day-buckets.ts';
import { commissionsOf, orderFee } from '#features/channels/rules.ts';
import type { ChannelTerms, ChannelVerbs } from '#features/channels/server/verbs.ts';
import { sharesOf } from '#features/ledger/settlement.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import {
  type OrderKey,
  type ReadDebt,
  type ReadOrder,
  type ReadShare,
  selectBookings,
  selectReadDebts,
  selectReadOrders,
  selectReadShares,
} from './readings.ts';
import { keptRate } from '../kept-rates.ts';
import { type AgentOrder, type KeptRate, merged, RollupChanges } from './row.ts';
import {
  addToRollups,
  insertAgentOrders,
  lockAgent,
  type Path,
  selectAgentOrders,
  selectPaths,
  updateAgentOrders,
} from './store.ts';

export interface CopyDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'allTerms'>;
}

/** An order to copy, to all agents above it or to one of them. */
export interface OrderToCopy extends OrderKey {
  agentNo?: bigint;
}

/** Rates are kept only if they are read this soon after the order, and explain its fee and its shares. */
const FRESH_MS = 60_000;

export async function copyOrders(deps: CopyDeps, wanted: readonly OrderToCopy[]): Promise<void> {
  const keys = [...new Map(wanted.map((key) => [textOf(key), key])).values()];
  if (keys.length === 0) return;
  const { db } = deps;
  const paths = Map.groupBy(
    await selectPaths(db, [...new Set(keys.map(({ memberNo }) => memberNo))]),
    ({ memberNo }) => memberNo,
  );
  const orders = await selectReadOrders(db, keys);
  // The shares of a paid order are owed, then sent. So read in this order, they are found in one of the two places.
  const debts = new Map((await selectReadDebts(db, orders)).map((debt) => [textOf(debt), debt]));
  const shares = Map.groupBy(await selectReadShares(db, orders), textOf);
  const terms = await termsOf(deps, orders);
  const agentsOf = Map.groupBy(wanted, textOf);

  const placed: Placed[] = orders.flatMap((order) => {
    const uplines = uplinesOf(order, paths.get(order.memberNo) ?? []);
    const only = agentsOf.get(textOf(order))?.map(({ agentNo }) => agentNo) ?? [];
    const ofOrder = shares.get(textOf(order)) ?? owedSharesOf(order, debts.get(textOf(order)));
    const rates = keptRates(order, terms.get(order.memberNo)?.get(order.channelId), uplines);
    return uplines.flatMap((agentNo, index) =>
      only.includes(undefined) || only.includes(agentNo)
        ? {
            agentNo,
            fromTop: uplines.length - 1 - index,
            share: ofOrder.find((one) => one.agentNo === agentNo),
            row: rowOf(order, uplines, index, rates?.[index] ?? null),
          }
        : [],
    );
  });
  // From the root down: the nearest agent's row is written last, so it shows that all others are written.
  for (let fromTop = 0; placed.some((one) => one.fromTop >= fromTop); fromTop += 1)
    for (const [agentNo, rows] of Map.groupBy(
      placed.filter((one) => one.fromTop === fromTop),
      (one) => one.agentNo,
    ))
      await copyToAgent(deps, agentNo, rows);
}

function owedSharesOf({ memberNo, systemNo, commissions }: ReadOrder, debt: ReadDebt | undefined): ReadShare[] {
  if (!debt || !commissions) return [];
  return sharesOf(commissions, debt).map((share) => ({ ...share, memberNo, systemNo, transfer: null }));
}

interface Placed {
  agentNo: bigint;
  /** The number of agents above this one on the order's path. */
  fromTop: number;
  share: ReadShare | undefined;
  /** Without what the share and its booking say. */
  row: AgentOrder;
}

async function copyToAgent({ db, platform }: CopyDeps, agentNo: bigint, placed: readonly Placed[]): Promise<void> {
  const { timeZone } = await platform.settings();
  const { booked, returned } = await selectBookings(db, agentNo, {
    transfers: [...new Set(placed.flatMap(({ share }) => share?.transfer ?? []))],
    reversed: placed.flatMap(({ row }) => (row.status === 'reversed' ? row.systemNo : [])),
  });
  const read = placed.map(({ row, share }): AgentOrder => {
    const bookedAt = share?.transfer ? (booked.get(share.transfer) ?? null) : null;
    return {
      ...row,
      heldMinor: share?.heldMinor ?? 0n,
      releaseAt: share?.releaseAt ?? null,
      bookedAt,
      returnedAt: bookedAt && row.status === 'reversed' ? (returned.get(row.systemNo) ?? null) : null,
    };
  });
  await db.transaction(async (tx) => {
    await lockAgent(tx, agentNo);
    const known = new Map(
      (
        await selectAgentOrders(
          tx,
          agentNo,
          read.map(({ systemNo }) => systemNo),
        )
      ).map((row) => [rowKey(row), row]),
    );
    const changes = new RollupChanges(new Buckets(timeZone), timeZone);
    const [added, changed]: [AgentOrder[], AgentOrder[]] = [[], []];
    for (const row of read) {
      const before = known.get(rowKey(row));
      const after = before ? merged(before, row) : row;
      if (after === before) continue;
      (before ? changed : added).push(after);
      changes.add(before, after);
    }
    if (added.length + changed.length === 0) return;
    await insertAgentOrders(tx, added);
    await updateAgentOrders(tx, agentNo, changed);
    await addToRollups(tx, changes.additions());
    await hintOnCommit(tx, { memberNo: agentNo, event: 'commission.changed' });
  });
}

/**
 * The agents above an order, nearest first: those of the newest path from before it. If the order paid others, a move was
 * noticed late, and another of the member's paths fits.
 */
function uplinesOf({ systemNo, commissions }: ReadOrder, paths: readonly Path[]): readonly bigint[] {
  const earning = (commissions ?? []).map(({ agentNo }) => BigInt(agentNo));
  const fits = ({ uplines }: Pick<Path, 'uplines'>): boolean => earning.every((agentNo) => uplines.includes(agentNo));
  const before = paths.filter(({ fromSystemNo }) => fromSystemNo <= systemNo).reverse();
  const after = paths.filter(({ fromSystemNo }) => fromSystemNo > systemNo);
  return [...before, ...after].find(fits)?.uplines ?? earning;
}

function rowOf(order: ReadOrder, uplines: readonly bigint[], index: number, rates: AgentOrder['rates']): AgentOrder {
  const { memberNo, commissions, ...rest } = order;
  const agentNo = uplines[index] ?? 0n;
  return {
    ...rest,
    memberNo: agentNo,
    merchantNo: memberNo,
    via: [...uplines.slice(0, index).reverse(), memberNo],
    commissionMinor: BigInt((commissions ?? []).find((one) => BigInt(one.agentNo) === agentNo)?.amount ?? 0),
    heldMinor: 0n,
    releaseAt: null,
    bookedAt: null,
    returnedAt: null,
    rates,
  };
}

/** The channels' terms of the merchants of fresh orders, by merchant and channel. */
async function termsOf(
  { clock, channels }: CopyDeps,
  orders: readonly ReadOrder[],
): Promise<Map<bigint, Map<number, ChannelTerms>>> {
  const since = new Date(clock.now().getTime() - FRESH_MS);
  const merchantNos = new Set(orders.filter(({ createdAt }) => createdAt >= since).map(({ memberNo }) => memberNo));
  return new Map(
    await Promise.all(
      [...merchantNos].map(async (memberNo) => {
        const all = await channels.allTerms(memberNo);
        return [memberNo, new Map(all.map((terms) => [terms.channelId, terms]))] as const;
      }),
    ),
  );
}

/** For each agent the rate of the level below and its own; undefined unless they explain the order's fee and shares. */
function keptRates(
  order: ReadOrder,
  terms: ChannelTerms | undefined,
  uplines: readonly bigint[],
): { below: KeptRate; own: KeptRate }[] | undefined {
  if (!terms || terms.uplineRates.length !== uplines.length) return undefined;
  if (terms.uplineRates.some(({ agentNo }, index) => agentNo !== uplines[index])) return undefined;
  if (orderFee(order.amountMinor, terms.rate) !== order.feeMinor) return undefined;
  const shares = order.commissions ?? [];
  const explained = commissionsOf(order.amountMinor, terms.rate, terms.uplineRates, uplines.length);
  if (
    !shares.every(
      ({ agentNo, amount }, index) =>
        explained[index]?.agentNo === BigInt(agentNo) && explained[index].amountMinor === BigInt(amount),
    )
  )
    return undefined;
  const rates = [terms.rate, ...terms.uplineRates.map(({ rate }) => rate)].map(keptRate);
  return uplines.flatMap((_, index) => {
    const [below, own] = [rates[index], rates[index + 1]];
    return below && own ? { below, own } : [];
  });
}

function textOf({ memberNo, systemNo }: OrderKey): string {
  return `${memberNo} ${systemNo}`;
}

function rowKey({ merchantNo, systemNo }: Pick<AgentOrder, 'merchantNo' | 'systemNo'>): string {
  return `${merchantNo} ${systemNo}`;
}
