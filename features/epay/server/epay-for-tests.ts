/**
 * The ePay door for database tests: real orders and keys, a shop of its own that verifies as the protocol says, and a
 * deliverer. Only tests import this.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import type { ContentOf, SendingDeps } from '#features/callbacks/server/resends/sending.ts';
import { gatewayApp, type GatewayApp } from '#features/gateway/server/gateway-for-tests.ts';
import { paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import type { OrderView } from '#features/orders/order.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { serveEpay } from './endpoint.ts';
import type { NewEpaySettings } from './settings.ts';
import { type EpayVerbs, epayVerbs } from './verbs.ts';

export const EPAY_KEY = 'epay-key-for-tests-0123456789abc';
export const PUBLIC_URL = 'http://127.0.0.1:9';

export type EpayApp = Awaited<ReturnType<typeof epayApp>>;

/** `allow`: receivers on this machine that notifications can reach. `sharing`: another process on the same database. */
export async function epayApp(allow: readonly string[] = [], sharing?: Pick<GatewayApp, 'db' | 'clock'>) {
  const app: GatewayApp = await gatewayApp(sharing, allow);
  const { db, clock } = app;
  const outgoing = createOutgoing({ allow });
  const epay: EpayVerbs = epayVerbs({ ...app, outgoing, log: silentLog, publicUrl: PUBLIC_URL });
  const pages = await serveEpay(app.server, epay);
  const payin: ContentOf = async (memberNo, systemNos) =>
    epay.withProtocol(memberNo, await app.orders.callbackContent(memberNo, systemNos));
  const delivery: SendingDeps = {
    db,
    clock,
    outgoing,
    log: silentLog,
    signer: app.keys,
    epaySigner: epay,
    timeoutMs: 10_000,
    content: { payin },
    ended: { payin: epay.endedOf },
  };
  const deliverer = createDeliverer({ ...delivery, waitsS: [15] });
  if (!sharing) await app.addChannel();
  return {
    ...app,
    epay,
    pages,
    outgoing,
    delivery,
    deliver: () => deliverer.idle(),
    async addShop(settings: NewEpaySettings = {}): Promise<string> {
      const memberNo = await app.addMerchant();
      await db.transaction((tx) =>
        epay.settings.create(tx, memberNo, {
          enabled: true,
          key: EPAY_KEY,
          typeMap: { alipay: 'qr', wxpay: 'qr' },
          ...settings,
        }),
      );
      return memberNo.toString();
    },
    async orderOf(pid: string, orderNo: string): Promise<OrderView> {
      const order = await app.orders.find(BigInt(pid), { orderNo }, 'payin');
      if (!order) throw new Error(`no order ${orderNo}`);
      return order;
    },
    async pay(pid: string, orderNo: string): Promise<OrderView> {
      const order = await this.orderOf(pid, orderNo);
      await app.orders.confirmPayment(SANDBOX, paymentOf(order));
      return order;
    },
    async close(): Promise<void> {
      await deliverer.stop();
      await outgoing.close();
      await app.close();
    },
  };
}

let counted = 0;

export type Fields = Record<string, string>;

/** An order as a plugin makes it, unsigned. */
export function newFields(pid: string, changes: Fields = {}): Fields {
  return {
    pid,
    type: 'alipay',
    out_trade_no: `E-${(counted += 1)}`,
    notify_url: 'https://shop.example/notify',
    return_url: 'https://shop.example/return',
    name: 'VIP会员',
    money: '10.00',
    clientip: '203.0.113.9',
    ...changes,
  };
}

/** Signs as the protocol's kit does, written from its description and not from our code. */
export function kitSigned(fields: Fields, key = EPAY_KEY): Fields {
  return { ...fields, sign: kitSignature(fields, key), sign_type: 'MD5' };
}

export function kitSignature(fields: Fields, key: string): string {
  const parts: string[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (name === 'sign' || name === 'sign_type' || fields[name] === '') continue;
    parts.push(`${name}=${fields[name]}`);
  }
  return createHash('md5')
    .update(parts.join('&') + key)
    .digest('hex');
}

export interface Sent {
  method?: 'GET' | 'POST';
  ip?: string;
  language?: string;
  headers?: Record<string, string>;
}

export async function ask({ server }: Pick<EpayApp, 'server'>, path: string, fields: Fields | string, sent: Sent = {}) {
  const { method = 'POST', ip = '127.0.0.1', language = 'en', headers = {} } = sent;
  const form = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return server.inject({
    method,
    url: method === 'GET' && form !== '' ? `${path}?${form}` : path,
    headers: {
      'accept-language': language,
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { payload: form } : {}),
    remoteAddress: ip,
  });
}

/** The reply of a program's door. */
export async function asked(app: Pick<EpayApp, 'server'>, path: string, fields: Fields | string, sent: Sent = {}) {
  const reply = await ask(app, path, fields, sent);
  const answer: Record<string, unknown> = {
    status: reply.statusCode,
    headers: reply.headers,
    ...(JSON.parse(reply.body) as Record<string, unknown>),
  };
  return answer;
}

/** A shop's server: verifies notifications as the kit does, and answers what the test says. */
export class EpayShop {
  readonly #server: Server;
  readonly received: { method: string; path: string; fields: Fields; isRight: boolean }[] = [];
  key = EPAY_KEY;
  answers: [status: number, body: string][] = [];

  private constructor() {
    this.#server = createServer((request: IncomingMessage, response) => {
      const url = new URL(request.url ?? '/', 'http://shop');
      const fields = Object.fromEntries(url.searchParams);
      const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !['a', 'b'].includes(name)));
      this.received.push({
        method: request.method ?? '',
        path: url.pathname,
        fields,
        isRight: own['sign'] === kitSignature(own, this.key),
      });
      const [status, body] = this.answers.shift() ?? [200, 'success'];
      response.writeHead(status, status === 301 ? { location: 'https://elsewhere.example/' } : {}).end(body);
    });
  }

  static async open(): Promise<EpayShop> {
    const shop = new EpayShop();
    await new Promise<void>((resolve) => shop.#server.listen(0, '127.0.0.1', resolve));
    return shop;
  }

  get host(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `127.0.0.1:${address.port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
