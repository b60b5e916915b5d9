/** The part of the specification's table of routes that the page's first code does not know. */
import { expect, test } from 'vitest';
import { agentScreens } from './agent-screens.ts';
import { authenticatedScreens } from './authenticated-screens.ts';
import { laterScreens } from './later-screens.ts';
import { loadScreens } from './screens.ts';

/** Path, name, parent, roles. */
const table: readonly (readonly [string, string, string, string])[] = [
  ['/channel/api', 'Api', '/channel', 'member agency'],
];

test('the screens match the table in path, name, parent and roles', () => {
  expect(
    laterScreens.map(({ path, name, parent, roles }) => [path, name, parent ?? '', roles?.join(' ') ?? '']),
  ).toEqual(table);
});

test('no later screen has the path or the name of another screen', () => {
  const all = [...authenticatedScreens, ...laterScreens, ...agentScreens];
  for (const part of ['path', 'name'] as const)
    expect(new Set(all.map((screen) => screen[part])).size).toBe(all.length);
});

test('the later screens are above the account group, and above the agents for an agent', async () => {
  const pathsAround = async (roles: Parameters<typeof loadScreens>[0]): Promise<string[]> => {
    const paths = (await loadScreens(roles)).map(({ path }) => path);
    const at = paths.indexOf('/channel/api');
    return paths.slice(at - 1, at + 2);
  };
  expect(await pathsAround(['member'])).toEqual(['/channel/list', '/channel/api', '/user']);
  expect(await pathsAround(['agency'])).toEqual(['/channel/list', '/channel/api', '/agent']);
});
