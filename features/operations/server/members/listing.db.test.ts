/** The operators' list of all members: found by number, name and username, filtered, with their money. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { OperatorMemberRow, OperatorMemberSums } from '../../member-contract.ts';
import { copyingJob } from '../overview/copying.ts';
import { keepTurns } from '../overview/turns.ts';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let shops: Merchant[];
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  shops = [await at.merchant(), await at.merchant(), await at.merchant()];
  at.app.clock.advance(1_000);
});
afterAll(async () => expect(await at.close()).toEqual([]));

const list = async (filter: object = {}) => {
  const { data } = await boss.person.post<{ total: number; list: OperatorMemberRow[] }>(
    '/operator/member/list',
    filter,
  );
  return data;
};
const numbers = async (filter: object = {}) => (await list(filter))?.list.map(({ memberNo }) => memberNo);
const numberOf = (shop: Merchant | undefined) => String(shop?.memberNo);

test('all members are listed with their money, and each is found by the beginning of its number, name or username', async () => {
  const [one] = shops;
  const all = await list({ limit: 100 });
  expect(all?.total).toBe(all?.list.length);
  expect(shops.every((shop) => all?.list.some(({ memberNo }) => memberNo === numberOf(shop)))).toBe(true);
  const row = all?.list.find(({ memberNo }) => memberNo === numberOf(one));
  const { data: terms } = await boss.person.post<{ balance: string; frozen: string }>('/operator/member/terms', {
    memberNo: numberOf(one),
  });
  expect(row).toMatchObject({
    kind: 'merchant',
    state: 'active',
    upline: null,
    username: one?.username,
    balance: terms?.balance,
    frozen: terms?.frozen,
    amount30d: '0.00',
    orders30d: 0,
  });
  expect(await numbers({ q: numberOf(one) })).toEqual([numberOf(one)]);
  expect(await numbers({ q: numberOf(one).slice(0, 7) })).toContain(numberOf(one));
  expect(await numbers({ q: one?.username.toUpperCase() })).toContain(numberOf(one));
  expect(await numbers({ q: row?.name })).toContain(numberOf(one));
  expect(await numbers({ q: '%' })).toEqual([]);
});

test('filters narrow the list, and it is sorted both ways', async () => {
  const sorted = shops.map(numberOf).toSorted();
  const mine = async (filter: object) =>
    (await numbers({ limit: 100, ...filter }))?.filter((memberNo) => sorted.includes(memberNo));
  expect(await mine({ sort: 'memberNo', order: 'asc' })).toEqual(sorted);
  expect(await mine({ sort: 'memberNo', order: 'desc' })).toEqual(sorted.toReversed());
  expect((await mine({ kind: 'merchant', state: 'active' }))?.length).toBe(3);
  expect(await mine({ kind: 'agent' })).toEqual([]);
  expect(await mine({ state: 'disabled' })).toEqual([]);
  expect(await mine({ uplineNo: numberOf(shops[0]) })).toEqual([]);
  const certified = (await list({ q: numberOf(shops[0]) }))?.list[0]?.certification;
  expect((await mine({ certification: [certified] }))?.length).toBeGreaterThan(0);
  const now = at.app.clock.now().toISOString();
  expect(await mine({ registeredRange: { from: now } })).toEqual([]);
  expect((await mine({ registeredRange: { to: now } }))?.length).toBe(3);
});

test('the sums are those of all members that match, once the job has copied them', async () => {
  const sums = async (filter: object = {}) =>
    (await boss.person.post<OperatorMemberSums>('/operator/member/figures', filter)).data;
  expect(await sums()).toEqual({ asOf: null, sums: null });
  const { app, orders } = at;
  await keepTurns([copyingJob({ ...app, orders })], { ...app, log: silentLog })[0]?.run();
  const all = (await list({ limit: 100 }))?.list ?? [];
  const total = (rows: OperatorMemberRow[]) => rows.reduce((sum, { balance }) => sum + Number(balance), 0).toFixed(2);
  expect(Number(total(all))).toBeGreaterThan(10_000);
  expect(await sums()).toMatchObject({ asOf: app.clock.now().toISOString(), sums: { balance: total(all) } });
  const one = all.filter(({ memberNo }) => memberNo === numberOf(shops[0]));
  expect((await sums({ q: numberOf(shops[0]) }))?.sums?.balance).toBe(total(one));
  expect(await sums({ kind: 'agent' })).toMatchObject({ sums: { balance: '0.00', frozen: '0.00', amount30d: '0.00' } });
});
