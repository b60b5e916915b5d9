/** The agents' part of the specification's table of routes. */
import { expect, test } from 'vitest';
import { agentScreens } from './agent-screens.ts';
import { authenticatedScreens } from './authenticated-screens.ts';

/** Path, name, parent, roles. A path in brackets is only a group. */
const table: readonly (readonly [string, string, string, string])[] = [
  ['(/agent)', 'Agent', '', 'agency'],
  ['/agent/detail', 'agentDetail', '/agent', 'agency'],
  ['/agent/adduser', 'AddUser', '/agent', 'agency'],
  ['/agent/userlist', 'UserList', '/agent', ''],
  ['/agent/orderList', 'AgentOrderList', '/agent', ''],
  ['/agent/commission', 'AgentCommission', '/agent', 'agency'],
];

test('the screens match the table in path, name, parent and roles', () => {
  expect(
    agentScreens.map(({ path, name, parent, roles, component }) => [
      component ? path : `(${path})`,
      name,
      parent ?? '',
      roles?.join(' ') ?? '',
    ]),
  ).toEqual(table);
});

test('no screen of agents has the path or the name of another screen', () => {
  const all = [...authenticatedScreens, ...agentScreens];
  for (const part of ['path', 'name'] as const)
    expect(new Set(all.map((screen) => screen[part])).size).toBe(all.length);
});
