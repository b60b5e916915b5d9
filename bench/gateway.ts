/**
 * Measures signed `/pay/create` requests end to end over HTTP with 32 connections, in turns without the log of requests,
 * with its default rate, and with every request logged; beside them creates by the ePay door. Bare loops of the same run
 * show the parts: HTTP only (the same server, an empty call), signatures only, nonces only, orders only, and the whole
 * gateway without HTTP, where the load comes from the same process. Beside each rate stands the processor time of a call:
 * it grows as the rate falls, since a process that wakes up finds less to do each time. The load shares the processors
 * with what it measures, so its requests are signed beforehand.
 * With `CITUS_URL` a second gateway on a cluster is measured in turns with the first.
 *   npm run bench -- gateway
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { canonicalText, newNonce, signHmac, verifyHmac } from '#sdk/src/signing.ts';
import { nonceSpender } from '#features/gateway/server/nonces.ts';
import { systemClock } from '#foundation/core/clock.ts';
import type { App } from '#apps/server/compose.ts';
import { epaySigned } from '#features/callbacks/server/epay-protocol.ts';
import { heapFlagsOf } from '#scripts/launch.mjs';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { type BenchDatabase, benchDatabases, type ShardCounts, shardCounts, shareToOneShard } from './database.ts';
import { addBenchChannel, addBenchMembers, BENCH_CHANNEL, benchApp, benchSettings } from './app.ts';
import { describeMachine, median, percentile, perSecond, processMs, processorMs, table } from './machine.ts';

const CONNECTIONS = 32;
const SECONDS = 8;
/** Requests that are signed before a load begins; beyond these the load signs while it runs. */
const SIGNED_PER_SECOND = 8_000;
const RUNS = 3;
const KEY = 'bench-key-0123456789abcdef0123456789';
const EPAY_KEY = 'bench-epay-key-0123456789abcdef0';
const MEMBERS = 20;
const PATH = '/gateway/v1/pay/create';
const ROLE = 'gateway';
/** Served requests that the log keeps per second and member; the last is all of them. */
const LOGGED = { none: 0, default: 20, all: 1_000_000 } as const;
type Logged = keyof typeof LOGGED;
const logged = Object.keys(LOGGED) as Logged[];
/** A server reads the platform's settings again after a second. */
const SETTINGS_MS = 1_200;
let turns = 0;

const databases = await benchDatabases();
const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-bench-gateway-'));
const places: Place[] = [];
try {
  console.log(await describeMachine(databases[0]?.db.pool));
  for (const bench of databases) places.push(await startGateway(bench));
  const https: Load[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    for (const { server, origin, members, creates, epays, app } of places) {
      https.push(await load(server, origin, empty));
      // Another order in each run, so that a trend of the machine favours none.
      for (const how of [...logged.slice(run), ...logged.slice(0, run)]) {
        const gatewayLogServedPerSecond = LOGGED[how];
        await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayLogServedPerSecond }));
        await pause(SETTINGS_MS);
        creates[how].push(await load(server, origin, (turn) => signed(members[turn % MEMBERS] ?? 0n, turn)));
      }
      await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayLogServedPerSecond: LOGGED.default }));
      await pause(SETTINGS_MS);
      epays.push(await load(server, origin, (turn) => epaySignedOrder(members[turn % MEMBERS] ?? 0n, turn)));
    }
  }
  const http = middle(https);
  const verifies = verifyLoop();
  for (const place of places) {
    const orders = await loop((turn) => createOrder(place.app, place.members, turn));
    const doors = await loop((turn) => answer(place.app, place.members[turn % MEMBERS] ?? 0n, turn));
    const spend = nonceSpender({ db: place.app.db, clock: systemClock });
    const nonces = await loop((turn) =>
      spend(place.members[turn % MEMBERS] ?? 0n, newNonce(), Math.floor(Date.now() / 1_000)),
    );
    const toOneShard = shareToOneShard(place.shards, await shardCounts(place.bench));
    const create = middle(place.creates.default);
    const bare = middle(place.creates.none);
    const epay = middle(place.epays);
    const steady = await load(place.server, place.origin, empty, create.perSecond);
    const row = (name: string, rate: number, of?: Load): (string | number)[] => [
      name,
      rate,
      of?.p50.toFixed(1) ?? '',
      of?.p99.toFixed(1) ?? '',
      (1_000_000 / rate).toFixed(0),
      share(rate, create.perSecond),
      ...(of ? [of.processorUs.here, of.processorUs.server, of.processorUs.others].map((us) => us.toFixed(0)) : []),
    ];
    console.log(
      `\n${table([
        [
          place.bench.name,
          'per second',
          'p50 ms',
          'p99 ms',
          'µs each',
          'share of a create',
          'processor µs: here',
          'server',
          'others',
        ],
        row('signed /pay/create', create.perSecond, create),
        row('  without its log', bare.perSecond, bare),
        row('  with every request logged', middle(place.creates.all).perSecond, middle(place.creates.all)),
        row('signed create by the ePay door', epay.perSecond, epay),
        row('HTTP only (an empty call)', http.perSecond, http),
        row('HTTP only, as many a second as creates', steady.perSecond, steady),
        row('the gateway without HTTP', doors.perSecond, doors),
        row('orders only (with database, without HTTP)', orders.perSecond, orders),
        row('nonces only (with database)', nonces.perSecond, nonces),
        row('signatures only (one verified, one made)', verifies),
      ])}`,
    );
    console.log(
      [
        `the log costs ${percent(1 - create.perSecond / bare.perSecond)}`,
        `the gateway runs at ${percent(create.perSecond / orders.perSecond)} of the orders' own rate`,
        `without HTTP at ${percent(doors.perSecond / orders.perSecond)}`,
      ].join(', '),
    );
    if (toOneShard) console.log(`the gateway's statements to one shard: ${toOneShard}`);
  }
  console.log(
    `\nmedians of ${RUNS} runs of ${SECONDS} s over ${CONNECTIONS} connections; server, database and load share the machine`,
  );
} finally {
  for (const { server } of places) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  for (const { close } of databases) await close();
  await rm(dataDir, { recursive: true, force: true });
}

/** A gateway as its own process on a database. */
interface Place {
  bench: BenchDatabase;
  app: App;
  members: bigint[];
  server: ChildProcess;
  origin: string;
  creates: Record<Logged, Load[]>;
  /** By the ePay door, with the log's default rate. */
  epays: Load[];
  /** Before the first request. */
  shards: ShardCounts | undefined;
}

async function startGateway(bench: BenchDatabase): Promise<Place> {
  const app = benchApp(bench.db, benchSettings({ DATABASE_URL: bench.connectionString }));
  await addBenchChannel(app);
  const members = await addBenchMembers(app, MEMBERS);
  await bench.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 1_000_000 }));
  const epay = { enabled: true, key: EPAY_KEY, typeMap: { alipay: BENCH_CHANNEL } };
  for (const memberNo of members)
    await bench.db.transaction(async (tx) => {
      await app.keys.create(tx, memberNo, { key: KEY, signTypes: ['HMAC-SHA256'] });
      await app.epay.settings.create(tx, memberNo, epay);
    });
  const port = await freePort();
  const server = spawn(process.execPath, [...heapFlagsOf(ROLE), 'apps/server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: bench.connectionString,
      DATA_DIR: dataDir,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ROLES: ROLE,
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  return {
    bench,
    app,
    members,
    server,
    origin,
    creates: { none: [], default: [], all: [] },
    epays: [],
    shards: await shardCounts(bench),
  };
}

type Request = Dispatcher.DispatchOptions;

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of each call: in this process, in the gateway's, and in all others, which is the database. */
  processorUs: { here: number; server: number; others: number };
}

async function load(
  server: ChildProcess,
  origin: string,
  requestOf: (turn: number) => Request,
  atMostPerSecond = Infinity,
): Promise<Load> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const next = (): Request => requestOf((turns += 1));
  const signedBefore = Array.from({ length: SECONDS * SIGNED_PER_SECOND }, next);
  const latencies: number[] = [];
  const spent = await processorSpent(server);
  const begin = performance.now();
  const end = begin + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const requests = performance.now();
        const { status, text } = await send(pool, signedBefore.pop() ?? next());
        if (status !== 200 || text.includes('"code":0') || text.includes('"code":-')) throw new Error(text);
        latencies.push(performance.now() - requests);
        const early = requests + (CONNECTIONS * 1_000) / atMostPerSecond - performance.now();
        if (early > 0) await pause(early);
      }
    }),
  );
  const elapsed = performance.now() - begin;
  const processor = await spent();
  await pool.close();
  return loadOf(latencies, elapsed, processor);
}

/** Sends with as little work for this process as possible. */
function send(pool: Pool, request: Request): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let [status, text] = [0, ''];
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart(_, statusCode) {
        status = statusCode;
      },
      onResponseData(_, chunk) {
        text += chunk.toString();
      },
      onResponseEnd: () => resolve({ status, text }),
      onResponseError: (_, error) => reject(error),
    });
  });
}

function loadOf(latencies: number[], elapsedMs: number, spentMs: Load['processorUs']): Load {
  const each = (ms: number): number => (ms * 1_000) / latencies.length;
  return {
    perSecond: perSecond(latencies.length, elapsedMs),
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    processorUs: { here: each(spentMs.here), server: each(spentMs.server), others: each(spentMs.others) },
  };
}

/** Returns a function that tells the processor time spent since this call, in milliseconds. */
async function processorSpent(server?: ChildProcess): Promise<() => Promise<Load['processorUs']>> {
  const now = async (): Promise<{ machine: number; here: number; server: number }> => {
    const { user, system } = process.cpuUsage();
    return {
      machine: processorMs(),
      here: (user + system) / 1_000,
      server: server?.pid === undefined ? 0 : await processMs(server.pid),
    };
  };
  const before = await now();
  return async () => {
    const after = await now();
    const [here, ofServer] = [after.here - before.here, after.server - before.server];
    return { here, server: ofServer, others: after.machine - before.machine - here - ofServer };
  };
}

function empty(): Request {
  return { path: '/healthz', method: 'GET' };
}

function signed(memberNo: bigint, turn: number): Request & { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({
    orderNo: `G${turn}`,
    amount: '12.34',
    channel: BENCH_CHANNEL,
    notifyUrl: 'https://shop.example/notify',
    subject: 'Tea',
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const nonce = newNonce();
  const sign = signHmac(canonicalText({ method: 'POST', path: PATH, timestamp, nonce, body }), KEY);
  const headers = {
    'content-type': 'application/json',
    'x-merchant-no': String(memberNo),
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-sign-type': 'HMAC-SHA256',
    'x-sign': sign,
  };
  return { path: PATH, method: 'POST', headers, body };
}

function epaySignedOrder(memberNo: bigint, turn: number): Request {
  const fields = epaySigned(
    {
      pid: memberNo.toString(),
      type: 'alipay',
      out_trade_no: `E${turn}`,
      notify_url: 'https://shop.example/notify',
      name: 'Tea',
      money: '12.34',
      clientip: '203.0.113.9',
    },
    EPAY_KEY,
  );
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { path: '/epay/mapi.php', method: 'POST', headers, body: new URLSearchParams(fields).toString() };
}

function verifyLoop(): number {
  const text = canonicalText({
    method: 'POST',
    path: PATH,
    timestamp: '1795180258',
    nonce: newNonce(),
    body: JSON.stringify({
      orderNo: 'G1',
      amount: '12.34',
      channel: BENCH_CHANNEL,
      notifyUrl: 'https://shop.example/notify',
      subject: 'Tea',
    }),
  });
  const sign = signHmac(text, KEY);
  const begin = performance.now();
  let count = 0;
  for (; performance.now() - begin < 1_000; count += 1) {
    if (!verifyHmac(text, sign, KEY)) throw new Error('a valid signature was rejected');
    signHmac(text, KEY);
  }
  return perSecond(count, performance.now() - begin);
}

/** The same number of callers without HTTP, each with one call at a time. */
async function loop(run: (turn: number) => Promise<unknown>): Promise<Load> {
  const latencies: number[] = [];
  const spent = await processorSpent();
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - begin < SECONDS * 1_000) {
        const started = performance.now();
        await run((turns += 1));
        latencies.push(performance.now() - started);
      }
    }),
  );
  return loadOf(latencies, performance.now() - begin, await spent());
}

async function createOrder(app: App, members: readonly bigint[], turn: number): Promise<void> {
  const orderNo = `V${turn}`;
  const made = await app.orders.create({
    memberNo: members[turn % members.length] ?? 0n,
    kind: 'payin',
    orderNo,
    amountMinor: 1_234n,
    channelCode: BENCH_CHANNEL,
    subject: 'Tea',
    notifyUrl: 'https://shop.example/notify',
    returnUrl: null,
    clientIp: null,
    attach: null,
    expireMinutes: 30,
    signType: 'HMAC-SHA256',
    requestHash: createHash('sha256').update(orderNo).digest(),
  });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made.outcome));
}

async function answer(app: App, memberNo: bigint, turn: number): Promise<void> {
  const { headers, body } = signed(memberNo, turn);
  const request = { target: PATH, headers, body: Buffer.from(body), ip: '127.0.0.1' };
  const reply = await app.gateway.answer('/pay/create', request);
  if (reply.status !== 200 || reply.body.includes('"code":0')) throw new Error(reply.body);
}

async function untilReady(origin: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await pause(100);
  }
  throw new Error('the server did not become ready');
}

function middle(loads: readonly Load[]): Load {
  const rate = median(loads.map((one) => one.perSecond));
  const one = loads.find((load) => load.perSecond === rate);
  if (!one) throw new Error('nothing was measured');
  return one;
}

function share(part: number, whole: number): string {
  return `${Math.round((whole / part) * 100)} %`;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
