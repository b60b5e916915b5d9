/** What stands in the menu of each role, over the real screens. */
import { expect, test } from 'vitest';
import { permittedScreens } from '#foundation/console/page/screen.ts';
import type { Role } from '#foundation/core/session.ts';
import { loadScreens } from '#apps/console/screens.ts';
import { groupOf, isGroup, menuOf } from './menu.ts';

async function menuFor(role: Role) {
  return menuOf(permittedScreens(await loadScreens([role]), [role]));
}

const keysOf = (entries: Awaited<ReturnType<typeof menuFor>>) =>
  entries.map((entry) => (isGroup(entry) ? `${entry.key}${entry.open ? '' : ' (closed)'}` : entry.name));

test('a member’s menu has seven entries, the account’s group closed', async () => {
  const menu = await menuFor('member');
  expect(keysOf(menu)).toEqual([
    'Dashboard',
    'OrderList',
    'balance',
    'payouts',
    'ChannelList',
    'Api',
    'account (closed)',
  ]);
  expect(menu.filter(isGroup).map(({ screens }) => screens.map(({ name }) => name))).toEqual([
    ['UserMoneyLog', 'UserRecharge', 'RepayApply', 'Reconciliation'],
    ['Repay', 'BatchApplyRepay', 'BatchApplyRepayManual', 'RepayBankCard'],
    [
      'UserProfile',
      'UserAuth',
      'UserPassword',
      'UserPayPassword',
      'UserBindGoogle',
      'UserBindPhone',
      'UserLogs',
      'UserDownloads',
    ],
  ]);
});

test('an agent has its own group above the account’s, and its payouts closed', async () => {
  expect(keysOf(await menuFor('agency')).slice(2)).toEqual([
    'balance',
    'payouts (closed)',
    'ChannelList',
    'Api',
    'agent',
    'account (closed)',
  ]);
});

test('an operator’s short menu closes nothing', async () => {
  expect(keysOf(await menuFor('operator'))).toEqual(['OperatorStart', 'account']);
});

test('a screen that no group names is in the group of its routes, or above the account’s', async () => {
  const component = async () => ({ Screen: () => null });
  const title = { en: 'New', zh: 'New', es: 'New', th: 'New' };
  const screens = permittedScreens(await loadScreens(['member']), ['member']);
  const menu = menuOf([
    ...screens,
    { path: '/user/new', name: 'UserNew', title, parent: '/user', component },
    { path: '/new', name: 'New', title, component },
  ]);
  expect(keysOf(menu).slice(-2)).toEqual(['New', 'account (closed)']);
  expect(menu.filter(isGroup).at(-1)?.screens.at(-1)?.name).toBe('UserNew');
});

test('every specified screen of the role is in the menu once', async () => {
  for (const role of ['member', 'agency', 'operator'] as const) {
    const screens = permittedScreens(await loadScreens([role]), [role]);
    const shown = menuOf(screens).flatMap((entry) => (isGroup(entry) ? entry.screens : [entry]));
    expect(shown.map(({ name }) => name).toSorted()).toEqual(
      screens
        .filter(({ component, hidden, open }) => component && !hidden && !open)
        .map(({ name }) => name)
        .toSorted(),
    );
  }
});

test('a hidden screen is in the group of the entry that it belongs to', async () => {
  const screens = await loadScreens(['member']);
  const batch = screens.find(({ name }) => name === 'RepayBatch');
  expect(batch && groupOf(screens, batch)?.key).toBe('payouts');
});
