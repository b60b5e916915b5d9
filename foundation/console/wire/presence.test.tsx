import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiHeaders } from './api.ts';
import { watchPresence } from './presence.ts';

const MINUTE_MS = 60_000;

describe('a request', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    watchPresence();
    window.dispatchEvent(new Event('pointerdown'));
  });
  afterEach(() => void vi.useRealTimers());

  const isUnattended = (): boolean => 'X-Unattended' in apiHeaders();
  const wait = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

  test('is marked as unattended once the page has had no input for a minute', () => {
    wait(MINUTE_MS - 1);
    expect(isUnattended()).toBe(false);
    wait(1);
    expect(isUnattended()).toBe(true);
  });

  test.each(['pointerdown', 'pointermove', 'keydown', 'wheel'])('counts as the user’s again after %s', (act) => {
    wait(MINUTE_MS);
    expect(isUnattended()).toBe(true);
    // Also when an element on the page stops the event.
    const keep = (event: Event): void => event.stopPropagation();
    document.body.addEventListener(act, keep);
    document.body.dispatchEvent(new Event(act, { bubbles: true }));
    document.body.removeEventListener(act, keep);
    expect(isUnattended()).toBe(false);
  });

  test('counts as the user’s again when the page is shown, not when it is hidden', () => {
    const look = (state: DocumentVisibilityState): void => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    wait(MINUTE_MS);
    look('hidden');
    expect(isUnattended()).toBe(true);
    look('visible');
    expect(isUnattended()).toBe(false);
    vi.restoreAllMocks();
  });
});
