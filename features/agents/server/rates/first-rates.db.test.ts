import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '#features/accounts/server/people-for-tests.ts';
import type { GivenRate } from '#features/channels/server/member-rates.ts';
import { numberOf, rate, ratesApp, type RatesApp, row, type Somebody } from './rates-for-tests.ts';

let at: RatesApp;
let agent: Somebody;

beforeAll(async () => {
  at = await ratesApp();
});
beforeEach(async () => {
  ({ agent } = await at.family());
});
afterAll(async () => expect(await at.close()).toEqual([]));

describe('a member that an agent invited', () => {
  let mobiles = 0;
  async function invited(): Promise<Pick<Somebody, 'memberNo'>> {
    const mobile = `1380001${String((mobiles += 1)).padStart(4, '0')}`;
    await at.crowd.person().post('/sms/send', { event: 'register', mobile });
    const person = at.crowd.person();
    const answer = await person.post<{ userinfo: { memberNo: string; token: string } }>('/user/register', {
      username: `invited${mobiles}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      mobile,
      smsCode: (await at.crowd.messages()).at(-1)?.code,
      inviteCode: numberOf(agent),
    });
    if (!answer.data) throw new Error(answer.msg);
    return { memberNo: BigInt(answer.data.userinfo.memberNo) };
  }

  it('starts with the channel’s default, or the agent’s own rate where that brings more', async () => {
    await at.setOwn(agent, rate(9_000, 0n, 20n), 2);
    const newcomer = await invited();
    expect(await at.storedRates(newcomer)).toEqual([
      { channel: 2, percent: 9_000, fixed: 0n, min: 20n, max: null, closed: false },
    ]);
    expect((await at.ratesOf(newcomer, agent)).map(({ belowOwn }) => belowOwn)).toEqual([false, false, false]);
  });

  it('starts without a row where the default is enough', async () => {
    expect(await at.storedRates(await invited())).toEqual([]);
  });
});

describe('a new member’s given rates', () => {
  const start = async (given: GivenRate[]) =>
    at.app.db.transaction(async (tx) => {
      const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
      const added = await at.app.members.add(tx, {
        kind: 'merchant',
        uplineNo: agent.memberNo,
        name: 'New',
        settlement,
        createdAt: at.app.clock.now(),
      });
      const refusals = await at.app.channels.startRates(tx, {
        memberNo: added.memberNo,
        uplineNo: agent.memberNo,
        rates: given,
      });
      return { refusals, memberNo: added.memberNo };
    });

  it('are set, and other channels start as without them', async () => {
    await at.setOwn(agent, rate(9_000), 2);
    const { refusals, memberNo } = await start([{ channel: 'qr', rate: rate(7_000), closed: true }]);
    expect(refusals).toEqual([]);
    expect(await at.storedRates({ memberNo })).toEqual([
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
    expect(await at.storedRates({ memberNo })).toEqual([]);
  });
});

describe('the rates in an agent’s form for a new member', () => {
  let forms = 0;
  const add = (rates: readonly object[]) => {
    forms += 1;
    return agent.person.post<{ memberNo: string }>('/agent/adduser', {
      type: 'merchant',
      username: `formed${forms}`,
      mobile: `1370002${String(forms).padStart(4, '0')}`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      requestId: `form-${forms}`,
      rates,
    });
  };
  const membersBelow = async () =>
    (await at.app.db.pool.query('select 1 from members where uplines[1] = $1', [agent.memberNo])).rowCount;

  it('are the new member’s', async () => {
    const { data } = await add([row('0.7'), { channel: 'bank', percent: '0.9', minFee: '0.20' }]);
    expect(await at.storedRates({ memberNo: BigInt(data?.memberNo ?? 0) })).toEqual([
      { channel: 1, percent: 7_000, fixed: 0n, min: null, max: null, closed: false },
      { channel: 2, percent: 9_000, fixed: 0n, min: 20n, max: null, closed: false },
    ]);
  });

  it.each([
    ['rate_below_own', row('0.4499'), 'percent'],
    ['rate_too_high', row('10.0001'), 'percent'],
    ['rate_not_sound', row('0.9', { minFee: '5.00', maxFee: '4.99' }), 'maxFee'],
    ['channel_not_held', { channel: 'shut', percent: '1' }, 'channel'],
  ])('are refused with %s beside the row, and no one is added', async (error, wrong, field) => {
    const before = await membersBelow();
    const answer = await add([{ channel: 'bank', percent: '0.9' }, wrong]);
    expect(answer).toMatchObject({ code: 0, error, fields: { [`rates.1.${field}`]: expect.any(String) } });
    expect(await membersBelow()).toBe(before);
  });
});
