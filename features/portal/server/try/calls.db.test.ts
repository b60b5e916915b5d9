import { createSign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, people, type People } from '#features/accounts/server/people-for-tests.ts';
import {
  gatewayApp,
  type GatewayApp,
  KEY,
  merchantRsa,
  NOTIFY_URL,
} from '#features/gateway/server/gateway-for-tests.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { tryCalls } from '../../try-contract.ts';
import { tryHandlers } from './calls.ts';

type Trial = OutputOf<(typeof tryCalls)['calls']['/apisettings/try']>;

const PIN = '246810';
let at: People;
let gate: GatewayApp;
let memberNo: bigint;
let userId: bigint;
let person: Person;

beforeAll(async () => {
  at = await people({
    more: (built) => [
      tryHandlers({
        ...built,
        gateway: { answer: (path, request) => gate.gateway.answer(path, request) },
        keys: {
          find: (no) => gate.keys.find(no),
          ensure: (tx, no) => gate.keys.ensure(tx, no),
          forget: (no) => gate.keys.forget(no),
          platformKeys: () => gate.keys.platformKeys(),
        },
      }),
    ],
  });
  gate = await gatewayApp({ db: at.db, clock: at.clock });
  await gate.addChannel();
  await gate.addPayoutRoute();
  ({
    member: { memberNo },
    userId,
  } = await at.addMember({ username: 'shop' }));
  await gate.giveKeys(memberNo);
  person = at.person({ ip: '127.0.0.1' });
  await person.logIn('shop');
  const hash = await at.users.hashPassword(PIN);
  await sql`update users set pay_password_hash = ${hash} where user_id = ${userId}`.execute(at.db);
});
afterAll(async () => {
  await gate.close();
  await at.close();
});

let counted = 0;
const order = (changes: object = {}) => ({
  orderNo: `T-${(counted += 1)}`,
  amount: '100.00',
  channel: 'qr',
  notifyUrl: NOTIFY_URL,
  ...changes,
});
const attempt = (path: string, fields: object, signType: string, more: object = {}, by = person) =>
  by.post<Trial>('/apisettings/try', { path, fields, signType, ...more });
const replyOf = (data: Trial | undefined) => JSON.parse(data?.reply ?? '{}') as Record<string, unknown>;

describe('a trial call', () => {
  it.each(['HMAC-SHA256', 'MD5'])('signed with %s makes the order, and its reply is verified', async (signType) => {
    const fields = order();
    const { code, data } = await attempt('/pay/create', fields, signType);
    expect(code).toBe(1);
    expect(data).toMatchObject({ target: '/gateway/v1/pay/create', status: 200, verified: true });
    expect(replyOf(data)).toMatchObject({ code: 1, data: { orderNo: fields.orderNo, status: 'unpaid' } });
    expect(await gate.orders.find(memberNo, { orderNo: fields.orderNo }, 'payin')).toBeDefined();
    expect(data?.text).toContain(signType === 'MD5' ? 'amount=100.00&channel=qr' : 'POST\n/gateway/v1/pay/create\n');
    expect(JSON.stringify(data)).not.toContain(KEY);
  });

  it('shows the refusal of the gateway as it came', async () => {
    const { data } = await attempt('/pay/create', order({ channel: 'none' }), 'HMAC-SHA256');
    expect(data).toMatchObject({ status: 200, verified: true });
    expect(replyOf(data)).toMatchObject({ code: 0, error: 'channel_unknown' });
    const wrong = await attempt('/pay/create', order({ amount: 'x' }), 'HMAC-SHA256');
    expect(replyOf(wrong.data)).toMatchObject({ error: 'bad_request', fields: { amount: expect.any(String) } });
  });

  it('of a member without keys makes its first one', async () => {
    const { member } = await at.addMember({ username: 'keyless' });
    const other = at.person({ ip: '127.0.0.1' });
    await other.logIn('keyless');
    const { data } = await attempt('/balance', {}, 'HMAC-SHA256', {}, other);
    expect(data).toMatchObject({ status: 200, verified: true });
    expect((await gate.keys.overview(member.memberNo)).keys).toHaveLength(1);
  });

  it('comes from the address of its caller', async () => {
    const elsewhere = at.person({ ip: '203.0.113.9' });
    await elsewhere.logIn('shop');
    const { data } = await attempt('/balance', {}, 'HMAC-SHA256', {}, elsewhere);
    expect(replyOf(data)).toMatchObject({ error: 'ip_not_allowed' });
  });

  it('names the field that MD5 cannot sign, and sends nothing', async () => {
    const fields = order({ attach: 'a&b' });
    expect(await attempt('/pay/create', fields, 'MD5')).toMatchObject({
      code: -1,
      fields: { attach: expect.any(String) },
    });
    expect(await gate.orders.find(memberNo, { orderNo: fields.orderNo }, 'payin')).toBeUndefined();
  });

  it('with RSA gives the text to sign, and is sent with the member’s own signature', async () => {
    const fields = order();
    const first = await attempt('/pay/create', fields, 'RSA-SHA256');
    expect(first.data).toMatchObject({ status: null, reply: null, verified: null });
    expect(await gate.orders.find(memberNo, { orderNo: fields.orderNo }, 'payin')).toBeUndefined();
    const { text = '', headers = {} } = first.data ?? {};
    const sign = createSign('sha256').update(text).sign(merchantRsa.privateKey, 'base64');
    const signature = { timestamp: headers['X-Timestamp'], nonce: headers['X-Nonce'], sign };
    const second = await attempt('/pay/create', fields, 'RSA-SHA256', { signature });
    expect(second.data).toMatchObject({ text, status: 200, verified: true });
    expect(replyOf(second.data)).toMatchObject({ code: 1 });
    const third = await attempt('/pay/create', { ...fields, amount: '1.00' }, 'RSA-SHA256', { signature });
    expect(third.data).toMatchObject({ verified: false });
    expect(replyOf(third.data)).toMatchObject({ error: 'bad_signature' });
    const odd = await attempt('/balance', {}, 'RSA-SHA256', { signature: { timestamp: 'x', nonce: '', sign } });
    expect(odd.data).toMatchObject({ text: '', verified: false });
  });
});

describe('a trial payout', () => {
  const payout = () => ({
    orderNo: `TP-${(counted += 1)}`,
    amount: '20.00',
    type: 'bank',
    holder: '张三',
    account: '6222021001116245702',
    bank: 'ICBC',
  });
  const made = (orderNo: string) => gate.disbursements.find(memberNo, { orderNo }, 'payout');

  it('takes the payment password, and is in the audit log', async () => {
    await gate.fund(memberNo, 100_000n);
    const fields = payout();
    const ask = (more: object) => attempt('/payout/create', fields, 'HMAC-SHA256', more);
    expect(await ask({})).toMatchObject({ code: -1, fields: { payPassword: expect.any(String) } });
    expect(await ask({ payPassword: '000000' })).toMatchObject({
      code: -1,
      fields: { payPassword: expect.any(String) },
    });
    expect(await made(fields.orderNo)).toBeUndefined();
    const { data } = await ask({ payPassword: PIN });
    expect(replyOf(data)).toMatchObject({ code: 1, data: { orderNo: fields.orderNo } });
    expect(await made(fields.orderNo)).toBeDefined();
    const { rows } = await sql<{ object: string; result: string }>`
      select object, result from audit_log where action = 'payout_tried' order by seq`.execute(at.db);
    expect(rows).toEqual([
      { object: '', result: 'refused' },
      { object: fields.orderNo, result: 'done' },
    ]);
  });

  it('takes it also when MD5 would sign its fields for another call, because MD5 does not sign the path', async () => {
    // The gateway does not spend the nonce of a request from elsewhere, so what is shown could be sent from a listed address.
    const elsewhere = at.person({ ip: '203.0.113.9' });
    await elsewhere.logIn('shop');
    const fields = payout();
    for (const path of ['/pay/create', '/pay/query', '/payout/query', '/balance']) {
      const { code, data, fields: wrong } = await attempt(path, fields, 'MD5', {}, elsewhere);
      expect([path, code, wrong, data]).toEqual([path, -1, { payPassword: expect.any(String) as string }, undefined]);
    }
    const proven = await attempt('/balance', fields, 'MD5', { payPassword: PIN });
    expect(replyOf(proven.data)).toMatchObject({ error: 'bad_request' });
    expect(await made(fields.orderNo)).toBeUndefined();
    // Fields that the call has take no proof, and HMAC signs the path.
    expect((await attempt('/pay/query', { orderNo: 'none' }, 'MD5')).code).toBe(1);
    expect((await attempt('/balance', fields, 'HMAC-SHA256')).code).toBe(1);
  });
});
