/** How much waits for the user behind the entries of the menu. Fetched once the page is painted, and kept current. */
import { dashboardCalls } from '#features/dashboard/console/calls.ts';
import type { Attention } from '#features/dashboard/contract.ts';
import { overviewCalls } from '#features/operations/console/overview/calls.ts';
import { queuePaths } from '#features/operations/queues.ts';
import { screens } from '#apps/console/screens.ts';
import { session } from '#features/accounts/console/session.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';

export type Badge = Attention['badges']['orders'];

/** By the name of a screen or the key of a group; those where nothing waits are left out. */
export type Badges = ReadonlyMap<string, Badge>;

const CALL = '/dashboard/attention';
const QUEUES = '/operator/overview/queues';
/** Operators get no live events. */
const QUEUES_EVERY_MS = 30_000;

/** Call once in the shell: it keeps the counts current. */
export function useBadgeUpdates(): void {
  const refreshSoon = useThrottledRefresh(CALL);
  useLive('order.paid', refreshSoon);
  useLive('payout.changed', refreshSoon);
  useLive('notice.new', refreshSoon);
  useLive('resumed', refreshSoon);
}

export function useBadges(): Badges {
  const isMember = useCell(session)?.person.memberNo != null;
  const { data } = useCall(dashboardCalls, CALL, undefined, { enabled: isMember, quiet: true, deferred: true });
  const { orders, payouts, account } = data?.badges ?? {};
  const all: readonly (readonly [string, Badge | undefined])[] = [
    ['OrderList', orders],
    ['payouts', payouts],
    ['Repay', payouts],
    ['account', account],
  ];
  return new Map([
    ...all.flatMap(([name, badge]) => (badge && badge.count > 0 ? [[name, badge] as const] : [])),
    ...useQueueBadges(),
  ]);
}

const MAX_ON_A_BADGE = 99;

/** What waits for an operator, by the screen that shows it and by that screen's group. */
function useQueueBadges(): Badges {
  const known = useCell(screens);
  const canSee = useRight('overview.view');
  const { data } = useCall(overviewCalls, QUEUES, undefined, {
    enabled: canSee,
    quiet: true,
    deferred: true,
    refetchEveryMs: QUEUES_EVERY_MS,
  });
  const badges = new Map<string, Badge>();
  for (const { name, count, capped } of data?.queues ?? []) {
    const screen = known.find(({ path }) => path === queuePaths[name]);
    const group = known.find(({ path }) => path === screen?.parent);
    for (const at of [screen, group]) {
      if (!at || count === 0) continue;
      const all = (badges.get(at.name)?.count ?? 0) + count;
      badges.set(at.name, {
        count: Math.min(all, MAX_ON_A_BADGE),
        capped: capped || all > MAX_ON_A_BADGE || (badges.get(at.name)?.capped ?? false),
      });
    }
  }
  return badges;
}
