/** Refetches calls after live events, which come in bursts: soon after the first, and then not again for a while. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from './use-call.ts';

const DELAY_MS = 250;
const GAP_MS = 3000;

/**
 * `const soon = useThrottledRefresh('/dashboard/summary'); useLive('order.paid', soon)`. Does nothing while the page is
 * hidden, as showing it again refetches everything. A component that leaves before its turn fetches nothing, but what it
 * would have refetched counts as outdated for the next that shows it.
 */
export function useThrottledRefresh(...paths: readonly string[]): () => void {
  const client = useQueryClient();
  const refresh = useRefresh();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  const names = paths.join(' ');
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      for (const name of names.split(' ')) void client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
    },
    [client, names],
  );
  return useCallback(() => {
    if (timer.current !== undefined || document.visibilityState === 'hidden') return;
    const waitMs = Math.max(DELAY_MS, lastMs.current + GAP_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastMs.current = performance.now();
      void refresh(...names.split(' '));
    }, waitMs);
  }, [refresh, names]);
}
