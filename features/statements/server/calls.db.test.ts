import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldWords } from '#foundation/core/field-words.ts';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import type { StatementDay, StatementEntry, StatementFigures, StatementRow } from '../contract.ts';
import { MAX_DAYS, MAX_YEARS } from '../rules.ts';
import { statementTexts } from '../words.ts';
import { closeDays } from './closing.ts';
import { type StatementStage, statementStage } from './statements-for-tests.ts';

let stage: StatementStage;
let shop = 0n;
beforeAll(async () => {
  stage = await statementStage({ at: '2026-11-10T04:00:00.000Z' });
  shop = await stage.app.addMember();
  await stage.pay(shop, 100_000n);
  stage.app.clock.set('2026-11-12T04:00:00.000Z');
  await stage.pay(shop, 200_000n, { channelCode: 'bank' });
  await stage.disburse(shop, 'withdrawal', 5_000n, 50n);
  await stage.adjust(shop, -250n, '=1+1');
  stage.app.clock.set('2026-11-14T04:00:00.000Z');
  await closeDays(stage.app);
  await stage.pay(shop, 100n);
});
afterAll(() => stage.close());

interface List {
  total: number;
  list: StatementRow[];
  extend: StatementFigures;
}
const list = (input: object, as: bigint | string = shop) => stage.post<List>(as, '/reconciliation/list', input);
const periods = async (input: object): Promise<string[]> => (await list(input)).data.list.map(({ period }) => period);
const entries = (input: object) =>
  stage.post<{ total: number; list: StatementEntry[]; extend: object }>(shop, '/reconciliation/entries', input);

describe('/reconciliation/list', () => {
  test('has the days of this month until today, those without movement with zeros', async () => {
    const { data } = await list({});
    expect(data.total).toBe(14);
    expect(data.list.map(({ period, state, version, closing }) => [period, state, version, closing]).slice(8)).toEqual([
      ['2026-11-09', 'closed', 0, '0.00'],
      ['2026-11-10', 'closed', 1, '994.00'],
      ['2026-11-11', 'closed', 0, '994.00'],
      ['2026-11-12', 'closed', 1, '2929.00'],
      ['2026-11-13', 'closed', 0, '2929.00'],
      ['2026-11-14', 'open', 0, '2929.99'],
    ]);
    expect(data.extend).toEqual({
      opening: '0.00',
      collections: { count: 3, amount: '3001.00' },
      collectionFees: '18.01',
      recharges: { count: 0, amount: '0.00' },
      rechargeFees: '0.00',
      withdrawals: { count: 1, amount: '50.00' },
      payouts: { count: 0, amount: '0.00' },
      disbursementFees: '0.50',
      refunds: { count: 0, amount: '0.00', fee: '0.00' },
      commission: '0.00',
      adjustments: '-2.50',
      reversals: '0.00',
      closing: '2929.99',
    });
  });

  test('takes a range as the days that it touches, a month, or a year', async () => {
    // In Shanghai the day begins at 16:00 UTC. The end is exclusive.
    const range = { from: '2026-11-09T16:00:00.000Z', to: '2026-11-11T16:00:00.000Z' };
    expect(await periods({ range })).toEqual(['2026-11-10', '2026-11-11']);
    expect(await periods({ range: { ...range, to: '2026-11-11T16:00:00.001Z' } })).toHaveLength(3);
    expect(await periods({ range, order: 'desc' })).toEqual(['2026-11-11', '2026-11-10']);
    expect(await periods({ month: '2026-10' })).toHaveLength(31);
    expect(await periods({ month: '2024-02', group: 'month' })).toEqual(['2024-02']);
    expect(await periods({ year: '2026' })).toHaveLength(11);
    expect(await periods({ year: '2026', group: 'year' })).toEqual(['2026']);
    expect(await periods({ year: '2024', group: 'day' })).toHaveLength(366);
    expect(await periods({ range: { from: range.from } })).toHaveLength(5);
    expect(await periods({ range: { to: range.to } })).toHaveLength(MAX_DAYS);
  });

  test('sums months and years, which are closed when all their days are', async () => {
    const { data } = await list({ year: '2026', group: 'month' });
    expect(data.list.slice(-2)).toMatchObject([
      { period: '2026-10', state: 'closed', version: 0, closing: '0.00' },
      { period: '2026-11', state: 'open', version: 1, collections: { count: 3 }, closing: '2929.99' },
    ]);
  });

  test('has the balance alone for days to come, and zeros for days before any number', async () => {
    expect((await list({ month: '2031-01' })).data).toMatchObject({
      list: [],
      extend: { opening: '2929.99', closing: '2929.99' },
    });
    expect((await list({ year: '9999' })).data).toMatchObject({ list: [], extend: { closing: '2929.99' } });
    expect((await list({ year: '0000', group: 'year' })).data).toMatchObject({
      list: [{ period: '0000', closing: '0.00' }],
    });
  });

  test('refuses several periods, and those that are too long, at their fields', async () => {
    const one = statementTexts.one_period.en;
    expect(await list({ month: '2026-11', year: '2026' })).toMatchObject({
      code: -1,
      fields: { month: one, year: one },
    });
    expect(await list({ month: '2026-13' })).toMatchObject({
      code: -1,
      fields: { month: statementTexts.month_form.en },
    });
    expect(await list({ year: '26' })).toMatchObject({ code: -1, fields: { year: statementTexts.year_form.en } });
    const twoYears = { from: '2024-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
    expect(await list({ range: twoYears })).toMatchObject({
      code: -1,
      fields: { range: statementTexts.days_most.en.replace('{maximum, number}', String(MAX_DAYS)) },
    });
    expect((await list({ range: twoYears, group: 'month' })).data.list).toHaveLength(25);
    expect(await list({ range: { from: '2016-11-01T00:00:00.000Z' }, group: 'year' })).toMatchObject({
      code: -1,
      fields: { range: statementTexts.years_most.en.replace('{maximum, number}', String(MAX_YEARS)) },
    });
  });

  test('is for members alone', async () => {
    expect(await list({}, 'operator')).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('/reconciliation/day', () => {
  const day = (date: string) => stage.post<StatementDay>(shop, '/reconciliation/day', { date });

  test('has channels, types, versions and hash', async () => {
    expect((await day('2026-11-12')).data).toMatchObject({
      period: '2026-11-12',
      opening: '994.00',
      closing: '2929.00',
      channels: [
        {
          code: 'bank',
          name: 'bank',
          kind: 'payin',
          orders: 1,
          paid: 1,
          successRate: '100.0',
          amount: '2000.00',
          fee: '12.00',
          obtained: '1988.00',
        },
      ],
      kinds: [
        { type: 'payin', count: 1, amount: '2000.00', fee: '12.00' },
        { type: 'withdrawal', count: 1, amount: '-50.00', fee: '0.50' },
        { type: 'adjustment', count: 1, amount: '-2.50', fee: '0.00' },
      ],
      versions: [{ version: 1, at: '2026-11-14T04:00:00.000Z', reason: null }],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('shows the orders of a day on which none was paid', async () => {
    const quiet = await stage.app.addMember();
    await stage.order(quiet, 500n);
    const { data } = await stage.post<StatementDay>(quiet, '/reconciliation/day', { date: '2026-11-14' });
    expect(data).toMatchObject({
      state: 'open',
      channels: [{ code: 'qr', orders: 1, paid: 0, successRate: '0.0', amount: '0.00' }],
      kinds: [],
      versions: [],
      hash: null,
    });
  });

  test('is empty before any number, and refuses a day that has not begun', async () => {
    expect((await day('0000-01-01')).data).toMatchObject({
      closing: '0.00',
      state: 'closed',
      channels: [],
      hash: null,
    });
    const toCome = { code: -1, fields: { date: statementTexts.day_to_come.en } };
    expect(await day('2026-11-15')).toMatchObject(toCome);
    expect(await day('9999-12-31')).toMatchObject(toCome);
    expect(await day('2026-02-30')).toMatchObject({ code: -1, fields: { date: fieldWords.date_form.en } });
  });
});

describe('/reconciliation/entries', () => {
  test('has the rows of the money log with their channel', async () => {
    const { data } = await entries({ date: '2026-11-12', order: 'asc' });
    expect(data.total).toBe(3);
    expect(data.list).toMatchObject([
      {
        type: 'payin',
        amount: '2000.00',
        fee: '12.00',
        channel: { code: 'bank', name: 'bank' },
        orderNo: expect.stringMatching(/^T/),
      },
      { type: 'withdrawal', amount: '-50.00', fee: '0.50', channel: null, orderNo: null },
      { type: 'adjustment', amount: '-2.50', remark: '=1+1', channel: null },
    ]);
    expect(data.extend).toEqual({ opening: '994.00', closing: '2929.00', in: '2000.00', out: '52.50', fees: '12.50' });
  });

  test('narrows by one or several types and by channel, page by page', async () => {
    const range = { from: '2026-11-01T00:00:00.000Z' };
    const byChannel = await entries({ range, channel: 'qr', limit: 1, page: 2, order: 'asc' });
    expect(byChannel.data).toMatchObject({
      total: 2,
      list: [{ amount: '1.00' }],
      extend: { in: '1001.00', fees: '6.01', closing: '2929.99' },
    });
    expect((await entries({ range, type: ['withdrawal', 'adjustment'] })).data).toMatchObject({
      total: 2,
      list: [{ type: 'adjustment' }, { type: 'withdrawal' }],
      extend: { in: '0.00', out: '52.50', fees: '0.50' },
    });
    expect((await entries({ range, channel: 'nowhere' })).data).toMatchObject({ total: 0, list: [] });
    expect((await entries({ range, type: 'withdrawal', channel: 'qr' })).data).toMatchObject({ total: 0 });
    expect((await entries({})).data.total).toBe(5);
    expect((await entries({ date: '0000-01-01' })).data).toMatchObject({ total: 0, extend: { closing: '0.00' } });
  });

  test('refuses a date beside a range, a day to come, and a channel without bounds', async () => {
    const both = statementTexts.date_or_range.en;
    expect(await entries({ date: '2026-11-12', range: {} })).toMatchObject({
      code: -1,
      fields: { date: both, range: both },
    });
    expect(await entries({ date: '2026-11-15' })).toMatchObject({
      code: -1,
      fields: { date: statementTexts.day_to_come.en },
    });
    const fault = {
      code: -1,
      fields: { channel: statementTexts.channel_range.en.replace('{maximum, number}', String(MAX_DAYS)) },
    };
    expect(await entries({ channel: 'qr' })).toMatchObject(fault);
    expect(await entries({ channel: 'qr', range: { to: '2026-11-12T00:00:00.000Z' } })).toMatchObject(fault);
    expect(await entries({ channel: 'qr', range: { from: '2025-01-01T00:00:00.000Z' } })).toMatchObject(fault);
  });
});

describe('as a file', () => {
  const cellsOf = (file: Buffer, page: number): string[][] =>
    readPage(unzip(file), page).map((row) => row.map(({ value }) => value));

  test('the statement has its days, and a first page with filter, sums and hash', async () => {
    const file = await stage.file(shop, 'statement', 'xlsx', { range: { from: '2026-11-12T00:00:00.000Z' } });
    const { data } = await stage.post<StatementDay>(shop, '/reconciliation/day', { date: '2026-11-12' });
    const about = new Map(cellsOf(file, 1).map(([name = '', value = '']) => [name, value]));
    expect([...about].slice(0, 7)).toEqual([
      ['Member', `${shop} Shop`],
      ['Exported by', `user_${shop}`],
      ['Exported at', '2026-11-14 12:00:00'],
      ['Filter', '2026-11-12 to 2026-11-14; by day'],
      ['Time zone', 'Asia/Shanghai'],
      ['Currency', 'CNY'],
      ['Rows', '3'],
    ]);
    expect([about.get('Opening'), about.get('Collections'), about.get('Closing')]).toEqual([
      '994.00',
      '2001.00',
      '2929.99',
    ]);
    expect(about.get('Hash of the last closed day, 2026-11-12')).toBe(data.hash);
    const [header, ...rows] = cellsOf(file, 2);
    expect(header?.slice(0, 5)).toEqual(['Day', 'Opening', 'Number of collections', 'Collections', 'Collection fees']);
    expect(rows.map((row) => [row[0], row[1], row[3], row.at(-3), row.at(-2), row.at(-1)])).toEqual([
      ['2026-11-12', '994.00', '2000.00', '2929.00', 'Closed', '1'],
      ['2026-11-13', '2929.00', '0.00', '0.00', '2929.00', 'Closed'],
      ['2026-11-14', '2929.00', '1.00', '0.00', '2929.99', 'Open'],
    ]);
  });

  test('the entries have order numbers as texts, in CSV too, in the language of the user', async () => {
    const file = await stage.file(
      shop,
      'statementEntries',
      'xlsx',
      { date: '2026-11-12', order: 'asc', type: ['payin', 'adjustment'] },
      'zh',
    );
    const about = cellsOf(file, 1);
    expect(about).toContainEqual(['筛选条件', '自 2026-11-12 00:00:00 起; 2026-11-13 00:00:00 之前; 类型：代收, 调账']);
    expect(about).toContainEqual(['行数', '2']);
    const [, first, second] = readPage(unzip(file), 2);
    expect(first?.[1]).toMatchObject({ type: 'inlineStr', value: expect.stringMatching(/^\d{19}$/) });
    expect(second?.map(({ value }) => value)).toContain('=1+1');
    const lines = (
      await stage.file(shop, 'statementEntries', 'csv', {
        range: { from: '2026-11-01T00:00:00.000Z' },
        channel: 'qr',
        order: 'asc',
      })
    )
      .toString('utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^T\d+,\d{19},Pay-in,qr,1000\.00,6\.00,0\.00,994\.00,,2026-11-10 12:00:00$/);
  });

  test('is refused at the field of its filter', async () => {
    const refused = async (kind: string, filter: object): Promise<unknown> =>
      JSON.parse((await stage.file(shop, kind, 'csv', filter)).toString('utf8'));
    expect(await refused('statement', { range: { from: '2020-01-01T00:00:00.000Z' } })).toMatchObject({
      code: -1,
      fields: { 'filter.range': expect.stringContaining(String(MAX_DAYS)) },
    });
    expect(await refused('statementEntries', { channel: 'qr' })).toMatchObject({
      code: -1,
      fields: { 'filter.channel': expect.any(String) },
    });
    expect(await refused('statementEntries', { date: '2027-01-01' })).toMatchObject({
      code: -1,
      fields: { 'filter.date': expect.any(String) },
    });
  });
});
