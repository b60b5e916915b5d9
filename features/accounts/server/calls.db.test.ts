import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import type { Session } from '#foundation/core/session.ts';
import { words } from '#foundation/core/words.ts';
import { handlers } from '#foundation/server/http/handlers.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { type People, people } from './people-for-tests.ts';

describe('/user/info', () => {
  let app: People;
  beforeAll(async () => {
    app = await people();
  });
  afterAll(() => app.close());

  it('returns a member with its wallet, its terms and no secrets', async () => {
    const { member, userId } = await app.addMember({
      username: 'shop',
      mobile: '13812341234',
      settlement: { mode: 'T', days: 0, sameDayRatioE4: 123_400 },
    });
    await app.ledger.adjust({
      memberNo: member.memberNo,
      reference: app.numbers.next(),
      currency: 'CNY',
      amountMinor: 123_456_789n,
      remark: 'test',
    });
    const person = app.person({ ip: '2001:db8::7' });
    await person.logIn('shop');
    expect(await person.post('/user/info')).toEqual({
      status: 200,
      code: 1,
      msg: '',
      time: app.clock.now().getTime() / 1000,
      data: {
        roles: ['member'],
        rights: [],
        userinfo: {
          id: userId.toString(),
          memberNo: member.memberNo.toString(),
          username: 'shop',
          nickname: 'shop',
          avatar: null,
          bio: '',
          mobilebind: 1,
          mobile: '138****1234',
          googlebind: 0,
          mustChangePassword: false,
          hasPayPassword: false,
          certification: 'none',
          level: 1,
          loginIp: '2001:db8::7',
          lastLoginAt: '2026-11-20T04:00:00.000Z',
          consecutiveDays: 1,
          settlement: { mode: 'T', days: 0, sameDayRatio: '12.34' },
          balance: '1234567.89',
          frozen: '0.00',
          available: '1234567.89',
          draftKey: expect.stringMatching(/^[\w-]{43}$/),
        },
        view: null,
      },
    });
  });

  it('returns an agent with the role agency, and an operator without a wallet', async () => {
    await app.addMember({ username: 'agent', kind: 'agent' });
    const agent = app.person();
    await agent.logIn('agent');
    expect(await agent.post('/user/info')).toMatchObject({
      data: { roles: ['agency'], userinfo: { balance: '0.00', mobilebind: 0, mobile: null } },
    });
    await app.addOperator('boss');
    const boss = app.person();
    await boss.logIn('boss');
    expect(await boss.post('/user/info')).toMatchObject({
      data: {
        roles: ['operator'],
        userinfo: {
          memberNo: null,
          settlement: null,
          balance: null,
          frozen: null,
          available: null,
          certification: 'none',
          level: 0,
        },
      },
    });
  });

  it('gives a user the same draft key at every login, and another to every other user', async () => {
    await app.addMember({ username: 'typist' });
    await app.addMember({ username: 'colleague' });
    const keyAt = async (username: string): Promise<string> => {
      const person = app.person();
      await person.logIn(username);
      const { data } = await person.post<{ userinfo: { draftKey: string } }>('/user/info');
      return data?.userinfo.draftKey ?? '';
    };
    const key = await keyAt('typist');
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(await keyAt('typist')).toBe(key);
    expect(await keyAt('colleague')).not.toBe(key);
  });

  it('goes by the token in the header alone, whatever token the body names', async () => {
    await app.addMember({ username: 'other' });
    const person = app.person();
    const other = app.person();
    await person.logIn('shop');
    await other.logIn('other');
    for (const token of [person.token, other.token, 'nonsense', '']) {
      expect(await person.post('/user/info', { token })).toMatchObject({
        code: 1,
        data: { userinfo: { username: 'shop' } },
      });
    }
    expect(await app.person().post('/user/info', { token: other.token })).toMatchObject({
      code: 50008,
      error: 'logged_out',
    });
    expect(await person.post('/user/info', { token: 7 })).toMatchObject({ code: -1 });
    expect(await person.post('/user/info', { userId: '1' })).toMatchObject({
      code: -1,
      fields: { userId: expect.any(String) },
    });
  });

  it('requires a session, as logging out does', async () => {
    for (const path of ['/user/info', '/user/logout'])
      expect(await app.person({ language: 'zh' }).post(path)).toMatchObject({
        code: 50008,
        msg: '你已被登出，请重新登录',
      });
  });
});

describe('a role', () => {
  const output = z.strictObject({ username: z.string(), memberNo: z.string().nullable() });
  const rooms = calls(words({}), {
    '/room/session': { who: 'session', summary: 'For all who are logged in', output },
    '/room/members': { who: 'members', summary: 'For merchants and agents', output },
    '/room/agents': { who: 'agents', summary: 'For agents', output },
    '/room/operators': { who: 'operators', summary: 'For operators', output },
  });
  const seen = ({ session: { username, memberNo } }: { session: Session }) => ({
    username,
    memberNo: memberNo?.toString() ?? null,
  });
  const doors = handlers(rooms, {
    '/room/session': seen,
    '/room/members': seen,
    '/room/agents': seen,
    '/room/operators': seen,
  });

  let app: People;
  beforeAll(async () => {
    app = await people({ more: () => [doors] });
    await app.addMember({ username: 'merchant' });
    await app.addMember({ username: 'agent', kind: 'agent' });
    await app.addOperator('operator');
  });
  afterAll(() => app.close());

  it.each([
    ['merchant', ['session', 'members']],
    ['agent', ['session', 'members', 'agents']],
    ['operator', ['session', 'operators']],
  ])('%s reaches exactly the calls open to it: %j; the rest are answered like missing ones', async (username, open) => {
    const person = app.person();
    await person.logIn(username);
    for (const room of ['session', 'members', 'agents', 'operators']) {
      expect(await person.post(`/room/${room}`)).toMatchObject(
        open.includes(room) ? { code: 1, data: { username } } : { code: 0, error: 'not_found' },
      );
    }
  });

  it('is read from the database at every request, not kept from login', async () => {
    const person = app.person();
    await person.logIn('agent');
    await sql`update users set role = 'member' where username = 'agent'`.execute(app.db);
    expect(await person.post('/room/agents')).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('/user/exists', () => {
  let app: People;
  beforeAll(async () => {
    app = await people();
    await app.addMember({ username: 'Somebody', mobile: '13800000001' });
  });
  afterAll(() => app.close());

  it.each([
    ['Somebody', true],
    [' sOMEBODY ', true],
    ['nobody', false],
    ['some%', false],
    ['', false],
    ['13800000001', false],
  ])('%j is taken: %s; a number is never revealed', async (field, taken) => {
    expect(await app.person().post('/user/exists', { field })).toMatchObject({ code: 1, data: taken });
  });

  it.each([
    ['one address', () => '192.0.2.5'],
    ['one IPv6 network', (n: number) => `2001:db8:5:5:${n}::1`],
  ])('allows 200 requests in ten minutes from %s', async (_, addressOf) => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          app.person({ ip: addressOf(n) }).post('/user/exists', { field: `name${n}` }),
        ),
      );
      expect(answers.every(({ code }) => code === 1)).toBe(true);
    }
    const curious = app.person({ ip: addressOf(999) });
    expect(await curious.post('/user/exists', { field: 'Somebody' })).toMatchObject({
      code: 0,
      error: 'rate_limited',
      msg: expect.stringContaining('600 s'),
    });
    app.clock.advance(600_000);
    expect(await curious.post('/user/exists', { field: 'Somebody' })).toMatchObject({ code: 1, data: true });
  });
});
