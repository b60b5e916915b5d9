/**
 * Two processes of the whole app on one database, whose clock goes on by itself, with merchants whose programs sign
 * requests. Only tests import this.
 */
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { verifyCallback } from '@countinghouse/sdk/callbacks';
import type { SignType } from '@countinghouse/sdk/signing';
import { type Answer as GatewayAnswer, send, signed } from '#features/gateway/server/gateway-for-tests.ts';
import type { GatewayPath } from '#features/gateway/contract.ts';
import type { NewKeys } from '#features/merchant-keys/server/verbs.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { createLive } from '#foundation/server/live/live.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { MASTER_KEY, type Person, PIN, stage } from './access-stage-for-tests.ts';
import { type App, compose } from './compose.ts';
import { serveEndpoints } from './endpoints.ts';

/** The address that requests come from unless another one is given. */
export const HOME_IP = '198.51.100.1';
const NOTIFY_URL = 'https://shop.example/notify';

export interface OneProcess {
  app: App;
  server: FastifyInstance;
}

export interface Shop {
  person: Person;
  memberNo: bigint;
  userId: bigint;
  key: string;
}

/** A merchant's keys while they are replaced, the newest first. */
export interface Keys {
  /** What its programs sign with. */
  used: readonly string[];
  /** What it verifies with: until it gets a new key, that includes the one which the rotation ends. */
  known: readonly string[];
}

export type TwoProcesses = Awaited<ReturnType<typeof twoProcesses>>;

/** Callers must `close` it. */
export async function twoProcesses() {
  const first = await stage();
  const { db, clock } = first;
  const settings = readSettings({ DEMO: 'off', CAPTCHA_PROVIDER: 'none', LOG_LEVEL: 'error', DATA_DIR: tmpdir() });
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const app = compose({
    settings,
    db,
    clock,
    log: silentLog,
    sealer: new Sealer(MASTER_KEY),
    publish: (hint) => live.publish(hint),
  });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  await serveEndpoints(server, { app, settings, live, ready: async () => true });
  await server.ready();
  clock.start();
  let shops = 0;
  return {
    ...first,
    here: { app: first.app, server: first.server } satisfies OneProcess,
    there: { app, server } satisfies OneProcess,
    /** Moves both processes' clock on. */
    pass(ms: number): void {
      clock.advance(ms);
    },
    /** A certified merchant with money and a key, logged in. */
    async shop(keys: NewKeys = {}): Promise<Shop> {
      const username = `shop_${(shops += 1)}`;
      const person = await first.add('merchant', username);
      const { userId } = person;
      const memberNo = person.memberNo ?? 0n;
      const key = `a-key-of-${username}-0123456789abcdef`;
      await db.transaction(async (tx) => {
        await first.app.members.change(tx, memberNo, { certification: 'approved' });
        await first.app.keys.create(tx, memberNo, { key, ...keys });
      });
      // The login read the keys that the member did not have yet.
      first.app.keys.forget(memberNo);
      return { person, memberNo, userId, key };
    },
    /** A signed request of the shop's program. */
    gateway: (
      at: OneProcess,
      { memberNo, key }: Pick<Shop, 'memberNo' | 'key'>,
      path: GatewayPath = '/balance',
      fields: Record<string, unknown> = {},
      { ip = HOME_IP, signType = 'HMAC-SHA256' }: { ip?: string; signType?: SignType } = {},
    ): Promise<GatewayAnswer> => send(at.server, signed(path, fields, { memberNo, key, signType, clock }), { ip }),
    /** Replaces a key on one process and then on the other, while each work is repeated. */
    async rotateUnderLoad(
      keys: Keys,
      rotate: (at: OneProcess) => Promise<string>,
      works: readonly ((turn: number) => Promise<void>)[],
    ): Promise<void> {
      const run = { isOver: false };
      const turns = works.map(() => 0);
      const repeated = works.map(async (work, index) => {
        for (let turn = 0; !run.isOver; turn += 1) {
          await work(turn);
          turns[index] = turn + 1;
          await pause(2);
        }
      });
      const ended = Promise.all(repeated);
      /** Resolves when each work has been done so many times more. */
      const worked = async (times: number): Promise<void> => {
        const goals = turns.map((turn) => turn + times);
        while (turns.some((turn, index) => turn < (goals[index] ?? 0))) await Promise.race([pause(5), ended]);
      };
      await worked(30);
      for (const process of [this.there, this.here]) {
        // A rotation ends the key before the last, so no program uses that any more.
        const [newest = ''] = keys.used;
        keys.used = [newest];
        await worked(10);
        keys.used = [await rotate(process), newest];
        keys.known = keys.used;
        await worked(40);
      }
      run.isOver = true;
      await ended;
    },
    async close(): Promise<void> {
      await server.close();
      await app.gateway.settled();
      await first.app.gateway.settled();
      await live.stop();
      await app.outgoing.close();
      await first.close();
    },
  };
}

export type Asked<Data> = Envelope<Data> & { text: string };

/** A console call with the payment password. */
export async function ask<Data = unknown>(
  { server }: OneProcess,
  { token }: Pick<Person, 'token'>,
  path: string,
  input: object = {},
  { ip = HOME_IP } = {},
): Promise<Asked<Data>> {
  const reply = await server.inject({
    method: 'POST',
    url: CONSOLE_BASE + path,
    remoteAddress: ip,
    headers: {
      'accept-language': 'en',
      'user-agent': 'tester/1.0',
      ...(token === undefined ? {} : { 'x-token': token }),
    },
    payload: input,
  });
  return { ...reply.json<Envelope<Data>>(), text: reply.body };
}

export const withPin = (input: object = {}) => ({ payPassword: PIN, ...input });

/** Signs a callback as the process does, and returns whether a merchant with these keys can verify it. */
export async function isVerifiable(
  { app }: OneProcess,
  memberNo: bigint,
  keys: readonly string[],
  signType: SignType,
): Promise<boolean> {
  const merchantNo = memberNo.toString();
  const { headers, body } = await app.keys.signCallback(memberNo, {
    notifyUrl: NOTIFY_URL,
    signType,
    fields: {
      merchantNo,
      notifyId: 'payin-1',
      orderNo: 'A-1',
      systemNo: '2611200400000000001',
      amount: '1.00',
      fee: '0.01',
      obtained: '0.99',
      status: 'success',
      paidAt: app.clock.now().toISOString(),
    },
  });
  const result = await verifyCallback({
    headers,
    rawBody: body,
    url: NOTIFY_URL,
    merchantNo,
    signTypes: [signType],
    key: keys,
    now: () => app.clock.now().getTime(),
  });
  return result.ok;
}
