import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThrottledRefresh } from './use-throttled-refresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KEYS = [['/order/list'], ['/order/detail']];

function show() {
  const client = new QueryClient();
  for (const queryKey of KEYS) client.setQueryData(queryKey, 'known');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(() => useThrottledRefresh('/order/list'), { wrapper });
  return { ...hook, outdated: () => KEYS.map((key) => client.getQueryState(key)?.isInvalidated), client };
}

test('refreshes soon after the first event, and then not again for a while', () => {
  const { result, client } = show();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  for (let event = 0; event < 3; event += 1) result.current();
  act(() => void vi.advanceTimersByTime(300));
  expect(invalidate).toHaveBeenCalledOnce();
  result.current();
  act(() => void vi.advanceTimersByTime(2_000));
  expect(invalidate).toHaveBeenCalledOnce();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(invalidate).toHaveBeenCalledTimes(2);
});

test('what a component that leaves would have refetched is outdated, and nothing else', () => {
  const left = show();
  left.result.current();
  left.unmount();
  expect(left.outdated()).toEqual([true, false]);
  const quiet = show();
  quiet.unmount();
  expect(quiet.outdated()).toEqual([false, false]);
});
