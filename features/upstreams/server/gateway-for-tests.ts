/** Another installation's gateway for the connector's tests, with both sides' keys. Only tests import this. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { readHeader, signHeaders } from '@countinghouse/sdk/messages';
import { type Reply, signReply } from '@countinghouse/sdk/replies';
import {
  canonicalText,
  isSignType,
  newNonce,
  type SigningKey,
  type SignType,
  verifyMd5,
  verifyText,
} from '@countinghouse/sdk/signing';
import type { Clock } from '#foundation/core/clock.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';

export const key = 'a-key-between-two-gateways';
export const merchantNo = '30000001';
export const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 });

const noMoney = { balance: '0.00', frozen: '0.00', available: '0.00' };

export interface GatewayFault {
  times: number;
  drop?: true;
  http?: number;
  /** Undefined: the reply is not signed. */
  signWith?: SigningKey | undefined;
  answer?(data: Record<string, string>): Reply;
}

/** A minimal other installation: verifies each request's signature, remembers orders, signs its replies. */
export class FakeGateway {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly orders = new Map<string, Record<string, string>>();
  status = 'unpaid';
  next: GatewayFault | undefined;

  private constructor(clock: Clock) {
    this.#clock = clock;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(clock: Clock): Promise<FakeGateway> {
    const started = new FakeGateway(clock);
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get host(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `127.0.0.1:${address.port}`;
  }

  get url(): string {
    return `http://${this.host}/gateway/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.next && this.next.times > 0 ? this.next : undefined;
    if (fault) fault.times -= 1;
    const chunks: Uint8Array[] = await request.toArray();
    if (fault?.drop) return void request.socket.destroy();
    if (fault?.http !== undefined) return void response.writeHead(fault.http).end('trouble');

    const body = Buffer.concat(chunks);
    const fields: Record<string, string> = JSON.parse(body.toString());
    const path = request.url ?? '';
    const signType = fields['signType'] ?? readHeader(request.headers, signHeaders.signType);
    if (!isSignType(signType)) throw new Error('no sign type');
    const reply = isSigned(request, path, body, fields, signType)
      ? this.#reply(path, fields, fault)
      : ({ code: 0, msg: '', error: 'bad_signature' } as const);
    const signKey = fault && 'signWith' in fault ? fault.signWith : signType === 'RSA-SHA256' ? theirs.privateKey : key;
    if (signKey === undefined) return void response.end(JSON.stringify(reply));
    const signedReply = signReply(reply, {
      method: 'POST',
      path,
      merchantNo,
      signType,
      key: signKey,
      timestamp: unixSeconds(this.#clock.now()).toString(),
      nonce: newNonce(),
    });
    response.writeHead(200, signedReply.headers).end(signedReply.body);
  }

  #reply(
    path: string,
    { merchantNo: _m, timestamp: _t, nonce: _n, signType: _s, sign: _sign, ...fields }: Record<string, string>,
    fault: GatewayFault | undefined,
  ): Reply {
    if (path.endsWith('/balance')) return { code: 1, msg: '', data: { ...noMoney, currency: 'CNY' } };
    const orderNo = fields['orderNo'] ?? '';
    if (path.endsWith('/create')) {
      const before = this.orders.get(orderNo);
      if (before && !isDeepStrictEqual(before, fields))
        return { code: 0, msg: 'another order has this number', error: 'order_conflict' };
      this.orders.set(orderNo, fields);
    }
    const order = this.orders.get(orderNo);
    if (!order) return { code: 0, msg: 'no such order', error: 'not_found' };
    const known = { orderNo, systemNo: `9${orderNo.split('-')[1]}`.slice(0, 19), amount: order['amount'] ?? '' };
    const data = path.endsWith('/pay/create')
      ? {
          ...known,
          payUrl: 'https://their.example/cashier/1',
          qrContent: 'https://their.example/qr/1',
          expiresAt: '2026-11-20T05:00:00Z',
          status: 'unpaid',
        }
      : {
          ...known,
          fee: '1.00',
          obtained: '127.50',
          status: this.status,
          channel: 'their_qr',
          createdAt: '2026-11-20T04:15:30Z',
          paidAt: '2026-11-20T04:20:00Z',
        };
    return fault?.answer?.(data) ?? { code: 1, msg: '', data };
  }
}

function isSigned(
  request: IncomingMessage,
  path: string,
  body: Buffer,
  fields: Record<string, string>,
  signType: SignType,
): boolean {
  if (signType === 'MD5') return fields['merchantNo'] === merchantNo && verifyMd5(fields, key);
  const [timestamp, nonce] = [signHeaders.timestamp, signHeaders.nonce].map(
    (name) => readHeader(request.headers, name) ?? '',
  );
  const text = canonicalText({ method: 'POST', path, timestamp: timestamp ?? '', nonce: nonce ?? '', body });
  return (
    readHeader(request.headers, signHeaders.merchantNo) === merchantNo &&
    verifyText(
      text,
      signType,
      readHeader(request.headers, signHeaders.sign),
      signType === 'RSA-SHA256' ? ours.publicKey : key,
    )
  );
}
