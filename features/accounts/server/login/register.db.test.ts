import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProofOfWork, workAnswer } from '#features/captcha/proof-of-work.ts';
import { solveWork } from '#features/captcha/solve.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { PASSWORD, type People, people } from '../people-for-tests.ts';

describe('registering', () => {
  let app: People;
  beforeAll(async () => {
    app = await people();
  });
  afterAll(() => app.close());

  let addresses = 0;
  /** Each visitor from an address of their own. */
  const newcomer = (from: Parameters<People['person']>[0] = {}) =>
    app.person({ ip: `10.1.${addresses >> 8}.${(addresses += 1) & 255}`, ...from });
  async function codeFor(mobile: string): Promise<string> {
    expect(await newcomer().post('/sms/send', { event: 'register', mobile })).toMatchObject({ code: 1 });
    return (await app.messages()).at(-1)?.code ?? '';
  }
  const counts = async (): Promise<Record<string, number>> => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::integer from members) as members, (select count(*)::integer from users) as users, (select count(*)::integer from wallets) as wallets,
        (select count(*)::integer from sessions) as sessions, (select count(*)::integer from sms_codes where used_at is not null) as codes`.execute(
      app.db,
    );
    return rows[0] ?? {};
  };

  it('creates a merchant with a wallet and a user, and logs it in', async () => {
    const smsCode = await codeFor('13800000001');
    const before = await counts();
    const person = newcomer({ browser: true });
    const answer = await person.post<{ userinfo: { token: string; memberNo: string } }>(
      '/user/register',
      form('NewShop', '13800000001', smsCode),
    );
    expect(answer).toMatchObject({
      code: 1,
      data: {
        userinfo: {
          username: 'NewShop',
          nickname: 'NewShop',
          avatar: null,
          roles: ['member'],
          memberNo: expect.stringMatching(/^[1-9]\d{7}$/),
        },
      },
    });
    expect(await counts()).toEqual(grownBy(before, 1));
    person.token = answer.data?.userinfo.token;
    expect(await person.post('/user/info')).toMatchObject({
      code: 1,
      data: {
        userinfo: {
          mobile: '138****0001',
          mobilebind: 1,
          consecutiveDays: 1,
          balance: '0.00',
          available: '0.00',
          settlement: { mode: 'D', days: 1, sameDayRatio: '0' },
          certification: 'none',
          hasPayPassword: false,
        },
      },
    });
    expect(await newcomer().logIn('newshop')).toMatchObject({ code: 1 });
    expect(await newcomer().logIn('13800000001')).toMatchObject({ code: 1 });
  });

  it('as an agent creates one that can invite: its member number is the code', async () => {
    const agent = await newcomer().post<{ userinfo: { memberNo: string } }>(
      '/user/register',
      form('NewAgent', '13800000002', await codeFor('13800000002'), { type: 'agent' }),
    );
    expect(agent).toMatchObject({ code: 1, data: { userinfo: { roles: ['agency'] } } });
    const agentNo = agent.data?.userinfo.memberNo ?? '';
    const invited = await newcomer().post<{ userinfo: { memberNo: string } }>(
      '/user/register',
      form('invited', '13800000003', await codeFor('13800000003'), { inviteCode: agentNo }),
    );
    const member = await app.members.find(BigInt(invited.data?.userinfo.memberNo ?? 0));
    expect(member?.uplines).toEqual([BigInt(agentNo)]);
    expect(await app.members.find(BigInt(agentNo))).toMatchObject({ kind: 'agent', uplines: [] });
  });

  it('starts with the settlement terms that the platform gives new members', async () => {
    await app.setSettings({ settlementMode: 'T', settlementDays: 0, sameDayRatio: 800_000 });
    const answer = await newcomer().post<{ userinfo: { memberNo: string } }>(
      '/user/register',
      form('settled', '13800000004', await codeFor('13800000004')),
    );
    await app.setSettings({ settlementMode: 'D', settlementDays: 1, sameDayRatio: 0 });
    expect((await app.members.find(BigInt(answer.data?.userinfo.memberNo ?? 0)))?.settlement).toEqual({
      mode: 'T',
      days: 0,
      sameDayRatioE4: 800_000,
    });
  });

  describe('is refused, and leaves nothing behind', () => {
    it.each([
      ['a malformed invitation code', { inviteCode: '1234' }, 'inviteCode'],
      ['a short username', { username: 'ab' }, 'username'],
      ['a username with other characters', { username: 'añb' }, 'username'],
      ['passwords that differ', { confirmPassword: 'Demo12345' }, 'confirmPassword'],
      ['a password with a space', { password: 'Demo 1234', confirmPassword: 'Demo 1234' }, 'password'],
      ['an invalid number', { mobile: '23800000010' }, 'mobile'],
      ['a code of letters', { smsCode: 'abcdef' }, 'smsCode'],
      ['an unknown type', { type: 'operator' }, 'type'],
      ['a role chosen by the user', { role: 'operator' }, 'role'],
      ['a member number chosen by the user', { memberNo: '10000001' }, 'memberNo'],
    ])('with an error at the field: %s', async (_, change, field) => {
      // A day each, because a number gets ten codes a day.
      app.clock.advance(24 * 3_600_000);
      const smsCode = await codeFor('13800000010');
      const before = await counts();
      const answer = await newcomer().post('/user/register', form('refused', '13800000010', smsCode, change));
      expect(answer).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
      expect(await counts()).toEqual(before);
    });

    it('by the number of a merchant, of a disabled agent, or of no member', async () => {
      const { member: merchant } = await app.addMember({ username: 'nomerchant' });
      const { member: disabled } = await app.addMember({ username: 'noagent', kind: 'agent' });
      await sql`update members set state = 'disabled' where member_no = ${disabled.memberNo}`.execute(app.db);
      const smsCode = await codeFor('13800000011');
      const before = await counts();
      for (const memberNo of [merchant.memberNo, disabled.memberNo, 12_345_678n]) {
        const answer = await newcomer().post(
          '/user/register',
          form('under', '13800000011', smsCode, { inviteCode: memberNo.toString() }),
        );
        expect(answer).toMatchObject({
          code: 0,
          error: 'invite_unknown',
          msg: 'This invitation code isn’t valid',
        });
      }
      expect(await counts()).toEqual(before);
    });

    it('as an agent below the last level of agents; a merchant there is welcome', async () => {
      const { member: root } = await app.addMember({ username: 'level1', kind: 'agent' });
      const { member: second } = await app.addMember({ username: 'level2', kind: 'agent', uplineNo: root.memberNo });
      await app.setSettings({ agentDepth: 2 });
      const inviteCode = second.memberNo.toString();
      const smsCode = await codeFor('13800000021');
      const before = await counts();
      expect(
        await newcomer().post('/user/register', form('level3', '13800000021', smsCode, { inviteCode, type: 'agent' })),
      ).toMatchObject({ code: 0, error: 'tree_too_deep', msg: 'Agents can be at most 2 levels deep' });
      expect(await counts()).toEqual(before);
      const merchant = form('deepshop', '13800000021', smsCode, { inviteCode });
      expect(await newcomer().post('/user/register', merchant)).toMatchObject({ code: 1 });
      await app.setSettings({ agentDepth: 5 });
    });

    it('with a wrong code, a code of another number, or a used code', async () => {
      const mine = await codeFor('13800000012');
      const theirs = await codeFor('13800000013');
      const wrong = { code: -1, fields: { smsCode: 'The code is wrong or has expired' } };
      expect(await newcomer().post('/user/register', form('coded', '13800000012', otherThan(mine)))).toMatchObject(
        wrong,
      );
      expect(await newcomer().post('/user/register', form('coded', '13800000013', mine))).toMatchObject(
        mine === theirs ? { code: 1 } : wrong,
      );
      expect(await newcomer().post('/user/register', form('coded', '13800000012', mine))).toMatchObject({ code: 1 });
      await sql`update users set mobile = null where username = 'coded'`.execute(app.db);
      expect(await newcomer().post('/user/register', form('coded2', '13800000012', mine))).toMatchObject(wrong);
    });

    it('after five wrong codes, even with the right one', async () => {
      const smsCode = await codeFor('13800000014');
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          newcomer().post('/user/register', form(`guess${n}`, '13800000014', otherThan(smsCode))),
        ),
      );
      expect(await newcomer().post('/user/register', form('guesser', '13800000014', smsCode))).toMatchObject({
        code: -1,
        fields: { smsCode: expect.any(String) },
      });
    });

    it('with a code that is five minutes old', async () => {
      const smsCode = await codeFor('13800000015');
      app.clock.advance(5 * 60_000);
      expect(await newcomer().post('/user/register', form('late', '13800000015', smsCode))).toMatchObject({
        code: -1,
        fields: { smsCode: expect.any(String) },
      });
    });

    it('for a taken username, in any case; the same code then still works for another name', async () => {
      await app.addMember({ username: 'Taken' });
      const smsCode = await codeFor('13800000016');
      expect(
        await newcomer({ language: 'zh' }).post('/user/register', form('tAKEN', '13800000016', smsCode)),
      ).toMatchObject({
        code: -1,
        fields: { username: '该用户名已被使用' },
      });
      expect(await newcomer().post('/user/register', form('nottaken', '13800000016', smsCode))).toMatchObject({
        code: 1,
      });
    });

    it('for a number that was bound meanwhile', async () => {
      const smsCode = await codeFor('13800000017');
      await app.addMember({ username: 'quicker', mobile: '13800000017' });
      const before = await counts();
      expect(await newcomer().post('/user/register', form('slower', '13800000017', smsCode))).toMatchObject({
        code: -1,
        fields: { mobile: 'This mobile number is already in use' },
      });
      expect(await counts()).toEqual(before);
    });

    it('while registration, or that of agents, is closed', async () => {
      const smsCode = await codeFor('13800000018');
      await app.setSettings({ agentRegistrationOpen: false });
      expect(
        await newcomer().post('/user/register', form('closed', '13800000018', smsCode, { type: 'agent' })),
      ).toMatchObject({
        code: 0,
        error: 'agent_registration_closed',
      });
      await app.setSettings({ registrationOpen: false });
      expect(await newcomer().post('/user/register', form('closed', '13800000018', smsCode))).toMatchObject({
        code: 0,
        error: 'registration_closed',
      });
      await app.setSettings({ registrationOpen: true, agentRegistrationOpen: true });
      expect(
        await newcomer().post('/user/register', form('closed', '13800000018', smsCode, { type: 'agent' })),
      ).toMatchObject({ code: 1 });
    });

    it('after 60 tries in an hour from one address', async () => {
      const answers = [];
      for (let n = 0; n < 62; n += 1)
        answers.push(
          await newcomer({ ip: '192.0.2.77' }).post('/user/register', form(`many${n}`, '13800000019', '000000')),
        );
      expect(answers.slice(0, 60).every(({ code }) => code === -1)).toBe(true);
      expect(answers.slice(60)).toEqual([
        expect.objectContaining({ code: 0, error: 'too_many_tries' }),
        expect.objectContaining({ code: 0, error: 'too_many_tries' }),
      ]);
    });
  });

  describe('at once', () => {
    it.each([2, 20])(
      '%i clicks on one form create one member; the others learn that the name is taken',
      async (clicks) => {
        const mobile = `138000002${String(clicks).padStart(2, '0')}`;
        const smsCode = await codeFor(mobile);
        const before = await counts();
        const answers = await Promise.all(
          Array.from({ length: clicks }, () =>
            newcomer().post('/user/register', form(`click${clicks}`, mobile, smsCode)),
          ),
        );
        expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
        expect(answers.filter(({ fields }) => fields?.['username'] !== undefined)).toHaveLength(clicks - 1);
        expect(await counts()).toEqual(grownBy(before, 1));
      },
    );

    it('20 names with one code create one member', async () => {
      const smsCode = await codeFor('13800000120');
      const before = await counts();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          newcomer().post('/user/register', form(`crowd${n}`, '13800000120', smsCode)),
        ),
      );
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(
        answers.filter(({ fields }) => fields?.['mobile'] !== undefined || fields?.['smsCode'] !== undefined),
      ).toHaveLength(19);
      expect(await counts()).toEqual(grownBy(before, 1));
    });

    it('of two people who want one name, one gets it, and the other keeps the code and takes another name', async () => {
      const two = [
        { mobile: '13800000121', smsCode: await codeFor('13800000121') },
        { mobile: '13800000122', smsCode: await codeFor('13800000122') },
      ];
      const answers = await Promise.all(
        two.map(({ mobile, smsCode }) => newcomer().post('/user/register', form('wanted', mobile, smsCode))),
      );
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(answers.filter(({ fields }) => fields?.['username'] !== undefined)).toHaveLength(1);
      const loser = two[answers.findIndex(({ code }) => code === -1)];
      expect(
        await newcomer().post('/user/register', form('second', loser?.mobile ?? '', loser?.smsCode ?? '')),
      ).toMatchObject({ code: 1 });
    });
  });

  it('uses one connection at a time, so that a crowd never deadlocks', async () => {
    // While the password is hashed, the cached settings expire.
    const narrow = await people({ connections: 1, whilePasswordsWork: async ({ clock }) => clock.advance(2_000) });
    const crowd = [];
    for (let n = 0; n < 5; n += 1) {
      const mobile = `1390000000${n}`;
      await narrow.person().post('/sms/send', { event: 'register', mobile });
      crowd.push(form(`narrow${n}`, mobile, (await narrow.messages()).at(-1)?.code ?? ''));
    }
    const answers = await Promise.all(crowd.map((body) => narrow.person().post('/user/register', body)));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    await narrow.close();
  });

  it('creates nothing with a code that expired while the password was hashed', async () => {
    const smsCode = await codeFor('13800000140');
    const slow = await people({ sharing: app, whilePasswordsWork: async ({ clock }) => clock.advance(5 * 60_000) });
    const before = await counts();
    expect(await slow.person().post('/user/register', form('slow', '13800000140', smsCode))).toMatchObject({
      code: -1,
      fields: { smsCode: expect.any(String) },
    });
    expect(await counts()).toEqual(before);
    await slow.close();
  });

  it('requires a captcha of its own, which works once', async () => {
    const guarded = await people({ captcha: 'altcha', sharing: app });
    const smsCode = await codeFor('13800000130');
    const person = guarded.person();
    expect(await person.post('/user/register', form('guarded', '13800000130', smsCode))).toMatchObject({ code: -3 });
    const init = await person.post<{ altcha: ProofOfWork }>('/captcha/init');
    if (!init.data) throw new Error('no captcha');
    const captcha = workAnswer(init.data.altcha, await solveWork(init.data.altcha));
    expect(
      await person.post('/user/register', form('guarded', '13800000130', otherThan(smsCode), captcha)),
    ).toMatchObject({ code: -1 });
    expect(await person.post('/user/register', form('guarded', '13800000130', smsCode, captcha))).toMatchObject({
      code: -3,
    });
    await guarded.close();
  });
});

function form(username: string, mobile: string, smsCode: string, more: object = {}) {
  return { username, password: PASSWORD, confirmPassword: PASSWORD, mobile, smsCode, ...more };
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

function grownBy(before: Record<string, number>, by: number): Record<string, number> {
  return Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count + by]));
}
