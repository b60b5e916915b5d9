/** How much waits for the user behind the entries of the menu. Fetched once the page is painted, and kept current. */
import { dashboardCalls } from '#features/dashboard/console/calls.ts';
import type { Attention } from '#features/dashboard/contract.ts';
import { session } from '#features/accounts/console/session.ts';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';

export type Badge = Attention['badges']['orders'];

/** By the name of a screen or the key of a group; those where nothing waits are left out. */
export type Badges = ReadonlyMap<string, Badge>;

const CALL = '/dashboard/attention';

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
  return new Map(all.flatMap(([name, badge]) => (badge && badge.count > 0 ? [[name, badge] as const] : [])));
}
