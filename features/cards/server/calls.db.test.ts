import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoCards } from '#database/demo/people.ts';
import type { Person } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { beneficiaryOf } from '../beneficiary.ts';
import { cardCalls } from '../contract.ts';
import { MAX_CARDS } from '../rules.ts';
import { ALIPAY, CARD, cardApp, cardNumber, ICBC_CARD, PIN } from './cards-for-tests.ts';

const MINUTE_MS = 60_000;

let at: Awaited<ReturnType<typeof cardApp>>;
beforeAll(async () => {
  at = await cardApp();
});
afterAll(() => at.app.close());
beforeEach(() => at.app.clock.advance(16 * MINUTE_MS));

const auditOf = async (userId: bigint) => (await at.owners.auditOf(userId)).filter((what) => !what.startsWith('login'));

describe('/bankcard/add', () => {
  it('stores a card, notifies its owner and logs it, without showing the account anywhere', async () => {
    const { person, userId } = await at.member();
    const row = {
      id: expect.any(String),
      type: 'bank',
      holder: '张三',
      bank: 'ICBC',
      bankName: 'Industrial and Commercial Bank of China',
      branch: '北京分行',
      account: '622202****5702',
      status: 'approved',
      reviewRemark: '',
      createdAt: at.app.clock.now().toISOString(),
    };
    expect(await at.add(person, { ...CARD, account: ' 6222 0210 0111-6245 702' })).toMatchObject({
      code: 1,
      data: row,
    });
    expect(await at.list(person)).toEqual([row]);
    expect(await auditOf(userId)).toEqual(['card_added 622202****5702']);
    const { rows } =
      await sql`select kind, text_values as values from notices where user_id = ${userId} and kind like 'card%'`.execute(
        at.app.db,
      );
    expect(rows).toEqual([{ kind: 'card_added', values: { card: '622202****5702' } }]);
  });

  it('stores an Alipay account without a bank', async () => {
    const { person } = await at.member();
    expect(await at.add(person, { ...ALIPAY, bank: 'ICBC', branch: 'x' })).toMatchObject({
      data: { type: 'alipay', bank: null, bankName: null, branch: '', account: 'li.***@***.com' },
    });
  });

  it('accepts every demo card exactly as it is stored', () => {
    const { input } = cardCalls.calls['/bankcard/add'];
    for (const demo of Object.values(demoCards).flat()) {
      const typed = input.parse({ ...demo, bank: demo.bank ?? '', branch: demo.branch ?? '', payPassword: PIN });
      expect(beneficiaryOf(typed)).toEqual(demo);
    }
  });

  it.each([
    [
      'a wrong card number',
      { account: '6222021001116245703' },
      { account: 'This card number has a wrong check digit; compare it with your card' },
    ],
    ['an unknown bank', { bank: 'Bank of Nowhere' }, { bank: 'Choose a bank from the list' }],
    ['no holder', { holder: '' }, { holder: 'Required' }],
    [
      'a payment password of five digits',
      { payPassword: '12345' },
      { payPassword: 'The payment password must be six digits' },
    ],
    ['a wrong payment password', { payPassword: '000000' }, { payPassword: 'The payment password is wrong' }],
    ['a status of its own', { status: 'approved' }, { status: 'Unknown field' }],
    ['another member', { memberNo: '10000001' }, { memberNo: 'Unknown field' }],
  ])('rejects %s with an error at the field', async (_, change, fields) => {
    const { person } = await at.member();
    expect(await at.add(person, { ...CARD, ...change }, change)).toMatchObject({ code: -1, fields });
    expect(await at.list(person)).toEqual([]);
  });

  it('refuses a member without a payment password', async () => {
    const { person } = await at.member({ unset: true });
    expect(await at.add(person)).toMatchObject({ code: 0, error: 'pay_password_unset' });
  });

  it('rejects a duplicate account, however it is typed, also in simultaneous calls; another member can have it', async () => {
    const { person } = await at.member();
    const answers = await Promise.all(Array.from({ length: 5 }, () => at.add(person)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await at.add(person, { ...CARD, holder: 'Zhang San', account: '6222 0210 0111 6245 702' })).toMatchObject({
      code: -1,
      fields: { account: 'This account is already in your list' },
    });
    expect(await at.list(person)).toHaveLength(1);
    const other = await at.member();
    expect(await at.add(other.person)).toMatchObject({ code: 1 });
  });

  it('accepts at most twenty cards, also in simultaneous calls', async () => {
    const { person } = await at.member();
    const answers = await Promise.all(
      Array.from({ length: MAX_CARDS + 4 }, (_, n) => at.add(person, { ...CARD, account: cardNumber(n) })),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(MAX_CARDS);
    expect(answers.filter(({ error }) => error === 'cards_full')).toHaveLength(4);
    const [first] = await at.list(person);
    expect(await at.remove(person, first?.id ?? '')).toMatchObject({ code: 1 });
    expect(await at.add(person)).toMatchObject({ code: 1 });
  });
});

describe('/bankcard/edit and /bankcard/remove', () => {
  it('change the given fields, keep the account if it is empty, and keep the former card’s row', async () => {
    const { person, userId, memberNo } = await at.member();
    const before = (await at.add(person)).data;
    at.app.clock.advance(MINUTE_MS);
    const edited = await at.edit(person, before?.id ?? '', { ...CARD, holder: '张三丰', branch: '', account: '' });
    expect(edited).toMatchObject({
      code: 1,
      data: { holder: '张三丰', branch: '', account: '622202****5702', createdAt: before?.createdAt },
    });
    const id = edited.data?.id ?? '';
    expect(id).not.toBe(before?.id);
    expect(await at.list(person)).toEqual([edited.data]);
    expect(await at.cards.find(memberNo, id)).toMatchObject({
      beneficiary: { account: ICBC_CARD, holder: '张三丰', branch: null },
    });
    expect(await at.edit(person, id, { ...CARD, bank: 'CMB', account: cardNumber(7) })).toMatchObject({
      code: 1,
      data: { bank: 'CMB', account: '621700****0071' },
    });
    expect(await auditOf(userId)).toEqual([
      'card_added 622202****5702',
      'card_changed 622202****5702',
      'card_changed 622202****5702 → 621700****0071',
    ]);
    const { rows } = await sql<{
      holder: string;
    }>`select holder from bank_cards where member_no = ${memberNo} and removed_at is not null order by changed_at`.execute(
      at.app.db,
    );
    expect(rows.map(({ holder }) => holder)).toEqual(['张三', '张三丰']);
  });

  it('reject the account of another card, and a change of type without a new account, and then change nothing', async () => {
    const { person } = await at.member();
    await at.add(person);
    const mine = (await at.add(person, ALIPAY)).data;
    expect(await at.edit(person, mine?.id ?? '', CARD)).toMatchObject({
      code: -1,
      fields: { account: 'This account is already in your list' },
    });
    expect(await at.edit(person, mine?.id ?? '', { ...CARD, account: '' })).toMatchObject({
      code: -1,
      fields: { account: 'Required' },
    });
    expect((await at.list(person)).map(({ id }) => id)).toContain(mine?.id);
  });

  it('remove a card once; it is no longer found, and its account can be added again', async () => {
    const { person, userId, memberNo } = await at.member();
    const id = (await at.add(person)).data?.id ?? '';
    const answers = await Promise.all([at.remove(person, id), at.remove(person, id), at.edit(person, id)]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'not_found')).toHaveLength(2);
    for (const { id: left } of await at.list(person)) await at.remove(person, left);
    expect(await at.list(person)).toEqual([]);
    expect(await at.cards.find(memberNo, id)).toBeUndefined();
    expect(await auditOf(userId)).toContain('card_removed 622202****5702');
    expect((await at.owners.noticesOf(userId)).map(({ kind }) => kind)).toContain('card_removed');
    expect(await at.add(person)).toMatchObject({ code: 1 });
  });

  it('do not find another member’s card or an invalid id', async () => {
    const mine = await at.member();
    const other = await at.member();
    const id = (await at.add(mine.person)).data?.id ?? '';
    for (const unknown of [id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      expect(await at.edit(other.person, unknown)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.remove(other.person, unknown)).toMatchObject({ code: 0, error: 'not_found' });
      expect(await at.cards.find(other.memberNo, unknown)).toBeUndefined();
    }
    expect(await at.list(other.person)).toEqual([]);
    expect(await at.list(mine.person)).toHaveLength(1);
  });
});

describe('every change of a card', () => {
  const changes: Record<
    string,
    (person: Person, id: string, more: object) => Promise<{ code: number; error?: string | undefined }>
  > = {
    '/bankcard/add': (person, _, more) => at.add(person, ALIPAY, more),
    '/bankcard/edit': (person, id, more) => at.edit(person, id, CARD, more),
    '/bankcard/remove': (person, id, more) => at.remove(person, id, more),
  };

  it.each(Object.entries(changes))('requires the bound second step and accepts a code once: %s', async (_, change) => {
    const { person } = await at.member();
    const id = (await at.add(person)).data?.id ?? '';
    const { secret } = await at.owners.bindApp(person);
    expect(await change(person, id, {})).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const step = (code: string) => ({ verifyType: 'google', verifyCode: code });
    const wrong = String((Number(at.owners.codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect(await change(person, id, step(wrong))).toMatchObject({ code: 0, error: 'second_step_wrong' });
    const code = at.owners.codeOf(secret);
    expect(await change(person, id, { ...step(code), payPassword: '000000' })).toMatchObject({ code: -1 });
    expect(await change(person, id, step(code))).toMatchObject({ code: 1 });
    expect(await at.add(person, { ...CARD, account: cardNumber(99) }, step(code))).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
  });

  it('counts wrong codes across all calls', async () => {
    const { person } = await at.member();
    const { secret } = await at.owners.bindApp(person);
    const wrong = String((Number(at.owners.codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
    const tries: (string | undefined)[] = [];
    for (let n = 0; n < 6; n += 1)
      tries.push((await at.add(person, CARD, { verifyType: 'google', verifyCode: wrong })).error);
    expect(tries).toEqual([...Array.from({ length: 5 }, () => 'second_step_wrong'), 'second_step_locked']);
  });

  it('counts wrong payment passwords across all calls, and locks for 15 minutes after five', async () => {
    const { person, userId } = await at.member();
    const id = (await at.add(person)).data?.id ?? '';
    const each = Object.values(changes);
    const answers = await Promise.all(
      [...each, ...each, ...each, ...each].map((change) => change(person, id, { payPassword: '000000' })),
    );
    expect(answers.filter(({ code }) => code === -1)).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'pay_password_locked')).toHaveLength(7);
    expect(await at.remove(person, id)).toMatchObject({
      error: 'pay_password_locked',
      msg: 'Too many wrong payment passwords; try again in 15 min',
    });
    expect((await auditOf(userId)).filter((what) => what.endsWith('refused'))).toHaveLength(5);
    at.app.clock.advance(15 * MINUTE_MS);
    expect(await at.remove(person, id, { payPassword: PIN })).toMatchObject({ code: 1 });
  });
});

describe('/bank/list', () => {
  it('returns banks that match any part of a name, in the reader’s language', async () => {
    const { person } = await at.member();
    expect(await person.post('/bank/list', { q: '招商' })).toMatchObject({
      data: { total: 1, list: [{ code: 'CMB', name: 'China Merchants Bank' }] },
    });
    const all = await person.post<{ total: number }>('/bank/list');
    expect(all.data?.total).toBeGreaterThanOrEqual(60);
    expect(await at.app.person().post('/bank/list')).toMatchObject({ code: 50008 });
  });
});
