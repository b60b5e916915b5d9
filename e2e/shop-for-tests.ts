/**
 * A merchant's system: calls the gateway through the SDK with any sign type, and receives callbacks and returning
 * payers on its own server. It accepts only what the SDK verifies.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createClient, type GatewayClient } from '@countinghouse/sdk';
import { type CallbackResult, verifyCallback } from '@countinghouse/sdk/callbacks';
import { type PayReturn, verifyReturnUrl } from '@countinghouse/sdk/returns';

export const signTypes = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const;
export type SignType = (typeof signTypes)[number];

export interface ShopKeys {
  merchantNo: string;
  /** For MD5 and HMAC-SHA256. */
  key: string;
}

export interface ReceivedCallback {
  result: CallbackResult;
  answered: 'success' | 'refused';
}

export interface Shop {
  /** For example `127.0.0.1:40123`, the format of `OUTBOUND_ALLOW`. */
  readonly host: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  /** PEM, for the merchant's settings. */
  readonly publicKey: string;
  /** Sets the gateway's address and fetches the platform's public key. */
  connect(baseUrl: string): Promise<void>;
  client(signType: SignType): GatewayClient;
  /** While the shop is closed, it answers callbacks with 503. */
  setOpen(open: boolean): void;
  /** All callbacks received for an order, oldest first. */
  callbacksOf(systemNo: string): ReceivedCallback[];
  /** Callbacks that could not be verified, or that name no order. */
  strangeCallbacks(): CallbackResult[];
  /** Returned payers, as the SDK verifies them. */
  returned(): (PayReturn | undefined)[];
  stop(): Promise<void>;
}

/** The keys are read when they are used: a shop can open before its merchant has them. */
export async function openShop(keys: Readonly<ShopKeys>): Promise<Shop> {
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const byOrder = new Map<string, ReceivedCallback[]>();
  const strange: CallbackResult[] = [];
  const returned: (PayReturn | undefined)[] = [];
  let open = true;
  let gateway = { baseUrl: '', platformPublicKey: '' };

  const checks = () => ({ ...keys, signTypes, publicKey: gateway.platformPublicKey });
  const receiveCallback = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const result = await verifyCallback({
      ...checks(),
      headers: request.headers,
      rawBody: await bodyOf(request),
      url: request.url ?? '',
    });
    const answered = result.ok && open ? 'success' : 'refused';
    if (result.ok)
      byOrder.set(result.callback.systemNo, [...(byOrder.get(result.callback.systemNo) ?? []), { result, answered }]);
    else strange.push(result);
    response
      .writeHead(answered === 'success' ? 200 : 503, { 'content-type': 'text/plain' })
      .end(answered === 'success' ? 'success' : 'the shop is closed');
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/notify') return void receiveCallback(request, response);
    if (request.url?.startsWith('/thanks')) returned.push(verifyReturnUrl({ ...checks(), url: request.url }));
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Shop</title><h1>Thank you</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    host,
    notifyUrl: `http://${host}/notify`,
    returnUrl: `http://${host}/thanks`,
    publicKey: rsa.publicKey,
    async connect(baseUrl) {
      const config = (await (await fetch(`${baseUrl}/api/config`)).json()) as {
        data: { gateway: string; platformPublicKey: string };
      };
      gateway = { baseUrl: config.data.gateway, platformPublicKey: config.data.platformPublicKey };
    },
    client: (signType) =>
      createClient({
        baseUrl: gateway.baseUrl,
        merchantNo: keys.merchantNo,
        retries: 0,
        ...(signType === 'RSA-SHA256'
          ? { signType, privateKey: rsa.privateKey, platformPublicKey: gateway.platformPublicKey }
          : { signType, key: keys.key }),
      }),
    setOpen: (now) => (open = now),
    callbacksOf: (systemNo) => [...(byOrder.get(systemNo) ?? [])],
    strangeCallbacks: () => [...strange],
    returned: () => [...returned],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Pays like a payer without a browser: presses Pay at the sandbox's cashier. */
export async function payBySandbox(payUrl: string): Promise<void> {
  const response = await fetch(`${payUrl}/pay`, { method: 'POST' });
  const { data } = (await response.json()) as { data?: { status: string } };
  if (data?.status !== 'paid') throw new Error(`the sandbox did not accept the payment (HTTP ${response.status})`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
