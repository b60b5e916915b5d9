import { afterEach, expect, test, vi } from 'vitest';
import { removeCookie, writeCookie } from '#foundation/console/cookies.ts';
import { schemeKeeper } from './scheme.ts';

afterEach(() => {
  schemeKeeper.unsubscribe();
  removeCookie('scheme');
});

const lookedAt = () => document.dispatchEvent(new Event('visibilitychange'));

test('a choice is kept in a cookie, where the server reads it', () => {
  expect(schemeKeeper.get('auto')).toBe('auto');
  schemeKeeper.set('dark');
  expect(document.cookie).toContain('scheme=dark');
  expect(schemeKeeper.get('auto')).toBe('dark');
  schemeKeeper.clear();
  expect(schemeKeeper.get('light')).toBe('light');
});

test('what is no brightness does not count', () => {
  writeCookie('scheme', 'purple');
  expect(schemeKeeper.get('auto')).toBe('auto');
});

test("another tab's choice is followed when this one is looked at again, and no longer", () => {
  const follow = vi.fn<(scheme: string) => void>();
  schemeKeeper.subscribe(follow);
  lookedAt();
  expect(follow).not.toHaveBeenCalled();
  writeCookie('scheme', 'dark');
  lookedAt();
  expect(follow.mock.calls).toEqual([['dark']]);
  schemeKeeper.unsubscribe();
  lookedAt();
  expect(follow).toHaveBeenCalledTimes(1);
});
