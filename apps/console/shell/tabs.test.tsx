import { describe, expect, test } from 'vitest';
import { words } from '#foundation/core/words.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { goTo } from '#foundation/console/page/hash-address.ts';
import {
  changeCached,
  hrefOf,
  nextAfterClosing,
  rebuild,
  shownTabs,
  type Tab,
  tabs,
  visited,
  without,
} from './tabs.ts';

const { title } = words({ title: ['Any', '任意', 'Cualquiera', 'ใดก็ได้'] });
const component = async () => ({ Screen: () => null });
const screens: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', title, affix: true, component },
  { path: '/order/list', name: 'OrderList', title, component },
  { path: '/moneylog', name: 'UserMoneyLog', title, component },
];
const tab = (path: string, params = {}, build = 0): Tab => ({ path, params, build });
const isAffixed = (path: string): boolean => path === '/dashboard';

describe('a visit', () => {
  test('opens a tab at the end', () => {
    expect(visited([tab('/dashboard')], '/moneylog', { q: '1' })).toEqual([
      tab('/dashboard'),
      tab('/moneylog', { q: '1' }),
    ]);
  });

  test('to a page that has a tab keeps the tab’s place and updates its query', () => {
    const list = [tab('/order/list', { q: 'a' }, 2), tab('/moneylog')];
    expect(visited(list, '/order/list', { q: 'b' })).toEqual([tab('/order/list', { q: 'b' }, 2), tab('/moneylog')]);
  });
});

test('affixed pages come first, visited or not', () => {
  expect(shownTabs([tab('/moneylog')], screens).map(({ path }) => path)).toEqual(['/dashboard', '/moneylog']);
  expect(shownTabs([tab('/moneylog'), tab('/dashboard', { days: '30' })], screens)).toEqual([
    tab('/dashboard', { days: '30' }),
    tab('/moneylog'),
  ]);
});

describe('closing', () => {
  const list = [tab('/dashboard'), tab('/order/list', { q: 'a' }), tab('/moneylog')];

  test('never closes affixed tabs', () => {
    expect(without(list, () => true, isAffixed)).toEqual([tab('/dashboard')]);
  });

  test('a tab that is not active navigates nowhere', () => {
    expect(
      nextAfterClosing(
        without(list, ({ path }) => path === '/moneylog', isAffixed),
        '/order/list',
      ),
    ).toBeUndefined();
  });

  test('the active tab opens the last one that remains, with its query', () => {
    expect(
      nextAfterClosing(
        without(list, ({ path }) => path === '/moneylog', isAffixed),
        '/moneylog',
      ),
    ).toBe('/order/list?q=a');
  });

  test('the first or the middle of three tabs opens the third', () => {
    const three = [tab('/moneylog'), tab('/repay/index'), tab('/order/list', { q: 'a' })];
    for (const active of ['/moneylog', '/repay/index'])
      expect(
        nextAfterClosing(
          without(three, ({ path }) => path === active, isAffixed),
          active,
        ),
      ).toBe('/order/list?q=a');
  });

  test('all tabs opens the home page if none remains', () => {
    expect(nextAfterClosing([], '/moneylog')).toBe('/');
  });
});

test('an address is a path and a query', () => {
  expect(hrefOf(tab('/moneylog', {}))).toBe('/moneylog');
  expect(hrefOf(tab('/moneylog', { q: 'a b' }))).toBe('/moneylog?q=a+b');
});

test('every request to rebuild recreates the page once', () => {
  tabs.set([tab('/moneylog'), tab('/order/list')]);
  rebuild('/moneylog');
  rebuild('/moneylog');
  expect(tabs.get()).toEqual([tab('/moneylog', {}, 2), tab('/order/list')]);
});

test('a hidden page’s query change is kept in its tab; the visible page changes the browser’s address itself', () => {
  goTo('/moneylog');
  tabs.set([tab('/moneylog'), tab('/order/list', { status: 'success' })]);
  changeCached('/order/list', (before) => ({ ...before, q: '7' }));
  changeCached('/moneylog', () => ({ q: '8' }));
  expect(tabs.get()).toEqual([tab('/moneylog'), tab('/order/list', { status: 'success', q: '7' })]);
});
