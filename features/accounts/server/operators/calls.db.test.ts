import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAudit } from '#features/audit/server/verify.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import { PASSWORD, type People, people, type Person } from '../people-for-tests.ts';

const MINUTE_MS = 60_000;
const NEW = 'Fresh123';

interface UserRow {
  id: string;
  username: string;
  state: string;
}

describe('operators', () => {
  let app: People;
  let sharing: People;
  let operator: Person;
  let operatorId: bigint;
  beforeAll(async () => {
    app = await people();
    sharing = await people({ sharing: app });
    operatorId = await app.addOperator('operator1');
    operator = app.person();
    await operator.logIn('operator1');
  });
  afterAll(async () => {
    await sharing.close();
    await app.close();
  });

  async function member(username: string, more: { mobile?: string } = {}) {
    const { userId, member: added } = await app.addMember({ username, ...more });
    app.clock.advance(1);
    const person = app.person();
    await person.logIn(username);
    return { id: userId.toString(), memberNo: added.memberNo.toString(), person };
  }
  const isIn = async (person: Person): Promise<boolean> => (await person.post('/user/info')).code === 1;
  const operatorLogs = async (): Promise<object[]> =>
    (await operator.post<{ list: object[] }>('/user/logs')).data?.list ?? [];
  const find = async (q?: string, more: object = {}): Promise<{ total: number; list: UserRow[] }> =>
    (
      await operator.post<{ total: number; list: UserRow[] }>('/operator/user/list', {
        ...(q === undefined ? {} : { q }),
        ...more,
      })
    ).data ?? {
      total: -1,
      list: [],
    };

  it.each([
    '/operator/user/list',
    '/operator/user/disable',
    '/operator/user/enable',
    '/operator/user/resetFactor',
    '/operator/user/startReset',
  ])('are the only ones who can call %s: members get not_found', async (path) => {
    const { id, person } = await member(`m${path.length}${path.slice(-4)}`.slice(0, 12));
    const input = path.endsWith('list') ? {} : { id };
    expect(await person.post(path, input)).toMatchObject({ code: 0, error: 'not_found' });
    expect(await app.person().post(path, input)).toMatchObject({ code: 50008 });
    expect(await isIn(person)).toBe(true);
  });

  describe('find users', () => {
    it('by the beginning of the name in any case, the member number, or the full bound mobile', async () => {
      const { id, memberNo } = await member('Findable', { mobile: '13800000009' });
      await member('find_me');
      expect((await find('find')).list.map(({ username }) => username)).toEqual(['find_me', 'Findable']);
      for (const q of [
        'FINDA',
        memberNo,
        ' 13800000009 ',
        '+86 138 0000 0009',
        '0086-138-0000-0009',
        '\u202d１３８０００００００９\u202c',
        `\u200e${memberNo}\u200b`,
        '\ufefffinda',
      ])
        expect(await find(q)).toMatchObject({ total: 1, list: [{ id }] });
      for (const q of ['inda', memberNo.slice(1), '1380000000', '%', 'find%', "' or 1=1 --"])
        expect(await find(q)).toMatchObject({ total: 0, list: [] });
    });

    it('and see only what they need, never a full number or anything secret', async () => {
      const { id, memberNo } = await member('shown', { mobile: '13812341234' });
      expect((await find('shown')).list[0]).toEqual({
        id,
        username: 'shown',
        nickname: 'shown',
        role: 'member',
        memberNo,
        mobile: '138****1234',
        state: 'active',
        lastLoginAt: app.clock.now().toISOString(),
        createdAt: new Date(app.clock.now().getTime() - 1).toISOString(),
      });
    });

    it('page by page, newest first or oldest first', async () => {
      const all = await find(undefined, { limit: 100 });
      expect(all.total).toBe(all.list.length);
      expect(all.list.at(-1)?.username).toBe('operator1');
      const second = await find('', { limit: 2, page: 2, order: 'asc' });
      expect(second.list.map(({ id }) => id)).toEqual(
        all.list
          .toReversed()
          .slice(2, 4)
          .map(({ id }) => id),
      );
    });
  });

  describe('disable a user,', () => {
    it("who is logged out at once on every process and can't log in until enabled", async () => {
      const { id, person } = await member('locked');
      const elsewhere = sharing.person();
      elsewhere.token = person.token;
      expect(await isIn(elsewhere)).toBe(true);
      expect(await operator.post('/operator/user/disable', { id })).toMatchObject({ code: 1 });
      expect(await elsewhere.post('/user/info')).toMatchObject({ code: 50008 });
      expect(await person.logIn('locked')).toMatchObject({ error: 'login_wrong' });
      expect((await find('locked')).list[0]?.state).toBe('disabled');

      expect(await operator.post('/operator/user/enable', { id })).toMatchObject({ code: 1 });
      // The old session stays ended.
      expect(await isIn(elsewhere)).toBe(false);
      expect(await person.logIn('locked')).toMatchObject({ code: 1 });
      expect((await operatorLogs()).slice(0, 2)).toMatchObject([
        { action: 'user_enabled', object: 'locked', result: 'done' },
        { action: 'user_disabled', object: 'locked', result: 'done' },
      ]);
    });

    it('and it is logged once, with the member it concerned', async () => {
      const { id, memberNo } = await member('twice');
      await Promise.all([1, 2, 3].map(() => operator.post('/operator/user/disable', { id })));
      const { rows } = await app.db.pool.query("select chain, member_no from audit_log where object = 'twice'");
      expect(rows).toEqual([{ chain: operatorId, member_no: BigInt(memberNo) }]);
      await operator.post('/operator/user/enable', { id });
      await operator.post('/operator/user/enable', { id });
      expect((await app.db.pool.query("select from audit_log where object = 'twice'")).rowCount).toBe(2);
    });
  });

  it('remove a lost authenticator, which ends the sessions and notifies the user', async () => {
    const { id, person } = await member('lost_phone');
    await app.db.pool.query(
      'insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at) values ($1, gen_random_uuid(), $2, 0, now())',
      [id, Buffer.alloc(1)],
    );
    expect(await operator.post('/operator/user/resetFactor', { id })).toMatchObject({ code: 1 });
    expect(await isIn(person)).toBe(false);
    expect(await person.logIn('lost_phone')).toMatchObject({ code: 1 });
    expect(await person.post('/notice/list')).toMatchObject({ data: { list: [{ kind: 'authenticator_removed' }] } });
    expect((await operatorLogs())[0]).toMatchObject({ action: 'factor_reset', object: 'lost_phone' });
    // There is none left: nothing happens, and no notice is sent.
    expect(await operator.post('/operator/user/resetFactor', { id })).toMatchObject({ code: 1 });
    expect(await isIn(person)).toBe(true);
    expect(await person.post('/notice/list')).toMatchObject({ data: { total: 1 } });
  });

  it('remove it while it is being used, without a deadlock', async () => {
    const { id } = await member('in_a_hurry');
    await app.db.pool.query(
      'insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at) values ($1, gen_random_uuid(), $2, 0, now())',
      [id, Buffer.alloc(1)],
    );
    const login = await app.db.pool.connect();
    await login.query('begin');
    // As in every login: the step is spent, then the user is locked.
    await login.query('update authenticators set last_step = 1 where user_id = $1', [id]);
    const taken = operator.post('/operator/user/resetFactor', { id });
    await untilLocksAwaited(app.db.pool);
    await login.query('select from users where user_id = $1 for update', [id]);
    await login.query('commit');
    login.release();
    expect(await taken).toMatchObject({ code: 1 });
  });

  describe('make a reset link,', () => {
    const startReset = async (id: string): Promise<string> => {
      const answer = await operator.post<{ link: string }>('/operator/user/startReset', { id });
      expect(answer).toMatchObject({ code: 1 });
      const link = new URL(answer.data?.link ?? '');
      expect(link.href).toMatch(/^https:\/\/pay\.example\/#\/reset-password\?token=[\w-]{43}$/);
      return link.hash.split('token=')[1] ?? '';
    };
    const reset = (token: string, more: object = {}, from: Parameters<People['person']>[0] = {}) =>
      app.person(from).post('/user/resetPassword', { token, password: NEW, confirmPassword: NEW, ...more });

    it('which works once, ends all sessions, notifies the user, and is stored only as a hash', async () => {
      const { id, person } = await member('forgetful', { mobile: '13800000011' });
      const token = await startReset(id);
      expect((await operatorLogs())[0]).toMatchObject({ action: 'password_reset_started', object: 'forgetful' });
      expect(await isIn(person)).toBe(true);
      const { rows } = await app.db.pool.query<{ row: string }>(
        'select password_resets::text as row from password_resets union all select audit_log::text from audit_log',
      );
      expect(rows.some(({ row }) => row.includes(token))).toBe(false);

      expect(await reset(token, {}, { ip: '203.0.113.44' })).toMatchObject({ code: 1 });
      expect(await isIn(person)).toBe(false);
      expect(await person.logIn('forgetful', PASSWORD)).toMatchObject({ error: 'login_wrong' });
      expect(await person.logIn('forgetful', NEW)).toMatchObject({ code: 1 });
      expect(await person.post('/user/logs')).toMatchObject({
        data: {
          list: [
            { action: 'login' },
            { action: 'login_failed' },
            { action: 'password_reset', ip: '203.0.113.44' },
            { action: 'login' },
          ],
        },
      });
      expect(await person.post('/notice/list')).toMatchObject({
        data: { list: [{ kind: 'password_changed' }, { kind: 'password_reset_started' }] },
      });
      expect(await reset(token, { password: 'Other123', confirmPassword: 'Other123' })).toMatchObject({
        code: 0,
        error: 'reset_link_over',
      });
      expect(await person.logIn('forgetful', NEW)).toMatchObject({ code: 1 });
    });

    it('which works once even for concurrent requests', async () => {
      const token = await startReset((await member('clicks')).id);
      const answers = await Promise.all(Array.from({ length: 8 }, () => reset(token, {}, { ip: '203.0.113.45' })));
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(answers.filter(({ error }) => error === 'reset_link_over')).toHaveLength(7);
    });

    it('which ends after an hour, when a newer link is made, and while the user is disabled', async () => {
      const { id } = await member('late');
      const old = await startReset(id);
      app.clock.advance(60 * MINUTE_MS);
      expect(await reset(old, {}, { ip: '203.0.113.46' })).toMatchObject({ error: 'reset_link_over' });
      await operator.logIn('operator1');
      const [first, second] = [await startReset(id), await startReset(id)];
      expect(await reset(first, {}, { ip: '203.0.113.46' })).toMatchObject({ error: 'reset_link_over' });
      await operator.post('/operator/user/disable', { id });
      expect(await reset(second, {}, { ip: '203.0.113.46' })).toMatchObject({ error: 'reset_link_over' });
      await operator.post('/operator/user/enable', { id });
      expect(await reset(second, {}, { ip: '203.0.113.46' })).toMatchObject({ code: 1 });
    });

    it('which requires two equal passwords of the right form, and is not used up by a mistake', async () => {
      const token = await startReset((await member('typist')).id);
      const typist = { ip: '203.0.113.47', language: 'zh' };
      expect(await reset(token, { confirmPassword: 'Fresh124' }, typist)).toMatchObject({
        code: -1,
        fields: { confirmPassword: '两次输入的密码不一致' },
      });
      expect(await reset(token, { password: 'a b', confirmPassword: 'a b' }, typist)).toMatchObject({
        code: -1,
        fields: { password: expect.any(String) },
      });
      expect(await reset(token, {}, typist)).toMatchObject({ code: 1 });
    });

    it("which can't be guessed: a wrong one changes nothing, and an address has 20 tries an hour", async () => {
      const stranger = { ip: '203.0.113.48' };
      for (let attempt = 0; attempt < 20; attempt += 1)
        expect(await reset('A'.repeat(43), {}, stranger)).toMatchObject({ error: 'reset_link_over' });
      expect(await reset('A'.repeat(43), {}, stranger)).toMatchObject({
        code: 0,
        error: 'too_many_tries',
        msg: expect.stringContaining('60'),
      });
    });
  });

  it.each(['disable', 'enable', 'resetFactor', 'startReset'])("can't do it to themselves: %s", async (act) => {
    expect(await operator.post(`/operator/user/${act}`, { id: operatorId.toString() })).toMatchObject({
      code: 0,
      error: 'own_user',
    });
  });

  it.each(['disable', 'enable', 'resetFactor', 'startReset'])(
    'get an error if there is no such user: %s',
    async (act) => {
      for (const id of ['1', '8999999999999999999'])
        expect(await operator.post(`/operator/user/${act}`, { id })).toMatchObject({ code: 0, error: 'not_found' });
      for (const id of ['', 'x', '9'.repeat(19)])
        expect(await operator.post(`/operator/user/${act}`, { id })).toMatchObject({
          code: -1,
          fields: { id: expect.any(String) },
        });
    },
  );

  it("leave the log's chains intact", async () => {
    expect((await checkAudit(app.db, app.sealer)).broken).toBeUndefined();
  });
});
