import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { sessionVerbs } from '#features/sessions/server/verbs.ts';
import { type StaffApp, staffApp } from './staff-for-tests.ts';

let at: StaffApp;
beforeAll(async () => {
  at = await staffApp();
});
afterAll(() => at.close());

const list = '/operator/staff/list';

test('where operators need an authenticator, one without it can only look after its account, until it has bound one', async () => {
  const owner = await at.operator('owner');
  expect(await owner.person.post(list, {})).toMatchObject({ code: 1 });
  await at.setSettings({ operatorsNeedAuthenticator: true });
  expect(await owner.person.post(list, {})).toMatchObject({ code: 0, error: 'authenticator_needed' });
  // The word comes before that of a missing right, and members have no such rule.
  const auditor = await at.operator('auditor');
  expect(await auditor.person.post(list, {})).toMatchObject({ error: 'authenticator_needed' });
  expect(await owner.person.post('/user/info')).toMatchObject({ code: 1 });
  await at.addMember({ username: 'shop' });
  const shop = at.person();
  await shop.logIn('shop');
  expect(await shop.post('/user/logs')).toMatchObject({ code: 1 });
  await credentialsOf(at).bindApp(owner.person);
  expect(await owner.person.post(list, {})).toMatchObject({ code: 1 });
  await at.setSettings({ operatorsNeedAuthenticator: false });
  expect(await auditor.person.post(list, {})).toMatchObject({ error: 'right_missing' });
});

test('without the setting, they need it in production only', async () => {
  const program = at.person();
  await at.operator('owner');
  await program.logIn('op_3');
  await at.setSettings({ operatorsNeedAuthenticator: null });
  const needs = async (production: boolean) =>
    sessionVerbs({ ...at, production }).authenticate(program.token ?? '', undefined);
  expect(await needs(true)).toMatchObject({ role: 'operator', authenticatorNeeded: true });
  expect(await needs(false)).toMatchObject({ role: 'operator', authenticatorNeeded: false });
});
