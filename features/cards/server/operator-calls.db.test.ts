import { randomBytes } from 'node:crypto';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picture } from '#features/files/server/files-for-tests.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { CARD, cardApp, cardNumber, ICBC_CARD } from './cards-for-tests.ts';
import type { OperatorCardDetail } from '../contract.ts';
import { cardJobs } from './jobs.ts';
import { cardVerbs } from './verbs.ts';

let at: Awaited<ReturnType<typeof cardApp>>;
beforeAll(async () => {
  at = await cardApp();
  await at.app.setSettings({ cardsApprovedAutomatically: false });
});
afterAll(() => at.app.close());
beforeEach(() => at.app.clock.advance(2000));

async function pendingCard() {
  const member = await at.member();
  return { ...member, id: (await at.add(member.person)).data?.id ?? '' };
}

describe('/operator/bankcard/list and /operator/bankcard/decide', () => {
  it('require the operator’s bound factor, and accept a code once', async () => {
    await at.app.addOperator('careful');
    const careful = at.app.person();
    await careful.logIn('careful');
    const { secret } = await at.owners.bindApp(careful);
    const [first, second] = [await pendingCard(), await pendingCard()];
    const decide = (id: string, more: object = {}) =>
      careful.post('/operator/bankcard/decide', { id, status: 'approved', ...more });
    const step = { verifyType: 'google', verifyCode: at.owners.codeOf(secret) };
    expect(await decide(first.id)).toMatchObject({ code: -2, data: { methods: ['google'] } });
    expect(await decide(first.id, { ...step, verifyCode: '000000' })).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
    expect(await at.normal(first.person)).toEqual([]);
    expect(await decide(first.id, step)).toMatchObject({ code: 1 });
    expect(await decide(second.id, step)).toMatchObject({ code: 0, error: 'second_step_wrong' });
    expect(await at.normal(second.person)).toEqual([]);
    // Negative control: an operator without a bound factor.
    expect(await at.decide(second.id, 'approved')).toMatchObject({ code: 1 });
  });

  it('list pending cards, newest first, with masked accounts and without removed cards', async () => {
    const first = await pendingCard();
    at.app.clock.advance(1000);
    const second = await pendingCard();
    const gone = await pendingCard();
    await at.remove(gone.person, gone.id);
    const { data } = await at.waiting({ limit: 2 });
    expect(data?.list.map(({ memberNo }) => memberNo)).toEqual([second.memberNo, first.memberNo].map(String));
    expect(data?.list[0]).toEqual({
      id: second.id,
      memberNo: second.memberNo.toString(),
      memberName: expect.any(String),
      type: 'bank',
      holder: '张三',
      bank: 'ICBC',
      bankName: 'Industrial and Commercial Bank of China',
      branch: '北京分行',
      account: '622202****5702',
      status: 'pending',
      reviewRemark: '',
      createdAt: at.app.clock.now().toISOString(),
      changedAt: at.app.clock.now().toISOString(),
      reviewedAt: null,
    });
    const waiting = data?.total ?? 0;
    await at.decide(second.id, 'approved');
    expect(await at.waiting({ status: 'approved', memberNo: second.memberNo.toString() })).toMatchObject({
      data: { total: 1, extend: { pending: waiting - 1 }, list: [{ id: second.id }] },
    });
    expect((await at.waiting({ limit: 100, order: 'asc' })).data?.list.at(-1)?.id).toBe(first.id);
    expect(await at.waiting({ status: 'all', memberNo: gone.memberNo.toString() })).toMatchObject({
      data: { total: 0 },
    });
  });

  it('are found by the whole account number, as it is typed, and by the beginning of the holder’s name', async () => {
    const { person } = await at.member();
    const account = cardNumber(4_001);
    await at.add(person, { ...CARD, holder: 'Ana Gómez', account });
    const found = async (q: string) => (await at.waiting({ q })).data?.list.map(({ holder }) => holder);
    for (const typed of [account, account.replaceAll(/(.{4})/g, '$1 '), 'ana g', 'Ana Gómez'])
      expect(await found(typed), typed).toEqual(['Ana Gómez']);
    for (const typed of [account.slice(0, 12), account.slice(-4), 'gómez', 'an_', '%'])
      expect(await found(typed), typed).toEqual([]);
  });

  it.each(['approved', 'rejected'] as const)(
    'let an operator decide %s once, notify the member and log it',
    async (status) => {
      const { person, memberNo, userId, id } = await pendingCard();
      expect(await at.normal(person)).toEqual([]);
      expect(await at.cards.find(memberNo, id)).toBeUndefined();
      expect(await at.decide(id, status, 'Thank you')).toMatchObject({ code: 1 });
      expect(await at.list(person)).toMatchObject([{ id, status, reviewRemark: 'Thank you' }]);
      expect((await at.normal(person)).map((card) => card.id)).toEqual(status === 'approved' ? [id] : []);
      expect((await at.cards.find(memberNo, id))?.beneficiary).toEqual(
        status === 'approved' ? { ...CARD, account: ICBC_CARD } : undefined,
      );
      for (const other of ['approved', 'rejected'])
        expect(await at.decide(id, other, 'Again')).toMatchObject({ code: 0, error: 'card_decided' });
      const { rows } =
        await sql`select chain, object from audit_log where action = 'card_decided' and member_no = ${memberNo}`.execute(
          at.app.db,
        );
      expect(rows).toEqual([{ chain: at.bossId, object: `${memberNo} 622202****5702 ${status}` }]);
      expect((await at.owners.noticesOf(userId)).map(({ kind }) => kind)).toContain(`card_${status}`);
    },
  );

  it.each(['startReset', 'resetFactor'])(
    'refuse an operator who did %s to the member within a day; another operator can decide',
    async (act) => {
      const { userId, person, id } = await pendingCard();
      await at.owners.bindApp(person);
      expect(await at.boss.post(`/operator/user/${act}`, { id: userId.toString() })).toMatchObject({ code: 1 });
      const refused = { code: 0, error: 'decide_after_reset', msg: expect.stringContaining('24 h') };
      for (const status of ['approved', 'rejected']) expect(await at.decide(id, status, 'no')).toMatchObject(refused);
      const [other, untouched] = [await pendingCard(), at.app.person()];
      expect(await at.decide(other.id, 'approved')).toMatchObject({ code: 1 });
      await at.app.addOperator(act.toLowerCase());
      await untouched.logIn(act.toLowerCase());
      expect(await untouched.post('/operator/bankcard/decide', { id, status: 'approved' })).toMatchObject({ code: 1 });
    },
  );

  it('allow an operator who reset the member to decide after a day', async () => {
    const { userId, id } = await pendingCard();
    await at.boss.post('/operator/user/startReset', { id: userId.toString() });
    at.app.clock.advance(86_400_000 - 1);
    await at.boss.logIn('boss');
    expect(await at.decide(id, 'approved')).toMatchObject({
      error: 'decide_after_reset',
      msg: expect.stringContaining('1 h'),
    });
    at.app.clock.advance(1);
    expect(await at.decide(id, 'approved')).toMatchObject({ code: 1 });
  });

  it('make only one of several simultaneous decisions', async () => {
    const { id } = await pendingCard();
    const answers = await Promise.all(
      ['approved', 'rejected', 'approved', 'rejected'].map((status) => at.decide(id, status, 'x')),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  });

  it('decide only the card that was seen: one that was changed or removed meanwhile is not found', async () => {
    const { person, memberNo, id } = await pendingCard();
    const changed = (await at.edit(person, id, { ...CARD, account: cardNumber(1) })).data?.id ?? '';
    expect(await at.decide(id, 'approved')).toMatchObject({ code: 0, error: 'not_found' });
    expect(await at.cards.find(memberNo, changed)).toBeUndefined();
    await at.decide(changed, 'approved');
    expect(await at.cards.find(memberNo, changed)).toBeDefined();
    const again = (await at.edit(person, changed, { ...CARD, account: '' })).data;
    expect(again).toMatchObject({ status: 'pending' });
    await at.remove(person, again?.id ?? '');
    expect(await at.decide(again?.id ?? '', 'approved')).toMatchObject({ code: 0, error: 'not_found' });
  });

  it('require a reason for a rejection, and reject unknown statuses and cards', async () => {
    const { person, id } = await pendingCard();
    expect(await at.decide(id, 'rejected', ' ')).toMatchObject({
      code: -1,
      fields: { reviewRemark: 'Enter the reason for rejecting it' },
    });
    expect(await at.decide(id, 'pending')).toMatchObject({ code: -1, fields: { status: expect.any(String) } });
    for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
      expect(await at.decide(unknown, 'approved')).toMatchObject({ code: 0, error: 'not_found' });
    expect(await at.list(person)).toMatchObject([{ status: 'pending' }]);
  });

  it('are for operators only, as the other card calls are for members only', async () => {
    const { person } = await at.member();
    for (const path of ['/operator/bankcard/list', '/operator/bankcard/decide']) {
      expect(await person.post(path)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.app.person().post(path)).toMatchObject({ code: 50008 });
    }
    for (const path of ['/bankcard/list', '/bankcard/normal', '/bankcard/add', '/bankcard/edit', '/bankcard/remove']) {
      expect(await at.boss.post(path)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.app.person().post(path)).toMatchObject({ code: 50008 });
    }
  });
});

describe('an account', () => {
  it('is stored sealed and as a keyed hash: only its first and last digits are readable in the database', async () => {
    const { person, id } = await pendingCard();
    await at.edit(person, id, { ...CARD, holder: '张三丰', account: '' });
    const dump = await everyCell();
    const hexOf = (text: string) => Buffer.from(text).toString('hex');
    for (const planted of [
      ICBC_CARD,
      ICBC_CARD.slice(0, 8),
      ICBC_CARD.slice(8),
      hexOf(ICBC_CARD),
      hexOf(ICBC_CARD.slice(4, 16)),
    ])
      expect(dump.includes(planted), planted).toBe(false);
    expect(dump).toContain('622202****5702');
    expect(dump).toContain('张三丰');
  });

  it('has a different hash for each member, and does not unseal in another row', async () => {
    const [mine, other] = [await pendingCard(), await pendingCard()];
    const { rows } = await sql<{ hashes: bigint }>`
      select count(distinct account_hash) as hashes from bank_cards where card_id in (${mine.id}, ${other.id})`.execute(
      at.app.db,
    );
    expect(rows).toEqual([{ hashes: 2n }]);
    await at.decide(mine.id, 'approved');
    expect(await at.cards.find(mine.memberNo, mine.id)).toBeDefined();
    const sealed = await sql<{ account: Buffer }>`
      select account_sealed as account from bank_cards where card_id = ${other.id}`.execute(at.app.db);
    await sql`update bank_cards set account_sealed = ${sealed.rows[0]?.account} where card_id = ${mine.id}`.execute(
      at.app.db,
    );
    await expect(at.cards.find(mine.memberNo, mine.id)).rejects.toThrow(/authenticate/);
  });

  it('is recognized again after the master key has changed', async () => {
    const { memberNo, userId } = await at.member();
    const [old, next] = [new Sealer(randomBytes(32)), randomBytes(32)];
    const former = [{ id: old.id, keys: { 'bank card account': old.derive('bank card account') } }];
    const keep = (sealer: Sealer) =>
      at.app.db.transaction((tx) =>
        cardVerbs({ ...at.app, sealer }).keep(tx, { memberNo, userId, beneficiary, at: at.app.clock.now() }),
      );
    const beneficiary = { ...CARD, type: 'bank', account: ICBC_CARD } as const;
    expect(await keep(old)).toMatchObject({ outcome: 'kept' });
    expect(await keep(new Sealer(next, { former }))).toEqual({ outcome: 'there' });
    // Negative control: without the former key's derived keys, the account is stored twice.
    expect(await keep(new Sealer(next))).toMatchObject({ outcome: 'kept' });
  });

  it('is read inside the transaction that sends money to it', async () => {
    const { memberNo, id } = await pendingCard();
    await at.decide(id, 'approved');
    const found = await at.app.db.transaction(async (tx) => {
      await sql`update bank_cards set removed_at = now() where card_id = ${id}`.execute(tx);
      return at.cards.find(memberNo, id, tx);
    });
    expect(found).toBeUndefined();
  });
});

/** The whole database as text, with bytes in hexadecimal. */
async function everyCell(): Promise<string> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`.execute(at.app.db);
  const texts = await Promise.all(
    tables.map(({ name }) => at.app.db.pool.query<{ row: string }>(`select t::text as row from public.${name} t`)),
  );
  return texts.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

describe('/operator/bankcard/detail', () => {
  const detail = (id: string) => at.boss.post<OperatorCardDetail>('/operator/bankcard/detail', { id });

  it('has the certified name, and the same account at other members as long as they keep it', async () => {
    const account = cardNumber(771);
    const [first, second] = [await at.member(), await at.member()];
    const firstId = (await at.add(first.person, { ...CARD, account })).data?.id ?? '';
    expect(await detail(firstId)).toMatchObject({
      code: 1,
      data: { memberNo: first.memberNo.toString(), holder: '张三', certifiedName: null, same: [], status: 'pending' },
    });
    const secondId = (await at.add(second.person, { ...CARD, account, holder: '李四' })).data?.id ?? '';
    expect((await detail(firstId)).data?.same).toEqual([
      {
        id: secondId,
        memberNo: second.memberNo.toString(),
        memberName: expect.any(String),
        holder: '李四',
        status: 'pending',
        changedAt: at.app.clock.now().toISOString(),
      },
    ]);
    await at.remove(second.person, secondId);
    expect((await detail(firstId)).data?.same).toEqual([]);
    for (const gone of [secondId, 'nonsense']) expect(await detail(gone)).toMatchObject({ error: 'not_found' });
  });

  it('names the certified person', async () => {
    const { id, memberNo, userId } = await pendingCard();
    const photos = await Promise.all(
      [200, 201].map(async (width) => at.files.keep({ memberNo, userId }, await picture('png', { width }))),
    );
    const [photoFront = '', photoBack = ''] = photos.map((kept) => (typeof kept === 'string' ? kept : kept.id));
    const sent = { name: '张三', idNumber: '11010519491231002X', industry: '零售', website: '', remark: '' };
    await at.app.db.transaction((tx) =>
      at.certifications.certify(tx, { memberNo, userId }, { ...sent, photoFront, photoBack }, at.app.clock.now()),
    );
    expect(await detail(id)).toMatchObject({ data: { certifiedName: '张三' } });
  });

  it('finds accounts from before their hashes were stored, once the job has run', async () => {
    const account = cardNumber(772);
    const [first, second] = [await at.member(), await at.member()];
    await at.add(first.person, { ...CARD, account });
    const id = (await at.add(second.person, { ...CARD, account })).data?.id ?? '';
    await sql`update bank_cards set shared_hash = null where member_no in (${first.memberNo}, ${second.memberNo})`.execute(
      at.app.db,
    );
    for (const job of cardJobs(at.app)) await job.run();
    expect((await detail(id)).data?.same.map(({ memberNo }) => memberNo)).toEqual([first.memberNo.toString()]);
  });
});

describe('a remark from the templates', () => {
  it('is read by the member in its own language, before the operator’s own words', async () => {
    const { id, person } = await pendingCard();
    const reject = (more: object) => at.boss.post('/operator/bankcard/decide', { id, status: 'rejected', ...more });
    expect(await reject({ reviewTemplate: 'ugly' })).toMatchObject({ code: -1 });
    expect(await reject({ reviewTemplate: 'account_wrong', reviewRemark: 'Ends in 70' })).toMatchObject({ code: 1 });
    const inLanguage = async (language: string) => {
      const reader = at.app.person({ language });
      reader.token = person.token;
      return (await at.list(reader))[0]?.reviewRemark;
    };
    expect(await inLanguage('en')).toBe('The account number doesn’t exist or isn’t complete.\nEnds in 70');
    expect(await inLanguage('es')).toBe('El número de cuenta no existe o está incompleto.\nEnds in 70');
  });
});
