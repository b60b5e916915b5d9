/**
 * What the first shop's plugin sends to the ePay door: its first attempts with the usual mistakes, then orders, some of
 * them paid, and what it asks about them.
 */
import { createHash } from 'node:crypto';
import { epaySigned, epayText } from '#features/callbacks/server/epay-protocol.ts';
import type { EpayFile } from '#features/epay/server/context.ts';
import type { EpayVerbs } from '#features/epay/server/verbs.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { keepAtUpstream, payOrder } from './paying-orders.ts';
import { DEMO_SHOP_KEY, demoEpay } from './people.ts';

export interface PluginApp {
  db: Queryable;
  epay: Pick<EpayVerbs, 'answer'>;
  orders: OrderVerbs;
}

export interface PluginRequest {
  file: EpayFile;
  /** Of an order without those that all have in common, or of a question. */
  fields: Readonly<Record<string, string>>;
  /** The `code` of the reply; a payer's browser is redirected. */
  ends: number | 'redirect';
  /** The order is paid afterwards. */
  paid?: boolean;
  /** Its notifications go to one of the closed shops. */
  closed?: number;
  ip?: string;
  /** How the plugin wrongly signs the joined fields. */
  signs?(text: string): string;
}

const SHOP = 20000001n;
const PAYS_AFTER_MS = 20_000;
const API_KEY = { key: demoEpay.key };

const order = (number: string, money: string, type = 'alipay') => ({
  out_trade_no: number,
  money,
  type,
  name: '茉莉花茶 250g',
});
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Days before the start. */
export const earlierPluginOrders: readonly (readonly [ago: number, time: `${number}:${number}`, PluginRequest])[] = [
  [2, '12:40', { file: 'mapi', fields: order('WP-0999', '35.00'), ends: 1, paid: true, closed: 2 }],
  [2, '12:50', { file: 'mapi', fields: order('WP-1000', '52.00'), ends: 1, paid: true, closed: 1 }],
  [2, '15:40', { file: 'submit', fields: order('WP-1001', '68.00', 'wxpay'), ends: 'redirect', paid: true }],
  [1, '18:40', { file: 'mapi', fields: order('WP-1002', '128.50'), ends: 1, paid: true }],
];

/** Minutes before the start: a developer moves the plugin to a second server. */
export const pluginRequests: readonly (readonly [ago: number, PluginRequest])[] = [
  [30, { file: 'mapi', fields: order('WP-TEST-1', '8.00'), ends: -1, signs: (text) => md5(text + DEMO_SHOP_KEY) }],
  [
    29,
    { file: 'mapi', fields: order('WP-TEST-1', '8.00'), ends: -1, signs: (text) => md5(`${text}&key=${demoEpay.key}`) },
  ],
  [28, { file: 'mapi', fields: order('WP-TEST-1', '8.00'), ends: -1, ip: '203.0.113.82' }],
  [27, { file: 'mapi', fields: order('WP-TEST-1', '8.00', 'usdt'), ends: -1 }],
  [26, { file: 'mapi', fields: order('WP-1003', '28.00'), ends: 1, paid: true }],
  [24, { file: 'submit', fields: order('WP-1004', '45.50', 'wxpay'), ends: 'redirect', paid: true }],
  [22, { file: 'api', fields: { act: 'order', out_trade_no: 'WP-1004', ...API_KEY }, ends: 1 }],
  [20, { file: 'mapi', fields: order('WP-1005', '12.80'), ends: 1 }],
  [18, { file: 'mapi', fields: order('WP-1006', '66.00'), ends: 1, paid: true, closed: 0 }],
  [16, { file: 'api', fields: { act: 'query', key: DEMO_SHOP_KEY }, ends: -3 }],
];

/** Where the plugin is notified. */
export interface PluginAddresses {
  taken: string;
  closed: readonly string[];
}

/** Sends a request as the plugin sends it, and throws if it ends in another way than it should. */
export async function sendPluginRequest(
  { db, epay, orders }: PluginApp,
  clock: SettableClock,
  addresses: PluginAddresses,
  { file, fields, ends, paid = false, closed, ip = '127.0.0.1', signs }: PluginRequest,
): Promise<void> {
  const notifyUrl = (closed === undefined ? addresses.taken : addresses.closed[closed]) ?? '';
  const all = {
    pid: SHOP.toString(),
    ...fields,
    ...(file === 'api'
      ? {}
      : { notify_url: notifyUrl, return_url: '', clientip: '203.0.113.7', sitename: 'Lantern Market' }),
  };
  const signed = signs ? { ...all, sign: signs(epayText(all)), sign_type: 'MD5' } : epaySigned(all, demoEpay.key);
  const reply = await epay.answer(
    {
      file,
      query: '',
      body: Buffer.from(new URLSearchParams(file === 'api' ? all : signed).toString()),
      ip,
      acceptLanguage: undefined,
      headers: {
        host: 'pay.lantern.example',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'lantern-plugin/1.2',
      },
    },
    '/',
  );
  const ended = reply.kind === 'json' ? reply.data['code'] : reply.kind;
  if (ended !== ends) throw new Error(`a demo plugin's request should have ended as ${ends}: ${JSON.stringify(reply)}`);
  if (!paid) return;
  const made = await orders.find(SHOP, { orderNo: fields['out_trade_no'] ?? '' }, 'payin');
  if (!made) throw new Error('a demo plugin has no order to pay');
  // The order's number, and so its time, can be ahead of the clock.
  clock.set(new Date(Math.max(clock.now().getTime(), made.createdAt.getTime()) + PAYS_AFTER_MS));
  await payOrder(orders, made);
  await keepAtUpstream(db, [{ order: made, paidAt: clock.now() }]);
}
