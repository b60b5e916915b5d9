/** Two owners: adding and raising staff takes both, and anyone who was added or raised confirms nothing for a day. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import type { StaffProposalRow } from '../contract.ts';
import { type StaffApp, staffApp, type TestOperator } from './staff-for-tests.ts';

const HOUR_MS = 3_600_000;
let at: StaffApp;
let one: TestOperator;
let other: TestOperator;
let third: TestOperator;
beforeAll(async () => {
  at = await staffApp();
  [one, other, third] = [await at.operator('owner'), await at.operator('owner'), await at.operator('owner')];
});
afterAll(() => at.close());
beforeEach(async () => {
  at.clock.advance(HOUR_MS);
  for (const { person, username } of [one, other, third]) await person.logIn(username);
});

const proposed = { code: 1, data: { outcome: 'proposed', approvalId: expect.any(String) } };
const proposals = async (by: TestOperator, state = 'open') =>
  (await by.person.post<{ list: StaffProposalRow[]; extend: { open: number } }>('/operator/staff/proposals', { state }))
    .data;
const reject = ({ person }: TestOperator, id: string) =>
  person.post('/operator/staff/decideProposal', { id, decision: 'reject', remark: 'not now' });
async function raise(target: TestOperator, roles: readonly string[]): Promise<string> {
  const answer = await at.setRoles(one, target, roles);
  expect(answer).toMatchObject(proposed);
  return answer.data?.approvalId ?? '';
}

test('a raise waits for the second owner, who sees it with both; taking away needs one', async () => {
  const clerk = await at.operator('support');
  const id = await raise(clerk, ['risk', 'support']);
  expect(await at.rolesOf(clerk)).toEqual(['support']);
  expect(await at.isIn(clerk)).toBe(true);
  expect((await proposals(other))?.list).toMatchObject([
    {
      id,
      act: 'set_roles',
      subject: clerk.id,
      name: clerk.username,
      roles: [{ id: 'risk' }, { id: 'support' }],
      rolesBefore: [{ id: 'support' }],
      rights: expect.arrayContaining(['cards.act']),
      reason: 'new duties',
      proposedBy: one.username,
      state: 'open',
      own: false,
    },
  ]);
  expect((await proposals(one))?.list).toMatchObject([{ own: true }]);
  const listed = await one.person.post<{ list: unknown[] }>('/operator/staff/list', { q: clerk.username });
  expect(listed.data?.list).toMatchObject([{ waiting: true }]);
  expect(await at.setRoles(other, clerk, ['risk'])).toMatchObject({ error: 'approval_waits' });
  expect(await at.confirm(one, id)).toMatchObject({ error: 'own_proposal' });
  expect(await at.confirm(other, id)).toMatchObject({ code: 1 });
  expect(await at.rolesOf(clerk)).toEqual(['risk', 'support']);
  expect(await at.isIn(clerk)).toBe(false);
  expect(await at.confirm(third, id)).toMatchObject({ error: 'approval_decided' });
  expect(await at.setRoles(one, clerk, ['support'])).toMatchObject({ code: 1, data: { outcome: 'done' } });
});

test('both owners at once, or one twice: it happens once', async () => {
  const clerk = await at.operator('support');
  const id = await raise(clerk, ['finance']);
  const answers = await Promise.all([at.confirm(other, id), at.confirm(third, id), at.confirm(other, id)]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  const { rows } = await at.db.pool.query(
    "select count(*)::integer as n from audit_log where action = 'staff_roles_changed' and object like $1",
    [`${clerk.username} %`],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('an operator can’t confirm a raise of their own, but can reject it', async () => {
  const roleId = randomUUID();
  await at.db.transaction((tx) =>
    at.users.saveStaffRole(tx, { roleId, name: 'Odd', rights: ['staff.view', 'staff.configure'] }, at.clock.now()),
  );
  const odd = await at.operator(roleId);
  const id = await raise(odd, ['owner']);
  expect(await at.confirm(odd, id)).toMatchObject({ error: 'own_user' });
  expect(await reject(odd, id)).toMatchObject({ code: 1 });
  expect(await at.rolesOf(odd)).toEqual([roleId]);
  expect((await proposals(one, 'rejected'))?.list).toMatchObject([{ id, decidedBy: odd.username, remark: 'not now' }]);
});

test('a proposal is outdated when the person’s roles or what they grant have changed, and expires after a day', async () => {
  const clerk = await at.operator('support');
  const { data } = await at.saveRole(one, { name: 'Desk', rights: ['cards.view', 'cards.act'] });
  const id = await raise(clerk, [data?.id ?? '', 'support']);
  await at.saveRole(one, { id: data?.id, name: 'Desk', rights: ['cards.act'] });
  expect(await at.confirm(other, id)).toMatchObject({ code: 1 });

  const narrow = await at.saveRole(one, { name: 'Holds', rights: ['holds.act'] });
  const second = await at.operator('support');
  const held = await raise(second, [narrow.data?.id ?? '']);
  await at.saveRole(one, { id: narrow.data?.id, name: 'Holds', rights: [] });
  expect(await at.confirm(other, held)).toMatchObject({ error: 'approval_outdated' });
  expect(await at.rolesOf(second)).toEqual(['support']);

  const moved = await at.operator('support');
  const stale = await raise(moved, ['risk']);
  await at.setRoles(one, moved, []);
  expect(await at.confirm(other, stale)).toMatchObject({ error: 'approval_outdated' });

  const late = await raise(await at.operator('support'), ['engineer', 'finance']);
  at.clock.advance(24 * HOUR_MS);
  await other.person.logIn(other.username);
  expect(await at.confirm(other, late)).toMatchObject({ error: 'approval_expired' });
});

test('added rights of a role wait, and raise all who have it; taken ones do not', async () => {
  const made = await at.saveRole(one, { name: 'Queue', rights: ['cards.view'] });
  expect(made).toMatchObject({ code: 1, data: { outcome: 'done' } });
  const id = made.data?.id ?? '';
  const clerk = await at.operator(id);
  const wider = await at.saveRole(one, { id, name: 'Queue 2', rights: ['cards.view', 'cards.act'] });
  expect(wider).toMatchObject(proposed);
  expect(await at.saveRole(other, { id, name: 'Queue', rights: ['cards.view', 'holds.act'] })).toMatchObject({
    error: 'approval_waits',
  });
  expect((await proposals(other))?.list).toMatchObject([
    {
      act: 'save_role',
      subject: id,
      name: 'Queue 2',
      rights: ['cards.view', 'cards.act'],
      rightsBefore: ['cards.view'],
    },
  ]);
  expect(await at.confirm(other, wider.data?.approvalId ?? '')).toMatchObject({ code: 1 });
  expect(await at.isIn(clerk)).toBe(false);
  await clerk.person.logIn(clerk.username);
  expect(await clerk.person.post('/user/info')).toMatchObject({ data: { rights: ['cards.view', 'cards.act'] } });
  const { rowCount } = await at.db.pool.query('select from staff_grants where user_id = $1', [clerk.userId]);
  expect(rowCount).toBe(2);

  const again = await at.saveRole(one, { id, name: 'Queue 2', rights: ['cards.view', 'cards.act', 'holds.act'] });
  expect(await at.saveRole(one, { id, name: 'Queue 2', rights: [] })).toMatchObject({ data: { outcome: 'done' } });
  expect(await at.confirm(other, again.data?.approvalId ?? '')).toMatchObject({ error: 'approval_outdated' });
});

test('a link works only after the second owner confirms, and then for a day', async () => {
  const { id, approvalId, token } = await at.invited(one, ['risk']);
  expect(await at.join(token, 'early')).toMatchObject({ error: 'join_link_over' });
  expect(await one.person.post('/operator/staff/invitations', { state: 'waiting' })).toMatchObject({
    data: { list: [{ id, state: 'waiting' }] },
  });
  expect(await at.confirm(one, approvalId)).toMatchObject({ error: 'own_proposal' });
  at.clock.advance(HOUR_MS * 20);
  await other.person.logIn(other.username);
  expect(await at.confirm(other, approvalId)).toMatchObject({ code: 1 });
  at.clock.advance(HOUR_MS * 23);
  expect(await at.join(token, 'welcome')).toMatchObject({ code: 1 });

  await one.person.logIn(one.username);
  await other.person.logIn(other.username);
  const refused = await at.invited(one, ['risk']);
  expect(await reject(other, refused.approvalId)).toMatchObject({ code: 1 });
  expect(await at.join(refused.token, 'refused')).toMatchObject({ error: 'join_link_over' });
  const withdrawn = await at.invited(one, ['risk']);
  await one.person.post('/operator/staff/cancelInvite', { id: withdrawn.id, reason: 'no' });
  expect(await at.confirm(other, withdrawn.approvalId)).toMatchObject({ error: 'approval_expired' });
});

test('a confirmer or inviter who is disabled takes the link along', async () => {
  const fourth = await at.operator('owner');
  const { approvalId, token } = await at.invited(one, ['risk']);
  expect(await at.confirm(fourth, approvalId)).toMatchObject({ code: 1 });
  await one.person.post('/operator/user/disable', { id: fourth.id });
  expect(await at.join(token, 'orphan')).toMatchObject({ error: 'join_link_over' });
});

test('who was added or raised, and who did it, confirm nothing of each other for a day; a third one can', async () => {
  const { approvalId, token } = await at.invited(one, ['owner']);
  expect(await at.confirm(other, approvalId)).toMatchObject({ code: 1 });
  expect(await at.join(token, 'newcomer')).toMatchObject({ code: 1 });
  const person = at.person({ browser: true });
  await person.logIn('newcomer');
  const newcomer: TestOperator = { userId: 0n, id: '', username: 'newcomer', person };
  const clerk = await at.operator('support');
  const id = await raise(clerk, ['risk', 'support']);
  // Their list says so instead of offering it, and from when on it can be confirmed.
  const hindranceOf = async (by: TestOperator) => (await proposals(by))?.list.find((row) => row.id === id)?.hindrance;
  expect(await hindranceOf(newcomer)).toEqual({
    why: 'confirm_after_granting',
    until: new Date(at.clock.now().getTime() + 24 * HOUR_MS).toISOString(),
  });
  expect(await hindranceOf(third)).toBeNull();
  // The proposer can't confirm it at any time, which is no hindrance.
  expect(await hindranceOf(one)).toBeNull();
  expect(await at.confirm(newcomer, id)).toMatchObject({
    error: 'confirm_after_granting',
    msg: expect.stringContaining('24 h'),
  });
  const back = await at.setRoles(newcomer, await at.operator('support'), ['finance']);
  for (const giver of [one, other])
    expect(await at.confirm(giver, back.data?.approvalId ?? '')).toMatchObject({ error: 'confirm_after_granting' });
  expect(await at.confirm(third, back.data?.approvalId ?? '')).toMatchObject({ code: 1 });
  at.clock.advance(HOUR_MS * 24 - 1);
  for (const each of [one, newcomer]) await each.person.logIn(each.username);
  const fresh = await raise(await at.operator('support'), ['risk']);
  expect(await at.confirm(newcomer, fresh)).toMatchObject({ error: 'confirm_after_granting' });
  at.clock.advance(1);
  expect(await at.confirm(newcomer, fresh)).toMatchObject({ code: 1 });
});

test('each change asks for the bound factor and spends a code once', async () => {
  const owners = credentialsOf(at);
  const careful = await at.operator('owner');
  const { secret } = await owners.bindApp(careful.person);
  await careful.person.logIn(careful.username, undefined, { googlecode: owners.codeOf(secret) });
  at.clock.advance(30_000);
  const clerk = await at.operator('support');
  const inputs: Record<string, object> = {
    setRoles: { id: clerk.id, roles: [], reason: 'x' },
    endSessions: { id: clerk.id, reason: 'x' },
    invite: { roles: [], reason: 'x' },
    cancelInvite: { id: randomUUID(), reason: 'x' },
    saveRole: { name: 'Fresh', rights: [], reason: 'x' },
    removeRole: { id: randomUUID(), reason: 'x' },
  };
  for (const [call, input] of Object.entries(inputs))
    expect(await careful.person.post(`/operator/staff/${call}`, input)).toMatchObject({
      code: -2,
      data: { methods: ['google'] },
    });
  const step = { verifyType: 'google', verifyCode: owners.codeOf(secret) };
  const end = { ...inputs['endSessions'], ...step };
  expect(await careful.person.post('/operator/staff/endSessions', end)).toMatchObject({ code: 1 });
  expect(await careful.person.post('/operator/staff/endSessions', end)).toMatchObject({ error: 'second_step_wrong' });
  for (let tries = 0; tries < 5; tries += 1)
    await careful.person.post('/operator/staff/endSessions', { ...end, verifyCode: '000000' });
  expect(await careful.person.post('/operator/staff/endSessions', end)).toMatchObject({ error: 'second_step_locked' });
});
