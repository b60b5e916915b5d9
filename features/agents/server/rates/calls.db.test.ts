import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelRow } from '#features/channels/contract.ts';
import { created, newOrder, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { numberOf, rate, ratesApp, type RatesApp, row, type Somebody } from './rates-for-tests.ts';

let at: RatesApp;
let top: Somebody;
let agent: Somebody;
let shop: Somebody;
let other: Somebody;
let below: Somebody;
let deep: Somebody;
let stranger: Somebody;

beforeAll(async () => {
  at = await ratesApp();
});
beforeEach(async () => {
  ({ top, agent, shop, other, below, deep, stranger } = await at.family());
});
afterAll(async () => expect(await at.close()).toEqual([]));

const set = (who: Somebody, rates: readonly object[], by = agent, more: object = {}) => at.set(who, rates, by, more);
const orderOf = ({ memberNo }: Somebody) => created(at.app.orders, newOrder(memberNo));
async function feesOf(systemNo: bigint): Promise<object | undefined> {
  const { rows } = await sql<object>`select fee, commissions from orders where system_no = ${systemNo}`.execute(
    at.app.db,
  );
  return rows[0];
}

describe('/agent/userrate', () => {
  it('returns each channel with the agent’s rate, the member’s and the bounds', async () => {
    await at.setOwn(shop, rate(7_000, 20n, 50n, 90_000n));
    const none = { rate: null, closed: false, belowOwn: false, changedAt: null, ceiling: '10' };
    const plain = (percent: string) => ({ percent, fixed: '0.00', minFee: null, maxFee: null });
    expect(await at.ratesOf(shop, agent)).toEqual([
      {
        ...none,
        channel: { code: 'qr', name: 'qr', mode: 'qr', state: 'open' },
        own: plain('0.45'),
        floor: plain('0.45'),
        rate: { percent: '0.7', fixed: '0.20', minFee: '0.50', maxFee: '900.00' },
        effective: { percent: '0.7', fixed: '0.20', minFee: '0.50', maxFee: '900.00' },
      },
      {
        ...none,
        channel: { code: 'bank', name: 'bank', mode: 'qr', state: 'open' },
        own: plain('0.8'),
        floor: plain('0.8'),
        effective: plain('0.8'),
      },
      {
        ...none,
        channel: { code: 'shut', name: 'shut', mode: 'qr', state: 'closed' },
        own: null,
        floor: null,
        effective: plain('0.6'),
      },
    ]);
  });

  it('marks a member whose fee is below the agent’s at some amount', async () => {
    expect(await at.rateOf(shop, agent)).toMatchObject({ belowOwn: false });
    await at.setOwn(agent, rate(6_000, 1n));
    expect(await at.rateOf(shop, agent)).toMatchObject({ belowOwn: true });
    expect(await at.rateOf(deep, below)).toMatchObject({ belowOwn: false });
    await set(shop, [row('0.6', { fixed: '0.01' })]);
    expect(await at.rateOf(shop, agent)).toMatchObject({ belowOwn: false });
  });
});

describe('/agent/setuserrate', () => {
  it('sets all rows, returns the list, and logs each change with old and new values', async () => {
    const changedAt = at.app.clock.now().toISOString();
    const answer = await set(shop, [
      row('0.7', { fixed: '0.10', minFee: '0.20', maxFee: '900.00' }),
      { channel: 'bank', percent: '0.9', closed: true },
    ]);
    expect(answer).toMatchObject({ code: 1 });
    expect(answer.data?.rates).toEqual(await at.ratesOf(shop, agent));
    expect(answer.data?.rates.slice(0, 2)).toMatchObject([
      { rate: { percent: '0.7', fixed: '0.10', minFee: '0.20', maxFee: '900.00' }, closed: false, changedAt },
      { rate: { percent: '0.9', fixed: '0.00', minFee: null, maxFee: null }, closed: true, changedAt },
    ]);
    expect(await at.storedRates(shop)).toEqual([
      { channel: 1, percent: 7_000, fixed: 10n, min: 20n, max: 90_000n, closed: false },
      { channel: 2, percent: 9_000, fixed: 0n, min: null, max: null, closed: true },
    ]);
    expect(await at.logOf(agent)).toEqual([
      `rates_set ${numberOf(shop)} qr: percent 0.6 → 0.7, fixed 0.00 → 0.10, minFee none → 0.20, maxFee none → 900.00; ` +
        'bank: percent 0.8 → 0.9, closed no → yes',
    ]);
  });

  it('writes and logs nothing for what the member has already', async () => {
    expect(await set(shop, [row('0.6'), { channel: 'bank', percent: '0.8' }])).toMatchObject({ code: 1 });
    expect([await at.storedRates(shop), await at.logOf(agent)]).toEqual([[], []]);
  });

  it('takes the own rate itself, and the ceiling itself', async () => {
    expect(await set(shop, [row('0.45')])).toMatchObject({ code: 1 });
    expect(await set(shop, [row('10')])).toMatchObject({ code: 1 });
    expect(await set(below, [row('0.45')])).toMatchObject({ code: 1 });
  });

  it('refuses all rows for one wrong row, and puts a message beside each wrong one', async () => {
    const answer = await set(shop, [
      row('0.4499'),
      { channel: 'bank', percent: '10.0001' },
      { channel: 'shut', percent: '1' },
      { channel: 'nothing', percent: '1' },
    ]);
    const message = 'At ¥10.00 this rate charges ¥0.04, less than your own ¥0.05';
    expect(answer).toMatchObject({ code: 0, error: 'rate_below_own', msg: message });
    expect(answer.fields).toEqual({
      'rates.0.percent': message,
      'rates.1.percent': 'At most 10%',
      'rates.2.channel': 'This channel isn’t open to you',
      'rates.3.channel': 'This channel isn’t open to you',
    });
    expect(
      await set(shop, [row('1'), { channel: 'bank', percent: '0.8', minFee: '5.00', maxFee: '4.99' }]),
    ).toMatchObject({
      code: 0,
      error: 'rate_not_sound',
      fields: { 'rates.1.maxFee': 'The minimum fee is above the maximum' },
    });
    expect([await at.storedRates(shop), await at.logOf(agent)]).toEqual([[], []]);
  });

  it.each([
    ['rate_below_own', row('0.6', { maxFee: '200.00' }), 'At ¥44,445.56 this rate charges'],
    ['rate_below_own', row('0.4499', { fixed: '0.04' }), 'At ¥40,0'],
    ['rate_too_high', row('100.0001'), 'At most 10%'],
    ['rate_too_high', row('999'), 'At most 10%'],
    ['channel_not_held', { channel: 'shut', percent: '1' }, 'This channel isn’t open to you'],
  ])('refuses with %s: %o', async (error, one, msg) => {
    expect(await set(shop, [one])).toMatchObject({ code: 0, error, msg: expect.stringContaining(msg) });
    expect(await at.storedRates(shop)).toEqual([]);
  });

  it('has the ceiling that the platform sets', async () => {
    await at.crowd.setSettings({ maxRatePercentE4: 7_000 });
    at.app.clock.advance(1_000);
    expect(await set(shop, [row('0.7001')])).toMatchObject({ error: 'rate_too_high', msg: 'At most 0.7%' });
    expect(await set(shop, [row('0.7')])).toMatchObject({ code: 1 });
    expect(await at.rateOf(shop, agent)).toMatchObject({ ceiling: '0.7' });
    await at.crowd.setSettings({ maxRatePercentE4: 100_000 });
    at.app.clock.advance(1_000);
  });

  it.each([
    ['half a cent', [row('0.7', { fixed: '0.005' })], 'rates.0.fixed'],
    ['half a cent of a minimum', [row('0.7'), { channel: 'bank', percent: '1', minFee: '0.005' }], 'rates.1.minFee'],
    ['five decimals', [row('0.70001')], 'rates.0.percent'],
    ['a channel that is listed twice', [row('0.7'), row('0.8')], 'rates.1.channel'],
    ['no rows', [], 'rates'],
    ['an unknown field', [row('0.7', { floor: '0' })], 'rates.0.floor'],
  ])('refuses %s at its field', async (_name, rates, field) => {
    expect(await set(shop, rates)).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await at.storedRates(shop)).toEqual([]);
  });

  it('serializes concurrent changes: the logged old value is the real one', async () => {
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map((percent) => set(shop, [row(percent)])));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    const changes = (await at.logOf(agent)).map((what) => /percent (\S+) → (\S+)$/.exec(what)?.slice(1) ?? []);
    expect(changes).toHaveLength(5);
    for (const [turn, [was]] of changes.entries()) expect(was).toBe(turn === 0 ? '0.6' : changes[turn - 1]?.[1]);
    expect(await at.rateOf(shop, agent)).toMatchObject({ rate: { percent: changes.at(-1)?.[1] } });
  });

  it('counts for orders that are created after it: earlier ones keep their fee and commission', async () => {
    const before = await orderOf(shop);
    await set(shop, [row('1.2')]);
    at.app.clock.advance(1_000);
    const after = await orderOf(shop);
    await at.app.orders.confirmPayment(SANDBOX, paymentOf(before));
    await at.app.orders.confirmPayment(SANDBOX, paymentOf(after));
    const share = (who: Somebody, amount: string) => ({ agentNo: numberOf(who), amount });
    expect(await feesOf(before.systemNo)).toEqual({ fee: 60n, commissions: [share(agent, '15'), share(top, '15')] });
    expect(await feesOf(after.systemNo)).toEqual({ fee: 120n, commissions: [share(agent, '75'), share(top, '15')] });
  });

  it('with a second step is confirmed by it, once', async () => {
    const { secret } = await at.credentials.bindApp(agent.person);
    expect(await set(shop, [row('0.7')])).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const step = { verifyType: 'google', verifyCode: at.credentials.codeOf(secret) };
    // A wrong rate costs no code.
    expect(await set(shop, [row('0.1')], agent, step)).toMatchObject({ error: 'rate_below_own' });
    expect(await set(shop, [row('0.7')], agent, step)).toMatchObject({ code: 1 });
    expect(await set(shop, [row('0.8')], agent, step)).toMatchObject({ error: 'second_step_wrong' });
    expect(await at.rateOf(shop, agent)).toMatchObject({ rate: { percent: '0.7' } });
  });
});

describe('a closed channel', () => {
  const listed = async ({ person }: Somebody) =>
    (await person.post<{ list: ChannelRow[] }>('/channel/list')).data?.list.find(({ code }) => code === 'qr')?.state;
  const ordered = async ({ memberNo }: Somebody) => {
    const outcome = await at.app.orders.create(newOrder(memberNo));
    return outcome.outcome === 'refused' ? outcome.error : outcome.outcome;
  };
  let recharges = 0;
  const recharged = async ({ person }: Somebody) =>
    (await person.post('/user/recharge', { channel: 'qr', amount: '500.00', requestId: `r${(recharges += 1)}` })).error;

  it('is closed for the member and its tree, for orders, recharges and the next agent, until it is opened', async () => {
    await set(below, [row('0.5', { closed: true })]);
    // The terms are known for a second.
    at.app.clock.advance(1_000);
    for (const who of [below, deep]) {
      expect(await listed(who)).toBe('closed');
      expect(await ordered(who)).toBe('channel_closed');
      expect(await recharged(who)).toBe('channel_closed');
    }
    expect(await at.rateOf(deep, below)).toMatchObject({ channel: { state: 'closed' }, own: null, closed: false });
    expect(await set(deep, [row('0.9')], below)).toMatchObject({ error: 'channel_not_held' });
    for (const who of [shop, other]) expect([await listed(who), await ordered(who)]).toEqual(['open', 'created']);

    expect(await set(below, [row('0.5')])).toMatchObject({ code: 1 });
    at.app.clock.advance(1_000);
    expect([await listed(deep), await ordered(deep), await recharged(deep)]).toEqual(['open', 'created', undefined]);
    expect(await set(deep, [row('0.9')], below)).toMatchObject({ code: 1 });
    expect((await at.logOf(agent)).map((what) => what.split('qr: ')[1])).toEqual([
      'percent 0.6 → 0.5, closed no → yes',
      'closed yes → no',
    ]);
  });

  it('keeps its rate, and is closed also for a member whose rate would not be accepted any more', async () => {
    await at.setOwn(agent, rate(9_000));
    expect(await set(shop, [row('0.6', { closed: true })])).toMatchObject({ code: 1 });
    expect(await at.rateOf(shop, agent)).toMatchObject({ rate: { percent: '0.6' }, closed: true, belowOwn: true });
    expect(await set(shop, [row('0.6')])).toMatchObject({ error: 'rate_below_own' });
    expect(await set(shop, [row('0.7', { closed: true })])).toMatchObject({ error: 'rate_below_own' });
    expect(await set(shop, [row('0.9')])).toMatchObject({ code: 1 });
  });
});

describe('access', () => {
  /** Each call about this member, as the caller is answered. */
  async function answersOn(memberNo: string, by: Somebody) {
    const inputs: [path: string, input: object][] = [
      ['/agent/userrate', { memberNo }],
      ['/agent/setuserrate', { memberNo, rates: [row('1')] }],
      ['/agent/copyrates', { from: { memberNo }, to: [numberOf(shop)] }],
    ];
    const answers: object[] = [];
    for (const [path, input] of inputs) {
      const { code, error, data } = await by.person.post(path, input);
      answers.push({ path, code, error, data });
    }
    return answers;
  }
  const paths = ['/agent/userrate', '/agent/setuserrate', '/agent/copyrates'];
  const nothing = paths.map((path) => ({ path, code: 0, error: 'not_found', data: undefined }));
  const own = { from: { own: true, addPercent: '1' } };

  it('ends at the direct members: any other number is answered like one that does not exist, after the same work', async () => {
    const worked: string[] = [];
    for (const memberNo of ['11111111', ...[agent, top, deep, stranger].map(numberOf)]) {
      at.work.length = 0;
      expect([memberNo, await answersOn(memberNo, agent)]).toEqual([memberNo, nothing]);
      expect(await agent.person.post('/agent/copyrates', { ...own, to: [memberNo] })).toMatchObject({
        data: { results: [{ memberNo, changed: 0, error: 'not_found' }] },
      });
      worked.push(at.work.join(' '));
    }
    expect(new Set(worked).size).toBe(1);
    expect(worked[0]).not.toContain('lock');
    expect(await at.storedRates(agent)).toMatchObject([{ percent: 4_500 }]);
    expect(await at.storedRates(top)).toMatchObject([{ percent: 3_000 }]);
    for (const who of [shop, deep, stranger]) expect(await at.storedRates(who)).toEqual([]);
  });

  it('ends for an agent that is disabled, and its members go on', async () => {
    await at.app.db.transaction((tx) => at.app.members.change(tx, agent.memberNo, { state: 'disabled' }));
    const refused = paths.map((path) => ({ path, code: 50008 }));
    expect(await answersOn(numberOf(shop), agent)).toMatchObject(refused);
    expect((await orderOf(shop)).status).toBe('unpaid');
    await at.app.db.transaction((tx) => at.app.members.change(tx, agent.memberNo, { state: 'active' }));
    await sql`update users set state = 'disabled' where user_id = ${agent.userId}`.execute(at.app.db);
    expect(await answersOn(numberOf(shop), agent)).toMatchObject(refused);
  });

  it('is for agents alone', async () => {
    expect(await answersOn(numberOf(shop), shop)).toEqual(nothing);
  });
});
