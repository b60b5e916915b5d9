import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberOf, rate, ratesApp, type RatesApp, row, type Somebody } from './rates-for-tests.ts';

let at: RatesApp;
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
  ({ agent, shop, other, below, deep, stranger } = await at.family());
});
afterAll(async () => expect(await at.close()).toEqual([]));

const set = (who: Somebody, rates: readonly object[], by = agent, more: object = {}) => at.set(who, rates, by, more);

describe('/agent/copyrates', () => {
  const copy = (from: object, to: Pick<Somebody, 'memberNo'>[], more: object = {}, by = agent) =>
    by.person.post<{ results: unknown[] }>('/agent/copyrates', { from, to: to.map(numberOf), ...more });
  const resultsOf = async (...input: Parameters<typeof copy>) => {
    const answer = await copy(...input);
    if (!answer.data) throw new Error(JSON.stringify(answer));
    return answer.data.results;
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
    expect(await at.ratesOf(other, agent)).toMatchObject([
      { rate: copied, closed: false },
      // A closed channel stays closed.
      { rate: { percent: '0.8' }, closed: true },
      { rate: null },
    ]);
    expect(await at.ratesOf(below, agent)).toMatchObject([{ rate: copied }, { rate: null }, { rate: null }]);
    expect((await at.logOf(agent)).slice(2)).toEqual([
      `rates_set ${numberOf(other)} qr: percent 0.6 → 0.9, minFee none → 0.50; bank: percent 1 → 0.8`,
      `rates_set ${numberOf(below)} qr: percent 0.6 → 0.9, minFee none → 0.50`,
    ]);
  });

  it('copies the own rates plus a margin', async () => {
    const from = { own: true, addPercent: '0.1', addFixed: '0.05' };
    expect(await resultsOf(from, [shop, below])).toEqual([result(shop, 2), result(below, 2)]);
    expect(await at.ratesOf(below, agent)).toMatchObject([
      { rate: { percent: '0.55', fixed: '0.05' } },
      { rate: { percent: '0.9', fixed: '0.05' } },
      { rate: null },
    ]);
    expect(await resultsOf({ own: true }, [shop])).toEqual([result(shop, 2)]);
    expect(await at.rateOf(shop, agent)).toMatchObject({ rate: { percent: '0.45', fixed: '0.00' } });
  });

  it('leaves out channels that are closed at the source', async () => {
    await set(shop, [row('0.9', { closed: true })]);
    expect(await resultsOf({ memberNo: numberOf(shop) }, [other])).toEqual([result(other, 0)]);
    await sql`update member_rates set closed = true where member_no = ${agent.memberNo} and channel_id = 1`.execute(
      at.app.db,
    );
    expect(await resultsOf({ own: true, addPercent: '1' }, [other])).toEqual([result(other, 1)]);
    expect(await at.storedRates(other)).toMatchObject([{ channel: 2, percent: 18_000 }]);
  });

  it('changes each member as a whole or not at all', async () => {
    await set(shop, [{ channel: 'bank', percent: '0.9' }]);
    await at.setOwn(shop, rate(4_000));
    expect(await resultsOf({ memberNo: numberOf(shop) }, [other, stranger, deep, below])).toEqual([
      result(other, 0, 'rate_below_own'),
      result(stranger, 0, 'not_found'),
      result(deep, 0, 'not_found'),
      result(below, 0, 'rate_below_own'),
    ]);
    expect(await resultsOf({ own: true, addPercent: '9.5' }, [other])).toEqual([result(other, 0, 'rate_too_high')]);
    for (const who of [other, stranger, deep, below]) expect(await at.storedRates(who)).toEqual([]);
  });

  it.each([
    ['a margin of half a cent', { own: true, addFixed: '0.005' }, 'from.addFixed'],
    ['a margin above 100 percent', { own: true, addPercent: '100.5' }, 'from.addPercent'],
    ['no source', {}, 'from'],
  ])('refuses %s at its field', async (_name, from, field) => {
    expect(await copy(from, [shop])).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await at.storedRates(shop)).toEqual([]);
  });

  it('with a second step is confirmed by it, once', async () => {
    const { secret } = await at.credentials.bindApp(agent.person);
    const own = { own: true, addPercent: '1' };
    expect(await copy(own, [shop])).toMatchObject({ code: -2 });
    const step = { verifyType: 'google', verifyCode: at.credentials.codeOf(secret) };
    expect(await resultsOf(own, [shop], step)).toEqual([result(shop, 2)]);
    expect(await copy(own, [other], step)).toMatchObject({ error: 'second_step_wrong' });
    expect(await at.storedRates(other)).toEqual([]);
  });
});
