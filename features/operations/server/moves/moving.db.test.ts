import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalRow } from '../../approval-contract.ts';
import type { MovePreview } from '../../move-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let second: Operator;
/** Two agents; one has an agent below it, and that one a shop. */
let from: bigint;
let to: bigint;
let lower: bigint;
let shop: bigint;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  second = await at.operator('second');
  const add = async (username: string, kind: 'agent' | 'merchant', uplineNo?: bigint) =>
    (await at.app.addMember({ username, kind, ...(uplineNo === undefined ? {} : { uplineNo }) })).member.memberNo;
  from = await add('from_agent', 'agent');
  to = await add('to_agent', 'agent');
  lower = await add('low_agent', 'agent', from);
  shop = await add('low_shop', 'merchant', lower);
  await sql`
    insert into channels (channel_id, code, name, mode, min_amount, max_amount, percent, fixed)
    values (77, 'dear', '{"en":"D","zh":"D","es":"D","th":"D"}', 'qr', 100, 1000000, 6000, 0),
      (78, 'shut', '{"en":"S","zh":"S","es":"S","th":"S"}', 'qr', 100, 1000000, 6000, 0)`.execute(at.app.db);
  await sql`
    insert into member_rates (member_no, channel_id, percent, fixed, closed) values (${to}, 77, 9000, 0, false), (${to}, 78, 6000, 0, true)`.execute(
    at.app.db,
  );
});
afterAll(async () => expect(await at.close()).toEqual([]));

const bound = (movesTwoFrom: number) =>
  at.app.db.transaction((tx) => at.app.platform.setSettings(tx, { movesTwoFrom }));
const move = (memberNo: bigint, uplineNo: bigint | null, by = boss) =>
  by.person.post<{ outcome: string; approvalId: string | null }>('/operator/member/move', {
    memberNo: String(memberNo),
    uplineNo: uplineNo === null ? null : String(uplineNo),
    reason: 'asked for it',
  });
const preview = (memberNo: bigint, uplineNo: bigint | null) =>
  boss.person.post<MovePreview>('/operator/move/preview', {
    memberNo: String(memberNo),
    uplineNo: uplineNo === null ? null : String(uplineNo),
  });
const uplinesOf = async (memberNo: bigint) => (await at.app.members.find(memberNo))?.uplines;
const noticesOf = async (memberNo: bigint) =>
  (
    await sql<{ kind: string }>`
      select kind from notices join users using (user_id) where member_no = ${memberNo} order by notice_id`.execute(
      at.app.db,
    )
  ).rows.map(({ kind }) => kind);
const pathsOf = async (memberNo: bigint) =>
  (
    await sql<{ uplines: bigint[] }>`
      select uplines from agent_paths where member_no = ${memberNo} order by from_system_no`.execute(at.app.db)
  ).rows.map(({ uplines }) => uplines);
const lastLogged = async (by = boss) => (await at.owners.auditOf(by.userId)).at(-1);

test('a preview tells who moves, whose commission ends and begins, and where rates don’t fit', async () => {
  const [agentFrom, agentTo] = [
    { memberNo: String(from), name: 'from_agent' },
    { memberNo: String(to), name: 'to_agent' },
  ];
  expect((await preview(lower, to)).data).toEqual({
    merchants: 1,
    agents: 1,
    before: [agentFrom],
    after: [agentTo],
    lose: [agentFrom],
    gain: [agentTo],
    cheaper: ['dear'],
    closes: ['shut'],
  });
  expect((await preview(lower, null)).data).toMatchObject({
    after: [],
    lose: [agentFrom],
    gain: [],
    cheaper: [],
    closes: [],
  });
});

test('what can’t be is refused with a reason', async () => {
  expect(await move(11_111_111n, to)).toMatchObject({ code: 0, error: 'not_found' });
  expect(await move(lower, lower)).toMatchObject({ code: 0, error: 'upline_below' });
  expect(await move(from, lower)).toMatchObject({ code: 0, error: 'upline_below' });
  for (const ask of [move, preview]) expect(await ask(lower, from)).toMatchObject({ code: 0, error: 'upline_same' });
  for (const unfit of [shop, 11_111_111n])
    expect(await move(to, unfit)).toMatchObject({
      code: -1,
      fields: { uplineNo: 'Enter the number of an active agent' },
    });
  const { agentDepth } = await at.app.platform.settings();
  await at.app.db.transaction((tx) => at.app.platform.setSettings(tx, { agentDepth: 2 }));
  for (const ask of [move, preview]) expect(await ask(from, to)).toMatchObject({ code: 0, error: 'tree_too_deep' });
  await at.app.db.transaction((tx) => at.app.platform.setSettings(tx, { agentDepth }));
  expect(await uplinesOf(shop)).toEqual([lower, from]);
});

test('one operator moves a member with all below it where the bound allows it', async () => {
  await bound(0);
  expect(await move(lower, to)).toMatchObject({ code: 1, data: { outcome: 'done', approvalId: null } });
  expect([await uplinesOf(lower), await uplinesOf(shop)]).toEqual([[to], [lower, to]]);
  expect(await pathsOf(shop)).toEqual([
    [lower, from],
    [lower, to],
  ]);
  expect(await lastLogged()).toBe(`member_moved ${lower} agents ${from} → ${to}: asked for it (2)`);
  expect([await noticesOf(from), await noticesOf(to)]).toEqual([['member_moved_out'], ['member_moved_in']]);
  at.app.clock.advance(10_000);
  expect(await move(lower, null)).toMatchObject({ data: { outcome: 'done' } });
  expect(await uplinesOf(shop)).toEqual([lower]);
});

test('from the bound on another operator confirms it', async () => {
  await bound(1);
  at.app.clock.advance(10_000);
  const { data } = await move(lower, from);
  expect(data).toMatchObject({ outcome: 'proposed' });
  expect(await lastLogged()).toBe(`approval_proposed ${lower} agents none → ${from}: asked for it`);
  expect(await move(lower, to)).toMatchObject({ code: 0, error: 'approval_waits' });
  const list = await second.person.post<{ list: ApprovalRow[] }>('/operator/approval/list', {
    kind: 'move',
    memberNo: String(lower),
  });
  expect(list.data?.list).toMatchObject([
    {
      id: data?.approvalId,
      act: 'move',
      memberName: 'low_agent',
      changes: [
        { what: 'agents', before: [], after: [`from_agent ${from}`] },
        { what: 'moving', before: [], after: ['2'] },
      ],
    },
  ]);
  expect(await uplinesOf(shop)).toEqual([lower]);
  const decided = await second.person.post('/operator/approval/decide', { id: data?.approvalId, decision: 'confirm' });
  expect(decided).toMatchObject({ code: 1 });
  expect(await uplinesOf(shop)).toEqual([lower, from]);
  expect(await lastLogged(second)).toBe(`member_moved ${lower} agents none → ${from}: asked for it (2)`);
});

test('a proposal is outdated once the agent that it names has moved itself', async () => {
  at.app.clock.advance(10_000);
  const { data } = await move(lower, to);
  await bound(0);
  const { member: top } = await at.app.addMember({ username: 'top_agent', kind: 'agent' });
  expect(await move(to, top.memberNo)).toMatchObject({ data: { outcome: 'done' } });
  const decided = await second.person.post('/operator/approval/decide', { id: data?.approvalId, decision: 'confirm' });
  expect(decided).toMatchObject({ code: 0, error: 'approval_outdated' });
  expect(await uplinesOf(lower)).toEqual([from]);
});
