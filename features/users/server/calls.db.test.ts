import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type People, people } from './test-people.ts';

describe('asking who I am', () => {
  let house: People;
  beforeAll(async () => {
    house = await people();
  });
  afterAll(() => house.close());

  it('answers a member with its wallet, its terms and nothing secret', async () => {
    const { member, userId } = await house.addMember({ username: 'shop', mobile: '13812341234', settlement: { mode: 'T', days: 0, sameDayRatioE4: 123_400 } });
    await house.ledger.adjust({ memberNo: member.memberNo, reference: house.numbers.next(), currency: 'CNY', amountMinor: 123_456_789n, remark: 'test' });
    const person = house.person({ ip: '2001:db8::7' });
    await person.logIn('shop');
    expect(await person.post('/user/info')).toEqual({
      status: 200, code: 1, msg: '', time: house.clock.now().getTime() / 1000,
      data: {
        roles: ['member'],
        userinfo: {
          id: userId.toString(), memberNo: member.memberNo.toString(), username: 'shop', nickname: 'shop', avatar: null, bio: '', mobilebind: 1, mobile: '138****1234', googlebind: 0,
          hasPayPassword: false, certification: 'none', level: 1, loginIp: '2001:db8::7', lastLoginAt: '2026-11-20T04:00:00.000Z', consecutiveDays: 1,
          settlement: { mode: 'T', days: 0, sameDayRatio: '12.34' }, balance: '1234567.89', frozen: '0.00', available: '1234567.89',
        },
      },
    });
  });

  it('answers an agent with role agency, and an operator without a wallet', async () => {
    await house.addMember({ username: 'agent', kind: 'agent' });
    const agent = house.person();
    await agent.logIn('agent');
    expect(await agent.post('/user/info')).toMatchObject({ data: { roles: ['agency'], userinfo: { balance: '0.00', mobilebind: 0, mobile: null } } });
    await house.addOperator('boss');
    const boss = house.person();
    await boss.logIn('boss');
    expect(await boss.post('/user/info')).toMatchObject({
      data: { roles: ['operator'], userinfo: { memberNo: null, settlement: null, balance: null, frozen: null, available: null, certification: 'none', level: 0 } },
    });
  });

  it('goes by the token in the header alone, whatever token the body names', async () => {
    await house.addMember({ username: 'other' });
    const person = house.person();
    const other = house.person();
    await person.logIn('shop');
    await other.logIn('other');
    for (const token of [person.token, other.token, 'nonsense', '']) {
      expect(await person.post('/user/info', { token })).toMatchObject({ code: 1, data: { userinfo: { username: 'shop' } } });
    }
    expect(await house.person().post('/user/info', { token: other.token })).toMatchObject({ code: 50008, error: 'logged_out' });
    expect(await person.post('/user/info', { token: 7 })).toMatchObject({ code: -1 });
    expect(await person.post('/user/info', { userId: '1' })).toMatchObject({ code: -1, fields: { userId: expect.any(String) } });
  });

  it('needs a session, as logging out does', async () => {
    for (const path of ['/user/info', '/user/logout']) expect(await house.person({ language: 'zh' }).post(path)).toMatchObject({ code: 50008, msg: '你已被登出，请重新登录' });
  });
});

describe('asking for a username', () => {
  let house: People;
  beforeAll(async () => {
    house = await people();
    await house.addMember({ username: 'Somebody', mobile: '13800000001' });
  });
  afterAll(() => house.close());

  it.each([
    ['Somebody', true],
    [' sOMEBODY ', true],
    ['nobody', false],
    ['some%', false],
    ['', false],
    ['13800000001', false],
  ])('%j is taken: %s; a number is never told', async (field, taken) => {
    expect(await house.person().post('/user/exists', { field })).toMatchObject({ code: 1, data: taken });
  });

  it('is possible 200 times in ten minutes from one address', async () => {
    const curious = house.person({ ip: '192.0.2.5' });
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => curious.post('/user/exists', { field: `name${n}` })));
      expect(answers.every(({ code }) => code === 1)).toBe(true);
    }
    expect(await curious.post('/user/exists', { field: 'Somebody' })).toMatchObject({ code: 0, error: 'rate_limited', msg: expect.stringContaining('600 s') });
    house.clock.advance(600_000);
    expect(await curious.post('/user/exists', { field: 'Somebody' })).toMatchObject({ code: 1, data: true });
  });
});
