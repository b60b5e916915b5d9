/** One owner: what is done at once, and what is refused. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '#features/accounts/server/people-for-tests.ts';
import { rights } from '#features/rights.ts';
import type { RoleRow, StaffRow } from '../contract.ts';
import { type StaffApp, staffApp, type TestOperator } from './staff-for-tests.ts';

const HOUR_MS = 3_600_000;
let at: StaffApp;
let sharing: StaffApp;
let owner: TestOperator;
beforeAll(async () => {
  at = await staffApp();
  sharing = await staffApp(at);
  owner = await at.operator('owner');
});
afterAll(async () => {
  await sharing.close();
  await at.close();
});
// Tries of invitations are counted for an hour.
beforeEach(async () => {
  at.clock.advance(HOUR_MS);
  await owner.person.logIn(owner.username);
});

const done = { code: 1, data: { outcome: 'done', approvalId: null } };
const logged = async ({ userId }: TestOperator, n = 1): Promise<string[]> =>
  (
    await at.db.pool.query<{ line: string }>(
      "select action || ': ' || object as line from audit_log where chain = $1 order by seq desc limit $2",
      [userId, n],
    )
  ).rows.map(({ line }) => line);

describe('the list', () => {
  test('has each operator with roles, factor, sessions and last login, and finds by name, role and state', async () => {
    const clerk = await at.operator('support', 'risk');
    await at.db.pool.query(
      'insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at) values ($1, gen_random_uuid(), $2, 0, now())',
      [clerk.userId, Buffer.alloc(1)],
    );
    const bare = await at.operator();
    await at.db.pool.query("update users set mobile = '13800000001' where user_id = $1", [bare.userId]);
    await at.addMember({ username: 'op_member' });
    const list = async (more: object = {}) =>
      (await owner.person.post<{ total: number; list: StaffRow[]; extend: object }>('/operator/staff/list', more)).data;
    expect(await list({ q: clerk.username.toUpperCase() })).toEqual({
      total: 1,
      page: 1,
      limit: 10,
      extend: { owners: 1 },
      list: [
        {
          id: clerk.id,
          username: clerk.username,
          nickname: clerk.username,
          roles: [
            { id: 'support', name: 'support' },
            { id: 'risk', name: 'risk' },
          ],
          secondFactor: 'authenticator',
          state: 'active',
          lastLoginAt: at.clock.now().toISOString(),
          createdAt: at.clock.now().toISOString(),
          openSessions: 1,
          own: false,
          waiting: false,
        },
      ],
    });
    expect((await list({ q: bare.username }))?.list).toMatchObject([{ roles: [], secondFactor: 'phone' }]);
    expect((await list({ role: 'risk' }))?.list.map(({ id }) => id)).toEqual([clerk.id]);
    expect((await list({ state: 'disabled' }))?.total).toBe(0);
    for (const sort of ['username', 'lastLoginAt', 'createdAt'])
      expect((await list({ sort, order: 'asc', q: 'op' }))?.list.map(({ username }) => username)).toEqual([
        owner.username,
        clerk.username,
        bare.username,
      ]);
    expect((await list({ q: owner.username }))?.list).toMatchObject([{ own: true }]);
  });

  test('is for owners alone, and an operator without a role can only look after itself', async () => {
    const auditor = await at.operator('auditor');
    expect(await auditor.person.post('/operator/staff/list', {})).toMatchObject({ error: 'right_missing' });
    const bare = await at.operator();
    expect(await bare.person.post('/user/info')).toMatchObject({ code: 1, data: { rights: [] } });
    expect(await bare.person.post('/operator/user/list', {})).toMatchObject({ error: 'right_missing' });
  });
});

describe('roles', () => {
  const roles = async (): Promise<RoleRow[]> =>
    (await owner.person.post<{ list: RoleRow[] }>('/operator/staff/roles')).data?.list ?? [];

  test('are made, counted, changed and removed; the built-in ones are listed first', async () => {
    const answer = await at.saveRole(owner, { name: 'Card desk', rights: ['cards.view', 'cards.act', 'cards.view'] });
    expect(answer).toMatchObject(done);
    const id = answer.data?.id ?? '';
    expect(await logged(owner)).toEqual(['staff_role_saved: Card desk +cards.view +cards.act new duties']);
    const clerk = await at.operator(id);
    const list = await roles();
    expect(list[0]).toEqual({
      id: 'owner',
      name: 'owner',
      builtIn: true,
      rights: [...rights],
      holders: 1,
      waiting: false,
    });
    expect(list.at(-1)).toEqual({
      id,
      name: 'Card desk',
      builtIn: false,
      rights: ['cards.view', 'cards.act'],
      holders: 1,
      waiting: false,
    });
    // A new name alone ends no session.
    expect(await at.saveRole(owner, { id, name: 'Cards', rights: ['cards.act', 'cards.view'] })).toMatchObject(done);
    expect(await at.isIn(clerk)).toBe(true);
    expect(await at.saveRole(owner, { id, name: 'Cards', rights: ['cards.view'] })).toMatchObject(done);
    expect(await at.isIn(clerk)).toBe(false);
    expect(await logged(owner)).toEqual(['staff_role_saved: Cards −cards.act new duties']);
    const gone = { id, reason: 'unused' };
    expect(await owner.person.post('/operator/staff/removeRole', gone)).toMatchObject({ error: 'role_held' });
    expect(await at.setRoles(owner, clerk, [])).toMatchObject(done);
    const { id: invitation } = await at.invited(owner, [id]);
    expect(await owner.person.post('/operator/staff/removeRole', gone)).toMatchObject({ error: 'role_held' });
    await owner.person.post('/operator/staff/cancelInvite', { id: invitation, reason: 'no' });
    expect(await owner.person.post('/operator/staff/removeRole', gone)).toMatchObject({ code: 1 });
    expect(await owner.person.post('/operator/staff/removeRole', gone)).toMatchObject({ error: 'not_found' });
    expect((await roles()).every(({ builtIn }) => builtIn)).toBe(true);
  });

  test('have names of their own, and never what only owners can do', async () => {
    await at.saveRole(owner, { name: 'Night shift', rights: [] });
    for (const name of ['night SHIFT', 'Owner'])
      expect(await at.saveRole(owner, { name, rights: [] })).toMatchObject({
        code: -1,
        fields: { name: expect.any(String) },
      });
    for (const right of ['staff.view', 'staff.configure', 'anything'])
      expect(await at.saveRole(owner, { name: 'Shadow', rights: [right] })).toMatchObject({ code: -1 });
    expect(await at.saveRole(owner, { id: randomUUID(), name: 'Shadow', rights: [] })).toMatchObject({
      error: 'not_found',
    });
    expect(await at.saveRole(owner, { name: 'Shadow', rights: [], reason: ' ' })).toMatchObject({ code: -1 });
  });
});

describe('a change of roles', () => {
  test('counts at once, ends the sessions on every process, and is logged with both', async () => {
    const clerk = await at.operator('support');
    const elsewhere = sharing.person();
    elsewhere.token = undefined;
    expect(await at.setRoles(owner, clerk, ['risk', 'auditor', 'risk'])).toMatchObject(done);
    expect(await at.isIn(clerk)).toBe(false);
    expect(await at.rolesOf(clerk)).toEqual(['risk', 'auditor']);
    expect(await logged(owner)).toEqual([`staff_roles_changed: ${clerk.username} +risk +auditor −support new duties`]);
    const onOther = sharing.person({ browser: true });
    await onOther.logIn(clerk.username);
    expect(await onOther.post('/user/info')).toMatchObject({ code: 1 });
    // The same roles again: nothing happens.
    expect(await at.setRoles(owner, clerk, ['auditor', 'risk'])).toMatchObject(done);
    expect(await onOther.post('/user/info')).toMatchObject({ code: 1 });
    expect(await at.setRoles(owner, clerk, [])).toMatchObject(done);
    expect(await onOther.post('/user/info')).toMatchObject({ code: 50008 });
    expect(await onOther.logIn(clerk.username)).toMatchObject({ code: 1 });
  });

  test('is never of one’s own, nor of a member, nor to a role that there is not', async () => {
    expect(await at.setRoles(owner, owner, ['owner', 'risk'])).toMatchObject({ error: 'own_user' });
    const { userId } = await at.addMember({ username: 'merchant1' });
    expect(await at.setRoles(owner, { id: userId.toString() }, ['risk'])).toMatchObject({ error: 'not_found' });
    const clerk = await at.operator('support');
    for (const role of ['ghost', randomUUID(), 'Risk'])
      expect(await at.setRoles(owner, clerk, [role])).toMatchObject({ code: -1 });
    expect(await at.rolesOf(clerk)).toEqual(['support']);
  });

  test('never leaves the platform without an owner, and the last one can’t be disabled', async () => {
    const risk = await at.operator('risk');
    expect(await risk.person.post('/operator/user/disable', { id: owner.id })).toMatchObject({ error: 'last_owner' });
    // A role that the database has but no call could make.
    const roleId = randomUUID();
    await at.db.transaction((tx) =>
      at.users.saveStaffRole(tx, { roleId, name: 'Odd', rights: ['staff.configure'] }, at.clock.now()),
    );
    const odd = await at.operator(roleId);
    expect(await at.setRoles(odd, owner, ['risk'])).toMatchObject({ error: 'last_owner' });
    expect(await at.rolesOf(owner)).toEqual(['owner']);
    const second = await at.operator('owner');
    expect(await risk.person.post('/operator/user/disable', { id: second.id })).toMatchObject({ code: 1 });
    expect(await risk.person.post('/operator/user/disable', { id: owner.id })).toMatchObject({ error: 'last_owner' });
  });

  test('of two owners who demote each other at once, one stays', async () => {
    const [one, other] = [await at.operator('owner'), await at.operator('owner')];
    const answers = await Promise.all([at.setRoles(one, other, []), at.setRoles(other, one, [])]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 50008]);
    const left = [...(await at.rolesOf(one)), ...(await at.rolesOf(other))];
    expect(left).toEqual(['owner']);
    for (const each of [one, other]) await at.setRoles(owner, each, []);
  });
});

test('the sessions of an operator end by a call, but not one’s own', async () => {
  const clerk = await at.operator('support');
  const end = (id: string) => owner.person.post('/operator/staff/endSessions', { id, reason: 'lost laptop' });
  expect(await end(clerk.id)).toMatchObject({ code: 1, data: { ended: 1 } });
  expect(await at.isIn(clerk)).toBe(false);
  expect(await logged(owner)).toEqual([`staff_sessions_ended: ${clerk.username} lost laptop`]);
  expect(await end(clerk.id)).toMatchObject({ code: 1, data: { ended: 0 } });
  expect(await end(owner.id)).toMatchObject({ error: 'own_user' });
  const { userId } = await at.addMember({ username: 'merchant2' });
  expect(await end(userId.toString())).toMatchObject({ error: 'not_found' });
});

describe('an invitation', () => {
  test('makes an operator with its roles, once, and is stored only as a hash', async () => {
    const { id, link, token } = await at.invited(owner, ['risk']);
    expect(link).toMatch(/^https:\/\/pay\.example\/#\/join\?token=[\w-]{43}$/);
    expect(await logged(owner)).toEqual(['staff_invited: +risk joins us']);
    const { rows } = await at.db.pool.query<{ row: string }>(
      'select i::text as row from staff_invitations i union all select audit_log::text from audit_log',
    );
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    expect(await at.join(token, owner.username)).toMatchObject({ code: -1, fields: { username: expect.any(String) } });
    expect(await at.join(token, 'ana', { confirmPassword: 'Other123' })).toMatchObject({ code: -1 });
    expect(await at.join(token, 'ana')).toMatchObject({ code: 1 });
    expect(await at.join(token, 'ana_again')).toMatchObject({ error: 'join_link_over' });
    const ana = at.person({ browser: true });
    expect(await ana.logIn('ana', PASSWORD)).toMatchObject({ code: 1, data: { userinfo: { roles: ['operator'] } } });
    expect(await ana.post('/operator/certification/list', {})).not.toMatchObject({ code: 1 });
    expect(await ana.post('/user/logs')).toMatchObject({
      data: { list: [{ action: 'login' }, { action: 'staff_joined', object: 'ana' }] },
    });
    expect(await owner.person.post('/operator/staff/invitations', { state: 'used' })).toMatchObject({
      data: {
        total: 1,
        list: [{ id, roles: [{ id: 'risk' }], reason: 'joins us', invitedBy: owner.username, username: 'ana' }],
      },
    });
  });

  test('used twice at once makes one operator', async () => {
    const { token } = await at.invited(owner, []);
    const answers = await Promise.all([
      at.join(token, 'twin_a'),
      sharing.join(token, 'twin_b'),
      at.join(token, 'twin_c'),
    ]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    const { rowCount } = await at.db.pool.query("select from users where username like 'twin%'");
    expect(rowCount).toBe(1);
  });

  test('is over after 24 hours, when cancelled, and when who made it is disabled', async () => {
    const over = { code: 0, error: 'join_link_over' };
    expect(await at.join('no-such-token', 'nobody')).toMatchObject(over);
    const late = await at.invited(owner, ['risk']);
    at.clock.advance(24 * HOUR_MS - 1);
    await owner.person.logIn(owner.username);
    const cancelled = await at.invited(owner, ['risk']);
    at.clock.advance(1);
    expect(await at.join(late.token, 'too_late')).toMatchObject(over);
    const cancel = (id: string) => owner.person.post('/operator/staff/cancelInvite', { id, reason: 'changed mind' });
    expect(await cancel(late.id)).toMatchObject({ error: 'invitation_over' });
    expect(await cancel(cancelled.id)).toMatchObject({ code: 1 });
    expect(await logged(owner)).toEqual(['staff_invitation_cancelled: changed mind']);
    expect(await at.join(cancelled.token, 'cancelled')).toMatchObject(over);
    expect(await cancel(cancelled.id)).toMatchObject({ error: 'invitation_over' });
    expect(await cancel(randomUUID())).toMatchObject({ error: 'not_found' });
    const states = await Promise.all(
      ['expired', 'cancelled', 'open', 'waiting', undefined].map(
        async (state) =>
          (await owner.person.post<{ total: number }>('/operator/staff/invitations', state ? { state } : {})).data
            ?.total,
      ),
    );
    expect(states.slice(0, 1)).toEqual([1]);
    expect(states[3]).toBe(0);
    const { token } = await at.invited(owner, ['risk']);
    await at.db.pool.query("update users set state = 'disabled' where user_id = $1", [owner.userId]);
    expect(await at.join(token, 'orphan')).toMatchObject(over);
    await at.db.pool.query("update users set state = 'active' where user_id = $1", [owner.userId]);
    expect(await at.join(token, 'not_orphan')).toMatchObject({ code: 1 });
  });

  test('never gives more than its roles granted when it was made', async () => {
    const { data } = await at.saveRole(owner, { name: 'Growing', rights: ['cards.view'] });
    const id = data?.id ?? '';
    const { token } = await at.invited(owner, [id]);
    await at.saveRole(owner, { id, name: 'Growing', rights: ['cards.view', 'cards.act'] });
    expect(await at.join(token, 'grown')).toMatchObject({ error: 'join_link_over' });
    await at.saveRole(owner, { id, name: 'Growing', rights: [] });
    expect(await at.join(token, 'shrunk')).toMatchObject({ code: 1 });
  });

  test('names roles that there are, and tries of links are counted', async () => {
    expect(await owner.person.post('/operator/staff/invite', { roles: ['ghost'], reason: 'joins us' })).toMatchObject({
      code: -1,
    });
    for (let tries = 0; tries < 20; tries += 1) await at.join('x', `guess${tries}`);
    const { token } = await at.invited(owner, []);
    expect(await at.join(token, 'unlucky')).toMatchObject({ error: 'too_many_tries' });
  });
});
