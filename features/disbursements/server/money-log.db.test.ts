import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import { numbersOfAll } from '#features/ledger/server/numbers.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { Disbursement } from '../disbursement.ts';
import { applied, type DisbursementsApp, disbursementsApp, newPayout } from './disbursements-for-tests.ts';

let app: DisbursementsApp;
let rowsOf: (filter?: object) => Promise<{ type: string; orderNo: string | null; systemNo: string }[]>;
let payout: Disbursement;
let withdrawal: Disbursement;

beforeAll(async () => {
  app = await disbursementsApp();
  const { db, clock, disbursements } = app;
  const memberNo = await app.addMember(1_000_000n);
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  serveContracts(server, {
    contracts: [ledgerHandlers({ db, currency: async () => 'CNY', numbers: numbersOfAll([disbursements]) })],
    clock,
    log: silentLog,
    secure: false,
    authenticate: async () => ({ sessionId: 's', userId: 1n, username: 'shop', role: 'member', memberNo }),
  });
  rowsOf = async (filter = {}) => {
    const reply = await server.inject({
      method: 'POST',
      url: '/api/user/moneylog',
      payload: filter,
      headers: { 'x-token': 'shop' },
    });
    return reply.json().data.list;
  };
  payout = await applied(disbursements, newPayout(memberNo, { orderNo: 'RENT-MAY' }));
  await disbursements.change(payout, { event: 'cancel' });
  withdrawal = await applied(
    disbursements,
    newPayout(memberNo, { kind: 'withdrawal', source: 'console', orderNo: 'a-request-of-the-browser' }),
  );
  await applied(disbursements, newPayout(await app.addMember(1_000_000n), { orderNo: 'RENT-MAY' }));
});
afterAll(() => app.close());

test('the money log shows the merchant’s number of a payout and its refund, and none for a withdrawal', async () => {
  expect(await rowsOf()).toMatchObject([
    { type: 'withdrawal', orderNo: null, systemNo: withdrawal.systemNo.toString() },
    { type: 'refund', orderNo: 'RENT-MAY', systemNo: payout.systemNo.toString() },
    { type: 'payout', orderNo: 'RENT-MAY', systemNo: payout.systemNo.toString() },
    { type: 'adjustment', orderNo: null },
  ]);
});

test('the money log finds this member’s payouts by the merchant’s number, and no other member’s', async () => {
  expect(await rowsOf({ orderNo: 'RENT-MAY' })).toMatchObject([{ type: 'refund' }, { type: 'payout' }]);
  expect(await rowsOf({ orderNo: 'RENT' })).toMatchObject([{ type: 'refund' }, { type: 'payout' }]);
  expect(await rowsOf({ orderNo: 'RENT%' })).toEqual([]);
  expect(await rowsOf({ orderNo: 'a-request-of-the-browser' })).toEqual([]);
});
