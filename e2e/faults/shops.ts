/** Creates the merchants of a round, and runs the server that receives and records their callbacks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type GatewayClient } from '@countinghouse/sdk';
import { verifyCallback } from '@countinghouse/sdk/callbacks';
import { GATEWAY_BASE } from '#features/gateway/contract.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { again, type Environment } from './environment.ts';
import { SHOPS } from './plan.ts';

export interface Shop {
  memberNo: bigint;
  key: string;
  client: GatewayClient;
  notifyUrl: string;
}

export interface Family {
  /** The first shop has an agent, the second has none. */
  shops: Shop[];
  agentNo: bigint;
  memberNos: bigint[];
}

const SIGN_TYPES = ['HMAC-SHA256', 'MD5'] as const;
export const AGENT_PERCENT_E4 = 4_500;

export async function addFamily(env: Environment, callbacks: CallbackServer): Promise<Family> {
  const key = `a-key-of-a-shop-${Math.random().toString(36).slice(2)}`;
  const memberNos = await again(() => addMembers(env, key));
  const [agentNo = 0n, ...shopNos] = memberNos;
  const shops = shopNos.map((memberNo, index): Shop => ({
    memberNo,
    key,
    notifyUrl: `${callbacks.url}/${memberNo}`,
    client: createClient({
      baseUrl: env.baseUrl + GATEWAY_BASE,
      merchantNo: memberNo.toString(),
      signType: SIGN_TYPES[index % SIGN_TYPES.length] ?? 'MD5',
      key,
      retries: 0,
    }),
  }));
  for (const shop of shops) callbacks.expect(shop);
  return { shops, agentNo, memberNos };
}

function addMembers(
  { db, verbs: { platform, members, ledger, keys, channels } }: Environment,
  key: string,
): Promise<bigint[]> {
  return db.transaction(async (tx) => {
    // These rows must be durable even if the test has made the database unsafe.
    await sql`set local synchronous_commit = on`.execute(tx);
    // Withdrawals at any hour: the machine's clock is the test's.
    await platform.setSettings(tx, { withdrawalWindow: { from: '00:00', to: '00:00' } });
    const add = async (kind: 'merchant' | 'agent', uplineNo: bigint | null): Promise<bigint> => {
      const { memberNo } = await members.add(tx, {
        kind,
        uplineNo,
        name: 'Shop',
        settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 },
        createdAt: new Date(),
      });
      await members.change(tx, memberNo, { certification: 'approved' });
      await ledger.open(tx, memberNo, 'CNY');
      return memberNo;
    };
    const agentNo = await add('agent', null);
    await channels.setRates(tx, {
      memberNo: agentNo,
      rates: [
        { channel: 'qr', rate: { percentE4: AGENT_PERCENT_E4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null } },
      ],
    });
    const shopNos: bigint[] = [];
    for (let index = 0; index < SHOPS; index += 1) {
      const memberNo = await add('merchant', index === 0 ? agentNo : null);
      await keys.create(tx, memberNo, { key, signTypes: [...SIGN_TYPES], requestIps: ['127.0.0.1'] });
      shopNos.push(memberNo);
    }
    return [agentNo, ...shopNos];
  });
}

export interface CallbackServer {
  readonly host: string;
  readonly url: string;
  expect(shop: Shop): void;
  /** Sets how it answers from now on: `true` accepts, `false` is an error, `undefined` closes the connection. */
  answerBy(answerOf: () => boolean | undefined): void;
  /** notifyId → how often it was accepted with `success`, for one order. */
  takenFor(systemNo: bigint): Map<string, number>;
  /** Callbacks that could not be verified. */
  strange(): string[];
  close(): Promise<void>;
}

export async function openCallbackServer(): Promise<CallbackServer> {
  const shops = new Map<string, Shop>();
  const taken = new Map<string, Map<string, number>>();
  const strange: string[] = [];
  let answerOf: () => boolean | undefined = () => true;

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const merchantNo = (request.url ?? '').slice(1);
    const key = shops.get(merchantNo)?.key;
    const rawBody = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const result = await verifyCallback({
      headers: request.headers,
      rawBody,
      url: request.url ?? '',
      merchantNo,
      signTypes: SIGN_TYPES,
      key,
    });
    if (!result.ok || result.kind !== 'pay')
      strange.push(`a callback to ${merchantNo}: ${result.ok ? result.kind : result.failure}`);
    else if (result.callback.status !== 'success')
      strange.push(`a callback for ${result.callback.systemNo} reports ${result.callback.status}`);
    const answer = answerOf();
    if (answer === undefined) return void response.destroy();
    if (result.ok && answer) {
      const { systemNo, notifyId } = result.callback;
      const ids = taken.get(systemNo) ?? new Map<string, number>();
      taken.set(systemNo, ids.set(notifyId, (ids.get(notifyId) ?? 0) + 1));
    }
    response.writeHead(answer ? 200 : 503).end(answer ? 'success' : 'later');
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    expect: (shop) => void shops.set(shop.memberNo.toString(), shop),
    answerBy: (next) => void (answerOf = next),
    takenFor: (systemNo) => new Map(taken.get(systemNo.toString())),
    strange: () => [...strange],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
