/**
 * Every endpoint while the database is stopped, killed and started, and while no connection is free: 503 with the envelope,
 * and never 500.
 */
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrationsFolder } from '#database/migrations-folder.ts';
import type { Call } from '#foundation/core/calls.ts';
import { openDatabase } from '#foundation/server/postgres/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { migrateQueue } from '#foundation/server/jobs/queue.ts';
import { migrate } from '#foundation/server/postgres/migrate.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { asSuperuser } from '#foundation/server/postgres/tampering-for-tests.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addObjects, type Kind, type TestObjects } from './access-objects-for-tests.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf } from './call-inputs-for-tests.ts';

const POOL_SIZE = 4;

let dataDir: string;
let server: EmbeddedPostgres;
let at: Stage;
let owner: Person;
let agent: Person;
let operator: Person;
let testObjects: TestObjects;
let cashier: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'outage-'));
  server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  // Recording the written rows creates triggers, which the server's role has no right to do.
  const connectionString = asSuperuser(server.connectionString);
  const db = openDatabase({ connectionString, log: silentLog, size: POOL_SIZE });
  await migrate(db.pool, migrationsFolder, silentLog);
  await migrateQueue(db.pool);
  await ensurePartitions(db.pool, new Date('2026-11-20T00:00:00Z'));
  at = await stage({ ...db, connectionString, nodes: [connectionString] });
  operator = await at.add('operator', 'boss');
  const clerk = await at.add('operator', 'clerk');
  agent = await at.add('agent', 'kingsley');
  owner = await at.add('merchant', 'zorina', agent.memberNo);
  testObjects = await addObjects(at, owner, clerk, 1);
  const { rows } = await db.pool.query<{ url: string }>(
    'select pay_url as url from orders where pay_url is not null limit 1',
  );
  cashier = new URL(rows[0]?.url ?? '').pathname;
}, 240_000);
afterAll(async () => {
  await at.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

interface Answered {
  endpoint: string;
  status: number;
  retryAfter: unknown;
  body: string;
}

/** One request for each call, and for each endpoint that is not a call. */
function requests(): { endpoint: string; request(): Promise<Answered> }[] {
  const idOf = (_field: string, kind: Kind): string => testObjects.ids[kind] ?? '';
  const served = at.app.handlers.flatMap(({ contract }) =>
    Object.entries<Call>(contract.calls).map(([path, call]) => ({ path, call })),
  );
  const inject = async (endpoint: string, options: InjectOptions): Promise<Answered> => {
    const reply = await at.server.inject({ remoteAddress: '198.51.100.1', ...options });
    return { endpoint, status: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.body };
  };
  const calls = served.flatMap(({ path, call }) => {
    const who = call.who === 'operators' ? operator : call.who === 'agents' ? agent : owner;
    const [form] = formsOf(path, call);
    const input = form?.make(idOf) ?? {};
    const url = `/api${Object.entries(input).reduce((address, [name, value]) => address.replace(`:${name}`, String(value)), path)}`;
    const headers = { 'x-token': who.token ?? '', 'content-type': 'application/json', 'accept-language': 'en' };
    if (call.upload && !call.input) return [];
    return [
      {
        endpoint: path,
        request: () =>
          inject(
            path,
            call.method === 'GET'
              ? { method: 'GET', url, headers: { 'x-token': who.token ?? '' } }
              : { method: 'POST', url, headers, payload: JSON.stringify(input) },
          ),
      },
    ];
  });
  const upload = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n';
  const token = { 'x-token': owner.token ?? '' };
  const endpoints: [string, InjectOptions][] = [
    [
      'upload',
      {
        method: 'POST',
        url: '/api/user/upload',
        headers: { ...token, 'content-type': 'multipart/form-data; boundary=x' },
        payload: upload,
      },
    ],
    ['events', { method: 'GET', url: '/api/events', headers: token }],
    ...['pay/create', 'pay/query', 'payout/create', 'payout/query', 'balance'].map((path): [string, InjectOptions] => [
      `gateway ${path}`,
      {
        method: 'POST',
        url: `/gateway/v1/${path}`,
        headers: {
          'content-type': 'application/json',
          'x-merchant-no': String(owner.memberNo),
          'x-timestamp': '1795165200',
          'x-nonce': 'a'.repeat(16),
          'x-sign-type': 'HMAC-SHA256',
          'x-sign': 'a'.repeat(64),
        },
        payload: '{}',
      },
    ]),
    ['upstream', { method: 'POST', url: '/upstream/7/notify', payload: '{}' }],
    ['cashier page', { method: 'GET', url: cashier }],
    ['cashier status', { method: 'GET', url: `${cashier}/status` }],
    ['cashier pay', { method: 'POST', url: `${cashier}/pay` }],
    [
      'cashier form',
      {
        method: 'POST',
        url: `${cashier}/pay`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      },
    ],
    ['cashier leave', { method: 'GET', url: `${cashier}/leave` }],
  ];
  return [
    ...calls,
    ...endpoints.map(([endpoint, options]) => ({ endpoint, request: () => inject(endpoint, options) })),
  ];
}

/** Anything but a plain 503 with an envelope that shows nothing of the database. */
function faultOf({ endpoint, status, retryAfter, body }: Answered): string[] {
  const envelope = (status === 503 ? JSON.parse(body) : {}) as { code?: number; error?: string; msg?: string };
  const isRight =
    status === 503 &&
    retryAfter === '1' &&
    envelope.code === 0 &&
    envelope.error === 'unavailable' &&
    /temporarily unavailable/.test(envelope.msg ?? '');
  return isRight && !/sql|connect|ECONN|postgres/i.test(body) ? [] : [`${endpoint}: ${status} ${body.slice(0, 200)}`];
}

/** These answers need no database, or are cached for a moment. */
const WITHOUT_DATABASE = new Set(['/config', '/bank/list']);

/** Settings and keys are cached for a moment, which is over now. */
beforeEach(() => at.clock.advance(60_000));

describe('every door', () => {
  test('answers 503 while the database is stopped, and everything answers when it is back', async () => {
    await server.stop();
    const faults: string[] = [];
    const all = requests();
    expect(all.length).toBeGreaterThan(70);
    let unavailable = 0;
    for (const { endpoint, request } of all) {
      const answered = await request();
      if (answered.status === 503) unavailable += 1;
      if (!(WITHOUT_DATABASE.has(endpoint) && answered.status === 200)) faults.push(...faultOf(answered));
    }
    server = await startEmbeddedPostgres({ dataDir, log: silentLog });
    expect(faults).toEqual([]);
    expect(unavailable).toBeGreaterThan(70);
    const after: string[] = [];
    for (const { endpoint, request } of all.filter(({ endpoint }) => !['/user/logout', 'events'].includes(endpoint))) {
      const { status, body } = await request();
      if (status >= 500) after.push(`${endpoint}: ${status} ${body}`);
    }
    expect(after).toEqual([]);
  }, 240_000);

  test('answers or returns 503 while the database is killed under requests, and answers when it is back', async () => {
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    const list = requests().filter(({ endpoint }) => /list|summary|moneylog|balance|quote|status/.test(endpoint));
    const asking = { isOver: false };
    const clients = Array.from({ length: 16 }, async (_, index) => {
      for (let turn = index; !asking.isOver; turn += 1) {
        const answered = await list[turn % list.length]?.request();
        if (!answered) continue;
        statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
        if (answered.status === 503) wrong.push(...faultOf(answered));
        else if (answered.status !== 200)
          wrong.push(`${answered.endpoint}: ${answered.status} ${answered.body.slice(0, 200)}`);
      }
    });
    for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
      const before = statuses.get(200) ?? 0;
      await expect.poll(() => statuses.get(200) ?? 0, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      server.kill(signal);
      await expect.poll(() => server.state(), { timeout: 60_000 }).toBe('ready');
    }
    const before = statuses.get(200) ?? 0;
    await expect.poll(() => statuses.get(200) ?? 0, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    asking.isOver = true;
    await Promise.all(clients);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(statuses.get(503) ?? 0).toBeGreaterThan(0);
  }, 240_000);

  test('answers 503 while every connection is taken', async () => {
    const held = await Promise.all(Array.from({ length: POOL_SIZE }, () => at.db.pool.connect()));
    const all = requests().filter(({ endpoint }) =>
      [
        '/user/info',
        '/order/list',
        '/withdrawal/list',
        '/user/file/:id',
        'events',
        'gateway balance',
        'cashier status',
        'upstream',
      ].includes(endpoint),
    );
    const answers = await Promise.all(all.map(({ request }) => request()));
    for (const client of held) client.release();
    expect(all).toHaveLength(8);
    expect(answers.flatMap(faultOf)).toEqual([]);
    expect((await all[0]?.request())?.status).toBe(200);
  }, 120_000);
});

test("answers 503 over the wire too, with the envelope's message in each language", async () => {
  const { port } = new URL(await at.server.listen({ host: '127.0.0.1', port: 0 }));
  await server.stop();
  const responses: string[] = [];
  for (const language of ['en', 'zh', 'es', 'th']) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/user/info`, {
      method: 'POST',
      headers: { 'x-token': owner.token ?? '', 'accept-language': language },
    });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    responses.push(((await reply.json()) as { msg: string }).msg);
  }
  server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  expect(responses).toEqual([
    'The service is temporarily unavailable; check whether your request went through before you try again',
    '服务暂时不可用，重试前请先核对操作是否已完成',
    'El servicio no está disponible temporalmente; antes de repetir, compruebe si la operación se realizó',
    'ระบบไม่พร้อมให้บริการชั่วคราว โปรดตรวจสอบว่ารายการสำเร็จหรือไม่ก่อนลองใหม่',
  ]);
});
