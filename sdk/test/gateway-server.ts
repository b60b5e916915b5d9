/**
 * A small gateway on a real port for the client's tests. It verifies each request's signature as specified, replies as
 * the test wants, and lets the test change the reply before it is sent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { merchantTestKeys, platformTestKeys } from '../scripts/keys-for-tests.ts';
import { type ClientOptions, createClient } from '../src/client.ts';
import { readHeader, signHeaders } from '../src/messages.ts';
import { type Reply, signReply } from '../src/replies.ts';
import { canonicalText, isNonce, type SignType, timestampWithin, verifyMd5, verifyText } from '../src/signing.ts';

export const merchantNo = '100001';
export const key = 'test-key-0123456789abcdef0123456789';
export const atMs = 1_795_165_200_000;

/** The order that the tests create, and the gateway's reply to it. */
export const order = {
  orderNo: 'A-1',
  amount: '100.00',
  channel: 'sandbox_qr',
  notifyUrl: 'https://shop.example/notify',
  subject: '订单 🧾',
  attach: '',
} as const;

export const made = {
  orderNo: 'A-1',
  systemNo: '2611201214000001234',
  amount: '100.00',
  payUrl: 'https://pay.example/c/abc',
  expiresAt: '2026-11-20T09:30:00Z',
  status: 'unpaid',
};

export const success = (data: Record<string, string | null>) => ({ code: 1, msg: '', data }) as const;

/** A client of the test's merchant with the gateway's clock. Waits are recorded, not waited. */
export function clientFor(signType: SignType, baseUrl: string, more: Partial<ClientOptions> = {}) {
  const waitsMs: number[] = [];
  const common = { baseUrl, merchantNo, now: () => atMs, wait: async (ms: number) => void waitsMs.push(ms), ...more };
  const client =
    signType === 'RSA-SHA256'
      ? createClient({
          ...common,
          signType,
          privateKey: merchantTestKeys.privateKey,
          platformPublicKey: platformTestKeys.publicKey,
        })
      : createClient({ ...common, signType, key });
  return Object.assign(client, { waitsMs });
}

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly timestamp: string;
  readonly nonce: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What the gateway does with one request: returns a reply, or handles the raw response itself. */
export type Behaviour = (asked: Asked, response: ServerResponse) => Reply | Answer | undefined;

export interface TestGateway extends AsyncDisposable {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
}

/** Starts a gateway for one sign type. `spoil` changes signed replies before they are sent. */
export async function startGateway(
  signType: SignType,
  behave: Behaviour,
  spoil: (answer: Answer, asked: Asked) => void = () => {},
): Promise<TestGateway> {
  const asked: Asked[] = [];
  const nonces = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await Array.fromAsync(request)).toString('utf8');
      const one = readRequest(request, body);
      asked.push(one);
      const refusal = refusalOf(signType, one, nonces);
      const reply = refusal ?? behave(one, response);
      if (reply === undefined) return;
      const answer = 'status' in reply ? reply : signedAnswer(signType, one, reply, refusal === undefined);
      if (!('status' in reply)) spoil(answer, one);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/gateway/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readRequest(request: IncomingMessage, body: string): Asked {
  const fields: Record<string, string> = JSON.parse(body);
  return {
    path: request.url ?? '',
    headers: request.headers,
    body,
    fields,
    timestamp: fields['timestamp'] ?? readHeader(request.headers, signHeaders.timestamp) ?? '',
    nonce: fields['nonce'] ?? readHeader(request.headers, signHeaders.nonce) ?? '',
  };
}

function refusalOf(signType: SignType, asked: Asked, nonces: Set<string>): Reply | undefined {
  if (!isSigned(signType, asked)) return { code: 0, error: 'bad_signature', msg: 'The signature is wrong.' };
  if (!timestampWithin(asked.timestamp, atMs / 1000))
    return { code: 0, error: 'timestamp_out_of_window', msg: 'The clock is wrong.' };
  if (nonces.has(asked.nonce)) return { code: 0, error: 'nonce_reused', msg: 'This nonce was used.' };
  nonces.add(asked.nonce);
  return undefined;
}

function isSigned(signType: SignType, { headers, fields, path, timestamp, nonce, body }: Asked): boolean {
  if (!isNonce(nonce)) return false;
  if (signType === 'MD5')
    return fields['merchantNo'] === merchantNo && fields['signType'] === 'MD5' && verifyMd5(fields, key);
  const text = canonicalText({ method: 'POST', path, timestamp, nonce, body });
  return (
    readHeader(headers, signHeaders.merchantNo) === merchantNo &&
    readHeader(headers, signHeaders.signType) === signType &&
    verifyText(
      text,
      signType,
      readHeader(headers, signHeaders.sign),
      signType === 'RSA-SHA256' ? merchantTestKeys.publicKey : key,
    )
  );
}

function signedAnswer(signType: SignType, { path, nonce }: Asked, reply: Reply, known: boolean): Answer {
  if (!known) return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(reply) };
  const signed = signReply(reply, {
    method: 'POST',
    path,
    merchantNo,
    signType,
    key: signType === 'RSA-SHA256' ? platformTestKeys.privateKey : key,
    timestamp: String(atMs / 1000),
    nonce: `reply-${nonce}`.slice(0, 64),
  });
  return { status: 200, ...signed };
}
