/** Callbacks for database tests: real keys, real receivers on this machine, a clock that is set. Only tests import this. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { type MerchantKeyVerbs, merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { silentLog } from '#foundation/server/log.ts';
import { createOutgoing } from '#foundation/server/outgoing.ts';
import { Sealer } from '#foundation/server/sealing.ts';
import { testDatabase } from '#foundation/server/test-database.ts';
import { parseForm } from '@countinghouse/sdk/form';
import type { SignType } from '@countinghouse/sdk/signing';
import type { CallbackContent } from './attempt.ts';
import { createDeliverer, type Deliverer, type DelivererDeps } from './deliverer.ts';
import { callbackVerbs } from './verbs.ts';

export const WAITS_S = [15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];
export const KEY = 'merchant-key-0123456789';
/** The present: a process that is started beside has no clock to be set. */
export const START = new Date();

export interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  notifyId: string;
}

export interface Receiver {
  host: string;
  url: string;
  received: Received[];
  /** Resolves once so many have come. */
  came(count: number): Promise<void>;
  /** Breaks every connection. */
  hangUp(): void;
}

export type CallbacksHouse = Awaited<ReturnType<typeof callbacksHouse>>;

export async function callbacksHouse() {
  const db = await testDatabase();
  const clock = new SettableClock(START);
  const sealer = new Sealer(Buffer.alloc(32, 7));
  const contents = new Map<bigint, CallbackContent>();
  const cleanups: (() => Promise<unknown>)[] = [];
  let nextNumber = 0n;
  const verbs = callbackVerbs({ db, clock });
  const { platformKeys } = platformKeyVerbs({ db, sealer });
  const content = async (_: bigint, systemNos: readonly bigint[]): Promise<Map<bigint, CallbackContent>> =>
    new Map(systemNos.flatMap((systemNo) => {
      const found = contents.get(systemNo);
      return found ? [[systemNo, found] as const] : [];
    }));

  return {
    db, clock, verbs, contents,
    /** As a process that has just started has them. */
    keys: (): MerchantKeyVerbs => merchantKeyVerbs({ db, clock, sealer, platformKeys, log: silentLog }),

    async merchant(key = KEY): Promise<bigint> {
      return db.transaction(async (tx) => {
        const { memberNo } = await memberVerbs({ db }).add(tx, { kind: 'merchant', name: 'Shop', settlement: { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 }, createdAt: START });
        await this.keys().create(tx, memberNo, { key, signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'], requestIps: ['127.0.0.1'] });
        return memberNo;
      });
    },

    async receiver(answer: (response: ServerResponse) => unknown = (response) => response.end('success')): Promise<Receiver> {
      const { listening, ...made } = receiverAt(answer);
      cleanups.push(made.close);
      const host = `127.0.0.1:${await listening}`;
      return { ...made, host, url: `http://${host}/notify?shop=1` };
    },

    deliverer(receivers: readonly Receiver[], options: Partial<DelivererDeps> = {}): Deliverer {
      const outgoing = createOutgoing({ allow: receivers.map(({ host }) => host) });
      const made = createDeliverer({ db, clock, outgoing, signer: this.keys(), waitsS: WAITS_S, log: silentLog, content: { payin: content }, ...options });
      cleanups.push(async () => {
        await made.stop();
        await outgoing.close();
      });
      return made;
    },

    /** Notes callbacks as a posting does; answers their system numbers. */
    async noted(memberNo: bigint, { url }: { url: string }, { count = 1, signType = 'HMAC-SHA256' as SignType } = {}): Promise<bigint[]> {
      const systemNos = Array.from({ length: count }, () => firstSystemNo(START) + (nextNumber += 1n));
      for (const systemNo of systemNos) contents.set(systemNo, { url, signType, fields: fieldsOf(systemNo) });
      await db.transaction((tx) => verbs.insertMany(tx, systemNos.map((systemNo) => ({
        memberNo, systemNo, subject: 'payin', receiver: new URL(url).host, createdAt: clock.now(),
      }))));
      return systemNos;
    },

    stateOf: (memberNo: bigint, systemNo: bigint) => verbs.stateOf(memberNo, systemNo, 'payin'),
    attemptsOf: (memberNo: bigint, systemNo: bigint) => verbs.attemptsOf(memberNo, systemNo, 'payin'),

    /** After each test: every deliverer and receiver ended, no callback left. */
    async clear(): Promise<void> {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      contents.clear();
      clock.set(START);
      await db.pool.query('delete from callbacks');
      await db.pool.query('delete from callback_attempts');
    },
  };
}

function receiverAt(answer: (response: ServerResponse) => unknown) {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received.push({ url: request.url ?? '', headers: request.headers, body, notifyId: parseForm(body)?.['notifyId'] ?? '' });
    answer(response);
    for (const { resolve } of waiting.filter(({ count }) => received.length >= count)) resolve();
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  return {
    received,
    listening: once(server, 'listening').then(() => (server.address() as AddressInfo).port),
    hangUp: () => server.closeAllConnections(),
    came: (count: number): Promise<void> => (received.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve }))),
    close: (): Promise<unknown> => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function fieldsOf(systemNo: bigint): Record<string, string> {
  return {
    orderNo: `A-${systemNo}`, systemNo: systemNo.toString(), amount: '100.00', fee: '0.60', obtained: '99.40', status: 'success', paidAt: START.toISOString(), attach: '订单',
  };
}
