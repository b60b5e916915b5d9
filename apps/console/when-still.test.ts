import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenStill } from './when-still.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('waits until nothing is awaited any more, and then for the browser; happens once', () => {
  let isStill = false;
  const then = vi.fn<() => void>();
  whenStill(() => isStill, then);
  vi.advanceTimersByTime(60_000);
  expect(then).not.toHaveBeenCalled();
  isStill = true;
  vi.advanceTimersByTime(60_000);
  expect(then).toHaveBeenCalledTimes(1);
});

test('is called off', () => {
  let isStill = false;
  const then = vi.fn<() => void>();
  const stop = whenStill(() => isStill, then);
  vi.advanceTimersByTime(5_500);
  stop();
  isStill = true;
  vi.advanceTimersByTime(60_000);
  expect(then).not.toHaveBeenCalled();
});
