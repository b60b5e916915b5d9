/**
 * Callbacks for database tests: real keys, real receivers on this machine, a settable clock. Only tests import this.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { type MerchantKeyVerbs, merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { combineWrites } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { tamper } from '#foundation/server/postgres/tampering-for-tests.ts';
import { parseForm } from '@countinghouse/sdk/form';
import type { SignType } from '@countinghouse/sdk/signing';
import type { CallbackContent } from './attempt.ts';
import { createDeliverer, type Deliverer, type DelivererDeps } from './deliverer.ts';
import type { SendingDeps } from './resends/sending.ts';
import { type CallbackVerbs, callbackVerbs } from './verbs.ts';

export const WAITS_S = [15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];
export const KEY = 'merchant-key-0123456789';
/** The real present, because the clock of a separate process cannot be set. */
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
  /** Resolves when this many callbacks have arrived. */
  came(count: number): Promise<void>;
  /** Breaks every connection, also those that are still on their way. */
  hangUp(): void;
}

export class CallbacksApp {
  readonly db: TestDatabase;
  readonly clock = new SettableClock(START);
  readonly verbs: CallbackVerbs;
  readonly contents = new Map<bigint, CallbackContent>();
  readonly #sealer = new Sealer(Buffer.alloc(32, 7));
  readonly #cleanups: (() => Promise<unknown>)[] = [];
  #nextNumber = 0n;

  constructor(db: TestDatabase) {
    this.db = db;
    this.verbs = callbackVerbs({ db, clock: this.clock });
  }

  /** The keys as in a new process, with an empty cache. */
  keys(): MerchantKeyVerbs {
    const { platformKeys } = platformKeyVerbs({ db: this.db, sealer: this.#sealer });
    return merchantKeyVerbs({ db: this.db, clock: this.clock, sealer: this.#sealer, platformKeys, log: silentLog });
  }

  merchant(key = KEY): Promise<bigint> {
    return this.db.transaction(async (tx) => {
      const settlement = { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 } as const;
      const platform = platformVerbs({ db: this.db, clock: this.clock });
      const { memberNo } = await memberVerbs({ db: this.db, platform }).add(tx, {
        kind: 'merchant',
        name: 'Shop',
        settlement,
        createdAt: START,
      });
      await this.keys().create(tx, memberNo, {
        key,
        signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
        requestIps: ['127.0.0.1'],
      });
      return memberNo;
    });
  }

  async receiver(
    answer: (response: ServerResponse) => unknown = (response) => response.end('success'),
  ): Promise<Receiver> {
    const { listening, close, ...created } = receiverAt(answer);
    this.#cleanups.push(close);
    const host = `127.0.0.1:${await listening}`;
    return { ...created, host, url: `http://${host}/notify?shop=1` };
  }

  deliverer(receivers: readonly Receiver[], options: Partial<DelivererDeps> = {}): Deliverer {
    const outgoing = createOutgoing({ allow: receivers.map(({ host }) => host) });
    const { db, clock } = this;
    const content = { payin: (_: bigint, systemNos: readonly bigint[]) => this.#contentOf(systemNos) };
    const created = createDeliverer({
      db,
      clock,
      outgoing,
      signer: this.keys(),
      waitsS: WAITS_S,
      log: silentLog,
      content,
      ...options,
    });
    this.#cleanups.push(async () => {
      await created.stop();
      await outgoing.close();
    });
    return created;
  }

  /** Adds callbacks as a posting does; returns their system numbers. */
  async noted(
    memberNo: bigint,
    { url }: { url: string },
    { count = 1, signType = 'HMAC-SHA256' }: { count?: number; signType?: SignType } = {},
  ): Promise<bigint[]> {
    const systemNos = Array.from({ length: count }, () => firstSystemNo(START) + (this.#nextNumber += 1n));
    for (const systemNo of systemNos) this.contents.set(systemNo, { url, signType, fields: fieldsOf(systemNo) });
    const receiver = new URL(url).host;
    const createdAt = this.clock.now();
    await this.db.transaction((tx) =>
      combineWrites(
        tx,
        this.verbs.writes(
          systemNos.map((systemNo) => ({
            memberNo,
            systemNo,
            subject: 'payin',
            receiver,
            amountMinor: 10_000n,
            feeMinor: 60n,
            createdAt,
          })),
        ),
      ),
    );
    return systemNos;
  }

  stateOf(memberNo: bigint, systemNo: bigint): ReturnType<CallbackVerbs['stateOf']> {
    return this.verbs.stateOf(memberNo, systemNo, 'payin');
  }

  attemptsOf(memberNo: bigint, systemNo: bigint): ReturnType<CallbackVerbs['attemptsOf']> {
    return this.verbs.attemptsOf(memberNo, systemNo, 'payin');
  }

  /** What sending by hand takes, with real receivers. */
  sending(receivers: readonly Receiver[]): SendingDeps {
    const outgoing = createOutgoing({ allow: receivers.map(({ host }) => host) });
    this.#cleanups.push(() => outgoing.close());
    const content = { payin: (_: bigint, systemNos: readonly bigint[]) => this.#contentOf(systemNos) };
    return {
      db: this.db,
      clock: this.clock,
      log: silentLog,
      outgoing,
      signer: this.keys(),
      timeoutMs: 10_000,
      content,
    };
  }

  /** Stops all deliverers and receivers and deletes all callbacks, after each test. */
  async clear(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
    this.contents.clear();
    this.clock.set(START);
    for (const table of ['callbacks', 'callback_receivers', 'callback_runs', 'callback_run_items'])
      await this.db.pool.query(`delete from ${table}`);
    await tamper(this.db.pool, 'delete from callback_attempts');
  }

  async #contentOf(systemNos: readonly bigint[]): Promise<Map<bigint, CallbackContent>> {
    const found = new Map<bigint, CallbackContent>();
    for (const systemNo of systemNos) {
      const content = this.contents.get(systemNo);
      if (content) found.set(systemNo, content);
    }
    return found;
  }
}

function receiverAt(answer: (response: ServerResponse) => unknown) {
  const received: Received[] = [];
  const waiters: { count: number; resolve: () => void }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received.push({
      url: request.url ?? '',
      headers: request.headers,
      body,
      notifyId: parseForm(body)?.['notifyId'] ?? '',
    });
    answer(response);
    for (const { resolve } of waiters.filter(({ count }) => received.length >= count)) resolve();
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  return {
    received,
    listening: once(server, 'listening').then(() => (server.address() as AddressInfo).port),
    hangUp: () => {
      server.on('connection', (connection) => connection.destroy());
      server.closeAllConnections();
    },
    came: (count: number): Promise<void> =>
      received.length >= count ? Promise.resolve() : new Promise((resolve) => waiters.push({ count, resolve })),
    close: (): Promise<unknown> => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function fieldsOf(systemNo: bigint): Record<string, string> {
  return {
    orderNo: `A-${systemNo}`,
    systemNo: systemNo.toString(),
    amount: '100.00',
    fee: '0.60',
    obtained: '99.40',
    status: 'success',
    paidAt: START.toISOString(),
    attach: '订单',
  };
}
