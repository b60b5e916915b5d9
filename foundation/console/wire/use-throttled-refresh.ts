/** Refetches calls after live events, which come in bursts: soon after the first, and then not again for a while. */
import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from './use-call.ts';

const DELAY_MS = 250;
const GAP_MS = 3000;

/**
 * `const soon = useThrottledRefresh('/dashboard/summary'); useLive('order.paid', soon)`. Does nothing while the page is
 * hidden, as showing it again refetches everything.
 */
export function useThrottledRefresh(...paths: readonly string[]): () => void {
  const refresh = useRefresh();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const names = paths.join(' ');
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
