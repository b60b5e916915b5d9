import { afterEach, expect, test, vi } from 'vitest';
import { removeCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import { schemeKeeper } from './scheme.ts';

afterEach(() => {
  schemeKeeper.unsubscribe();
  removeCookie('scheme');
});

const becomeVisible = () => document.dispatchEvent(new Event('visibilitychange'));

test('a choice is kept in a cookie, where the server reads it', () => {
  expect(schemeKeeper.get('auto')).toBe('auto');
  schemeKeeper.set('dark');
  expect(document.cookie).toContain('scheme=dark');
  expect(schemeKeeper.get('auto')).toBe('dark');
  schemeKeeper.clear();
  expect(schemeKeeper.get('light')).toBe('light');
});

test('an unknown value in the cookie is ignored', () => {
  writeCookie('scheme', 'purple');
  expect(schemeKeeper.get('auto')).toBe('auto');
});

test("another tab's choice applies when this tab becomes visible again, until unsubscribed", () => {
  const follow = vi.fn<(scheme: string) => void>();
  schemeKeeper.subscribe(follow);
  becomeVisible();
  expect(follow).not.toHaveBeenCalled();
  writeCookie('scheme', 'dark');
  becomeVisible();
  expect(follow.mock.calls).toEqual([['dark']]);
  schemeKeeper.unsubscribe();
  becomeVisible();
  expect(follow).toHaveBeenCalledTimes(1);
});
