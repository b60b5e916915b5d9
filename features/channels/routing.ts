/**
 * Which upstream an order takes, and what refuses it: pure functions. The path of every order, the preview of a draft and
 * the trial of one order ask the same function, so that they can't differ.
 */
import { type AmountRange, isOpenAt, type OpenHours, type Route, type Routing, routeOf } from './rules.ts';

export interface OrderRules extends AmountRange {
  readonly state: 'open' | 'closed';
  readonly recharge: boolean;
  readonly openHours: OpenHours | null;
  readonly routing: Routing;
  /** Open routes to open upstreams. */
  readonly routes: readonly Route[];
  /** The member's orders on the channel go to this upstream alone; absent: by the channel's rule. */
  readonly pinnedTo?: number | undefined;
}

export interface OrderQuestion {
  readonly kind: 'payin' | 'recharge';
  readonly amountMinor: bigint;
  readonly at: Date;
  readonly timeZone: string;
}

export interface RoutingState {
  /** How many orders of the channel have taken a route so far. */
  readonly turn: number;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: number;
  /** What an upstream has been given of the channel's orders on the question's day. */
  usedMinor(upstreamId: number): bigint;
}

/** Why an order is refused, as operators see it. */
export const refusalReasons = ['no_recharge', 'closed', 'hours', 'range', 'no_route'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type OrderDecision =
  | { readonly route: Route }
  | {
      readonly refused: 'channel_unknown' | 'channel_closed' | 'amount_out_of_range';
      readonly because: RefusalReason;
    };

export function decisionOf(rules: OrderRules, order: OrderQuestion, state: RoutingState): OrderDecision {
  if (order.kind === 'recharge' && !rules.recharge) return { refused: 'channel_unknown', because: 'no_recharge' };
  if (rules.state !== 'open') return { refused: 'channel_closed', because: 'closed' };
  if (!isOpenAt(rules.openHours, order.at, order.timeZone)) return { refused: 'channel_closed', because: 'hours' };
  if (order.amountMinor < rules.minAmountMinor || order.amountMinor > rules.maxAmountMinor)
    return { refused: 'amount_out_of_range', because: 'range' };
  const route = routeOf(rules.routing, fittingRoutes(rules, order, state), state);
  return route ? { route } : { refused: 'channel_closed', because: 'no_route' };
}

/** The routes among which the rule chooses. */
function fittingRoutes(
  { routes, pinnedTo }: OrderRules,
  { amountMinor }: Pick<OrderQuestion, 'amountMinor'>,
  { usedMinor }: Pick<RoutingState, 'usedMinor'>,
): readonly Route[] {
  // Most channels have neither; then nothing is copied.
  if (pinnedTo === undefined && routes.every(({ dailyLimitMinor }) => dailyLimitMinor === undefined)) return routes;
  return routes.filter(
    (route) => (pinnedTo === undefined || route.upstreamId === pinnedTo) && hasRoom(route, amountMinor, usedMinor),
  );
}

function hasRoom(
  { upstreamId, dailyLimitMinor }: Route,
  amountMinor: bigint,
  usedMinor: RoutingState['usedMinor'],
): boolean {
  return dailyLimitMinor === undefined || usedMinor(upstreamId) + amountMinor <= dailyLimitMinor;
}

/** Why a route is taken or not. */
export const routeStandings = [
  'taken',
  'possible',
  'other_turn',
  'pinned_elsewhere',
  'limit',
  'closed',
  'paused',
] as const;
export type RouteStanding = (typeof routeStandings)[number];

/** A route with what closes it: operators see those too. */
export interface ListedRoute extends Route {
  readonly isOpen: boolean;
  readonly isPaused: boolean;
}

/**
 * How each route stands for an order that is decided so; and, where the rule is weighted, the share of such orders that
 * each takes, in ten-thousandths.
 */
export function standingsOf(
  rules: OrderRules,
  routes: readonly ListedRoute[],
  order: OrderQuestion,
  state: RoutingState,
): { upstreamId: number; standing: RouteStanding; shareE4: number }[] {
  const decision = decisionOf(rules, order, state);
  const fitting = fittingRoutes(rules, order, state);
  const weights = fitting.reduce((sum, { weight }) => sum + weight, 0);
  const isWeighted = rules.routing === 'weighted';
  return routes.map((route) => {
    const { upstreamId, isOpen, isPaused, weight } = route;
    const chooses = 'route' in decision && fitting.some((one) => one.upstreamId === upstreamId);
    const isTaken = 'route' in decision && decision.route.upstreamId === upstreamId;
    return {
      upstreamId,
      standing: standingOf(),
      shareE4: !chooses ? 0 : isWeighted ? Math.round((weight * 10_000) / weights) : isTaken ? 10_000 : 0,
    };

    function standingOf(): RouteStanding {
      if (!isOpen) return 'closed';
      if (isPaused) return 'paused';
      if (rules.pinnedTo !== undefined && rules.pinnedTo !== upstreamId) return 'pinned_elsewhere';
      if (!hasRoom(route, order.amountMinor, state.usedMinor)) return 'limit';
      if (!chooses || (isWeighted && fitting.length > 1)) return 'possible';
      return isTaken ? 'taken' : 'other_turn';
    }
  });
}
