import { afterEach, expect, test, vi } from 'vitest';
import { removeCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import { schemeManager } from './scheme.ts';

afterEach(() => {
  schemeManager.unsubscribe();
  removeCookie('scheme');
});

const becomeVisible = () => document.dispatchEvent(new Event('visibilitychange'));

test('a choice is kept in a cookie, where the server reads it', () => {
  expect(schemeManager.get('auto')).toBe('auto');
  schemeManager.set('dark');
  expect(document.cookie).toContain('scheme=dark');
  expect(schemeManager.get('auto')).toBe('dark');
  schemeManager.clear();
  expect(schemeManager.get('light')).toBe('light');
});

test('an unknown value in the cookie is ignored', () => {
  writeCookie('scheme', 'purple');
  expect(schemeManager.get('auto')).toBe('auto');
});

test("another tab's choice applies when this tab becomes visible again, until unsubscribed", () => {
  const follow = vi.fn<(scheme: string) => void>();
  schemeManager.subscribe(follow);
  becomeVisible();
  expect(follow).not.toHaveBeenCalled();
  writeCookie('scheme', 'dark');
  becomeVisible();
  expect(follow.mock.calls).toEqual([['dark']]);
  schemeManager.unsubscribe();
  becomeVisible();
  expect(follow).toHaveBeenCalledTimes(1);
});
