/** The routes of all channels and of payouts as one content: read, checked, digested and published as a whole. */
import { channelRoutings, type ChannelRouting, publishRoutings } from '#features/channels/server/setting-up.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import {
  type Currency,
  formatAmount,
  formatPercent,
  parseAmount,
  parseAmountOrZero,
  parsePercent,
} from '#foundation/core/money.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import type { ChannelRoutes, RoutingContent } from '../../routing-contract.ts';

export interface Published {
  content: RoutingContent;
  channels: readonly ChannelRouting[];
}

export interface ContentDeps {
  disbursements: Pick<DisbursementVerbs, 'payoutRoutes' | 'publishPayoutRoutes'>;
}

export async function publishedContent(
  { disbursements }: ContentDeps,
  on: Queryable,
  currency: Currency,
): Promise<Published> {
  const [channels, payouts] = [await channelRoutings(on), await disbursements.payoutRoutes(on)];
  return {
    channels,
    content: {
      channels: channels.map((channel) => wireChannel(channel, currency)),
      payouts: payouts.map(({ upstreamId, position, isOpen, dailyLimitMinor }) => ({
        upstreamId,
        position,
        open: isOpen,
        dailyLimit: dailyLimitMinor === null ? null : formatAmount(dailyLimitMinor, currency),
      })),
    },
  };
}

function wireChannel({ code, routing, routes, pins }: ChannelRouting, currency: Currency): ChannelRoutes {
  return {
    code,
    routing,
    routes: routes.map(({ upstreamId, position, weight, isOpen, costPercentE4, costFixedMinor, dailyLimitMinor }) => ({
      upstreamId,
      position,
      open: isOpen,
      weight,
      costPercent: formatPercent(costPercentE4),
      costFixed: formatAmount(costFixedMinor, currency),
      dailyLimit: dailyLimitMinor === undefined ? null : formatAmount(dailyLimitMinor, currency),
    })),
    members: pins.map(({ memberNo, upstreamId }) => ({ memberNo: memberNo.toString(), upstreamId })),
  };
}

/** Two contents with the same digest are the same. */
export function digestOf(content: RoutingContent): string {
  return sha256(JSON.stringify(content, (_name, value: unknown) => (isRecord(value) ? inOrder(value) : value)))
    .toString('hex')
    .slice(0, 32);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A stored content has its names in another order. */
function inOrder(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type PayoutRoutes = Awaited<ReturnType<DisbursementVerbs['payoutRoutes']>>;

type Wrong = (field: string, word: string, values?: Record<string, string>) => never;

/** A channel's part in minor units. Calls `wrong` for what can't be. */
export function readRoutes(
  { routing, routes, members }: ChannelRoutes,
  channelId: number,
  currency: Currency,
  wrong: Wrong,
): Omit<ChannelRouting, 'code' | 'name'> {
  return {
    channelId,
    routing,
    routes: routes.map(({ upstreamId, position, open, weight, costPercent, costFixed, dailyLimit }, index) => ({
      upstreamId,
      position,
      weight,
      isOpen: open,
      costPercentE4: parsePercent(costPercent) ?? wrong(`routes.${index}.costPercent`, 'percent_range'),
      costFixedMinor: parseAmountOrZero(costFixed, currency) ?? wrong(`routes.${index}.costFixed`, 'amount_form'),
      dailyLimitMinor:
        dailyLimit === null
          ? undefined
          : (parseAmount(dailyLimit, currency) ?? wrong(`routes.${index}.dailyLimit`, 'amount_above_zero')),
    })),
    pins: members.map(({ memberNo, upstreamId }) => ({ memberNo: BigInt(memberNo), upstreamId })),
  };
}

export function readPayouts(payouts: RoutingContent['payouts'], currency: Currency, wrong: Wrong): PayoutRoutes {
  return payouts.map(({ upstreamId, position, open, dailyLimit }, index) => ({
    upstreamId,
    position,
    isOpen: open,
    dailyLimitMinor:
      dailyLimit === null
        ? null
        : (parseAmount(dailyLimit, currency) ?? wrong(`payouts.${index}.dailyLimit`, 'amount_above_zero')),
  }));
}

/** Publishes a content whose parts were checked when they were drafted. False if a channel or an upstream is gone. */
export async function publishContent(
  { disbursements }: ContentDeps,
  tx: Tx,
  { channels, payouts }: RoutingContent,
  {
    known,
    upstreamIds,
    currency,
  }: { known: readonly ChannelRouting[]; upstreamIds: ReadonlySet<number>; currency: Currency },
): Promise<boolean> {
  const wrong: Wrong = (field) => {
    throw new Error(`the content's ${field} was published or drafted, and can't be read`);
  };
  const named = [...channels.flatMap(({ routes }) => routes), ...payouts];
  const channelIds = new Map(known.map(({ code, channelId }) => [code, channelId]));
  if (named.some(({ upstreamId }) => !upstreamIds.has(upstreamId))) return false;
  const routings = channels.flatMap((channel) => {
    const channelId = channelIds.get(channel.code);
    return channelId === undefined ? [] : [readRoutes(channel, channelId, currency, wrong)];
  });
  if (routings.length < channels.length) return false;
  await publishRoutings(tx, routings);
  await disbursements.publishPayoutRoutes(tx, readPayouts(payouts, currency, wrong));
  return true;
}
