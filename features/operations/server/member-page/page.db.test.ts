/** One member's page for operators: what it shows, what is noted, and what changes the member. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import type { HistoryRow, MemberApi, MemberDetail, MemberNote, MemberUser } from '../../member-page-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let who: Merchant;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  who = await at.merchant();
});
afterAll(async () => expect(await at.close()).toEqual([]));

const post = <Data>(path: string, input: object = {}, by = boss) =>
  by.person.post<Data>(`/operator/member/${path}`, { memberNo: who.memberNo.toString(), ...input });
const lastLogged = async () => (await at.owners.auditOf(boss.userId)).at(-1);

test('a member’s place, money and figures', async () => {
  const agent = (await at.app.addMember({ username: 'page_agent', kind: 'agent' })).member;
  const { member } = await at.app.addMember({ username: 'page_below', uplineNo: agent.memberNo });
  expect((await post<MemberDetail>('detail')).data).toMatchObject({
    memberNo: who.memberNo.toString(),
    kind: 'merchant',
    state: 'active',
    uplines: [],
    below: 0,
    balance: '10000.00',
    available: '10000.00',
    last30Days: { orders: 0, paidAmount: '0.00', paidOut: 0 },
  });
  expect((await post<MemberDetail>('detail', { memberNo: agent.memberNo.toString() })).data?.below).toBe(1);
  expect((await post<MemberDetail>('detail', { memberNo: member.memberNo.toString() })).data?.uplines).toEqual([
    { memberNo: agent.memberNo.toString(), name: 'page_agent' },
  ]);
  for (const path of ['detail', 'people', 'api', 'moneyLog'])
    expect(await post(path, { memberNo: '10000000' })).toMatchObject({ code: 0, error: 'not_found' });
});

test('its people with sessions and factors, and no secret', async () => {
  const { data } = await post<{ list: MemberUser[]; loginIps: string[] }>('people');
  expect(data?.list).toMatchObject([
    { id: who.userId.toString(), username: who.username, hasPayPassword: true, authenticatorSince: null },
  ]);
  expect(data?.list[0]?.sessions.length).toBeGreaterThan(0);
  expect(data?.loginIps).toEqual([]);
  expect(JSON.stringify(data)).not.toMatch(/hash|token/i);
});

test('how its programs sign, without a key or a part of one', async () => {
  expect((await post<MemberApi>('api')).data).toEqual({
    signTypes: [],
    requestIps: [],
    notifyHosts: [],
    hasPublicKey: false,
    keys: [],
  });
  await at.app.db.transaction((tx) => at.keys.ensure(tx, who.memberNo));
  const { data } = await post<MemberApi>('api');
  expect(data).toMatchObject({ hasPublicKey: false, keys: [{ state: 'active', lastUsedAt: null, until: null }] });
  const key = await at.app.db.transaction((tx) => at.keys.reveal(tx, who.memberNo));
  expect(JSON.stringify(data)).not.toContain(key.slice(0, 4));
});

test('its money log is its wallet’s, with the sums of the range', async () => {
  const { data } = await post<{ list: object[]; extend: object }>('moneyLog');
  expect(data).toMatchObject({
    total: 1,
    list: [{ amount: '10000.00', after: '10000.00', remark: 'start' }],
    extend: { opening: '0.00', closing: '10000.00', in: '10000.00' },
  });
});

test('notes are kept with author and time, and the member never sees them', async () => {
  expect(await post('addNote', { text: ' ' })).toMatchObject({ code: -1, fields: { text: expect.any(String) } });
  expect(await post('addNote', { text: 'x', memberNo: '10000000' })).toMatchObject({ error: 'not_found' });
  await post('addNote', { text: 'calls on Mondays' });
  at.app.clock.advance(1_000);
  const { data: added } = await post<{ id: string }>('addNote', { text: 'two\nlines <b>' });
  expect(await lastLogged()).toBe(`member_note_added ${who.memberNo} ${added?.id}`);
  const { data } = await post<{ total: number; list: MemberNote[] }>('notes');
  expect(data).toMatchObject({
    total: 2,
    list: [
      { text: 'two\nlines <b>', by: 'boss' },
      { text: 'calls on Mondays', by: 'boss' },
    ],
  });
  expect(await who.person.post('/operator/member/notes', { memberNo: who.memberNo.toString() })).toMatchObject({
    code: 0,
    error: 'not_found',
  });
});

test('its name and level change with a reason, logged with before and after', async () => {
  expect(await post('rename', { name: 'Lotus', reason: '' })).toMatchObject({ code: -1 });
  expect(await post('rename', { name: ' ', reason: 'x' })).toMatchObject({ code: -1 });
  await post('rename', { name: 'Lotus', reason: 'new owner' });
  expect(await lastLogged()).toBe(`member_renamed ${who.memberNo} name ${who.username} → Lotus: new owner`);
  await post('setLevel', { level: 3, reason: 'grows' });
  expect(await lastLogged()).toBe(`member_level_set ${who.memberNo} level 1 → 3: grows`);
  expect(await post('setLevel', { level: 0, reason: 'grows' })).toMatchObject({ code: -1 });
  expect(await post('setLevel', { level: 3, reason: 'again' })).toMatchObject({ code: 1 });
  expect(await lastLogged()).toBe(`member_level_set ${who.memberNo} level 1 → 3: grows`);
  expect((await post<MemberDetail>('detail')).data).toMatchObject({ name: 'Lotus', level: 3 });
});

test('a disabled member’s sessions end and its users can’t log in, until it is enabled', async () => {
  const shop = await at.merchant();
  const input = { memberNo: shop.memberNo.toString(), reason: 'fraud' };
  expect(await post('disable', input)).toMatchObject({ code: 1 });
  expect(await lastLogged()).toBe(`member_disabled ${shop.memberNo} state active → disabled: fraud`);
  expect(await shop.person.post('/user/info')).toMatchObject({ code: 50008 });
  expect(await at.app.person().logIn(shop.username)).toMatchObject({ code: 0, error: 'login_wrong' });
  expect(await post('disable', input)).toMatchObject({ code: 1 });
  expect(await post('enable', { ...input, reason: 'cleared' })).toMatchObject({ code: 1 });
  expect(await lastLogged()).toBe(`member_enabled ${shop.memberNo} state disabled → active: cleared`);
  expect(await at.app.person().logIn(shop.username)).toMatchObject({ code: 1 });
});

test('a session that was left open does not work while the member is disabled', async () => {
  const shop = await at.merchant();
  await at.app.db.transaction((tx) => at.app.members.change(tx, shop.memberNo, { state: 'disabled' }));
  expect(await shop.person.post('/user/info')).toMatchObject({ code: 50008 });
  await at.app.db.transaction((tx) => at.app.members.change(tx, shop.memberNo, { state: 'active' }));
  expect(await shop.person.post('/user/info')).toMatchObject({ code: 1 });
});

test('the history has what its users and what operators did, newest first, by time', async () => {
  const { data } = await post<{ total: number; list: HistoryRow[]; extend: { capped: boolean } }>('history');
  expect(data?.list[0]).toMatchObject({ by: 'boss', operator: true, action: 'member_level_set', result: 'done' });
  expect(data?.list).toContainEqual(expect.objectContaining({ by: who.username, operator: false, action: 'login' }));
  expect(data?.extend.capped).toBe(false);
  const to = new Date(at.app.clock.now().getTime() - 1_000).toISOString();
  const before = await post<{ total: number }>('history', { range: { to } });
  expect(before.data?.total).toBeLessThan(data?.total ?? 0);
});
