/**
 * Measures signed `/pay/create` requests end to end over HTTP with 32 connections. Three bare loops of the same run
 * show its parts: HTTP only (the same server, an empty call), signatures only, and orders only (without HTTP).
 *   npm run bench -- gateway
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { canonicalText, newNonce, signHmac, verifyHmac } from '#sdk/src/signing.ts';
import { benchDatabase } from './database.ts';
import { addBenchChannel, addBenchMembers, BENCH_CHANNEL, benchApp, benchSettings } from './app.ts';
import { describeMachine, median, percentile, perSecond, table } from './machine.ts';

const CONNECTIONS = 32;
const SECONDS = 8;
const RUNS = 3;
const KEY = 'bench-key-0123456789abcdef0123456789';
const MEMBERS = 20;
const PATH = '/gateway/v1/pay/create';
let turns = 0;

const { db, connectionString, close } = await benchDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-bench-gateway-'));
const masterKey = Buffer.alloc(32, 7).toString('base64');
const port = 20_000 + Math.floor(Math.random() * 20_000);
let server: ChildProcess | undefined;
try {
  console.log(await describeMachine(db.pool));
  const app = benchApp(db, benchSettings({ DATABASE_URL: connectionString }));
  await addBenchChannel(app);
  const members = await addBenchMembers(app, MEMBERS);
  await db.transaction(async (tx) => {
    await app.platform.setSettings(tx, { gatewayRatePerSecond: 1_000_000 });
    for (const memberNo of members) await app.keys.create(tx, memberNo, { key: KEY, signTypes: ['HMAC-SHA256'] });
  });
  server = spawn(process.execPath, ['apps/server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey,
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ROLES: 'gateway',
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);

  const creates: Load[] = [];
  const https: Load[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    https.push(await load(origin, (pool) => pool.request({ path: '/healthz', method: 'GET' })));
    creates.push(await load(origin, (pool, turn) => pool.request(signed(members[turn % MEMBERS] ?? 0n, turn))));
  }
  const create = middle(creates);
  const http = middle(https);
  const verifies = verifyLoop();
  const orders = await orderLoop(app, members);
  const microseconds = (rate: number): number => 1_000_000 / rate;
  console.log(
    `\n${table([
      ['', 'per second', 'p50 ms', 'p99 ms', 'µs each', 'share of a create'],
      [
        'signed /pay/create',
        create.perSecond,
        create.p50.toFixed(1),
        create.p99.toFixed(1),
        microseconds(create.perSecond).toFixed(0),
        '100 %',
      ],
      [
        'HTTP only (an empty call)',
        http.perSecond,
        http.p50.toFixed(1),
        http.p99.toFixed(1),
        microseconds(http.perSecond).toFixed(0),
        share(http.perSecond, create.perSecond),
      ],
      [
        'orders only (with database, without HTTP)',
        orders,
        '',
        '',
        microseconds(orders).toFixed(0),
        share(orders, create.perSecond),
      ],
      [
        'signatures only (one verified, one made)',
        verifies,
        '',
        '',
        microseconds(verifies).toFixed(0),
        share(verifies, create.perSecond),
      ],
    ])}\n\nmedians of ${RUNS} runs of ${SECONDS} s over ${CONNECTIONS} connections; server, database and load share the machine`,
  );
} finally {
  if (server) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

async function load(
  origin: string,
  run: (pool: Pool, turn: number) => Promise<{ statusCode: number; body: { text(): Promise<string> } }>,
): Promise<Load> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        const requests = performance.now();
        const { statusCode, body } = await run(pool, (turns += 1));
        const text = await body.text();
        if (statusCode !== 200 || text.includes('"code":0')) throw new Error(text);
        latencies.push(performance.now() - requests);
      }
    }),
  );
  const elapsed = performance.now() - begin;
  await pool.close();
  return {
    perSecond: perSecond(latencies.length, elapsed),
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
  };
}

function signed(memberNo: bigint, turn: number): Parameters<Pool['request']>[0] {
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

async function orderLoop(app: ReturnType<typeof benchApp>, members: readonly bigint[]): Promise<number> {
  const begin = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - begin < SECONDS * 1_000) {
        const orderNo = `V${(turns += 1)}`;
        const made = await app.orders.create({
          memberNo: members[turns % members.length] ?? 0n,
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
        count += 1;
      }
    }),
  );
  return perSecond(count, performance.now() - begin);
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
  return loads.find((one) => one.perSecond === rate) ?? { perSecond: Number.NaN, p50: Number.NaN, p99: Number.NaN };
}

function share(part: number, whole: number): string {
  return `${Math.round((whole / part) * 100)} %`;
}
