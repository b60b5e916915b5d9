/** Every call of operators × every role: allowed, or refused with nothing written. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#foundation/core/calls.ts';
import { type BuiltInRole, builtInRoles, type Right, rights, rightsOf } from '#features/rights.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf } from './call-inputs-for-tests.ts';

let at: Stage;
let operatorCalls: readonly (readonly [path: string, call: Call])[];
beforeAll(async () => {
  at = await stage();
  operatorCalls = at.app.handlers
    .flatMap(({ contract }) => Object.entries<Call>(contract.calls))
    .filter(([, { who }]) => who === 'operators');
});
afterAll(() => at.close());

/** Names only objects that do not exist, so that what is allowed finds nothing to change. */
const inputOf = (path: string, call: Call): object =>
  call.upload && !call.input
    ? { file: 'x' }
    : (formsOf(path, call)[0]?.make((_field, kind) =>
        /user|member|order|withdrawal|payout/.test(kind) ? '99999999' : randomUUID(),
      ) ?? {});

/** The calls that answer otherwise than these rights say. */
async function wrongCalls(who: Person, granted: ReadonlySet<Right>): Promise<string[]> {
  const wrong: string[] = [];
  await at.writes();
  for (const [path, call] of operatorCalls) {
    const { code, error } = await at.request(who, path, call, inputOf(path, call));
    const written = await at.writes();
    const isRefused = code === 0 && error === 'right_missing';
    if (isRefused !== !granted.has(call.right as Right)) wrong.push(`${path}: ${code} ${error}`);
    if (isRefused && written.length > 0) wrong.push(`${path} wrote ${written.map(({ table }) => table).join()}`);
  }
  return wrong;
}

test.each(Object.keys(builtInRoles) as BuiltInRole[])('%s can call exactly what its rights allow', async (role) => {
  expect(operatorCalls.length).toBeGreaterThan(40);
  expect(await wrongCalls(await at.operator(`as_${role}`, [role]), rightsOf([role]))).toEqual([]);
});

test('an operator without a role can call nothing', async () => {
  expect(await wrongCalls(await at.operator('newcomer', []), new Set())).toEqual([]);
});

test('a role of one’s own grants what it names, and a change of it counts from the next request on', async () => {
  const roleId = randomUUID();
  const grant = (granted: readonly Right[]) =>
    at.db.transaction((tx) =>
      at.app.users.saveStaffRole(tx, { roleId, name: 'Desk', rights: granted }, at.clock.now()),
    );
  await grant(['cards.view', 'cards.act']);
  const clerk = await at.operator('clerk', [roleId, 'unknown']);
  expect(await wrongCalls(clerk, new Set(['cards.view', 'cards.act']))).toEqual([]);
  await grant(['cards.view', 'holds.act']);
  expect(await wrongCalls(clerk, new Set(['cards.view', 'holds.act']))).toEqual([]);
  await grant([...rights]);
  expect(await wrongCalls(clerk, new Set(rights))).toEqual([]);
});

test('the answers to a login and to “who am I” name the rights', async () => {
  const person = await at.operator('card_desk', ['support']);
  const call: Call = { who: 'session', summary: '' };
  const { data } = await at.request(person, '/user/info', call, {});
  expect((data as { rights: string[] }).rights.sort()).toEqual([...builtInRoles.support].sort());
  const member = await at.add('merchant', 'zelda');
  expect((await at.request(member, '/user/info', call, {})).data).toMatchObject({ rights: [] });
});
