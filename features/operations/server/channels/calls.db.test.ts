import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { operatorChannelCalls } from '../../channel-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

type Calls = (typeof operatorChannelCalls)['calls'];
type List = OutputOf<Calls['/operator/channel/list']>;
type Detail = OutputOf<Calls['/operator/channel/detail']>;

let at: OperatorApp;
let boss: Operator;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
});
afterAll(async () => {
  // The tests' own orders are in no roll-up, which the check of the books would find.
  await sql`alter table orders disable trigger user`.execute(at.app.db);
  await sql`delete from orders where order_no like 'placed-%'`.execute(at.app.db);
  expect(await at.close()).toEqual([]);
});

const plain = {
  nameEn: 'Scan',
  nameZh: '扫码',
  nameEs: 'Escanear',
  nameTh: 'สแกน',
  mode: 'qr',
  minAmount: '1.00',
  maxAmount: '5000.00',
  totalLimit: null,
  openFrom: null,
  openTo: null,
  percent: '0.6',
  fixed: '0',
  minFee: null,
  maxFee: null,
  recharge: false,
  position: 5,
  state: 'open',
  reason: 'a new provider',
};
const add = (code: string, changes: object = {}) =>
  boss.person.post('/operator/channel/add', { code, ...plain, ...changes });
const edit = async (channel: string, changes: object = {}): Promise<Answer> => {
  const { version } = (await detailOf(channel)).channel;
  return boss.person.post('/operator/channel/edit', { channel, code: channel, version, ...plain, ...changes });
};
const detailOf = async (code: string): Promise<Detail> => {
  const { data } = await boss.person.post<Detail>('/operator/channel/detail', { code });
  if (!data) throw new Error(`no channel ${code}`);
  return data;
};
const listOf = async (filter: object = {}): Promise<List> => {
  const { data } = await boss.person.post<List>('/operator/channel/list', { order: 'asc', limit: 100, ...filter });
  if (!data) throw new Error('no list');
  return data;
};
const codesOf = async (filter: object = {}) => (await listOf(filter)).list.map(({ code }) => code);
const logOf = async (action: string) =>
  (await at.owners.auditOf(boss.userId)).filter((what) => what.startsWith(`${action} `));

describe('/operator/channel/add', () => {
  it('adds a channel without routes, logged with its terms and the reason', async () => {
    expect(
      await add('scan', { openFrom: '22:00', openTo: '06:00', totalLimit: '100.00', minFee: '0.10' }),
    ).toMatchObject({ code: 1 });
    expect((await detailOf('scan')).channel).toMatchObject({
      name: 'Scan',
      names: { en: 'Scan', zh: '扫码', es: 'Escanear', th: 'สแกน' },
      state: 'open',
      minAmount: '1.00',
      maxAmount: '5000.00',
      totalLimit: '100.00',
      openHours: { from: '22:00', to: '06:00' },
      rate: { percent: '0.6', fixed: '0.00', minFee: '0.10', maxFee: null },
      used: false,
      routes: 0,
      openRoutes: 0,
      orders24h: 0,
      successRate24h: null,
    });
    expect(await logOf('channel_added')).toEqual([
      expect.stringMatching(/^channel_added scan: code none → scan, .*percent none → 0.6.* \(a new provider\)$/),
    ]);
  });

  it('refuses a code that another has', async () => {
    expect(await add('twice')).toMatchObject({ code: 1 });
    expect(await add('twice')).toMatchObject({ error: 'channel_code_taken' });
    expect((await codesOf({ q: 'twice' })).length).toBe(1);
  });

  it('gives each of several that are added at once an id of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => add(`together_${index}`)));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await codesOf({ q: 'together' })).toHaveLength(6);
  });

  it.each([
    ['a code with capitals', { code: 'Scan' }, 'code'],
    ['no name', { nameTh: ' ' }, 'nameTh'],
    ['a name that turns the text around', { nameEn: 'Scan\u202e' }, 'nameEn'],
    ['no least amount', { minAmount: '0' }, 'minAmount'],
    ['a range turned around', { minAmount: '10.00', maxAmount: '9.99' }, 'maxAmount'],
    ['a limit of nothing', { totalLimit: '0' }, 'totalLimit'],
    ['one time alone', { openFrom: '09:00' }, 'openTo'],
    ['a time that no day has', { openFrom: '24:00', openTo: '09:00' }, 'openFrom'],
    ['a percentage above 100', { percent: '100.1' }, 'percent'],
    ['half a cent', { fixed: '0.005' }, 'fixed'],
    ['a most fee below the least', { minFee: '2.00', maxFee: '1.00' }, 'maxFee'],
    ['a place beyond all', { position: 10_000 }, 'position'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('refuses %s', async (_what, changes, field) => {
    const answer = await add('wrong', changes);
    expect(answer).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await codesOf({ q: 'wrong' })).toEqual([]);
  });
});

describe('/operator/channel/edit', () => {
  it('changes the terms, logs what differs, and logs nothing where nothing does', async () => {
    await add('changing');
    expect(await edit('changing', { percent: '0.8', state: 'closed', totalLimit: '50.00' })).toMatchObject({ code: 1 });
    expect((await detailOf('changing')).channel).toMatchObject({
      state: 'closed',
      totalLimit: '50.00',
      rate: { percent: '0.8' },
    });
    const before = await logOf('channel_edited');
    expect(before.at(-1)).toBe(
      'channel_edited changing: state open → closed, totalLimit none → 50.00, percent 0.6 → 0.8 (a new provider)',
    );
    expect(await edit('changing', { percent: '0.8', state: 'closed', totalLimit: '50.00' })).toMatchObject({ code: 1 });
    expect(await logOf('channel_edited')).toEqual(before);
  });

  it('refuses a channel that someone else has changed, and one that is not there', async () => {
    await add('shared');
    const { version } = (await detailOf('shared')).channel;
    expect(await edit('shared', { percent: '0.7' })).toMatchObject({ code: 1 });
    const late = { channel: 'shared', code: 'shared', version, ...plain, percent: '0.9' };
    expect(await boss.person.post('/operator/channel/edit', late)).toMatchObject({ error: 'channel_changed' });
    expect(await boss.person.post('/operator/channel/edit', { ...late, channel: 'nowhere' })).toMatchObject({
      error: 'not_found',
    });
    expect((await detailOf('shared')).channel.rate.percent).toBe('0.7');
  });

  it('lets the code change until there is an order', async () => {
    await add('first_code');
    expect(await edit('first_code', { code: 'twice' })).toMatchObject({ error: 'channel_code_taken' });
    expect(await edit('first_code', { code: 'second_code' })).toMatchObject({ code: 1 });
    await orderOn('second_code');
    expect((await detailOf('second_code')).channel.used).toBe(true);
    expect(await edit('second_code', { code: 'third_code' })).toMatchObject({ error: 'channel_code_used' });
    expect(await edit('second_code', { percent: '1' })).toMatchObject({ code: 1 });
  });
});

describe('/operator/channel/detail', () => {
  it('tells whom a change affects', async () => {
    await add('affecting');
    const [own, shut] = inListOrder(await at.merchant(), await at.merchant());
    await rateOf(own.memberNo, 'affecting', false);
    await rateOf(shut.memberNo, 'affecting', true);
    await orderOn('affecting');
    const { affected } = await detailOf('affecting');
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from members`.execute(at.app.db);
    expect(affected).toEqual({
      members: rows[0]?.count,
      ownRates: 2,
      closedFor: 1,
      openOrders: 1,
      openOrdersCapped: false,
    });
    expect(await boss.person.post('/operator/channel/detail', { code: 'nowhere' })).toMatchObject({
      error: 'not_found',
    });
    const input = { code: 'affecting', order: 'asc' };
    const rates = await boss.person.post<OutputOf<Calls['/operator/channel/ownRates']>>(
      '/operator/channel/ownRates',
      input,
    );
    expect(rates.data).toMatchObject({
      total: 2,
      list: [
        { memberNo: own.memberNo.toString(), memberName: own.username, rate: { percent: '1' }, closed: false },
        { memberNo: shut.memberNo.toString(), closed: true },
      ],
    });
    expect(await boss.person.post('/operator/channel/ownRates', { code: 'nowhere' })).toMatchObject({
      error: 'not_found',
    });
  });
});

describe('/operator/channel/list', () => {
  it('sorts, filters and cuts', async () => {
    await add('listed_b', { position: 1, mode: 'bank' });
    await add('listed_a', { position: 2, state: 'closed' });
    expect(await codesOf({ q: 'LISTED' })).toEqual(['listed_b', 'listed_a']);
    expect(await codesOf({ q: 'listed', sort: 'code' })).toEqual(['listed_a', 'listed_b']);
    expect(await codesOf({ q: 'listed', order: 'desc' })).toEqual(['listed_a', 'listed_b']);
    expect(await codesOf({ q: 'listed', mode: ['bank', 'cash'] })).toEqual(['listed_b']);
    expect(await codesOf({ q: 'listed', state: 'closed' })).toEqual(['listed_a']);
    expect(await codesOf({ q: 'listed', limit: 1, page: 2 })).toEqual(['listed_a']);
    expect(await codesOf({ q: 'สแกน', limit: 1 })).toHaveLength(1);
  });

  it('counts the last 24 hours', async () => {
    await add('counted');
    const { rows } = await sql<{ id: number }>`select channel_id as id from channels where code = 'counted'`.execute(
      at.app.db,
    );
    const bucket = (hours: number) =>
      new Date(Math.floor(at.app.clock.now().getTime() / 3_600_000 - hours) * 3_600_000);
    for (const [hours, created] of [
      [1, 4],
      [30, 100],
    ] as const)
      await sql`
        insert into platform_rollups (span, bucket, kind, channel_id, created_count, created_amount, success_count, paid_count, paid_amount, paid_fee)
        values ('hour', ${bucket(hours)}, 'payin', ${rows[0]?.id}, ${created}, 1000, 3, 3, 750, 6)`.execute(at.app.db);
    expect(await listOf({ q: 'counted' })).toMatchObject({
      list: [{ orders24h: 4, amount24h: '7.50', successRate24h: '75.0' }],
      extend: { orders24h: 4, amount24h: '7.50' },
    });
    expect(await codesOf({ sort: 'orders24h', order: 'desc', limit: 1 })).toEqual(['counted']);
  });
});

/** An unpaid order, as the orders' own statement would store it. */
async function orderOn(code: string): Promise<void> {
  const { memberNo } = await at.merchant();
  const systemNo = at.app.numbers.next();
  const now = at.app.clock.now();
  await sql`
    insert into orders (member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount, fee, status, created_at, expires_at, request_hash, sign_type)
    select ${memberNo}::bigint, ${systemNo}::bigint, ${`placed-${systemNo}`}, 'payin', channel_id, 1, 'CNY', 1000, 6, 'unpaid', ${now}::timestamptz,
      ${new Date(now.getTime() + 600_000)}::timestamptz, '\\x00'::bytea, 'MD5' from channels where code = ${code}`.execute(
    at.app.db,
  );
}

/** Member numbers are drawn at random, so the order of registration tells nothing about the order of a list. */
function inListOrder<Member extends { memberNo: bigint }>(one: Member, other: Member): [Member, Member] {
  return one.memberNo < other.memberNo ? [one, other] : [other, one];
}

async function rateOf(memberNo: bigint, code: string, closed: boolean): Promise<void> {
  await sql`
    insert into member_rates (member_no, channel_id, percent, closed)
    select ${memberNo}::bigint, channel_id, 10000, ${closed}::boolean from channels where code = ${code}`.execute(
    at.app.db,
  );
}
