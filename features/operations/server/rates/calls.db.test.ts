import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { operatorRateCalls, RateCell } from '../../rate-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

type Calls = (typeof operatorRateCalls)['calls'];
type List = OutputOf<Calls['/operator/rate/list']>;
type Changes = OutputOf<Calls['/operator/rate/changes']>;

let at: OperatorApp;
let boss: Operator;
let memberNo: string;
let underNo: string;
let agentNo: string;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  memberNo = (await at.merchant()).memberNo.toString();
  const agent = await at.app.addMember({ username: 'agent_one', kind: 'agent' });
  agentNo = agent.member.memberNo.toString();
  const under = await at.app.addMember({ username: 'under_one', uplineNo: agent.member.memberNo });
  underNo = under.member.memberNo.toString();
  await sql`
    insert into channels (channel_id, code, name, mode, min_amount, max_amount, percent, fixed)
    values (77, 'rated', '{"en":"Rated","zh":"R","es":"R","th":"R"}', 'qr', 100, 1000000, 6000, 0),
      (78, 'shut', '{"en":"Shut","zh":"R","es":"R","th":"R"}', 'qr', 100, 1000000, 6000, 0)`.execute(at.app.db);
  await sql`update channels set state = 'closed' where channel_id = 78`.execute(at.app.db);
  await sql`
    insert into upstreams (upstream_id, connector, name, settings_sealed) values (11, 'sandbox', 'Cheap', '\\x00'), (12, 'sandbox', 'Dear', '\\x00')`.execute(
    at.app.db,
  );
  await sql`
    insert into channel_routes (channel_id, upstream_id, cost_percent, cost_fixed) values (77, 11, 2000, 0), (77, 12, 3000, 10)`.execute(
    at.app.db,
  );
});
afterAll(async () => expect(await at.close()).toEqual([]));

const before = { percent: '0.6', fixed: '0.00', minFee: null, maxFee: null };
const listOf = async (filter: object): Promise<List> => {
  const { data } = await boss.person.post<List>('/operator/rate/list', filter);
  if (!data) throw new Error('no list');
  return data;
};
const cellOf = async (who: string, code = 'rated'): Promise<RateCell> => {
  const cell = (await listOf({ q: who })).list[0]?.cells.find((one) => one.code === code);
  if (!cell) throw new Error('no cell');
  return cell;
};
const set = (who: string, rate: object, more: object = {}) =>
  boss.person.post('/operator/rate/set', {
    memberNo: who,
    code: 'rated',
    ...before,
    before,
    reason: 'agreed',
    ...rate,
    ...more,
  });
const logged = async () => (await at.owners.auditOf(boss.userId)).filter((what) => what.startsWith('member_rate_set '));

describe('/operator/rate/list', () => {
  it('shows each member beside default, agent, the dearest cost, and the margin to the cent', async () => {
    const { list, extend, total } = await listOf({ q: underNo });
    expect(total).toBe(1);
    expect(list).toMatchObject([
      { memberNo: underNo, kind: 'merchant', upline: { memberNo: agentNo, name: 'agent_one' } },
    ]);
    // 0.6 % of 100.00, less 0.3 % and 0.10.
    expect(await cellOf(underNo)).toEqual({
      code: 'rated',
      rate: before,
      own: false,
      agent: before,
      closed: false,
      held: true,
      belowAgent: false,
      belowCost: true,
      margin: '0.20',
      changedAt: null,
    });
    expect(extend.channels.find(({ code }) => code === 'rated')).toEqual({
      code: 'rated',
      name: 'Rated',
      rate: before,
      cost: { upstream: 'Dear', percent: '0.3', fixed: '0.10' },
      sample: '100.00',
    });
    expect(extend.channels.find(({ code }) => code === 'shut')).toMatchObject({ cost: null });
    expect((await listOf({ uplineNo: agentNo })).list.map((row) => row.memberNo)).toEqual([underNo]);
    expect((await listOf({ kind: 'agent' })).list.map((row) => row.memberNo)).toEqual([agentNo]);
  });
});

describe('/operator/rate/set', () => {
  it('sets a rate of the member’s own, logged and kept in the history', async () => {
    const rate = { percent: '0.8', fixed: '0.10', minFee: '0.20', maxFee: '90.00' };
    expect(await set(memberNo, rate)).toMatchObject({ code: 1 });
    expect(await cellOf(memberNo)).toMatchObject({
      own: true,
      rate,
      belowCost: false,
      margin: '0.50',
      changedAt: expect.any(String),
    });
    expect(await logged()).toEqual([
      `member_rate_set ${memberNo} rated: percent 0.6 → 0.8, fixed 0.00 → 0.10, minFee none → 0.20, maxFee none → 90.00 (agreed)`,
    ]);
    at.app.clock.advance(1_000);
    expect(await set(memberNo, { ...rate, percent: '0.9' }, { before: rate, reason: 'raised' })).toMatchObject({
      code: 1,
    });
    expect(await set(memberNo, { ...rate, percent: '0.9' }, { before: { ...rate, percent: '0.9' } })).toMatchObject({
      code: 1,
    });
    expect(await logged()).toHaveLength(2);
    const { data } = await boss.person.post<Changes>('/operator/rate/changes', { memberNo, code: 'rated' });
    expect(data).toMatchObject({
      total: 2,
      list: [
        { rate: { percent: '0.9' }, by: 'boss', reason: 'raised' },
        { rate: { percent: '0.8' }, by: 'boss', reason: 'agreed' },
      ],
    });
    expect(await boss.person.post('/operator/rate/changes', { memberNo, code: 'nowhere' })).toMatchObject({
      error: 'not_found',
    });
  });

  it('refuses what the rules forbid, and a rate that has changed since it was read', async () => {
    const fair = { percent: '0.7', minFee: '0.20' };
    expect(await set(underNo, { percent: '0.2' })).toMatchObject({
      error: 'rate_below_cost',
      msg: expect.stringContaining('Dear'),
    });
    expect(await set(underNo, { percent: '10.0001', fixed: '1.00' })).toMatchObject({ error: 'rate_above_most' });
    await sql`
      insert into member_rates (member_no, channel_id, percent, fixed) values (${agentNo}, 77, 9000, 20)`.execute(
      at.app.db,
    );
    expect(await set(underNo, fair)).toMatchObject({ error: 'rate_below_agent' });
    expect(
      await set(underNo, { percent: '1', fixed: '0.20' }, { before: { ...before, percent: '0.5' } }),
    ).toMatchObject({
      error: 'rate_changed',
    });
    expect(await set(underNo, fair, { code: 'shut' })).toMatchObject({ error: 'rate_channel_closed' });
    expect(await set(underNo, fair, { code: 'nowhere' })).toMatchObject({ error: 'not_found' });
    expect(await set('11111111', fair)).toMatchObject({ error: 'not_found' });
    expect(await set(underNo, { percent: '100.1' })).toMatchObject({ fields: { percent: expect.any(String) } });
    expect(await set(underNo, { fixed: '0.001' })).toMatchObject({ fields: { fixed: expect.any(String) } });
    expect(await set(underNo, { minFee: '2.00', maxFee: '1.00' })).toMatchObject({
      fields: { maxFee: expect.any(String) },
    });
    expect((await cellOf(underNo)).own).toBe(false);
  });
});

describe('a rate below cost', () => {
  interface Set {
    outcome: string;
    approvalId: string | null;
  }
  const low = { percent: '0.2' };
  it('is refused while one operator alone could decide, set alone where the bound says so, and else confirmed by another', async () => {
    const { memberNo: shopNo } = await at.merchant();
    const who = shopNo.toString();
    expect(await set(who, low)).toMatchObject({ code: 0, error: 'rate_below_cost' });
    await at.app.db.transaction((tx) => at.app.platform.setSettings(tx, { ratesTwoFrom: 0 }));
    expect(await set(who, low)).toMatchObject({ code: 1, data: { outcome: 'done', approvalId: null } });
    expect(await cellOf(who)).toMatchObject({ rate: { percent: '0.2' }, belowCost: true, margin: '-0.20' });

    const second = await at.operator('second');
    await at.app.db.transaction((tx) => at.app.platform.setSettings(tx, { ratesTwoFrom: null }));
    const lower = { ...before, percent: '0.1' };
    const { data } = await boss.person.post<Set>('/operator/rate/set', {
      memberNo: who,
      code: 'rated',
      ...lower,
      reason: 'a very large shop',
      before: { ...before, ...low },
    });
    expect(data).toEqual({ outcome: 'proposed', approvalId: expect.any(String) });
    expect(await cellOf(who)).toMatchObject({ rate: { percent: '0.2' } });
    expect((await at.owners.auditOf(boss.userId)).at(-1)).toBe(
      `approval_proposed ${who} rated: percent 0.2 → 0.1 (a very large shop)`,
    );
    expect(await set(who, { percent: '0.15' }, { before: { ...before, ...low } })).toMatchObject({
      code: 0,
      error: 'approval_waits',
    });
    const list = await second.person.post<{ list: object[] }>('/operator/approval/list', {
      kind: 'rate',
      memberNo: who,
    });
    expect(list.data?.list).toMatchObject([
      {
        act: 'set_rate',
        subject: 'rated',
        changes: [
          { what: 'percent', before: ['0.2'], after: ['0.1'] },
          { what: 'margin', before: ['-0.20'], after: ['-0.30'] },
        ],
      },
    ]);
    at.app.clock.advance(1_000);
    const decision = { id: data?.approvalId, decision: 'confirm' };
    expect(await second.person.post('/operator/approval/decide', decision)).toMatchObject({ code: 1 });
    expect(await cellOf(who)).toMatchObject({ rate: { percent: '0.1' }, own: true });
    expect((await at.owners.auditOf(second.userId)).at(-1)).toBe(
      `member_rate_set ${who} rated: percent 0.2 → 0.1 (a very large shop)`,
    );
    const changes = await boss.person.post<Changes>('/operator/rate/changes', { memberNo: who, code: 'rated' });
    expect(changes.data?.list[0]).toMatchObject({ rate: { percent: '0.1' }, by: 'boss', reason: 'a very large shop' });
  });

  it('above cost is set by one operator as ever', async () => {
    const { memberNo: shopNo } = await at.merchant();
    expect(await set(shopNo.toString(), { percent: '0.8', fixed: '0.10' })).toMatchObject({
      data: { outcome: 'done' },
    });
  });
});
