import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALIPAY, PIN } from '#features/cards/server/cards-for-tests.ts';
import type { MemberTerms } from '../../member-contract.ts';
import { type Operator, type OperatorApp, operatorApp, worked } from '../operators-for-tests.ts';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
});
afterAll(async () => expect(await at.close()).toEqual([]));

const numberOf = ({ memberNo }: Pick<Merchant, 'memberNo'>) => memberNo.toString();
const termsOf = async (who: Merchant): Promise<MemberTerms> => {
  const { data } = await boss.person.post<MemberTerms>('/operator/member/terms', { memberNo: numberOf(who) });
  if (!data) throw new Error('no terms');
  return data;
};
const plain = {
  percent: '0',
  fixed: '2.00',
  minFee: null,
  maxFee: null,
  minAmount: '100.00',
  maxAmount: '5000000.00',
  reviewFrom: null,
  window: null,
  enabled: true,
};
const setTerms = (who: Merchant, changes: object = {}, kind = 'withdrawal') =>
  boss.person.post('/operator/member/setTerms', { memberNo: numberOf(who), kind, ...plain, ...changes });
const setSettlement = (who: Merchant, settlement: object) =>
  boss.person.post('/operator/member/setSettlement', { memberNo: numberOf(who), ...settlement });
let requests = 0;
const holding = (act: 'hold' | 'release', who: Merchant, amount: string, more: object = {}) =>
  boss.person.post<{ held: string }>(`/operator/member/${act}`, {
    memberNo: numberOf(who),
    amount,
    reason: 'odd cards',
    requestId: `h${(requests += 1)}`,
    ...more,
  });
const logOf = async (action: string) =>
  (await at.owners.auditOf(boss.userId)).filter((what) => what.startsWith(`${action} `));

describe('/operator/member/terms', () => {
  it('returns a member’s fees, limits, settlement and holds', async () => {
    const who = await at.merchant();
    expect(await termsOf(who)).toEqual({
      memberNo: numberOf(who),
      name: who.username,
      kind: 'merchant',
      state: 'active',
      currency: 'CNY',
      settlement: { mode: 'D', days: 1, sameDayRatio: '0' },
      withdrawal: { ...plain, own: false },
      payout: { ...plain, percent: '0.1', fixed: '1.00', minAmount: '1.00', own: false },
      flags: { withdrawal: true, payoutByBatch: true, payoutByGateway: true, cardsAutomatic: null },
      balance: '10000.00',
      frozen: '0.00',
      available: '10000.00',
      held: '0.00',
      holds: [],
    });
    expect(await boss.person.post('/operator/member/terms', { memberNo: '11111111' })).toMatchObject({
      error: 'not_found',
    });
  });
});

describe('/operator/member/setTerms', () => {
  it('applies to new ones only, and logs old and new values', async () => {
    const who = await at.merchant();
    const before = await at.withdrawn(who);
    expect(
      await setTerms(who, { percent: '1.5', fixed: '0.00', minFee: '3.00', maxFee: '7.00', reviewFrom: '1000.00' }),
    ).toMatchObject({ code: 1 });
    const next = await at.withdrawn(who);
    const large = await at.withdrawn(who, '1000.00');
    expect(await at.detailOf(who.person, before)).toMatchObject({ fee: '2.00' });
    expect(await at.detailOf(who.person, next)).toMatchObject({ fee: '7.00', review: 'none' });
    expect(await at.detailOf(who.person, large)).toMatchObject({ fee: '7.00', review: 'waiting' });
    expect(await logOf('member_terms_set')).toEqual([
      `member_terms_set ${numberOf(who)} withdrawal: percent 0 → 1.5, fixed 2.00 → 0.00, minFee none → 3.00, maxFee none → 7.00, reviewFrom none → 1000.00`,
    ]);
    expect(await termsOf(who)).toMatchObject({
      withdrawal: { own: true, percent: '1.5', reviewFrom: '1000.00' },
      payout: { own: false, percent: '0.1' },
    });
  });

  it('does not log a call that changes nothing', async () => {
    const who = await at.merchant();
    const before = await logOf('member_terms_set');
    expect(await setTerms(who)).toMatchObject({ code: 1 });
    expect(await logOf('member_terms_set')).toEqual(before);
    expect(await termsOf(who)).toMatchObject({ withdrawal: { own: false } });
  });

  it('switches one kind off, and gives a member its own hours', async () => {
    const who = await at.merchant();
    await setTerms(who, { enabled: false });
    expect(await at.withdraw(who)).toMatchObject({ error: 'payout_not_enabled' });
    await setTerms(who, { window: { from: '22:00', to: '02:00' } });
    expect(await at.withdraw(who)).toMatchObject({
      error: 'withdrawal_closed',
      msg: 'You can withdraw from 22:00 to 02:00, Asia/Shanghai time',
    });
    expect((await who.person.post('/withdrawal/quote')).data).toMatchObject({
      window: { from: '22:00', to: '02:00', open: false },
    });
    await setTerms(who, { window: { from: '00:00', to: '00:00' } });
    expect(await at.withdraw(who)).toMatchObject({ code: 1 });
    expect((await logOf('member_terms_set')).at(-1)).toContain('window 22:00–02:00 → 00:00–00:00');
  });

  it.each([
    ['a percentage above 100', { percent: '100.0001' }, 'percent', 'At most 100%'],
    ['five decimals', { percent: '0.00001' }, 'percent', expect.any(String)],
    ['a fixed fee of half a cent', { fixed: '0.005' }, 'fixed', expect.any(String)],
    ['a negative fee', { fixed: '-1.00' }, 'fixed', expect.any(String)],
    [
      'a minimum fee above the maximum',
      { minFee: '5.01', maxFee: '5.00' },
      'maxFee',
      'The maximum is below the minimum',
    ],
    [
      'a minimum amount above the maximum',
      { minAmount: '5.01', maxAmount: '5.00' },
      'maxAmount',
      'The maximum is below the minimum',
    ],
    ['a least amount of nothing', { minAmount: '0.00' }, 'minAmount', expect.any(String)],
    ['a review from nothing', { reviewFrom: '0' }, 'reviewFrom', expect.any(String)],
    ['an invalid hour', { window: { from: '24:00', to: '01:00' } }, 'window.from', 'Enter a time such as 09:00'],
    ['an unknown field', { level: 3 }, 'level', 'Unknown field'],
  ])('refuses %s beside the field', async (_name, changes, field, message) => {
    const who = await at.merchant();
    expect(await setTerms(who, changes)).toMatchObject({ code: -1, fields: { [field]: message } });
    expect(await termsOf(who)).toMatchObject({ withdrawal: { own: false } });
  });

  it('refuses hours for payouts', async () => {
    const who = await at.merchant();
    expect(await setTerms(who, { window: { from: '09:00', to: '17:00' } }, 'payout')).toMatchObject({
      code: -1,
      fields: { window: 'Only withdrawals have opening hours' },
    });
    expect(await setTerms(who, { enabled: false }, 'payout')).toMatchObject({ code: 1 });
    expect(await termsOf(who)).toMatchObject({ payout: { own: true, enabled: false }, withdrawal: { own: false } });
  });

  it('serializes concurrent changes: the logged old value is the real one', async () => {
    const who = await at.merchant();
    await Promise.all(['1', '2', '3', '4'].map((percent) => setTerms(who, { percent })));
    const changes = (await logOf('member_terms_set'))
      .filter((what) => what.includes(numberOf(who)))
      .map((what) => what.split('percent ')[1]?.split(' → '));
    expect(changes).toHaveLength(4);
    for (const [turn, [was] = []] of changes.entries()) expect(was).toBe(turn === 0 ? '0' : changes[turn - 1]?.[1]);
  });
});

describe('/operator/member/setSettlement', () => {
  it('sets when money is released, and logs old and new values', async () => {
    const who = await at.merchant();
    expect(await setSettlement(who, { mode: 'T', days: 2, sameDayRatio: '0' })).toMatchObject({ code: 1 });
    expect(await setSettlement(who, { mode: 'D', days: 0, sameDayRatio: '62.5' })).toMatchObject({ code: 1 });
    expect((await at.app.members.find(who.memberNo))?.settlement).toEqual({
      mode: 'D',
      days: 0,
      sameDayRatioE4: 625_000,
    });
    expect((await logOf('member_settlement_set')).slice(-2)).toEqual([
      `member_settlement_set ${numberOf(who)} mode D → T, days 1 → 2`,
      `member_settlement_set ${numberOf(who)} mode T → D, days 2 → 0, sameDayRatio 0 → 62.5`,
    ]);
  });

  it.each([
    [
      'a ratio together with days',
      { mode: 'D', days: 1, sameDayRatio: '0.0001' },
      'sameDayRatio',
      'Only same-day settlement (0 days) can have a ratio',
    ],
    ['more than 100 percent', { mode: 'D', days: 0, sameDayRatio: '100.0001' }, 'sameDayRatio', 'At most 100%'],
    ['91 days', { mode: 'T', days: 91, sameDayRatio: '0' }, 'days', 'Enter 0 to 90 days'],
    ['half a day', { mode: 'T', days: 0.5, sameDayRatio: '0' }, 'days', 'Enter 0 to 90 days'],
    ['another mode', { mode: 'W', days: 1, sameDayRatio: '0' }, 'mode', expect.any(String)],
  ])('refuses %s beside the field', async (_name, settlement, field, message) => {
    const who = await at.merchant();
    expect(await setSettlement(who, settlement)).toMatchObject({ code: -1, fields: { [field]: message } });
    expect((await at.app.members.find(who.memberNo))?.settlement).toEqual({ mode: 'D', days: 1, sameDayRatioE4: 0 });
  });
});

describe('/operator/member/hold and /operator/member/release', () => {
  it('count as frozen: held money cannot leave until it is released', async () => {
    const who = await at.merchant();
    expect(await holding('hold', who, '9500.00')).toMatchObject({ code: 1, data: { held: '9500.00' } });
    expect((await who.person.post('/user/info')).data).toMatchObject({
      userinfo: { balance: '10000.00', frozen: '9500.00', available: '500.00' },
    });
    expect((await who.person.post('/withdrawal/quote')).data).toMatchObject({ available: '500.00', most: '498.00' });
    expect(await at.withdraw(who)).toMatchObject({ error: 'balance_insufficient' });
    expect(await holding('release', who, '2.00')).toMatchObject({ code: 1, data: { held: '9498.00' } });
    expect(await at.withdraw(who)).toMatchObject({ code: 1 });
    expect(await termsOf(who)).toMatchObject({
      available: '0.00',
      held: '9498.00',
      holds: [
        { amount: '-2.00', reason: 'odd cards', by: 'boss' },
        { amount: '9500.00', reason: 'odd cards', by: 'boss' },
      ],
    });
    expect((await logOf('money_held')).at(-1)).toBe(`money_held ${numberOf(who)} 9500.00 odd cards`);
    expect(
      (await at.owners.noticesOf(who.userId)).map(({ kind }) => kind).filter((kind) => kind.startsWith('money')),
    ).toEqual(['money_held', 'money_released']);
    expect((await logOf('money_released')).at(-1)).toBe(`money_released ${numberOf(who)} 2.00 odd cards`);
  });

  it('never hold more than is available or release more than is held, to the cent', async () => {
    const who = await at.merchant();
    const refused = await holding('hold', who, '10000.01');
    expect(refused).toMatchObject({
      code: 0,
      error: 'hold_exceeds_available',
      msg: 'Only ¥10,000.00 is available to hold',
    });
    expect(await holding('hold', who, '10000.00')).toMatchObject({ data: { held: '10000.00' } });
    expect(await holding('hold', who, '0.01')).toMatchObject({ error: 'hold_exceeds_available' });
    expect(await holding('release', who, '10000.01')).toMatchObject({
      code: 0,
      error: 'release_exceeds_held',
      msg: 'Operators only hold ¥10,000.00',
    });
    expect(await holding('release', who, '10000.00')).toMatchObject({ data: { held: '0.00' } });
  });

  it('hold once for a repeated request; another amount is a conflict', async () => {
    const who = await at.merchant();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => holding('hold', who, '100.00', { requestId: 'same' })),
    );
    expect(answers.map(({ data }) => data?.held)).toEqual(Array.from({ length: 6 }, () => '100.00'));
    expect(await holding('hold', who, '101.00', { requestId: 'same' })).toMatchObject({
      code: 0,
      error: 'hold_conflict',
    });
    expect(await holding('release', who, '100.00', { requestId: 'same' })).toMatchObject({
      code: 0,
      error: 'hold_conflict',
    });
    expect((await logOf('money_held')).filter((what) => what.includes(numberOf(who)))).toHaveLength(1);
  });

  it('never take more than the balance together with concurrent withdrawals', async () => {
    const who = await at.merchant();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => holding('hold', who, '3000.00')),
      ...Array.from({ length: 4 }, () => at.withdraw(who, { amount: '2998.00' })),
    ]);
    expect(worked(answers, ['hold_exceeds_available', 'balance_insufficient'])).toBe(3);
    expect(await termsOf(who)).toMatchObject({ available: '1000.00' });
  });

  it.each([
    ['nothing', { amount: '0.00' }, 'amount'],
    ['a negative amount', { amount: '-5.00' }, 'amount'],
    ['half a cent', { amount: '1.005' }, 'amount'],
    ['no reason', { reason: '' }, 'reason'],
    ['a request id with a space', { requestId: 'a b' }, 'requestId'],
  ])('refuse %s at its field', async (_name, changes, field) => {
    const who = await at.merchant();
    for (const act of ['hold', 'release'] as const)
      expect(await holding(act, who, '5.00', changes)).toMatchObject({
        code: -1,
        fields: { [field]: expect.any(String) },
      });
  });
});

describe('access', () => {
  it('is limited to operators, for existing members', async () => {
    const who = await at.merchant();
    const paths = [
      '/operator/member/terms',
      '/operator/member/setTerms',
      '/operator/member/setSettlement',
      '/operator/member/hold',
      '/operator/member/release',
    ];
    for (const path of paths) {
      expect(await who.person.post(path, { memberNo: numberOf(who) }), path).toMatchObject({
        code: 0,
        error: 'not_found',
      });
      expect(await at.app.person().post(path), path).toMatchObject({ code: 50008 });
    }
    const missing = { ...who, memberNo: 11_111_111n };
    const answers = [
      await setTerms(missing),
      await setSettlement(missing, { mode: 'D', days: 1, sameDayRatio: '0' }),
      await holding('hold', missing, '1.00'),
    ];
    expect(answers.map(({ error }) => error)).toEqual(['not_found', 'not_found', 'not_found']);
  });

  it('requires the authenticator’s code for each change where one is bound', async () => {
    const who = await at.merchant();
    const careful = await at.operator('careful');
    const { secret } = await at.owners.bindApp(careful.person);
    at.app.clock.advance(30_000);
    const settlement = { memberNo: numberOf(who), mode: 'D', days: 3, sameDayRatio: '0' };
    expect(await careful.person.post('/operator/member/setSettlement', settlement)).toMatchObject({
      code: -2,
      data: { methods: ['google'] },
    });
    const step = { verifyType: 'google', verifyCode: at.owners.codeOf(secret) };
    expect(await careful.person.post('/operator/member/setSettlement', { ...settlement, ...step })).toMatchObject({
      code: 1,
    });
    expect(
      await careful.person.post('/operator/member/setSettlement', { ...settlement, days: 4, ...step }),
    ).toMatchObject({ error: 'second_step_wrong' });
    expect((await at.app.members.find(who.memberNo))?.settlement.days).toBe(3);
  });
});

describe('what operators switch on and off for a member', () => {
  const all = { withdrawal: true, payoutByBatch: true, payoutByGateway: true, cardsAutomatic: null };
  const setFlags = (who: Merchant, changes: object) =>
    boss.person.post('/operator/member/setFlags', {
      memberNo: numberOf(who),
      ...all,
      reason: 'looks odd',
      ...changes,
    });
  const flagsOf = async (who: Merchant) =>
    (await boss.person.post<MemberTerms>('/operator/member/terms', { memberNo: numberOf(who) })).data?.flags;
  const lastFlags = async () => (await logOf('member_flags_set')).at(-1);
  const pay = async (who: Merchant, source: 'batch' | 'gateway', orderNo: string) => {
    const applied = await at.disbursements.apply({
      memberNo: who.memberNo,
      kind: 'payout',
      source,
      orderNo,
      amountMinor: 10_000n,
      beneficiary: { type: 'alipay', holder: 'Ann', bank: null, branch: null, account: `${orderNo}@pay.example` },
      requestHash: Buffer.from(orderNo),
      signType: 'none',
      notifyUrl: null,
      attach: null,
      remark: null,
    });
    return applied.outcome === 'refused' ? applied.error : applied.outcome;
  };

  it('counts for what the member applies for, each by itself, and is logged with what it was', async () => {
    const who = await at.merchant();
    expect(await flagsOf(who)).toEqual(all);
    expect(await setFlags(who, { payoutByGateway: false })).toMatchObject({ code: 1 });
    expect(await lastFlags()).toBe(`member_flags_set ${numberOf(who)} payoutByGateway true → false: looks odd`);
    expect(await flagsOf(who)).toEqual({ ...all, payoutByGateway: false });
    expect(await pay(who, 'gateway', 'by_gateway')).toBe('payout_not_enabled');
    expect(await pay(who, 'batch', 'by_batch')).toBe('applied');
    expect(await at.withdraw(who)).toMatchObject({ code: 1 });

    await setFlags(who, { withdrawal: false, payoutByBatch: false });
    expect(await at.withdraw(who)).toMatchObject({
      code: 0,
      error: 'payout_not_enabled',
      msg: 'This isn’t enabled for your account: contact customer support',
    });
    expect(await pay(who, 'batch', 'by_batch_again')).toBe('payout_not_enabled');
    expect(await pay(who, 'gateway', 'by_gateway_again')).toBe('applied');
    const logged = await lastFlags();
    await setFlags(who, { withdrawal: false, payoutByBatch: false });
    expect(await lastFlags()).toBe(logged);
  });

  it('says for a member whether its new cards are approved without review', async () => {
    const who = await at.merchant();
    const statusOf = async (account: string) => {
      await who.person.post('/bankcard/add', { ...ALIPAY, account, payPassword: PIN });
      const { rows } = await sql<{ status: string }>`
        select status from bank_cards where member_no = ${who.memberNo} order by created_at desc limit 1`.execute(
        at.app.db,
      );
      return rows[0]?.status;
    };
    at.app.clock.advance(1_000);
    expect(await statusOf('one@pay.example')).toBe('approved');
    await setFlags(who, { cardsAutomatic: false });
    at.app.clock.advance(1_000);
    expect(await statusOf('two@pay.example')).toBe('pending');
    expect(await lastFlags()).toBe(`member_flags_set ${numberOf(who)} cardsAutomatic none → false: looks odd`);
  });

  it('needs a reason, and a member that exists', async () => {
    const who = await at.merchant();
    expect(await setFlags(who, { reason: '' })).toMatchObject({ code: -1, fields: { reason: expect.any(String) } });
    expect(await setFlags({ ...who, memberNo: 11_111_111n }, {})).toMatchObject({ code: 0, error: 'not_found' });
  });
});
