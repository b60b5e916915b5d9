import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf } from '#features/accounts/server/test-credentials.ts';
import { PASSWORD, type People, people, type Person } from '#features/accounts/server/test-people.ts';
import { channelHandlers } from '#features/channels/server/calls.ts';
import type { ChannelRow } from '#features/channels/contract.ts';
import type { Rate } from '#features/channels/rules.ts';
import type { GivenRate } from '#features/channels/server/member-rates.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { rechargeHandlers } from '#features/recharges/server/calls.ts';
import type { UserRate } from '../../rate-contract.ts';
import { rateHandlers } from './calls.ts';

interface Somebody {
  memberNo: bigint;
  userId: bigint;
  username: string;
  person: Person;
}

let app: OrdersApp;
let crowd: People;
let calls: ReturnType<typeof credentialsOf>;
/** What the calls read and lock, by the verb. */
const work: string[] = [];

/** An agent below another one, with two direct merchants and an agent below it that has a merchant. */
let top: Somebody;
let agent: Somebody;
let shop: Somebody;
let other: Somebody;
let below: Somebody;
let deep: Somebody;
let stranger: Somebody;

beforeAll(async () => {
  app = await ordersApp();
  crowd = await people({
    sharing: app,
    memberInvited: () => async (tx, member) => void (await app.channels.startRates(tx, { ...member, rates: [] })),
    more: (built) => [
      rateHandlers({
        ...built,
        channels: app.channels,
        members: {
          find: (memberNo) => (work.push('find'), built.members.find(memberNo)),
          lock: (tx, memberNo) => (work.push('lock'), built.members.lock(tx, memberNo)),
        },
      }),
      channelHandlers({ ...built, channels: app.channels }),
      rechargeHandlers({ ...built, channels: app.channels, orders: app.orders, publicUrl: 'https://pay.example' }),
    ],
  });
  calls = credentialsOf(crowd);
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2, percentE4: 8_000 });
  await app.addChannel({ code: 'shut', channelId: 3 });
  await sql`update channels set state = 'closed' where code = 'shut'`.execute(app.db.kysely);
});
afterAll(async () => {
  expect((await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations])).toEqual([]);
  await crowd.close();
  await app.close();
});

let made = 0;
beforeEach(async () => {
  made += 1;
  top = await somebody('top', 'agent');
  agent = await somebody('agent', 'agent', top);
  shop = await somebody('shop', 'merchant', agent);
  other = await somebody('other', 'merchant', agent);
  below = await somebody('below', 'agent', agent);
  deep = await somebody('deep', 'merchant', below);
  stranger = await somebody('stranger', 'merchant');
  await setOwn(top, rate(3_000));
  await setOwn(agent, rate(4_500));
});

async function somebody(name: string, kind: 'merchant' | 'agent', upline?: Somebody): Promise<Somebody> {
  const username = `${name}${made}`;
  const { member, userId } = await crowd.addMember({ username, kind, uplineNo: upline?.memberNo ?? null });
  const person = crowd.person();
  await person.logIn(username);
  return { memberNo: member.memberNo, userId, username, person };
}

function rate(
  percentE4: number,
  fixedMinor = 0n,
  minFeeMinor: bigint | null = null,
  maxFeeMinor: bigint | null = null,
): Rate {
  return { percentE4, fixedMinor, minFeeMinor, maxFeeMinor };
}

/** Sets a rate as an operator does: without a look at the rates below. */
async function setOwn({ memberNo }: Somebody, own: Rate, channelId = 1): Promise<void> {
  await sql`
    insert into member_rates (member_no, channel_id, percent, fixed, min_fee, max_fee)
    values (${memberNo}, ${channelId}, ${own.percentE4}, ${own.fixedMinor}, ${own.minFeeMinor}, ${own.maxFeeMinor})
    on conflict (member_no, channel_id) do update
      set percent = excluded.percent, fixed = excluded.fixed, min_fee = excluded.min_fee, max_fee = excluded.max_fee`.execute(
    app.db.kysely,
  );
  app.clock.advance(1_000);
}

const numberOf = ({ memberNo }: Pick<Somebody, 'memberNo'>) => memberNo.toString();
const set = (who: Somebody, rates: object[], by = agent, more: object = {}) =>
  by.person.post<{ rates: UserRate[] }>('/agent/setuserrate', { memberNo: numberOf(who), rates, ...more });
const row = (percent: string, more: object = {}) => ({ channel: 'qr', percent, ...more });
async function ratesOf(who: Somebody, by = agent): Promise<UserRate[]> {
  const answer = await by.person.post<{ rates: UserRate[] }>('/agent/userrate', { memberNo: numberOf(who) });
  return answer.data?.rates ?? expect.fail(answer.msg);
}
const rateOf = async (who: Somebody, channel = 'qr', by = agent): Promise<UserRate> =>
  (await ratesOf(who, by)).find(({ channel: { code } }) => code === channel) ?? expect.fail('no such channel');
const storedRates = async ({ memberNo }: Somebody) =>
  (
    await sql<object>`
      select channel_id as channel, percent, fixed, min_fee as min, max_fee as max, closed from member_rates where member_no = ${memberNo} order by channel_id`.execute(
      app.db.kysely,
    )
  ).rows;
const logOf = async (who = agent) => (await calls.auditOf(who.userId)).filter((what) => what.startsWith('rates_set '));
const orderOf = (who: Somebody, channelCode = 'qr', amountMinor = 10_000n) =>
  created(app.orders, newOrder(who.memberNo, { channelCode, amountMinor }));
const stored = async (systemNo: bigint) =>
  (
    await sql<{
      fee: bigint;
      commissions: unknown;
    }>`select fee, commissions from orders where system_no = ${systemNo}`.execute(app.db.kysely)
  ).rows[0];

describe('/agent/userrate', () => {
  it('returns each channel with the agent’s rate, the member’s and the bounds', async () => {
    await setOwn(shop, rate(7_000, 20n, 50n, 90_000n));
    const none = { rate: null, closed: false, belowOwn: false, changedAt: null, ceiling: '10' };
    const plain = (percent: string) => ({ percent, fixed: '0.00', minFee: null, maxFee: null });
    expect(await ratesOf(shop)).toEqual([
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
    expect(await rateOf(shop)).toMatchObject({ belowOwn: false });
    await setOwn(agent, rate(6_000, 1n));
    expect(await rateOf(shop)).toMatchObject({ belowOwn: true });
    expect(await rateOf(deep, 'qr', below)).toMatchObject({ belowOwn: false });
    await set(shop, [row('0.6', { fixed: '0.01' })]);
    expect(await rateOf(shop)).toMatchObject({ belowOwn: false });
  });
});

describe('/agent/setuserrate', () => {
  it('sets all rows, returns the list, and logs each change with old and new values', async () => {
    const at = app.clock.now().toISOString();
    const answer = await set(shop, [
      row('0.7', { fixed: '0.10', minFee: '0.20', maxFee: '900.00' }),
      { channel: 'bank', percent: '0.9', closed: true },
    ]);
    expect(answer).toMatchObject({ code: 1 });
    expect(answer.data?.rates).toEqual(await ratesOf(shop));
    expect(answer.data?.rates.slice(0, 2)).toMatchObject([
      { rate: { percent: '0.7', fixed: '0.10', minFee: '0.20', maxFee: '900.00' }, closed: false, changedAt: at },
      { rate: { percent: '0.9', fixed: '0.00', minFee: null, maxFee: null }, closed: true, changedAt: at },
    ]);
    expect(await storedRates(shop)).toEqual([
      { channel: 1, percent: 7_000, fixed: 10n, min: 20n, max: 90_000n, closed: false },
      { channel: 2, percent: 9_000, fixed: 0n, min: null, max: null, closed: true },
    ]);
    expect(await logOf()).toEqual([
      `rates_set ${numberOf(shop)} qr: percent 0.6 → 0.7, fixed 0.00 → 0.10, minFee none → 0.20, maxFee none → 900.00; ` +
        'bank: percent 0.8 → 0.9, closed no → yes',
    ]);
  });

  it('writes and logs nothing for what the member has already', async () => {
    expect(await set(shop, [row('0.6'), { channel: 'bank', percent: '0.8' }])).toMatchObject({ code: 1 });
    expect([await storedRates(shop), await logOf()]).toEqual([[], []]);
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
    const message = 'At ¥10.00 this rate brings less than your own: ¥0.04 instead of ¥0.05';
    expect(answer).toMatchObject({ code: 0, error: 'rate_below_own', msg: message });
    expect(answer.fields).toEqual({
      'rates.0.percent': message,
      'rates.1.percent': 'At most 10 % is allowed',
      'rates.2.channel': 'You do not have this channel yourself',
      'rates.3.channel': 'You do not have this channel yourself',
    });
    expect(
      await set(shop, [row('1'), { channel: 'bank', percent: '0.8', minFee: '5.00', maxFee: '4.99' }]),
    ).toMatchObject({
      code: 0,
      error: 'rate_not_sound',
      fields: { 'rates.1.maxFee': 'The lowest fee is above the highest' },
    });
    expect([await storedRates(shop), await logOf()]).toEqual([[], []]);
  });

  it.each([
    ['rate_below_own', row('0.6', { maxFee: '200.00' }), 'At ¥44,445.56 this rate brings less than your own'],
    ['rate_below_own', row('0.4499', { fixed: '0.04' }), 'At ¥40,0'],
    ['rate_too_high', row('100.0001'), 'At most 10 % is allowed'],
    ['rate_too_high', row('999'), 'At most 10 % is allowed'],
    ['channel_not_held', { channel: 'shut', percent: '1' }, 'You do not have this channel yourself'],
  ])('refuses with %s: %o', async (error, one, msg) => {
    expect(await set(shop, [one])).toMatchObject({ code: 0, error, msg: expect.stringContaining(msg) });
    expect(await storedRates(shop)).toEqual([]);
  });

  it('has the ceiling that the platform sets', async () => {
    await crowd.setSettings({ maxRatePercentE4: 7_000 });
    app.clock.advance(1_000);
    expect(await set(shop, [row('0.7001')])).toMatchObject({ error: 'rate_too_high', msg: 'At most 0.7 % is allowed' });
    expect(await set(shop, [row('0.7')])).toMatchObject({ code: 1 });
    expect(await rateOf(shop)).toMatchObject({ ceiling: '0.7' });
    await crowd.setSettings({ maxRatePercentE4: 100_000 });
    app.clock.advance(1_000);
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
    expect(await storedRates(shop)).toEqual([]);
  });

  it('serializes concurrent changes: the logged old value is the real one', async () => {
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map((percent) => set(shop, [row(percent)])));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
    const changes = (await logOf()).map((what) => /percent (\S+) → (\S+)$/.exec(what)?.slice(1) ?? []);
    expect(changes).toHaveLength(5);
    for (const [turn, [was]] of changes.entries()) expect(was).toBe(turn === 0 ? '0.6' : changes[turn - 1]?.[1]);
    expect(await rateOf(shop)).toMatchObject({ rate: { percent: changes.at(-1)?.[1] } });
  });

  it('counts for orders that are created after it: earlier ones keep their fee and commission', async () => {
    const before = await orderOf(shop);
    await set(shop, [row('1.2')]);
    app.clock.advance(1_000);
    const after = await orderOf(shop);
    await app.orders.confirmPayment(SANDBOX, paymentOf(before));
    await app.orders.confirmPayment(SANDBOX, paymentOf(after));
    const share = (who: Somebody, amount: string) => ({ agentNo: numberOf(who), amount });
    expect(await stored(before.systemNo)).toEqual({ fee: 60n, commissions: [share(agent, '15'), share(top, '15')] });
    expect(await stored(after.systemNo)).toEqual({ fee: 120n, commissions: [share(agent, '75'), share(top, '15')] });
  });

  it('with a second step is confirmed by it, once', async () => {
    const { secret } = await calls.bindApp(agent.person);
    expect(await set(shop, [row('0.7')])).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const step = { verifyType: 'google', verifyCode: calls.codeOf(secret) };
    // A wrong rate costs no code.
    expect(await set(shop, [row('0.1')], agent, step)).toMatchObject({ error: 'rate_below_own' });
    expect(await set(shop, [row('0.7')], agent, step)).toMatchObject({ code: 1 });
    expect(await set(shop, [row('0.8')], agent, step)).toMatchObject({ error: 'second_step_wrong' });
    expect(await rateOf(shop)).toMatchObject({ rate: { percent: '0.7' } });
  });
});

describe('a closed channel', () => {
  const listed = async ({ person }: Somebody) =>
    (await person.post<{ list: ChannelRow[] }>('/channel/list')).data?.list.find(({ code }) => code === 'qr')?.state;
  const ordered = async ({ memberNo }: Somebody) => {
    const outcome = await app.orders.create(newOrder(memberNo));
    return outcome.outcome === 'refused' ? outcome.error : outcome.outcome;
  };
  let recharges = 0;
  const recharged = async ({ person }: Somebody) =>
    (await person.post('/user/recharge', { channel: 'qr', amount: '500.00', requestId: `r${(recharges += 1)}` })).error;

  it('is closed for the member and its tree, for orders, recharges and the next agent, until it is opened', async () => {
    await set(below, [row('0.5', { closed: true })]);
    // The terms are known for a second.
    app.clock.advance(1_000);
    for (const who of [below, deep]) {
      expect(await listed(who)).toBe('closed');
      expect(await ordered(who)).toBe('channel_closed');
      expect(await recharged(who)).toBe('channel_closed');
    }
    expect(await rateOf(deep, 'qr', below)).toMatchObject({ channel: { state: 'closed' }, own: null, closed: false });
    expect(await set(deep, [row('0.9')], below)).toMatchObject({ error: 'channel_not_held' });
    for (const who of [shop, other]) expect([await listed(who), await ordered(who)]).toEqual(['open', 'created']);

    expect(await set(below, [row('0.5')])).toMatchObject({ code: 1 });
    app.clock.advance(1_000);
    expect([await listed(deep), await ordered(deep), await recharged(deep)]).toEqual(['open', 'created', undefined]);
    expect(await set(deep, [row('0.9')], below)).toMatchObject({ code: 1 });
    expect((await logOf()).map((what) => what.split('qr: ')[1])).toEqual([
      'percent 0.6 → 0.5, closed no → yes',
      'closed yes → no',
    ]);
  });

  it('keeps its rate, and is closed also for a member whose rate would not be accepted any more', async () => {
    await setOwn(agent, rate(9_000));
    expect(await set(shop, [row('0.6', { closed: true })])).toMatchObject({ code: 1 });
    expect(await rateOf(shop)).toMatchObject({ rate: { percent: '0.6' }, closed: true, belowOwn: true });
    expect(await set(shop, [row('0.6')])).toMatchObject({ error: 'rate_below_own' });
    expect(await set(shop, [row('0.7', { closed: true })])).toMatchObject({ error: 'rate_below_own' });
    expect(await set(shop, [row('0.9')])).toMatchObject({ code: 1 });
  });
});

describe('/agent/copyrates', () => {
  const copy = (from: object, to: Pick<Somebody, 'memberNo'>[], more: object = {}, by = agent) =>
    by.person.post<{ results: unknown[] }>('/agent/copyrates', { from, to: to.map(numberOf), ...more });
  const resultsOf = async (...input: Parameters<typeof copy>) => {
    const answer = await copy(...input);
    return answer.data?.results ?? expect.fail(JSON.stringify(answer));
  };
  const result = (who: Pick<Somebody, 'memberNo'>, changed: number, error: string | null = null) => ({
    memberNo: numberOf(who),
    changed,
    error,
  });

  it('copies a direct member’s rates to others, and counts the channels that changed', async () => {
    await set(shop, [row('0.9', { minFee: '0.50' })]);
    await set(other, [{ channel: 'bank', percent: '1', closed: true }]);
    expect(await resultsOf({ memberNo: numberOf(shop) }, [other, below, shop, other])).toEqual([
      result(other, 2),
      result(below, 1),
      result(shop, 0),
    ]);
    const copied = { percent: '0.9', fixed: '0.00', minFee: '0.50', maxFee: null };
    expect(await ratesOf(other)).toMatchObject([
      { rate: copied, closed: false },
      // A closed channel stays closed.
      { rate: { percent: '0.8' }, closed: true },
      { rate: null },
    ]);
    expect(await ratesOf(below)).toMatchObject([{ rate: copied }, { rate: null }, { rate: null }]);
    expect((await logOf()).slice(2)).toEqual([
      `rates_set ${numberOf(other)} qr: percent 0.6 → 0.9, minFee none → 0.50; bank: percent 1 → 0.8`,
      `rates_set ${numberOf(below)} qr: percent 0.6 → 0.9, minFee none → 0.50`,
    ]);
  });

  it('copies the own rates plus a margin', async () => {
    const from = { own: true, addPercent: '0.1', addFixed: '0.05' };
    expect(await resultsOf(from, [shop, below])).toEqual([result(shop, 2), result(below, 2)]);
    expect(await ratesOf(below)).toMatchObject([
      { rate: { percent: '0.55', fixed: '0.05' } },
      { rate: { percent: '0.9', fixed: '0.05' } },
      { rate: null },
    ]);
    expect(await resultsOf({ own: true }, [shop])).toEqual([result(shop, 2)]);
    expect(await rateOf(shop)).toMatchObject({ rate: { percent: '0.45', fixed: '0.00' } });
  });

  it('leaves out channels that are closed at the source', async () => {
    await set(shop, [row('0.9', { closed: true })]);
    expect(await resultsOf({ memberNo: numberOf(shop) }, [other])).toEqual([result(other, 0)]);
    await sql`update member_rates set closed = true where member_no = ${agent.memberNo} and channel_id = 1`.execute(
      app.db.kysely,
    );
    expect(await resultsOf({ own: true, addPercent: '1' }, [other])).toEqual([result(other, 1)]);
    expect(await storedRates(other)).toMatchObject([{ channel: 2, percent: 18_000 }]);
  });

  it('changes each member as a whole or not at all', async () => {
    await set(shop, [{ channel: 'bank', percent: '0.9' }]);
    await setOwn(shop, rate(4_000));
    expect(await resultsOf({ memberNo: numberOf(shop) }, [other, stranger, deep, below])).toEqual([
      result(other, 0, 'rate_below_own'),
      result(stranger, 0, 'not_found'),
      result(deep, 0, 'not_found'),
      result(below, 0, 'rate_below_own'),
    ]);
    expect(await resultsOf({ own: true, addPercent: '9.5' }, [other])).toEqual([result(other, 0, 'rate_too_high')]);
    for (const who of [other, stranger, deep, below]) expect(await storedRates(who)).toEqual([]);
  });

  it.each([
    ['a margin of half a cent', { own: true, addFixed: '0.005' }, 'from.addFixed'],
    ['a margin above 100 percent', { own: true, addPercent: '100.5' }, 'from.addPercent'],
    ['no source', {}, 'from'],
  ])('refuses %s at its field', async (_name, from, field) => {
    expect(await copy(from, [shop])).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await storedRates(shop)).toEqual([]);
  });

  it('with a second step is confirmed by it, once', async () => {
    const { secret } = await calls.bindApp(agent.person);
    const own = { own: true, addPercent: '1' };
    expect(await copy(own, [shop])).toMatchObject({ code: -2 });
    const step = { verifyType: 'google', verifyCode: calls.codeOf(secret) };
    expect(await resultsOf(own, [shop], step)).toEqual([result(shop, 2)]);
    expect(await copy(own, [other], step)).toMatchObject({ error: 'second_step_wrong' });
    expect(await storedRates(other)).toEqual([]);
  });
});

describe('access', () => {
  const asks = (by: Somebody, memberNo: string): [path: string, answer: ReturnType<Person['post']>][] =>
    Object.entries({
      '/agent/userrate': { memberNo },
      '/agent/setuserrate': { memberNo, rates: [row('1')] },
      '/agent/copyrates': { from: { memberNo }, to: [numberOf(shop)] },
    }).map(([path, input]) => [path, by.person.post(path, input)]);

  it('ends at the direct members: any other number is answered like one that does not exist, after the same work', async () => {
    const operatorId = await crowd.addOperator(`boss${made}`);
    const numbers = [agent, top, deep, stranger].map(numberOf);
    const worked: string[][] = [];
    for (const memberNo of ['11111111', operatorId.toString().slice(-8), ...numbers]) {
      for (const [path, asked] of asks(agent, memberNo)) {
        work.length = 0;
        const answer = await asked;
        expect([path, memberNo, answer.code, answer.error, answer.data]).toEqual([
          path,
          memberNo,
          0,
          'not_found',
          undefined,
        ]);
      }
      work.length = 0;
      const copied = await agent.person.post('/agent/copyrates', { from: { own: true }, to: [memberNo] });
      expect(copied).toMatchObject({ data: { results: [{ memberNo, changed: 0, error: 'not_found' }] } });
      for (const [, asked] of asks(agent, memberNo)) await asked;
      worked.push([...work]);
    }
    expect(new Set(worked.map((one) => one.join(' '))).size).toBe(1);
    expect(worked[0]).not.toContain('lock');
    for (const who of [agent, top, deep, stranger])
      expect((await storedRates(who)).filter((one) => 'percent' in one && one.percent === 10_000)).toEqual([]);
  });

  it('ends for an agent that is disabled, and its members go on', async () => {
    await app.db.transaction((tx) => app.members.change(tx, agent.memberNo, { state: 'disabled' }));
    for (const [path, asked] of asks(agent, numberOf(shop)))
      expect([path, await asked]).toMatchObject([path, { code: 0, error: 'not_found' }]);
    expect(await agent.person.post('/agent/copyrates', { from: { own: true }, to: [numberOf(shop)] })).toMatchObject({
      code: 0,
      error: 'not_found',
    });
    expect((await orderOf(shop)).status).toBe('unpaid');
    await sql`update users set state = 'disabled' where user_id = ${agent.userId}`.execute(app.db.kysely);
    for (const [path, asked] of asks(agent, numberOf(shop)))
      expect([path, await asked]).toMatchObject([path, { code: 50008 }]);
  });

  it('is for agents alone', async () => {
    for (const [path, asked] of asks(shop, numberOf(shop)))
      expect([path, await asked]).toMatchObject([path, { code: 0, error: 'not_found' }]);
  });
});

describe('a member that an agent invited', () => {
  let mobiles = 0;
  async function invited(): Promise<Somebody> {
    const username = `invited${made}`;
    const mobile = `1380001${String((mobiles += 1)).padStart(4, '0')}`;
    await crowd.person().post('/sms/send', { event: 'register', mobile });
    const person = crowd.person();
    const answer = await person.post<{ userinfo: { memberNo: string; token: string } }>('/user/register', {
      username,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      mobile,
      smsCode: (await crowd.messages()).at(-1)?.code,
      inviteCode: numberOf(agent),
    });
    const { memberNo, token } = answer.data?.userinfo ?? expect.fail(answer.msg);
    person.token = token;
    return { memberNo: BigInt(memberNo), userId: 0n, username, person };
  }

  it('starts with the channel’s default, or the agent’s own rate where that brings more', async () => {
    await setOwn(agent, rate(9_000, 0n, 20n), 2);
    const newcomer = await invited();
    expect(await storedRates(newcomer)).toEqual([
      { channel: 2, percent: 9_000, fixed: 0n, min: 20n, max: null, closed: false },
    ]);
    expect((await ratesOf(newcomer)).map(({ belowOwn }) => belowOwn)).toEqual([false, false, false]);
  });

  it('starts without a row where the default is enough', async () => {
    expect(await storedRates(await invited())).toEqual([]);
  });
});

describe('a new member’s given rates', () => {
  const start = async (given: GivenRate[]) =>
    app.db.transaction(async (tx) => {
      const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
      const added = await app.members.add(tx, {
        kind: 'merchant',
        uplineNo: agent.memberNo,
        name: 'New',
        settlement,
        createdAt: app.clock.now(),
      });
      const refusals = await app.channels.startRates(tx, {
        memberNo: added.memberNo,
        uplineNo: agent.memberNo,
        rates: given,
      });
      return { refusals, memberNo: added.memberNo };
    });

  it('are set, and other channels start as without them', async () => {
    await setOwn(agent, rate(9_000), 2);
    const { refusals, memberNo } = await start([{ channel: 'qr', rate: rate(7_000), closed: true }]);
    expect(refusals).toEqual([]);
    expect(await storedRates({ memberNo } as Somebody)).toEqual([
      { channel: 1, percent: 7_000, fixed: 0n, min: null, max: null, closed: true },
      { channel: 2, percent: 9_000, fixed: 0n, min: null, max: null, closed: false },
    ]);
  });

  it('are held to the same rule: with one wrong rate none is set', async () => {
    const { refusals, memberNo } = await start([
      { channel: 'bank', rate: rate(9_000) },
      { channel: 'qr', rate: rate(4_499) },
      { channel: 'shut', rate: rate(9_000) },
    ]);
    expect(refusals).toEqual([
      { index: 1, error: 'rate_below_own', undercut: { amountMinor: 1_000n, feeMinor: 4n, ownMinor: 5n } },
      { index: 2, error: 'channel_not_held' },
    ]);
    expect(await storedRates({ memberNo } as Somebody)).toEqual([]);
  });
});
