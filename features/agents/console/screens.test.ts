/** The agents' part of the specification's table of routes. */
import { expect, test } from 'vitest';
import { agentScreens } from './screens.ts';

/** Path, name and its own roles. The parent closes all of them to other roles. */
const table = [
  ['/agent/detail', 'agentDetail', 'agency'],
  ['/agent/userlist', 'UserList', ''],
  ['/agent/orderList', 'AgentOrderList', ''],
  ['/agent/commission', 'AgentCommission', 'agency'],
];

test('the screens match the table in path, name, parent and roles', () => {
  expect(agentScreens.map(({ path, name, roles }) => [path, name, roles?.join(' ') ?? ''])).toEqual(table);
  expect(agentScreens.map(({ parent }) => parent)).toEqual(table.map(() => '/agent'));
});
