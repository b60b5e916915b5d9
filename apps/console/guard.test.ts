/** Which user can open which address, as a table. */
import { describe, expect, test } from 'vitest';
import { permittedScreens, type Screen } from '#foundation/console/page/screen.ts';
import type { Role } from '#foundation/core/session.ts';
import { guardAnonymous } from './guard.ts';
import { guardFirstPassword, guardUser, homeOf, knownAddress } from './guard-user.ts';

const title = { en: 'T', zh: 'T', es: 'T', th: 'T' };
const component = () => Promise.reject(new Error('not loaded by a guard'));
const screens: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', title, roles: ['member', 'agency'], component },
  { path: '/order/list', name: 'OrderList', title, roles: ['member', 'agency'], component },
  { path: '/agent', name: 'Agent', title, roles: ['agency'] },
  { path: '/agent/detail', name: 'agentDetail', title, parent: '/agent', roles: ['agency'], component },
  { path: '/agent/userlist', name: 'UserList', title, parent: '/agent', component },
  { path: '/operator/overview', name: 'Operator', title, roles: ['operator'], component },
  { path: '/news', name: 'News', title, component },
  { path: '/login', name: 'Login', title, open: true, hidden: true, component },
  { path: '/register', name: 'Register', title, open: true, hidden: true, component },
  { path: '/auth-redirect', name: 'AuthRedirect', title, open: true, hidden: true, component },
];
const at = (href: string, params: Record<string, string> = {}) => ({ path: href.split('?')[0] ?? '', href, params });

describe('without a token', () => {
  test.each(['/login', '/register', '/auth-redirect', '/login?redirect=%2Fx'])('%s is open', (href) => {
    expect(guardAnonymous(at(href), screens)).toBeUndefined();
  });

  test.each([
    ['/', '/login?redirect=%2F'],
    ['/order/list', '/login?redirect=%2Forder%2Flist'],
    ['/order/list?status=success&page=2', '/login?redirect=%2Forder%2Flist%3Fstatus%3Dsuccess%26page%3D2'],
    ['/404', '/login?redirect=%2F404'],
    ['/nowhere', '/login?redirect=%2Fnowhere'],
  ])('%s redirects to the login, which remembers the address', (href, target) => {
    expect(guardAnonymous(at(href), screens)).toBe(target);
  });
});

describe('with a token', () => {
  test.each<[string, Role[], string | undefined]>([
    ['/', ['member'], '/dashboard'],
    ['/', ['operator'], '/operator/overview'],
    ['/operator', ['operator'], '/operator/overview'],
    ['/operator', ['member'], '/404'],
    ['/login', ['member'], '/dashboard'],
    ['/register', ['agency'], '/dashboard'],
    ['/auth-redirect', ['member'], undefined],
    ['/order/list', ['member'], undefined],
    ['/order/list?open=1', ['agency'], undefined],
    ['/order/list', ['operator'], '/401'],
    ['/operator/overview', ['agency'], '/401'],
    ['/agent/detail', ['member'], '/401'],
    ['/agent/detail', ['agency'], undefined],
    // The screen itself is open to all, its parent isn't, so it is closed.
    ['/agent/userlist', ['member'], '/401'],
    ['/agent/userlist', ['agency'], undefined],
    ['/news', ['operator'], undefined],
    // A group is not a page.
    ['/agent', ['agency'], '/404'],
    ['/nowhere', ['member'], '/404'],
    ['/404', ['member'], undefined],
    ['/401', ['member'], undefined],
    ['/redirect/order/list', ['member'], undefined],
  ])('%s for %j redirects to %s', (href, roles, target) => {
    expect(guardUser(at(href), screens, roles)).toBe(target);
  });

  test.each([
    ['/order/list?status=success', '/order/list?status=success'],
    ['/nowhere', '/dashboard'],
    ['//evil.example/order/list', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/login', '/dashboard'],
    ['', '/dashboard'],
  ])('the login with redirect=%s leads to %s', (redirect, target) => {
    expect(guardUser(at('/login', { redirect }), screens, ['member'])).toBe(target);
  });

  test('a user who can open nothing gets the 401 page instead of a redirect loop', () => {
    const closed = screens.filter((screen) => screen.path !== '/news' && screen.path !== '/operator/overview');
    expect(homeOf(closed, ['operator'])).toBe('/401');
    expect(guardUser(at('/401'), closed, ['operator'])).toBeUndefined();
  });
});

describe('a user who must choose a password', () => {
  test.each<[string, Record<string, string>, string | undefined]>([
    ['/first-password', {}, undefined],
    ['/first-password?redirect=%2Forder%2Flist', { redirect: '/order/list' }, undefined],
    ['/', {}, '/first-password'],
    ['/order/list?page=2', { page: '2' }, '/first-password?redirect=%2Forder%2Flist%3Fpage%3D2'],
    ['/login', { redirect: '/order/list' }, '/first-password?redirect=%2Forder%2Flist'],
    ['/login', { redirect: '//evil.example' }, '/first-password'],
    ['/auth-redirect', {}, '/first-password'],
    ['/nowhere', {}, '/first-password'],
    ['/404', {}, '/first-password'],
    ['/redirect/order/list', {}, '/first-password'],
  ])('%s %j redirects to %s', (href, params, target) => {
    expect(guardFirstPassword(at(href, params), screens)).toBe(target);
  });

  test.each([
    [{ redirect: '/order/list' }, '/order/list'],
    [{ redirect: 'https://evil.example' }, '/dashboard'],
    [{}, '/dashboard'],
  ])('has left the form for good afterwards: %j leads to %s', (params, target) => {
    expect(guardUser(at('/first-password', params), screens, ['member'])).toBe(target);
  });
});

test('an agency gets every member screen and no operator screen; others get the screens of their roles', () => {
  const paths = (roles: Role[]) =>
    permittedScreens(screens, roles)
      .filter((screen) => !screen.open)
      .map((screen) => screen.path);
  expect(paths(['agency'])).toEqual([
    '/dashboard',
    '/order/list',
    '/agent',
    '/agent/detail',
    '/agent/userlist',
    '/news',
  ]);
  expect(paths(['member'])).toEqual(['/dashboard', '/order/list', '/news']);
  expect(paths(['operator'])).toEqual(['/operator/overview', '/news']);
});

test('an address is known by its path alone', () => {
  expect(knownAddress('/order/list?x=/nowhere', screens)).toBe('/order/list?x=/nowhere');
  expect(knownAddress('/order/list#x', screens)).toBeUndefined();
  expect(knownAddress(undefined, screens)).toBeUndefined();
});
