/** "Today" is the platform's day, and a page that is open at midnight moves on to the next day. */
import { act, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { dayOf } from '#foundation/core/time-zone.ts';
import { LocalityProvider } from '#foundation/console/display/format.tsx';
import { useToday } from './use-today.ts';

function Today() {
  return <output>{useToday().toISOString()}</output>;
}
const shown = () => screen.getByRole('status').textContent;
const day = () => dayOf(new Date(shown()), 'Asia/Shanghai');

afterEach(() => {
  vi.useRealTimers();
});

test('moves on when the platform’s day ends, in any time zone of the browser', () => {
  // Nine seconds to midnight in Shanghai.
  vi.useFakeTimers({ now: new Date('2026-11-20T15:59:51Z') });
  render(
    <LocalityProvider currency="CNY" timeZone="Asia/Shanghai">
      <Today />
    </LocalityProvider>,
  );
  const before = shown();
  expect(day()).toBe('2026-11-20');
  act(() => {
    vi.advanceTimersByTime(8000);
  });
  expect(shown()).toBe(before);
  act(() => {
    vi.advanceTimersByTime(1000);
  });
  expect(day()).toBe('2026-11-21');
  act(() => {
    vi.advanceTimersByTime(86_400_000);
  });
  expect(day()).toBe('2026-11-22');
});

test('moves on when a computer that slept over midnight shows the page again', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
  render(
    <LocalityProvider currency="CNY" timeZone="Asia/Shanghai">
      <Today />
    </LocalityProvider>,
  );
  vi.setSystemTime(new Date('2026-11-22T10:00:00Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(day()).toBe('2026-11-22');
});

test('moves on when a page that was hidden at midnight is shown again', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
  const page = (mode: 'visible' | 'hidden') => (
    <LocalityProvider currency="CNY" timeZone="Asia/Shanghai">
      <Activity mode={mode}>
        <Today />
      </Activity>
    </LocalityProvider>
  );
  const { rerender } = render(page('visible'));
  rerender(page('hidden'));
  act(() => {
    vi.advanceTimersByTime(86_400_000);
  });
  rerender(page('visible'));
  act(() => {
    vi.advanceTimersByTime(0);
  });
  expect(day()).toBe('2026-11-21');
});
