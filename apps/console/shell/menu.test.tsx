/** What stands in the menu of each role, over the real screens. */
import { expect, test } from 'vitest';
import { permittedScreens } from '#foundation/console/page/screen.ts';
import { rights } from '#features/rights.ts';
import type { Role } from '#foundation/core/session.ts';
import { loadScreens } from '#apps/console/screens.ts';
import { groupOf, isGroup, menuOf } from './menu.ts';

async function menuFor(role: Role, rights: readonly string[] = []) {
  return menuOf(permittedScreens(await loadScreens([role], rights), [role]));
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

test('an operator’s menu is grouped by what the work is about; what is set up once or only looked into is folded', async () => {
  const menu = await menuFor('operator', rights);
  expect(keysOf(menu)).toEqual([
    'OperatorOverview',
    'OperatorApprovals',
    'OperatorPeople',
    'OperatorMoney',
    'OperatorSetup (closed)',
    'OperatorOversight (closed)',
    'account (closed)',
  ]);
  expect(menu.filter(isGroup).map(({ screens }) => screens.map(({ name }) => name.replace('Operator', '')))).toEqual([
    ['Members', 'Certifications', 'Cards', 'Announcements'],
    ['Orders', 'Disbursements', 'Reconciliation', 'Books'],
    ['Channels', 'Upstreams', 'Rates', 'Settings', 'Staff'],
    ['Callbacks', 'Gateway', 'Audit'],
    ['UserProfile', 'UserPassword', 'UserBindGoogle', 'UserBindPhone', 'UserLogs', 'UserDownloads'],
  ]);
});

test('an operator’s menu has only what its rights allow, and no empty group', async () => {
  expect(keysOf(await menuFor('operator', ['overview.view', 'cards.view', 'rates.view']))).toEqual([
    'OperatorOverview',
    'OperatorPeople',
    'OperatorSetup (closed)',
    'account (closed)',
  ]);
  expect(keysOf(await menuFor('operator'))).toEqual(['account']);
});

test('a group of routes that the plan does not know is a group of the menu, in the order of the screens', () => {
  const component = async () => ({ Screen: () => null });
  const title = { en: 'New', zh: 'New', es: 'New', th: 'New' };
  const menu = menuOf([
    { path: '/operator/first', name: 'First', title, component },
    { path: '/operator/queues', name: 'Queues', title },
    { path: '/operator/cards', name: 'Cards', title, parent: '/operator/queues', component },
    { path: '/operator/empty', name: 'Empty', title },
    { path: '/operator/setup', name: 'Setup', title, folded: true },
    { path: '/operator/rates', name: 'Rates', title, parent: '/operator/setup', component },
    { path: '/operator/last', name: 'Last', title, component },
    { path: '/user', name: 'User', title },
    { path: '/user/logs', name: 'UserLogs', title, parent: '/user', component },
  ]);
  expect(keysOf(menu)).toEqual(['First', 'Queues', 'Setup (closed)', 'Last', 'account (closed)']);
  expect(menu.filter(isGroup)[0]?.screens.map(({ name }) => name)).toEqual(['Cards']);
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
    const screens = permittedScreens(await loadScreens([role], rights), [role]);
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
