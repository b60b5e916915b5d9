/**
 * Requests of the shops' programs for the gateway log: refused ones of the last weeks, and the attempts of a developer
 * in the last hour. None is older than a month, because the log deletes older ones.
 */
import { createHash } from 'node:crypto';
import { newNonce, signHmac } from '@countinghouse/sdk/signing';
import { GATEWAY_BASE, type GatewayPath, type GatewayRefusal } from '#features/gateway/contract.ts';
import type { GatewayVerbs } from '#features/gateway/server/verbs.ts';
import type { MerchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';

export interface RequestApp {
  gateway: GatewayVerbs;
  keys: Pick<MerchantKeyVerbs, 'find'>;
}

export interface ShopRequest {
  memberNo: bigint;
  path: GatewayPath;
  fields: Readonly<Record<string, string>>;
  /** Absent: it is served. */
  error?: GatewayRefusal;
  /** Defaults: an allowed address, the member's own key, a correct clock. */
  ip?: string;
  key?: string;
  slowS?: number;
  /** What the program wrongly signs instead of the text, or with instead of the key. */
  mistake?: { text?(text: string): string; key?(key: string): string };
  /** What it writes into the timestamp instead of seconds. */
  timestampOf?(seconds: number): string;
}

export interface RefusedRequest extends ShopRequest {
  /** Days before the start. */
  ago: number;
}

const SHOP = 20000001n;
const CAFE = 20000002n;
/** The shop's new server, before its address was allowed. */
const NEW_SERVER = '203.0.113.80';
const NOTIFY_URL = 'https://shop.lantern.example/notify';

const order = (orderNo: string, amount: string, channel = 'sandbox_qr') => ({
  orderNo,
  amount,
  channel,
  notifyUrl: NOTIFY_URL,
});
const supplier = { type: 'alipay', holder: '周杰', account: '13812345678' };

export const refusedRequests: readonly RefusedRequest[] = [
  { ago: 19, memberNo: SHOP, path: '/balance', fields: {}, error: 'ip_not_allowed', ip: NEW_SERVER },
  {
    ago: 19,
    memberNo: SHOP,
    path: '/pay/create',
    fields: order('LM-MOVE-1', '1.00'),
    error: 'ip_not_allowed',
    ip: NEW_SERVER,
  },
  {
    ago: 18,
    memberNo: SHOP,
    path: '/pay/create',
    fields: order('LM-MOVE-2', '1.00'),
    error: 'bad_signature',
    key: 'a-key-copied-without-its-last-part',
  },
  { ago: 18, memberNo: SHOP, path: '/pay/create', fields: order('LM-MOVE-3', '1,00'), error: 'bad_request' },
  {
    ago: 14,
    memberNo: SHOP,
    path: '/pay/create',
    fields: order('LM-GIFT-1', '25000.00', 'sandbox_wallet'),
    error: 'amount_out_of_range',
  },
  {
    ago: 13,
    memberNo: CAFE,
    path: '/balance',
    fields: {},
    error: 'bad_signature',
    key: 'the-key-of-another-shop-entirely',
  },
  {
    ago: 11,
    memberNo: SHOP,
    path: '/pay/create',
    fields: order('LM-CARD-1', '48.00', 'sandbox_card'),
    error: 'channel_unknown',
  },
  {
    ago: 6,
    memberNo: SHOP,
    path: '/payout/create',
    fields: { orderNo: 'SUPPLIER-6-9', amount: '4000000.00', ...supplier },
    error: 'balance_insufficient',
  },
  {
    ago: 3,
    memberNo: SHOP,
    path: '/pay/query',
    fields: { orderNo: 'LM0870001' },
    error: 'timestamp_out_of_window',
    slowS: 640,
  },
  { ago: 2, memberNo: CAFE, path: '/pay/query', fields: { orderNo: 'CA-0880003' }, error: 'not_found' },
];

/** A developer connects a second server of the shop, in minutes before the start: the usual mistakes, one by one. */
export const firstAttempts: readonly (readonly [ago: number, ShopRequest])[] = [
  [44, { memberNo: SHOP, path: '/balance', fields: {}, error: 'ip_not_allowed', ip: '203.0.113.81' }],
  [
    42,
    { memberNo: SHOP, path: '/balance', fields: {}, error: 'bad_request', timestampOf: (seconds) => `${seconds}000` },
  ],
  [
    40,
    {
      memberNo: SHOP,
      path: '/balance',
      fields: {},
      error: 'bad_signature',
      mistake: { text: (text) => text.replace(GATEWAY_BASE, '') },
    },
  ],
  [39, { memberNo: SHOP, path: '/balance', fields: {}, error: 'bad_signature', mistake: { key: (key) => `${key}\n` } }],
  [37, { memberNo: SHOP, path: '/balance', fields: {} }],
  [35, { memberNo: SHOP, path: '/pay/create', fields: order('LM-TEST-1', '8,00'), error: 'bad_request' }],
  [34, { memberNo: SHOP, path: '/pay/create', fields: order('LM-TEST-1', '8.00', 'qr'), error: 'channel_unknown' }],
  [32, { memberNo: SHOP, path: '/pay/query', fields: { orderNo: 'LM-TEST-1' }, error: 'not_found' }],
];

/** Sends a request, signed as a shop's program signs it, and throws if it ends in another way than it should. */
export async function sendShopRequest(
  { gateway, keys }: RequestApp,
  clock: SettableClock,
  request: ShopRequest,
): Promise<void> {
  const { memberNo, path, fields, error, ip = '127.0.0.1', slowS = 0, mistake, timestampOf = String } = request;
  const key = request.key ?? (await keys.find(memberNo))?.key;
  if (key === undefined) throw new Error(`member ${memberNo} of the demo has no key`);
  const target = GATEWAY_BASE + path;
  const body = JSON.stringify(fields);
  const timestamp = timestampOf(unixSeconds(clock.now()) - slowS);
  const nonce = newNonce();
  const hash = createHash('sha256').update(body).digest('hex');
  const text = ['POST', target, timestamp, nonce, hash].join('\n');
  const headers = {
    host: 'pay.lantern.example',
    'content-type': 'application/json',
    'user-agent': 'lantern-shop/2.4',
    'x-merchant-no': memberNo.toString(),
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-sign-type': 'HMAC-SHA256',
    'x-sign': signHmac(mistake?.text?.(text) ?? text, mistake?.key?.(key) ?? key),
  };
  const reply = await gateway.answer(path, { target, headers, body: Buffer.from(body), ip });
  const answer = JSON.parse(reply.body) as { error?: string };
  if (answer.error !== error)
    throw new Error(`a demo request should have ended as ${error ?? 'served'}: ${reply.body}`);
}
