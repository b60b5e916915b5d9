/** The part of the specification's table of routes that the page's first code does not know. */
import { expect, test } from 'vitest';
import { agentScreens } from './agent-screens.ts';
import { authenticatedScreens } from './authenticated-screens.ts';
import { lastScreens, laterScreens } from './later-screens.ts';
import { loadScreens } from './screens.ts';

/** Path, name, parent, roles. */
const table: readonly (readonly [string, string, string, string])[] = [
  ['/order/reconciliation', 'Reconciliation', '', 'member agency'],
  ['/channel/api', 'Api', '/channel', 'member agency'],
  ['/user/logs', 'UserLogs', '/user', ''],
  ['/user/downloads', 'UserDownloads', '/user', ''],
  ['/notices', 'Notices', '', ''],
];

test('the screens match the table in path, name, parent and roles', () => {
  expect(
    [...laterScreens, ...lastScreens].map(({ path, name, parent, roles }) => [
      path,
      name,
      parent ?? '',
      roles?.join(' ') ?? '',
    ]),
  ).toEqual(table);
});

test('no later screen has the path or the name of another screen', () => {
  const all = [...authenticatedScreens, ...laterScreens, ...lastScreens, ...agentScreens];
  for (const part of ['path', 'name'] as const)
    expect(new Set(all.map((screen) => screen[part])).size).toBe(all.length);
});

async function pathsAround(path: string, roles: Parameters<typeof loadScreens>[0]): Promise<string[]> {
  const paths: string[] = (await loadScreens(roles)).map((screen) => screen.path);
  const at = paths.indexOf(path);
  return paths.slice(at - 1, at + 2);
}

test('a later screen of a group is the last of its group, above the account group, or above the agents for an agent', async () => {
  expect(await pathsAround('/channel/api', ['member'])).toEqual(['/channel/list', '/channel/api', '/user']);
  expect(await pathsAround('/channel/api', ['agency'])).toEqual(['/channel/list', '/channel/api', '/agent']);
});

test.each(['member', 'agency'] as const)('a later screen without a group is below the money log (%s)', async (role) => {
  expect(await pathsAround('/order/reconciliation', [role])).toEqual(['/moneylog', '/order/reconciliation', '/repay']);
});

test.each(['member', 'agency', 'operator'] as const)(
  'the files are the last of the account group (%s)',
  async (role) => {
    expect(await pathsAround('/user/downloads', [role])).toEqual(['/user/logs', '/user/downloads', '/notices']);
  },
);
