import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoggedIn } from '#features/accounts/contract.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { PASSWORD, type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { switchLimit } from '../rules.ts';
import { demoHandlers } from './calls.ts';

const SWITCH = '/demo/switchRole';
const USERS = { member: 'demo_shop', agency: 'demo_agent', operator: 'operator' } as const;
type DemoRole = keyof typeof USERS;

let app: People;
let userIds: Record<DemoRole, bigint>;
let memberNo: bigint;
beforeAll(async () => {
  app = await people({
    more: (built) => [
      demoHandlers({
        ...built,
        loginIpsOf: async (member) => built.loginIps.get(member) ?? [],
        logins: {
          member: { username: USERS.member, password: PASSWORD },
          agency: { username: USERS.agency, password: PASSWORD },
          operator: { username: USERS.operator, password: PASSWORD },
        },
      }),
    ],
  });
  const shop = await app.addMember({ username: USERS.member });
  const agent = await app.addMember({ username: USERS.agency, kind: 'agent' });
  memberNo = shop.member.memberNo;
  userIds = { member: shop.userId, agency: agent.userId, operator: await app.addOperator(USERS.operator) };
});
afterAll(() => app.close());

async function switchTo(person: Person, role: string) {
  const answer = await person.post<LoggedIn>(SWITCH, { role });
  if (answer.code === 1 && answer.data) person.token = answer.data.userinfo.token;
  return answer;
}

async function rowsOf(userId: bigint) {
  const { rows: audit } = await sql<{
    action: string;
  }>`select action from audit_log where chain = ${userId} order by seq`.execute(app.db);
  const { rows: sessions } = await sql<{ open: boolean; half: boolean }>`
    select ended_at is null as open, half_hash is not null as half from sessions where user_id = ${userId} order by created_at`.execute(
    app.db,
  );
  return { audit: audit.map(({ action }) => action), sessions };
}

test('logs in as the demo user of each role with a real session, and ends the current one', async () => {
  const browser = app.person({ browser: true });
  expect(await switchTo(browser, 'member')).toMatchObject({
    code: 1,
    data: {
      userinfo: {
        username: USERS.member,
        memberNo: memberNo.toString(),
        roles: ['member'],
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    },
  });
  expect(await browser.post('/user/info')).toMatchObject({ code: 1, data: { roles: ['member'] } });
  const first = browser.token;
  expect(await switchTo(browser, 'agency')).toMatchObject({
    code: 1,
    data: { userinfo: { username: USERS.agency, roles: ['agency'] } },
  });
  expect(await switchTo(browser, 'operator')).toMatchObject({
    code: 1,
    data: { userinfo: { username: USERS.operator, roles: ['operator'] } },
  });
  expect(await browser.post('/user/info')).toMatchObject({ code: 1, data: { roles: ['operator'] } });
  browser.token = first;
  expect(await browser.post('/user/info')).toMatchObject({ code: 50008 });
  expect(await rowsOf(userIds.member)).toEqual({ audit: ['login', 'logout'], sessions: [{ open: false, half: true }] });
  expect(await rowsOf(userIds.operator)).toEqual({ audit: ['login'], sessions: [{ open: true, half: true }] });
});

test('creates a session that needs both halves: the token alone opens nothing', async () => {
  const browser = app.person({ browser: true });
  await switchTo(browser, 'member');
  const thief = app.person({ browser: true });
  thief.token = browser.token;
  expect(await thief.post('/user/info')).toMatchObject({ code: 50008 });
});

test.each(['admin', '', 'demo_shop', null, ['member']])('rejects any other role: %j', async (role) => {
  expect(await app.person().post(SWITCH, { role })).toMatchObject({ code: -1, fields: { role: expect.any(String) } });
});

test.each(['member', 'agency', 'operator'])('the role name %s is not a token', async (role) => {
  const person = app.person();
  person.token = role;
  expect(await person.post('/user/info')).toMatchObject({ code: 50008 });
});

const closings: [why: string, close: () => Promise<unknown>, open: () => Promise<unknown>][] = [
  [
    'whose password was changed',
    async () => setHash(await app.users.hashPassword('Another123')),
    async () => setHash(await app.users.hashPassword(PASSWORD)),
  ],
  [
    'that is disabled',
    () => sql`update users set state = 'disabled' where user_id = ${userIds.member}`.execute(app.db),
    () => sql`update users set state = 'active' where user_id = ${userIds.member}`.execute(app.db),
  ],
  [
    'that must not log in from this address',
    async () => app.loginIps.set(memberNo, ['203.0.113.0/24']),
    async () => app.loginIps.delete(memberNo),
  ],
  [
    'that has an authenticator',
    async () => {
      const owner = app.person();
      await owner.logIn(USERS.member);
      await credentialsOf(app).bindApp(owner);
    },
    () => app.db.transaction((tx) => app.factors.reset(tx, userIds.member, app.clock.now())),
  ],
];
const setHash = (hash: string) =>
  sql`update users set password_hash = ${hash} where user_id = ${userIds.member}`.execute(app.db);

test.each(closings)('opens no account %s, and the current session stays', async (_, close, open) => {
  const agent = app.person({ browser: true });
  await switchTo(agent, 'agency');
  await close();
  const before = await rowsOf(userIds.member);
  expect(await agent.post(SWITCH, { role: 'member' })).toMatchObject({
    code: 0,
    error: 'demo_role_closed',
    msg: expect.stringContaining('username'),
  });
  expect(await rowsOf(userIds.member)).toEqual(before);
  expect(await agent.post('/user/info')).toMatchObject({ code: 1, data: { roles: ['agency'] } });
  await open();
  expect(await switchTo(agent, 'member')).toMatchObject({ code: 1 });
});

test('limits the switches of a network', async () => {
  const person = app.person({ ip: '198.51.100.77' });
  const answers = await Promise.all(
    Array.from({ length: switchLimit.tries + 1 }, () => person.post(SWITCH, { role: 'member' })),
  );
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(switchLimit.tries);
  expect(answers.filter(({ status, error }) => status === 429 && error === 'rate_limited')).toHaveLength(1);
});
