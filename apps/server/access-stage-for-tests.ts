/**
 * The whole app behind its own endpoints, on a real database, with people in every role. The database records every row
 * that is written. Only tests import this.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import type { Call } from '#foundation/core/calls.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { createLive, type LiveHint, SESSION_CHECK } from '#foundation/server/live/live.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { queryOnce } from '#foundation/server/postgres/cluster-for-tests.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { compose, type App } from './compose.ts';
import { serveEndpoints } from './endpoints.ts';

const PASSWORD = 'Demo1234';
export const PIN = '246810';
export const CHANNEL = 'sandbox_qr';
export const UPSTREAM_KEY = 'a-sandbox-key-of-sufficient-length-000';
export const MASTER_KEY = Buffer.alloc(32, 9);

/** A caller; without a token, an anonymous one. */
export interface Person {
  role: 'nobody' | 'merchant' | 'agent' | 'operator';
  username: string;
  token: string | undefined;
  userId: bigint;
  memberNo: bigint | null;
}

export interface Answer extends Partial<Envelope> {
  status: number;
  /** The whole body, including a file's bytes. */
  text: string;
  isFile: boolean;
}

export interface Route {
  method: string;
  url: string;
}

/** A row before and after the write, as JSON text from the database, so that no long number is rounded. */
export interface Write {
  table: string;
  before: string | null;
  after: string | null;
}

export type Stage = Awaited<ReturnType<typeof stage>>;

/** On its own database, unless one is given. `env`: further settings. */
export async function stage(on?: TestDatabase, env: Readonly<Record<string, string>> = {}) {
  const db = on ?? (await testDatabase());
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  const dataDir = await mkdtemp(join(tmpdir(), 'access-'));
  const settings = readSettings({
    DEMO: 'off',
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    ...env,
  });
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const liveEvents = await listener(db);
  const app = compose({
    settings,
    db,
    clock,
    log: silentLog,
    sealer: new Sealer(MASTER_KEY),
    publish(hint) {
      liveEvents.published(hint);
      live.publish(hint);
    },
  });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const routes: Route[] = [];
  server.addHook(
    'onRoute',
    ({ method, url }) => void routes.push(...[method].flat().map((one) => ({ method: one, url }))),
  );
  await serveEndpoints(server, { app, settings, live, ready: async () => true });
  await server.ready();
  await addChannel(app);
  return {
    db,
    clock,
    app,
    server,
    /** The live events sent since the last call. */
    heard: liveEvents.take,
    /** The routes that the server lists. */
    routes,
    request: (who: Person, path: string, call: Call, input: object) => request(server, who, path, call, input),
    /** The token of a new login. */
    tokenOf: ({ username }: Pick<Person, 'username'>) => tokenOf(server, username),
    add: (role: Person['role'], username: string, uplineNo: bigint | null = null) =>
      addPerson({ app, server, clock }, role, username, uplineNo),
    /** An operator with these roles, logged in. */
    async operator(username: string, staffRoles: readonly string[]): Promise<Person> {
      const passwordHash = await app.users.hashPassword(PASSWORD);
      const [role, memberNo, createdAt] = ['operator', null, clock.now()] as const;
      const user = { role, memberNo, username, nickname: username, passwordHash, staffRoles, createdAt };
      const userId = await db.transaction((tx) => app.users.addUser(tx, user));
      return { role, username, userId, memberNo, token: await tokenOf(server, username) };
    },
    writes: await noteWrites(db),
    async close(): Promise<void> {
      await server.close();
      await live.stop();
      await app.upstreams.idle();
      await app.outgoing.close();
      await liveEvents.close();
      await db.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function addChannel({ db, upstreams, channels, disbursements }: App): Promise<void> {
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, {
      upstreamId: 1,
      connector: 'sandbox',
      name: 'Sandbox',
      settings: { key: UPSTREAM_KEY },
    });
    await disbursements.setPayoutRoute(tx, { upstreamId: 1, position: 1, dailyLimitMinor: null });
    await channels.addChannel(tx, {
      channelId: 1,
      code: CHANNEL,
      mode: 'qr',
      name: { en: 'QR', zh: 'QR', es: 'QR', th: 'QR' },
      minAmountMinor: 100n,
      maxAmountMinor: 5_000_000n,
      recharge: true,
      rate: { percentE4: 6_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
      routes: [{ upstreamId: 1, position: 1, weight: 1 }],
    });
  });
}

/** Collects the live events that processes send, by event name. */
async function listener({ connectionString }: TestDatabase) {
  const client = new pg.Client({ connectionString });
  // Some tests stop the database. Without this listener the broken connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('listen live');
  const events = new Set<string>();
  // What is published leaves a moment later: it counts when it is published, and not again when it arrives.
  const known = new Set<string>();
  client.on('notification', ({ payload = '[]' }) => {
    for (const { m, e } of JSON.parse(payload) as { m: string | null; e: string }[])
      if (e !== SESSION_CHECK && !known.has(`${e} ${m}`)) events.add(e);
  });
  return {
    published({ event, memberNo }: LiveHint): void {
      events.add(event);
      known.add(`${event} ${memberNo}`);
    },
    /** Returns what was sent since the last call. PostgreSQL delivers what was committed before it answers a query. */
    async take(): Promise<string[]> {
      await client.query('select 1');
      const taken = [...events];
      events.clear();
      return taken;
    },
    close: () => client.end(),
  };
}

/** What may be written for a refused caller: logs, and counts of attempts. */
const LOGS = ['attempt_windows', 'audit_log', 'audit_heads', 'known_devices', 'upstream_exchanges'].concat([
  // Counted by each process, a moment after an order.
  'route_usage',
  'upstream_hours',
]);

/**
 * Records every row that is written from now on. Returns a function that stops the recording. On a cluster, each machine
 * records what is written to its shards.
 */
async function noteWrites({ pool, nodes }: TestDatabase): Promise<() => Promise<Write[]>> {
  for (const node of nodes)
    await queryOnce(
      node,
      'create table noted_writes (note_id bigserial primary key, "table" text not null, before text, after text)',
    );
  await pool.query(`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into public.noted_writes ("table", before, after) values (tg_argv[0],
        case when tg_op <> 'INSERT' then (to_jsonb(old) - 'last_seen_at')::text end, case when tg_op <> 'DELETE' then (to_jsonb(new) - 'last_seen_at')::text end);
      return null;
    end $$;`);
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and relname <> 'noted_writes' and not relname = any($1)`,
    [LOGS],
  );
  for (const { name } of rows)
    await pool.query(
      `create trigger note_write after insert or update or delete on ${name} for each row execute function note_write('${name}')`,
    );
  return async () => {
    const taken: Write[] = [];
    for (const node of nodes) {
      const { rows } = await queryOnce<Write>(
        node,
        'with taken as (delete from noted_writes returning *) select "table", before, after from taken order by note_id',
      );
      taken.push(...rows);
    }
    // An update that only marks a session as used changes nothing here, because its time is left out above.
    return taken.filter(({ before, after }) => before !== after);
  };
}

async function request(server: FastifyInstance, who: Person, path: string, call: Call, input: object): Promise<Answer> {
  const fields = Object.entries(input as Record<string, unknown>);
  const method = call.method ?? 'POST';
  const url = fields.reduce(
    (address, [name, value]) => address.replace(`:${name}`, encodeURIComponent(String(value))),
    CONSOLE_BASE + path,
  );
  const query = fields
    .filter(([name]) => !path.includes(`:${name}`))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const asForm = call.upload !== undefined && call.input === undefined;
  const reply = await server.inject({
    method,
    url: method === 'GET' && query.length > 0 ? `${url}?${new URLSearchParams(query).toString()}` : url,
    remoteAddress: '198.51.100.1',
    headers: {
      'accept-language': 'en',
      'user-agent': 'tester/1.0',
      ...(who.token === undefined ? {} : { 'x-token': who.token }),
    },
    ...(method === 'GET' ? {} : { payload: asForm ? formOf(fields) : input }),
  });
  const isFile = !String(reply.headers['content-type']).startsWith('application/json');
  return { status: reply.statusCode, text: reply.body, isFile, ...(isFile ? {} : reply.json<Envelope>()) };
}

/** `file` is a file, everything else is a field. */
function formOf(fields: readonly [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, name === 'file' ? new Blob([String(value)]) : String(value));
  return form;
}

interface TestEnv {
  app: App;
  server: FastifyInstance;
  clock: SettableClock;
}

/** Certified, funded, with a payment password, and logged in. */
async function addPerson(
  { app, server, clock }: TestEnv,
  role: Person['role'],
  username: string,
  uplineNo: bigint | null,
): Promise<Person> {
  const { db, members, ledger, users, numbers } = app;
  const [passwordHash, payPasswordHash] = await Promise.all([users.hashPassword(PASSWORD), users.hashPassword(PIN)]);
  const createdAt = clock.now();
  const kind = role === 'agent' ? 'agent' : 'merchant';
  const { userId, memberNo } = await db.transaction(async (tx) => {
    const add = { username, nickname: `${username} nickname`, passwordHash, createdAt };
    if (role === 'operator')
      return { userId: await users.addUser(tx, { ...add, role, memberNo: null }), memberNo: null };
    const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
    const member = await members.add(tx, { kind, uplineNo, name: `${username} limited`, settlement, createdAt });
    await ledger.open(tx, member.memberNo, 'CNY');
    const added = {
      ...add,
      role: role === 'agent' ? ('agency' as const) : ('member' as const),
      memberNo: member.memberNo,
      payPasswordHash,
    };
    return { userId: await users.addUser(tx, added), memberNo: member.memberNo };
  });
  if (memberNo !== null)
    await ledger.adjust({
      memberNo,
      reference: numbers.next(),
      currency: 'CNY',
      amountMinor: 100_000_000n,
      remark: 'start',
    });
  return { role, username, userId, memberNo, token: await tokenOf(server, username) };
}

export async function tokenOf(server: FastifyInstance, username: string): Promise<string> {
  const reply = await server.inject({
    method: 'POST',
    url: `${CONSOLE_BASE}/user/login`,
    remoteAddress: '198.51.100.1',
    payload: { account: username, password: PASSWORD },
  });
  const { data } = reply.json<Envelope<{ userinfo: { token: string } }>>();
  if (!data) throw new Error(`${username} was not logged in: ${reply.body}`);
  return data.userinfo.token;
}
