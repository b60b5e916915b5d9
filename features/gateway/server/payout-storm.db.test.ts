/** Money that leaves through the console, tables and signed requests at the same time, from one wallet. */
import { signTypes } from '@countinghouse/sdk/signing';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchApp } from '#features/batches/server/batches-for-tests.ts';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { type Answer, gatewayApp, type GatewayApp, payout, send, signed } from './gateway-for-tests.ts';

let desk: Awaited<ReturnType<typeof batchApp>>;
let gateways: GatewayApp[];

beforeAll(async () => {
  desk = await batchApp();
  gateways = [await gatewayApp(desk.app), await gatewayApp(desk.app)];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  expect(await desk.close()).toEqual([]);
});

/** With 10,000.00, a card, and keys for programs. */
async function merchant(): Promise<Merchant> {
  const who = await desk.merchant();
  await gateways[0]?.giveKeys(who.memberNo);
  return who;
}

function pay(
  at: GatewayApp | undefined,
  memberNo: bigint,
  index: number,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  if (!at) throw new Error('no gateway');
  const signType = signTypes[index % signTypes.length] ?? 'HMAC-SHA256';
  return send(at.server, signed('/payout/create', payout(changes), { memberNo, signType, clock: desk.app.clock }));
}

const payee = { type: 'bank', holder: '张三', bank: 'ICBC', account: '6222021001116245702' };

it.each([1, 2, 3])(
  'round %i: fifty at once by console, tables and two gateways, with money for exactly seven: seven are taken',
  async () => {
    const who = await merchant();
    for (const kind of ['payout', 'withdrawal'] as const) await desk.setTerms(who, {}, kind);
    const amount = '1428.00';
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        index % 5 === 0
          ? desk.withdraw(who, { amount })
          : index % 5 === 1
            ? desk.submit(who, [{ ...payee, amount }])
            : pay(gateways[index % 2], who.memberNo, index, { amount }),
      ),
    );
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(7);
    expect(answers.filter(({ error }) => error === 'balance_insufficient')).toHaveLength(43);
    expect(await desk.balanceOf(who)).toBe(400n);
  },
);

it('during the hold after a removed factor, programs cannot pay out either, and earlier payouts get their answer again', async () => {
  const who = await merchant();
  const { owners, app } = desk;
  const { secret } = await owners.bindApp(who.person);
  const [gateway] = gateways;
  const before = payout();
  const first = await pay(gateway, who.memberNo, 1, before);
  expect(first.code).toBe(1);
  expect((await who.person.post('/user/clearGoogleBind', { code: owners.codeOf(secret) })).code).toBe(1);
  expect(await pay(gateway, who.memberNo, 1)).toMatchObject({ code: 0, error: 'payout_not_enabled' });
  expect((await pay(gateway, who.memberNo, 1, before)).data).toEqual(first.data);
  expect(await pay(gateway, who.memberNo, 1, { ...before, amount: '1.00' })).toMatchObject({ error: 'order_conflict' });
  app.clock.advance(24 * 3_600_000);
  expect((await pay(gateway, who.memberNo, 1)).code).toBe(1);
});

it('during the hold after a login reset, programs cannot pay out either', async () => {
  const who = await merchant();
  const { app } = desk;
  await sql`update users set credentials_reset_at = ${app.clock.now()} where user_id = ${who.userId}`.execute(app.db);
  expect(await pay(gateways[0], who.memberNo, 1)).toMatchObject({ code: 0, error: 'payout_not_enabled' });
  app.clock.advance(24 * 3_600_000);
  expect((await pay(gateways[0], who.memberNo, 1)).code).toBe(1);
});
