/** An agent adds members and notes something about them: every refusal, two clicks at once, and the first login. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { credentialsOf, type Credentials } from '#features/accounts/server/credentials-for-tests.ts';
import { PASSWORD, type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import { addingHandlers } from './adding-for-tests.ts';

const MINUTE_MS = 60_000;
const GIVEN = 'Given1234';
const NEW = 'Fresh5678';

interface Added {
  memberNo: string;
  username: string;
}

let app: People;
let credentials: Credentials;
let agentNo: bigint;
let agentId: bigint;
let agent: Person;

beforeAll(async () => {
  app = await people({ more: (built) => [addingHandlers(built)] });
  credentials = credentialsOf(app);
  const added = await app.addMember({ username: 'kingsley', kind: 'agent' });
  [agentNo, agentId] = [added.member.memberNo, added.userId];
  agent = app.person();
});
afterAll(() => app.close());
beforeEach(async () => {
  // Attempts and codes of one test must not affect the next, and sessions end after an hour.
  app.clock.advance(61 * MINUTE_MS);
  await agent.logIn('kingsley');
});

let made = 0;
function form(more: object = {}) {
  made += 1;
  return {
    type: 'merchant',
    username: `shop${made}`,
    mobile: `139${String(made).padStart(8, '0')}`,
    password: GIVEN,
    confirmPassword: GIVEN,
    requestId: `form-${made}`,
    ...more,
  };
}
const add = (more: object = {}, by = agent): Promise<Answer<Added>> => by.post<Added>('/agent/adduser', form(more));

/** Adds a member and returns its data. */
async function added(more: object = {}): Promise<Added & { mobile: string }> {
  const input = form(more);
  const { data, ...answer } = await agent.post<Added>('/agent/adduser', input);
  if (!data) throw new Error(`not added: ${answer.msg} ${JSON.stringify(answer.fields)}`);
  return { ...data, mobile: input.mobile };
}

async function counts() {
  const { rows } = await app.db.pool.query<Record<string, number>>(
    `select (select count(*)::integer from members) as members, (select count(*)::integer from users) as users,
      (select count(*)::integer from wallets) as wallets, (select count(*)::integer from agent_add_requests) as requests`,
  );
  return rows[0];
}

async function newcomer(username: string, password = GIVEN): Promise<Person> {
  const person = app.person({ browser: true });
  const answer = await person.logIn(username, password);
  if (answer.code !== 1) throw new Error(`${username}: ${answer.msg}`);
  return person;
}

const choose = (person: Person, more: object = {}) =>
  person.post('/user/changePassword', { oldPassword: GIVEN, password: NEW, confirmPassword: NEW, ...more });

describe('adding a member', () => {
  test.each([
    ['merchant', 'member'],
    ['agent', 'agency'],
  ])(
    'opens a %s directly below the agent, uncertified, with a wallet and a user, and is logged',
    async (type, role) => {
      const { memberNo, username } = await added({ type, remark: 'met at the fair' });
      expect(await app.members.find(BigInt(memberNo))).toMatchObject({
        kind: type,
        uplines: [agentNo],
        name: username,
        certification: 'none',
        state: 'active',
      });
      const { currency } = await app.platform.settings();
      expect(await app.ledger.balances(BigInt(memberNo), currency, app.clock.now())).toMatchObject({
        balanceMinor: 0n,
      });
      const { rows } = await app.db.pool.query(
        'select role, remark from users join members using (member_no) where member_no = $1',
        [memberNo],
      );
      expect(rows).toEqual([{ role, remark: 'met at the fair' }]);
      expect((await credentials.auditOf(agentId)).at(-1)).toBe(`member_added ${memberNo} ${username}`);
    },
  );

  test('by two clicks at once, and by the form sent again, adds one member and answers the same', async () => {
    const before = await counts();
    const input = form();
    const answers = await Promise.all(Array.from({ length: 6 }, () => agent.post<Added>('/agent/adduser', input)));
    const again = await agent.post<Added>('/agent/adduser', input);
    const { memberNo } = answers[0]?.data ?? {};
    expect(memberNo).toMatch(/^\d{8}$/);
    for (const answer of [...answers, again])
      expect(answer).toMatchObject({ code: 1, data: { memberNo, username: input.username } });
    expect(await counts()).toEqual({
      members: (before?.['members'] ?? 0) + 1,
      users: (before?.['users'] ?? 0) + 1,
      wallets: (before?.['wallets'] ?? 0) + 1,
      requests: (before?.['requests'] ?? 0) + 1,
    });
  });

  test('on two processes at once adds one member', async () => {
    const other = await people({ sharing: { db: app.db, clock: app.clock }, more: (built) => [addingHandlers(built)] });
    const elsewhere = other.person();
    await elsewhere.logIn('kingsley');
    const before = await counts();
    const input = form();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? agent : elsewhere).post<Added>('/agent/adduser', input)),
    );
    expect(new Set(answers.map(({ code, data }) => `${code} ${data?.memberNo}`)).size).toBe(1);
    expect((await counts())?.['members']).toBe((before?.['members'] ?? 0) + 1);
    await other.close();
  });

  test.each(['type', 'username', 'mobile', 'remark', 'password'])(
    'with an id that was used with another %s is a conflict',
    async (field) => {
      const input = form();
      expect(await agent.post('/agent/adduser', input)).toMatchObject({ code: 1 });
      const before = await counts();
      const other = { type: 'agent', username: 'another', mobile: '13700000999', remark: 'x', password: 'Other1234' };
      const changed = { [field]: other[field as keyof typeof other] };
      const repeated = { ...input, ...changed, ...(field === 'password' ? { confirmPassword: 'Other1234' } : {}) };
      expect(await agent.post('/agent/adduser', repeated)).toMatchObject({ code: 0, error: 'request_conflict' });
      expect(await counts()).toEqual(before);
    },
  );

  test('with the id of another agent’s form is a form of its own', async () => {
    await app.addMember({ username: 'rival', kind: 'agent' });
    const rival = app.person();
    await rival.logIn('rival');
    const { requestId } = form();
    expect(await add({ requestId })).toMatchObject({ code: 1 });
    expect(await add({ requestId }, rival)).toMatchObject({ code: 1 });
  });

  test.each([
    ['a number that is none', { mobile: '12345' }, 'mobile'],
    ['passwords that differ', { confirmPassword: 'Given12345' }, 'confirmPassword'],
    ['a short password', { password: 'abc', confirmPassword: 'abc' }, 'password'],
    ['a short username', { username: 'ab' }, 'username'],
    ['another type', { type: 'operator' }, 'type'],
    ['a remark of 101 characters', { remark: 'x'.repeat(101) }, 'remark'],
    ['an id of another form', { requestId: 'with spaces' }, 'requestId'],
    ['a role chosen by the agent', { role: 'operator' }, 'role'],
    ['an upline chosen by the agent', { uplineNo: '10000001' }, 'uplineNo'],
    [
      'a channel twice',
      {
        rates: [
          { channel: 'a', percent: '1' },
          { channel: 'a', percent: '1' },
        ],
      },
      'rates.1.channel',
    ],
  ])('with %s marks the field and adds no one', async (_, more, field) => {
    const before = await counts();
    expect(await add(more)).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await counts()).toEqual(before);
  });

  test('with a name or a number that is taken, in any form, is refused and leaves the form usable', async () => {
    const { username, mobile } = await added();
    await app.addMember({ username: 'owner', mobile: '13600000001' });
    const before = await counts();
    const requestId = 'kept-form';
    for (const [more, error] of [
      [{ username: username.toUpperCase() }, 'username_taken'],
      [{ mobile }, 'mobile_taken'],
      [{ mobile: '+86 136-0000-0001' }, 'mobile_taken'],
    ] as const)
      expect(await add({ requestId, ...more })).toMatchObject({ code: 0, error });
    expect(await counts()).toEqual(before);
    expect(await add({ requestId })).toMatchObject({ code: 1 });
  });

  test('of two forms with one name at once, one is refused', async () => {
    const answers = await Promise.all([add({ username: 'twice' }), add({ username: 'Twice' })]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 0)?.error).toBe('username_taken');
  });

  test('is closed by the platform’s setting, except for a form that was sent before', async () => {
    const input = form();
    expect(await agent.post('/agent/adduser', input)).toMatchObject({ code: 1 });
    await app.setSettings({ agentsMayAdd: false });
    const before = await counts();
    expect(await add()).toMatchObject({ code: 0, error: 'adding_closed' });
    expect(await agent.post('/agent/adduser', input)).toMatchObject({ code: 1 });
    expect(await counts()).toEqual(before);
    await app.setSettings({ agentsMayAdd: true });
  });

  test('below the last level of agents is refused for an agent and not for a merchant', async () => {
    await app.addMember({ username: 'deputy', kind: 'agent', uplineNo: agentNo });
    const deputy = app.person();
    await deputy.logIn('deputy');
    await app.setSettings({ agentDepth: 2 });
    const before = await counts();
    expect(await add({ type: 'agent' }, deputy)).toMatchObject({
      code: 0,
      error: 'tree_too_deep',
      msg: 'Agents can be at most 2 levels deep',
    });
    expect(await counts()).toEqual(before);
    expect(await add({}, deputy)).toMatchObject({ code: 1 });
    await app.setSettings({ agentDepth: 5 });
  });

  test('is not for merchants, operators, strangers, ended sessions or disabled agents', async () => {
    await app.addOperator('boss');
    await app.addMember({ username: 'plain' });
    const { member } = await app.addMember({ username: 'retired', kind: 'agent' });
    const [boss, plain, retired, gone] = [app.person(), app.person(), app.person(), app.person()];
    await Promise.all([boss.logIn('boss'), plain.logIn('plain'), retired.logIn('retired'), gone.logIn('kingsley')]);
    await app.db.transaction((tx) => app.members.change(tx, member.memberNo, { state: 'disabled' }));
    await gone.post('/user/logout');
    const before = await counts();
    for (const who of [boss, plain]) expect(await add({}, who)).toMatchObject({ code: 0, error: 'not_found' });
    for (const who of [retired, gone, app.person()]) expect(await add({}, who)).toMatchObject({ code: 50008 });
    expect(await counts()).toEqual(before);
  });

  test('asks an agent with an authenticator for its code, which counts once', async () => {
    await app.addMember({ username: 'guarded', kind: 'agent' });
    const guarded = app.person();
    await guarded.logIn('guarded');
    const { secret } = await credentials.bindApp(guarded);
    const step = (verifyCode: string) => ({ verifyType: 'google', verifyCode });
    const input = form();
    const before = await counts();
    expect(await guarded.post('/agent/adduser', input)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const right = credentials.codeOf(secret);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect(await guarded.post('/agent/adduser', { ...input, ...step(wrong) })).toMatchObject({
      error: 'second_step_wrong',
    });
    expect(await counts()).toEqual(before);
    expect(await guarded.post('/agent/adduser', { ...input, ...step(right) })).toMatchObject({ code: 1 });
    expect(await add(step(right), guarded)).toMatchObject({ error: 'second_step_wrong' });
    // The form sent again grants nothing new, so it needs no other code.
    expect(await guarded.post('/agent/adduser', input)).toMatchObject({ code: 1 });
    for (let tries = 0; tries < 5; tries += 1) await add(step(wrong), guarded);
    expect(await add(step(wrong), guarded)).toMatchObject({ error: 'second_step_locked' });
  });

  test('can be tried 120 times an hour, so that no agent finds out which numbers are registered', async () => {
    await app.addMember({ username: 'prober', kind: 'agent' });
    const prober = app.person();
    await prober.logIn('prober');
    const { mobile } = await added();
    const answers: (string | undefined)[] = [];
    for (let tries = 0; tries < 121; tries += 1) answers.push((await add({ mobile }, prober)).error);
    expect(new Set(answers.slice(0, 120))).toEqual(new Set(['mobile_taken']));
    expect(answers.at(-1)).toBe('rate_limited');
  }, 60_000);
});

describe('the remark about a member', () => {
  test('is changed by the agent directly above alone, and logged once', async () => {
    const { memberNo } = await added({ type: 'agent', remark: 'first' });
    await app.addMember({ username: 'elsewhere', kind: 'agent' });
    const elsewhere = app.person();
    await elsewhere.logIn('elsewhere');
    const below = await app.addMember({ username: 'below', uplineNo: BigInt(memberNo) });
    const noteBy = (who: Person, number: string, remark = 'second') =>
      who.post('/agent/changebio', { memberNo: number, remark });
    expect(await noteBy(agent, memberNo)).toMatchObject({ code: 1 });
    expect(await noteBy(agent, memberNo)).toMatchObject({ code: 1 });
    const entry = `member_remark_changed ${memberNo} second`;
    expect((await credentials.auditOf(agentId)).filter((one) => one === entry)).toHaveLength(1);
    for (const [who, number] of [
      [elsewhere, memberNo],
      // Deeper in the tree, the agent itself, and no member.
      [agent, below.member.memberNo.toString()],
      [agent, agentNo.toString()],
      [agent, '99999999'],
    ] as const)
      expect(await noteBy(who, number, 'mine')).toMatchObject({ code: 0, error: 'not_found' });
    expect(await noteBy(agent, memberNo, 'x'.repeat(101))).toMatchObject({
      code: -1,
      fields: { remark: expect.any(String) },
    });
    const { rows } = await app.db.pool.query<{ remark: string }>("select remark from members where remark <> ''");
    expect(rows.map(({ remark }) => remark)).not.toContain('mine');
  });
});

describe('the first login of an added member', () => {
  test('tells that a password must be chosen, and from its choice on no longer', async () => {
    const { username } = await added();
    const person = app.person();
    expect(await person.logIn(username, GIVEN)).toMatchObject({ data: { userinfo: { mustChangePassword: true } } });
    expect(await person.post('/user/info')).toMatchObject({ data: { userinfo: { mustChangePassword: true } } });
    expect(await person.post('/user/logs')).toMatchObject({ code: 0, error: 'password_change_needed' });
    expect(await choose(person)).toMatchObject({ code: 1 });
    expect(await person.post('/user/info')).toMatchObject({ data: { userinfo: { mustChangePassword: false } } });
    expect(await person.post('/user/logs')).toMatchObject({ code: 1 });
    expect(await app.person().logIn(username, NEW)).toMatchObject({
      data: { userinfo: { mustChangePassword: false } },
    });
  });

  test('the given password never works again: not at the login, and not as a later choice', async () => {
    const { username } = await added();
    const person = await newcomer(username);
    for (const same of [GIVEN, 'Ｇiven1234'])
      expect(await choose(person, { password: same, confirmPassword: same })).toMatchObject({
        code: -1,
        fields: { password: 'The new password must be different from the current one' },
      });
    expect(await choose(person)).toMatchObject({ code: 1 });
    expect(await app.person().logIn(username, GIVEN)).toMatchObject({ error: 'login_wrong' });
    const back = { oldPassword: NEW, password: GIVEN, confirmPassword: GIVEN };
    expect(await choose(person, back)).toMatchObject({ code: -1, fields: { password: expect.any(String) } });
    const onwards = { oldPassword: NEW, password: 'Other1234', confirmPassword: 'Other1234' };
    expect(await choose(person, onwards)).toMatchObject({ code: 1 });
  });

  test('a wrong given password changes nothing, and of two choices at once one counts', async () => {
    const { username } = await added();
    const person = await newcomer(username);
    expect(await choose(person, { oldPassword: 'Wrong1234' })).toMatchObject({
      code: -1,
      fields: { oldPassword: expect.any(String) },
    });
    expect(await person.post('/user/info')).toMatchObject({ data: { userinfo: { mustChangePassword: true } } });
    const elsewhere = await newcomer(username);
    const answers = await Promise.all([
      choose(person),
      choose(elsewhere, { password: 'Other1234', confirmPassword: 'Other1234' }),
    ]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  test('an operator’s reset link counts as a choice, but never of the given password', async () => {
    const { username } = await added();
    await app.addOperator('helper');
    const helper = app.person();
    await helper.logIn('helper');
    const { data } = await helper.post<{ list: { id: string }[] }>('/operator/user/list', { q: username });
    const made = await helper.post<{ link: string | null }>('/operator/user/startReset', {
      id: data?.list[0]?.id,
    });
    const token = new URL((made.data?.link ?? '').replace('/#', '')).searchParams.get('token');
    const reset = (password: string) =>
      app.person().post('/user/resetPassword', { token, password, confirmPassword: password });
    expect(await reset(GIVEN)).toMatchObject({ code: -1, fields: { password: expect.any(String) } });
    expect(await reset(NEW)).toMatchObject({ code: 1 });
    expect(await app.person().logIn(username, NEW)).toMatchObject({
      data: { userinfo: { mustChangePassword: false } },
    });
    // A used link tells nothing about the given password.
    expect(await reset(GIVEN)).toMatchObject({ error: 'reset_link_over' });
  });
});

describe('the number that an agent gave', () => {
  test('logs in, is no one else’s, and is no factor before its owner has bound it', async () => {
    const { username, mobile } = await added();
    const person = await newcomer(mobile);
    expect(await choose(person)).toMatchObject({ code: 1 });
    const info = async () =>
      (await person.post<{ userinfo: { mobilebind: number; mobile: string | null } }>('/user/info')).data?.userinfo;
    expect(await info()).toMatchObject({ mobilebind: 0, mobile: null });
    expect(await person.post('/sms/send', { event: 'verify' })).toMatchObject({ error: 'mobile_not_bound' });
    expect(await person.post('/sms/send', { event: 'clearmobilebind' })).toMatchObject({ error: 'mobile_not_bound' });
    const sent = (await app.messages()).length;
    // No text message goes to it, and no step is asked of it.
    expect(
      await person.post('/user/setPayPassword', { loginPassword: NEW, password: '246810', confirmPassword: '246810' }),
    ).toMatchObject({ code: 1 });
    expect((await app.messages()).length).toBe(sent);
    expect(await app.person().post('/sms/send', { event: 'register', mobile })).toMatchObject({
      error: 'mobile_taken',
    });
    await app.addMember({ username: 'envious' });
    const envious = app.person();
    await envious.logIn('envious');
    expect(await envious.post('/sms/send', { event: 'bindphone', mobile })).toMatchObject({ error: 'mobile_taken' });

    const code = await credentials.codeFor(person, 'bindphone', mobile);
    expect(await person.post('/user/bindmobile', { mobile, code })).toMatchObject({ code: 1 });
    expect(await info()).toMatchObject({ mobilebind: 1, mobile: expect.stringMatching(/^139\*{4}\d{4}$/) });
    expect(
      await person.post('/user/setPayPassword', {
        oldPassword: '246810',
        password: '135790',
        confirmPassword: '135790',
      }),
    ).toMatchObject({ code: -2, data: { methods: ['sms'] } });
    expect(await app.person().logIn(username, NEW)).toMatchObject({ code: 1 });
  });

  test('is given up when its user binds another one', async () => {
    const { username, mobile } = await added();
    const person = await newcomer(username);
    await choose(person);
    const other = '13500000001';
    const code = await credentials.codeFor(person, 'bindphone', other);
    expect(await person.post('/user/bindmobile', { mobile: other, code })).toMatchObject({ code: 1 });
    expect(await app.person().logIn(mobile, NEW)).toMatchObject({ error: 'login_wrong' });
    expect(await add({ mobile })).toMatchObject({ code: 1 });
  });

  test('does not take the login from a user whose name is that number', async () => {
    const name = '13400000077';
    await app.addMember({ username: name });
    expect(await add({ mobile: name })).toMatchObject({ code: 1 });
    expect(await app.person().logIn(name, PASSWORD)).toMatchObject({ data: { userinfo: { username: name } } });
  });
});
