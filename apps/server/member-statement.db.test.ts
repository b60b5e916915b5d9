/** Operators read a member's statement and figures: what the member's own calls answer, for members alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#foundation/core/calls.ts';
import { addObjects } from './access-objects-for-tests.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';

const call: Call = { who: 'session', summary: '' };
const DAY = '2026-11-20';

let at: Stage;
let auditor: Person;
let shop: Person;
beforeAll(async () => {
  at = await stage();
  const owner = await at.operator('olga', ['owner']);
  auditor = await at.operator('aldo', ['auditor']);
  shop = await at.add('merchant', 'zorina');
  await addObjects(at, shop, owner, 1);
});
afterAll(() => at.close());

const memberNo = () => (shop.memberNo ?? 0n).toString();

test.each<[theirs: string, own: string, input: object]>([
  ['/operator/member/statement', '/reconciliation/list', { month: '2026-11' }],
  ['/operator/member/statement', '/reconciliation/list', { year: '2026' }],
  ['/operator/member/statement', '/reconciliation/list', { year: '20' }],
  ['/operator/member/statementDay', '/reconciliation/day', { date: DAY }],
  ['/operator/member/statementDay', '/reconciliation/day', { date: '2026-11-21' }],
  ['/operator/member/statementEntries', '/reconciliation/entries', { date: DAY, limit: 100 }],
  ['/operator/member/statementEntries', '/reconciliation/entries', { date: DAY, type: 'payin', channel: 'sandbox_qr' }],
  [
    '/operator/member/statementEntries',
    '/reconciliation/entries',
    { date: DAY, range: { from: '2026-11-01T00:00:00.000Z' } },
  ],
  ['/operator/member/overview', '/dashboard/overview', { period: 'today' }],
  ['/operator/member/overview', '/dashboard/overview', { period: { from: '2026-11-01', to: DAY } }],
])('%s answers what %s answers the member: %o', async (theirs, own, input) => {
  const { code, data, fields } = await at.request(shop, own, call, input);
  const read = await at.request(auditor, theirs, call, { ...input, memberNo: memberNo() });
  expect({ code: read.code, data: read.data, fields: read.fields }).toEqual({ code, data, fields });
});

test('the statement and the figures have the member’s money', async () => {
  const of = { memberNo: memberNo() };
  const statement = await at.request(auditor, '/operator/member/statement', call, { ...of, month: '2026-11' });
  const figures = await at.request(auditor, '/operator/member/overview', call, { ...of, period: 'today' });
  const { extend } = statement.data as { extend: { collections: { count: number; amount: string } } };
  expect(extend.collections.count).toBeGreaterThan(0);
  expect((figures.data as { figures: { successAmount: string } }).figures.successAmount).toBe(
    extend.collections.amount,
  );
});

test.each([
  ['statement', {}],
  ['statementDay', { date: DAY }],
  ['statementEntries', { date: DAY }],
  ['overview', { period: 'today' }],
])('%s of a number that is none is not found, and members can’t ask', async (name, input) => {
  const path = `/operator/member/${name}`;
  const none = { code: 0, error: 'not_found' };
  expect(await at.request(auditor, path, call, { ...input, memberNo: '10000000' })).toMatchObject(none);
  expect(await at.request(shop, path, call, { ...input, memberNo: memberNo() })).toMatchObject(none);
});
