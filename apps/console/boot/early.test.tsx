/** What the first code reads from the address: the next screen, and its first requests. */
import { beforeEach, expect, test } from 'vitest';
import { goTo } from '#foundation/console/page/hash-address.ts';
import { fetchWantedScreen, prefetchCallsOf } from './early.ts';

beforeEach(() => goTo('/', { replace: true }));

test.each([
  ['/', '/dashboard', {}],
  ['/order/list?status=success&page=2', '/order/list', { status: 'success', page: '2' }],
  ['/login?redirect=%2Forder%2Flist%3Fq%3DA1', '/order/list', { q: 'A1' }],
  ['/login?redirect=https%3A%2F%2Fevil.example%2Forder%2Flist', '/dashboard', {}],
  ['/nowhere', '/dashboard', {}],
  ['/user', '/dashboard', {}],
])('at %s, the screen %s is fetched', (address, path, params) => {
  goTo(address, { replace: true });
  const wanted = fetchWantedScreen();
  expect([wanted?.screen.path, wanted?.params]).toEqual([path, params]);
});

test.each([
  ['/dashboard', ['/dashboard/summary', '/dashboard/overview', '/dashboard/attention']],
  ['/order/list', ['/order/list']],
  ['/order/list?q=no%20number', ['/order/list']],
  ['/moneylog', ['/user/moneylog']],
  ['/channel/list', []],
])('at %s, the first requests are %j', (address, paths) => {
  goTo(address, { replace: true });
  const wanted = fetchWantedScreen();
  expect(
    wanted && prefetchCallsOf(wanted, { roles: ['member'], timeZone: 'Asia/Bangkok' }).map(({ path }) => path),
  ).toEqual(paths);
  // A user who can't open the screen requests nothing for it.
  expect(wanted && prefetchCallsOf(wanted, { roles: [], timeZone: 'Asia/Bangkok' })).toEqual([]);
});

test('a first request takes its filters from the address and its days from the platform’s time zone', () => {
  goTo('/order/list?created=2026-11-01..2026-11-02&limit=50&sort=paidAt', { replace: true });
  const wanted = fetchWantedScreen();
  expect(wanted && prefetchCallsOf(wanted, { roles: ['member'], timeZone: 'Asia/Bangkok' })).toEqual([
    {
      path: '/order/list',
      input: {
        page: 1,
        limit: 50,
        sort: 'paidAt',
        order: 'desc',
        createdRange: { from: '2026-10-31T17:00:00.000Z', to: '2026-11-02T17:00:00.000Z' },
      },
    },
  ]);
});
