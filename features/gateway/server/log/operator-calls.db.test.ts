import { afterAll, beforeAll, expect, it } from 'vitest';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { rightsOf } from '#features/rights.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { LoggedRequest } from '../../log-contract.ts';
import type { OperatorErrorRow, OperatorRequestRow } from '../../operator-log-contract.ts';
import { gatewayApp, type GatewayApp, order, send, signed } from '../gateway-for-tests.ts';
import { operatorLogHandlers } from './operator-calls.ts';

let app: GatewayApp;
let boss: Visitor;
let one: bigint;
let other: bigint;
beforeAll(async () => {
  app = await gatewayApp();
  await app.addChannel();
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  serveContracts(server, {
    contracts: [operatorLogHandlers({ ...app, members: memberVerbs(app) })],
    clock: app.clock,
    log: silentLog,
    secure: false,
    authenticate: async () => ({
      sessionId: 's',
      userId: 1n,
      username: 'boss',
      role: 'operator',
      memberNo: null,
      rights: rightsOf(['auditor']),
    }),
  });
  boss = new Visitor(server, {});
  boss.token = 'boss';
  [one, other] = [await app.addMerchant(), await app.addMerchant()];
  const asked = async (memberNo: bigint, orderNo: string, key?: string): Promise<void> => {
    app.clock.advance(60_000);
    const options = {
      memberNo,
      signType: 'HMAC-SHA256',
      clock: app.clock,
      ...(key === undefined ? {} : { key }),
    } as const;
    await send(app.server, signed('/pay/create', order({ orderNo }), options));
  };
  await asked(one, 'A-1');
  await asked(other, 'B-1');
  await asked(one, 'A-2', 'a-wrong-key-0123456789');
  await asked(one, 'A-3', 'a-wrong-key-0123456789');
  await app.gateway.settled();
});
afterAll(() => app.close());

interface Page {
  total: number;
  list: OperatorRequestRow[];
  extend: { capped: boolean; lookedFrom: string | null; errors: OperatorErrorRow[] };
}
const list = async (filter: object = {}) => (await boss.post<Page>('/operator/gateway/list', filter)).data;
const found = async (filter: object) =>
  (await list(filter))?.list.map(
    ({ memberNo, result }) => `${memberNo === one.toString() ? 'one' : 'other'} ${result}`,
  );

it('lists the requests of all members, newest first, and the errors of a day by member', async () => {
  expect(await list()).toMatchObject({
    total: 4,
    list: [
      { memberNo: one.toString(), result: 'bad_signature' },
      { memberNo: one.toString(), result: 'bad_signature' },
      { memberNo: other.toString(), result: 'ok', orderNo: 'B-1' },
      { memberNo: one.toString(), result: 'ok', orderNo: 'A-1' },
    ],
    extend: {
      capped: false,
      lookedFrom: new Date(app.clock.now().getTime() - 86_400_000).toISOString(),
      errors: [{ memberNo: one.toString(), error: 'bad_signature', count: 2 }],
    },
  });
});

it('finds by member, outcome, error, call, order number, address and time', async () => {
  expect(await found({ memberNo: other.toString() })).toEqual(['other ok']);
  expect(await found({ served: 'no' })).toEqual(['one bad_signature', 'one bad_signature']);
  expect(await found({ served: 'yes', order: 'asc' })).toEqual(['one ok', 'other ok']);
  expect(await found({ memberNo: one.toString(), served: 'yes' })).toEqual(['one ok']);
  expect(await found({ result: ['bad_signature'], limit: 1, page: 2 })).toEqual(['one bad_signature']);
  expect(await found({ path: '/balance' })).toEqual([]);
  expect(await found({ orderNo: 'B-1' })).toEqual(['other ok']);
  expect(await found({ ip: '203.0.113.99' })).toEqual([]);
  const from = new Date(app.clock.now().getTime() - 30_000).toISOString();
  expect(await found({ range: { from } })).toEqual(['one bad_signature']);
  expect(await found({ memberNo: one.toString(), range: { to: from } })).toHaveLength(2);
});

it('explains one request as its member reads it, and no other member’s', async () => {
  const requestId = (await list({ served: 'no' }))?.list[0]?.requestId ?? '';
  const explained = await boss.post<LoggedRequest & { memberName: string }>('/operator/gateway/detail', {
    memberNo: one.toString(),
    requestId,
  });
  expect(explained.data).toMatchObject({
    requestId,
    memberNo: one.toString(),
    signed: false,
    diagnosis: { text: expect.any(String) },
    signedText: expect.any(String),
  });
  expect(JSON.stringify(explained.data)).not.toContain('0123456789');
  expect(await boss.post('/operator/gateway/detail', { memberNo: other.toString(), requestId })).toMatchObject({
    error: 'not_found',
  });
});
