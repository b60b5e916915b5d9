/**
 * The specification's table of routes, and the screens beside it that product.md asks for: what no browser shows of it,
 * and all the rest.
 */
import { expect, test } from 'vitest';
import { insideScreens } from './inside-screens.ts';

const members = 'member agency';
/**
 * Path, name, parent, roles (none: everybody who is logged in), and what else its meta says. A path in brackets is a
 * mere group.
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
  ['/user/logs', 'UserLogs', '/user', '', ''],
];

test('the screens are those of the table, each with its path, name, parent, roles and meta', () => {
  const rows = insideScreens.map(({ path, name, parent, roles, component, ...meta }) => [
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

test('no two screens have one path or one name, and every parent is a group that is there', () => {
  for (const part of ['path', 'name'] as const)
    expect(new Set(insideScreens.map((screen) => screen[part])).size).toBe(insideScreens.length);
  const groups = insideScreens.filter(({ component }) => !component).map(({ path }) => path);
  expect(insideScreens.flatMap(({ parent }) => parent ?? []).filter((parent) => !groups.includes(parent))).toEqual([]);
});
