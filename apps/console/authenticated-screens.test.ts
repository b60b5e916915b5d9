/** The specification's table of routes, plus the screens that product.md asks for. */
import { expect, test } from 'vitest';
import { authenticatedScreens } from './authenticated-screens.ts';

const members = 'member agency';
/**
 * Path, name, parent, roles (none: every logged-in user) and the rest of its meta. A path in brackets is only a group.
 */
const table: readonly (readonly [string, string, string, string, string])[] = [
  ['/dashboard', 'Dashboard', '', members, 'affix noCache'],
  ['/order/list', 'OrderList', '', members, ''],
  ['/moneylog', 'UserMoneyLog', '', members, ''],
  ['(/repay)', 'RepayGroup', '', members, ''],
  ['/repay/index', 'Repay', '/repay', members, ''],
  ['/repay/apply', 'RepayApply', '/repay', members, ''],
  ['/repay/batchApply', 'BatchApplyRepay', '/repay', members, ''],
  ['/repay/batchApplyManual', 'BatchApplyRepayManual', '/repay', members, ''],
  ['/repay/batch', 'RepayBatch', '/repay', members, 'hidden activeMenu=/repay/index'],
  ['/repay/bankcard', 'RepayBankCard', '/repay', members, ''],
  ['(/channel)', 'Channel', '', members, ''],
  ['/channel/list', 'ChannelList', '/channel', members, ''],
  ['(/user)', 'User', '', '', ''],
  ['/user/recharge', 'UserRecharge', '/user', members, ''],
  ['/user/profile', 'UserProfile', '/user', '', ''],
  ['/user/auth', 'UserAuth', '/user', members, ''],
  ['/user/password', 'UserPassword', '/user', '', ''],
  ['/user/paypassword', 'UserPayPassword', '/user', members, ''],
  ['/user/bindgoogle', 'UserBindGoogle', '/user', '', ''],
  ['/user/bindphone', 'UserBindPhone', '/user', '', ''],
];

test('the screens match the table in path, name, parent, roles and meta', () => {
  const rows = authenticatedScreens.map(({ path, name, parent, roles, component, ...meta }) => [
    component ? path : `(${path})`,
    name,
    parent ?? '',
    roles?.join(' ') ?? '',
    [
      meta.affix && 'affix',
      meta.noCache && 'noCache',
      meta.hidden && 'hidden',
      meta.open && 'open',
      meta.activeMenu && `activeMenu=${meta.activeMenu}`,
    ]
      .filter(Boolean)
      .join(' '),
  ]);
  expect(rows).toEqual(table);
});

test('no two screens share a path or a name, and every parent is an existing group', () => {
  for (const part of ['path', 'name'] as const)
    expect(new Set(authenticatedScreens.map((screen) => screen[part])).size).toBe(authenticatedScreens.length);
  const groups = authenticatedScreens.filter(({ component }) => !component).map(({ path }) => path);
  expect(
    authenticatedScreens.flatMap(({ parent }) => parent ?? []).filter((parent) => !groups.includes(parent)),
  ).toEqual([]);
});
