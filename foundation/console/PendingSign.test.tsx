import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pendingCalls } from './api.ts';
import { PendingSign } from './PendingSign.tsx';
import { renderScreen } from './test-render.tsx';

afterEach(() => {
  act(() => pendingCalls.set(0));
  vi.useRealTimers();
});

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const pend = (calls: number): void => act(() => pendingCalls.set(calls));

test('a wait of 300 ms is shown until the last call has ended; shorter ones leave the page alone', async () => {
  const { container } = await renderScreen(<PendingSign />);
  vi.useFakeTimers();
  const changes = new MutationObserver(() => undefined);
  changes.observe(container, { attributes: true, characterData: true, childList: true, subtree: true });
  for (const calls of [1, 2, 0, 1]) {
    pend(calls);
    wait(299);
    pend(0);
  }
  wait(1_000);
  expect(changes.takeRecords()).toEqual([]);

  pend(1);
  wait(200);
  pend(2);
  wait(99);
  expect(screen.getByRole('status').textContent).toBe('');
  wait(1);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  pend(1);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  pend(0);
  expect(screen.getByRole('status').textContent).toBe('');
});
