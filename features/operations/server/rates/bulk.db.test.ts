/** Many rates at once: what would become of them, each one on its own, a request that dies in the middle, and the file. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '#foundation/server/sheets/sheet.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { rightsOf } from '#features/rights.ts';
import type { rateBulkCalls } from '../../rate-bulk-contract.ts';
import { memberExport } from '../members/export.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import { rateExport } from './export.ts';

type Calls = (typeof rateBulkCalls)['calls'];
type Checked = OutputOf<Calls['/operator/rate/preview']>;
type SetMany = OutputOf<Calls['/operator/rate/setMany']>;

let at: OperatorApp;
let boss: Operator;
let agentNo: string;
/** Under the agent, in the order of their numbers. */
let under: string[];
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  const agent = await at.app.addMember({ username: 'agent_one', kind: 'agent' });
  agentNo = agent.member.memberNo.toString();
  const members = [];
  for (const username of ['under_one', 'under_two', 'under_three'])
    members.push(await at.app.addMember({ username, uplineNo: agent.member.memberNo }));
  under = members.map(({ member }) => member.memberNo.toString()).toSorted();
  await sql`
    insert into channels (channel_id, code, name, mode, min_amount, max_amount, percent, fixed)
    values (77, 'rated', '{"en":"Rated","zh":"R","es":"R","th":"R"}', 'qr', 100, 1000000, 6000, 0),
      (78, 'shut', '{"en":"Shut","zh":"R","es":"R","th":"R"}', 'qr', 100, 1000000, 6000, 0)`.execute(at.app.db);
  await sql`update channels set state = 'closed' where channel_id = 78`.execute(at.app.db);
  await sql`
    insert into upstreams (upstream_id, connector, name, settings_sealed) values (11, 'sandbox', 'Dear', '\\x00')`.execute(
    at.app.db,
  );
  await sql`
    insert into channel_routes (channel_id, upstream_id, cost_percent, cost_fixed) values (77, 11, 3000, 0)`.execute(
    at.app.db,
  );
});
afterAll(async () => expect(await at.close()).toEqual([]));

const first = { percent: '0.6', fixed: '0.00', minFee: null, maxFee: null };
const preview = (changes: object, more: object = {}) =>
  boss.person.post<Checked>('/operator/rate/preview', {
    filter: { uplineNo: agentNo },
    code: 'rated',
    changes,
    ...more,
  });
const check = (rows: readonly object[]) =>
  boss.person.post<Checked>('/operator/rate/check', {
    rows: rows.map((row) => ({ code: 'rated', percent: '0.6', fixed: '0', minFee: '', maxFee: '', ...row })),
  });
const setMany = (rows: readonly object[], more: object = {}) =>
  boss.person.post<SetMany>('/operator/rate/setMany', {
    rows: rows.map((row) => ({ code: 'rated', ...first, before: first, ...row })),
    reason: 'agreed',
    ...more,
  });
const outcomesOf = ({ data }: { data?: SetMany | undefined }) => data?.rows.map(({ outcome }) => outcome);
const logged = async () => (await at.owners.auditOf(boss.userId)).filter((what) => what.startsWith('member_rate_set '));
const kept = async () =>
  (
    await sql<{ memberNo: string; percent: number }>`
      select member_no::text as "memberNo", percent from member_rate_changes where channel_id = 77 order by changed_at, member_no`.execute(
      at.app.db,
    )
  ).rows;

describe('/operator/rate/preview', () => {
  it('tells what a change makes of each selected rate, with its margin, and marks what is below cost or the agent’s', async () => {
    const { data } = await preview({ addPercent: '0.1', fixed: '0.20' });
    expect(data?.rows.map(({ memberNo }) => memberNo)).toEqual(under);
    expect(data?.rows[0]).toEqual({
      memberNo: under[0],
      name: expect.any(String),
      code: 'rated',
      before: first,
      after: { percent: '0.7', fixed: '0.20', minFee: null, maxFee: null },
      margin: '0.60',
      faults: [],
      unchanged: false,
    });
    expect((await preview({ percent: '0.6' })).data?.rows.every(({ unchanged }) => unchanged)).toBe(true);
    expect((await preview({ addPercent: '-0.1' })).data?.rows[0]?.faults).toMatchObject([
      { field: 'percent', error: 'rate_below_agent' },
    ]);
    const alone = await preview({ percent: '0.2' }, { filter: { kind: 'agent' } });
    expect(alone.data?.rows).toMatchObject([
      {
        memberNo: agentNo,
        faults: [{ field: 'percent', error: 'rate_below_cost', msg: expect.stringContaining('Dear') }],
        margin: '-0.10',
      },
    ]);
    expect((await preview({ minFee: '2', maxFee: '1' })).data?.rows[0]?.faults).toMatchObject([
      { field: 'maxFee', error: 'most_below_least' },
    ]);
    expect((await preview({ percent: '0.7' }, { code: 'shut' })).data?.rows[0]?.faults).toMatchObject([
      { field: 'code', error: 'rate_channel_closed' },
    ]);
  });

  it('refuses a change of nothing, a form that can’t be, and an unknown channel', async () => {
    expect(await preview({})).toMatchObject({ code: -1 });
    expect(await preview({ percent: '1', addPercent: '1' })).toMatchObject({
      fields: { 'changes.addPercent': expect.any(String) },
    });
    expect(await preview({ percent: '100.1' })).toMatchObject({ fields: { 'changes.percent': expect.any(String) } });
    expect(await preview({ fixed: '0.001' })).toMatchObject({ fields: { 'changes.fixed': expect.any(String) } });
    expect(await preview({ percent: '1' }, { code: 'nowhere' })).toMatchObject({ error: 'not_found' });
  });
});

describe('/operator/rate/check', () => {
  it('names each fault with its field, and what the other rows would change', async () => {
    const [one = '', two = ''] = under;
    const { data } = await check([
      { memberNo: one, percent: '0.7', minFee: '0.20' },
      { memberNo: two },
      { memberNo: one, percent: 'much', fixed: '1,234', minFee: 'x', maxFee: '-1' },
      { memberNo: '12345' },
      { memberNo: '11111111' },
      { memberNo: agentNo, code: 'nowhere' },
      { memberNo: agentNo, percent: '100.5' },
      { memberNo: agentNo, code: 'shut', percent: '11', fixed: '0' },
    ]);
    expect(data?.rows[0]).toMatchObject({
      before: first,
      after: { percent: '0.7', fixed: '0.00', minFee: '0.20', maxFee: null },
      faults: [],
      unchanged: false,
    });
    expect(data?.rows[1]).toMatchObject({ unchanged: true, faults: [] });
    expect(data?.rows.slice(2).map(({ faults }) => faults.map(({ field, error }) => `${field} ${error}`))).toEqual([
      ['memberNo row_twice', 'percent percent_form', 'fixed amount_form', 'minFee amount_form', 'maxFee amount_form'],
      ['memberNo number_form'],
      ['memberNo not_found'],
      ['code code_unknown'],
      ['percent percent_range'],
      ['code rate_channel_closed'],
    ]);
    expect(await check([])).toMatchObject({ fields: { rows: expect.any(String) } });
  });
});

describe('/operator/rate/setMany', () => {
  it('sets each one on its own, and tells the result of each', async () => {
    const [one, two, three] = under;
    const answer = await setMany([
      { memberNo: one, percent: '0.7' },
      { memberNo: two, percent: '0.2' },
      { memberNo: three, percent: '0.7', before: { ...first, percent: '0.5' } },
      { memberNo: agentNo },
      { memberNo: agentNo, percent: '10.0001' },
      { memberNo: agentNo, percent: '0.2' },
      { memberNo: agentNo, percent: '1', minFee: '2.00', maxFee: '1.00' },
      { memberNo: agentNo, percent: '1', code: 'shut' },
      { memberNo: agentNo, percent: '1', code: 'nowhere' },
      { memberNo: '11111111', percent: '1' },
    ]);
    expect(answer.data?.rows.map(({ outcome, error }) => error ?? outcome)).toEqual([
      'set',
      'rate_below_agent',
      'rate_changed',
      'unchanged',
      'rate_above_most',
      'rate_below_cost',
      'most_below_least',
      'rate_channel_closed',
      'not_found',
      'not_found',
    ]);
    expect(answer.data?.rows[5]?.msg).toContain('Dear');
    expect(await logged()).toEqual([`member_rate_set ${one} rated: percent 0.6 → 0.7 (agreed)`]);
    expect(await setMany([{ memberNo: one, percent: '100.1' }])).toMatchObject({
      fields: { 'rows.0.percent': expect.any(String) },
    });
    expect(await setMany([{ memberNo: one, fixed: '0.001' }])).toMatchObject({
      fields: { 'rows.0.fixed': expect.any(String) },
    });
    expect(await setMany([])).toMatchObject({ fields: { rows: expect.any(String) } });
    expect(await setMany(Array.from({ length: 501 }, () => ({ memberNo: one })))).toMatchObject({
      fields: { rows: expect.any(String) },
    });
  });

  it('does the rest once when it is sent again after it died in the middle', async () => {
    const [one, two, three] = under;
    at.app.clock.advance(1_000);
    const before = (await kept()).length;
    const rows = [
      { memberNo: one, percent: '0.8', before: { ...first, percent: '0.7' } },
      { memberNo: two, percent: '0.8' },
      { memberNo: three, percent: '0.8' },
    ];
    await sql`alter table member_rate_changes add constraint dies check (member_no <> ${sql.lit(Number(two))}) not valid`.execute(
      at.app.db,
    );
    expect(await setMany(rows)).not.toMatchObject({ code: 1 });
    await sql`alter table member_rate_changes drop constraint dies`.execute(at.app.db);
    expect((await kept()).slice(before)).toEqual([{ memberNo: one, percent: 8_000 }]);
    expect(outcomesOf(await setMany(rows))).toEqual(['unchanged', 'set', 'set']);
    expect((await kept()).slice(before).map(({ memberNo }) => memberNo)).toEqual([one, two, three]);
    expect(outcomesOf(await setMany(rows))).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await kept()).toHaveLength(before + 3);
    expect(await logged()).toHaveLength(4);
  });
});

describe('the lists as files', () => {
  const contextOf = () => ({
    session: {
      sessionId: 's',
      userId: boss.userId,
      username: 'boss',
      role: 'operator' as const,
      memberNo: null,
      rights: rightsOf(['owner']),
    },
    language: 'en' as const,
    now: at.app.clock.now(),
    timeZone: 'Asia/Shanghai',
  });
  type Kind = ReturnType<typeof rateExport>;
  async function written(kind: Kind, filter: object): Promise<{ count: number; cells: (readonly Cell[])[] }> {
    const list = await kind.open(contextOf(), filter);
    if ('word' in list) throw new Error(list.word);
    const cells: (readonly Cell[])[] = [list.columns.map(({ header }) => header)];
    for await (const rows of list.batches()) cells.push(...rows);
    return { count: await list.count(), cells };
  }

  it('rates have a row for each member and channel, which is read back as it is', async () => {
    const { count, cells } = await written(rateExport({ ...at.app, channels: at.channels }), {
      uplineNo: agentNo,
      order: 'asc',
    });
    const [head = [], ...rows] = cells;
    expect(rows).toHaveLength(count);
    const column = (name: string) => head.indexOf(name);
    expect(rows.filter((row) => row[column('Channel code')] === 'rated')).toEqual(
      under.map((memberNo) => [
        memberNo,
        expect.any(String),
        'Merchant',
        agentNo,
        'rated',
        '0.8',
        '0.00',
        null,
        null,
        'Yes',
        '0.50',
        '',
      ]),
    );
    const { data } = await check(
      rows.map((row) => {
        const text = (name: string) => String(row[column(name)] ?? '');
        return {
          memberNo: text('Member number'),
          code: text('Channel code'),
          percent: text('Percent'),
          fixed: text('Fixed part'),
          minFee: text('Least fee'),
          maxFee: text('Most fee'),
        };
      }),
    );
    expect(data?.rows.every(({ unchanged, faults }) => unchanged && faults.length === 0)).toBe(true);
  });

  it('members have the columns of the list', async () => {
    const { count, cells } = await written(memberExport({ ...at.app, ledger: at.app.ledger }), {
      uplineNo: agentNo,
      sort: 'memberNo',
      order: 'asc',
    });
    expect(count).toBe(3);
    expect(cells[0]?.slice(0, 3)).toEqual(['Member number', 'Name', 'Username']);
    expect(cells.slice(1).map(([memberNo]) => memberNo)).toEqual(under);
    expect(cells[1]?.slice(3, 10)).toEqual(['Merchant', agentNo, 'Active', 'Not certified', '1', '0.00', '0.00']);
  });
});

describe('a filter that selects too many', () => {
  it('is refused', async () => {
    await sql`
      insert into members (member_no, kind, uplines, name, created_at)
      select 90000000 + n, 'merchant', array[${BigInt(agentNo)}::bigint], 'Many', ${at.app.clock.now()}::timestamptz from generate_series(1, 500) n`.execute(
      at.app.db,
    );
    expect(await preview({ percent: '1' })).toMatchObject({ error: 'rates_too_many' });
  });
});
