/**
 * The calls about files and schedules behind a server, with a worker process of the queue where a test wants one. The
 * list is of numbers, up to its filter's. Only tests import this.
 */
import { z } from 'zod';
import { auditVerbs } from '#features/audit/server/verbs.ts';
import { exportHandlers } from '#features/exports/server/calls.ts';
import { exportKind } from '#features/exports/server/kind.ts';
import { everyKindAs } from '#features/exports/server/kinds-for-tests.ts';
import type { MerchantKeys } from '#features/merchant-keys/server/verbs.ts';
import { noticeVerbs } from '#features/notices/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import type { Role, Session } from '#foundation/core/session.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { Range } from '#foundation/core/wire.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { type JobQueue, openJobQueue } from '#foundation/server/jobs/queue.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { signCallback } from '@countinghouse/sdk/callbacks';
import { newNonce } from '@countinghouse/sdk/signing';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { DownloadRow } from '../contract.ts';
import { downloadHandlers } from './calls.ts';
import { downloadFeature } from './feature.ts';
import { serveReportFiles } from './report-links.ts';
import { deleteExpiredFiles, endLostFiles } from './jobs.ts';
import { scheduleHandlers } from './schedule-calls.ts';
import { startDueFiles } from './schedules.ts';
import { downloadVerbs } from './verbs.ts';

export const KEY = 'key-of-a-merchant-0123456789';
export const SHOP_NO = 10_000_001n;
const PUBLIC_URL = 'https://pay.example';

/** What the list does before it hands on a batch. */
export interface Gate {
  before?: (batch: number) => Promise<void>;
}

/** Numbers from 1; with `range` and a first day it begins at the day of the month. */
function numbersKind(db: Database, gate: Gate) {
  return exportKind({
    who: 'members',
    filter: z.strictObject({ upTo: z.int().max(2_000_000).default(3), range: Range.optional() }),
    list: ({ now }, { upTo, range }) => ({
      title: 'Numbers',
      columns: [
        { header: 'n', kind: 'text' },
        { header: 'from', kind: 'text' },
        { header: 'now', kind: 'time' },
      ],
      count: async () => upTo,
      async *batches() {
        let batch = 0;
        for await (const rows of cursorBatches(db, sql<{ n: number }>`select generate_series(1, ${upTo}::int) as n`)) {
          await gate.before?.((batch += 1));
          yield rows.map(({ n }) => [String(n), range?.from ?? '', now]);
        }
      },
    }),
  });
}

/** The parts of an app that workers of the queue need. */
export function workerDeps(db: Database, clock: SettableClock, gate: Gate, people: Map<bigint, Session>) {
  const platform = platformVerbs({ db, clock });
  const notices = noticeVerbs({
    systemNumbers: new SystemNumbers(clock),
    boundMobileOf: async () => '+8613800138000',
    languageOf: async () => 'en',
  });
  return {
    db,
    clock,
    log: silentLog,
    platform,
    notices,
    kinds: everyKindAs(numbersKind(db, gate)),
    users: { actingUser: async (userId: bigint) => people.get(userId) },
  };
}

export function sessionOf(userId: bigint, role: Role = 'member'): Session {
  return role === 'operator'
    ? { sessionId: 's', userId, username: 'x', role, memberNo: null, rights: rightsOf(['owner']) }
    : { sessionId: 's', userId, username: 'x', role, memberNo: SHOP_NO + userId - 1n };
}

export type DownloadsStage = Awaited<ReturnType<typeof downloadsStage>>;

/** Callers must `close` it. `allow`: addresses of receivers of reports. */
export async function downloadsStage({ allow = [] }: { allow?: string[] } = {}) {
  const db = await testDatabase({ size: 10 });
  const clock = new SettableClock('2026-11-20T16:30:00.000Z');
  const gate: Gate = {};
  /** Those who can log in. */
  const people = new Map([1n, 2n].map((userId) => [userId, sessionOf(userId)]));
  people.set(9n, sessionOf(9n, 'operator'));
  for (const { userId, role, memberNo } of people.values()) {
    if (memberNo !== null)
      await sql`insert into members (member_no, kind, name, certification, settlement_mode, settlement_days, same_day_ratio, created_at)
        values (${memberNo}, 'merchant', 'Shop', 'approved', 'D', 1, 0, now())`.execute(db);
    await sql`insert into users (user_id, role, member_no, username, password_hash, nickname, created_at)
      values (${userId}, ${role}, ${memberNo}, ${`user${userId}`}, '', '', now())`.execute(db);
  }
  const hosts = { allowed: true, signTypes: ['MD5', 'HMAC-SHA256'] };
  const deps = workerDeps(db, clock, gate, people);
  const keys = keysOf(hosts, clock);
  const outgoing = createOutgoing({ allow });
  const queues: JobQueue[] = [];
  const newQueue = (): JobQueue => {
    const queue = openJobQueue({ pool: db.pool, log: silentLog });
    queues.push(queue);
    return queue;
  };
  const queue = newQueue();
  const downloads = downloadVerbs({ db, clock, platform: deps.platform, queue });
  const sealer = new Sealer(Buffer.alloc(32, 9));
  const audit = auditVerbs({ sealer });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const callDeps = { ...deps, queue, audit, keys, outgoing };
  serveContracts(server, {
    contracts: [exportHandlers({ ...deps, downloads }), downloadHandlers(callDeps), scheduleHandlers(callDeps)],
    clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => people.get(BigInt(token)),
  });
  serveReportFiles(server, { ...deps, sealer, publicUrl: PUBLIC_URL, keys });
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  const jobDeps = { ...deps, queue, actingUser: deps.users.actingUser };

  // eslint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the answer holds
  const call = async <Data>(path: string, input: object = {}, userId = 1n): Promise<Envelope & { data: Data }> => {
    const answer = await fetch(`${base}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': userId.toString() },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as Envelope & { data: Data };
  };
  const rows = async (userId = 1n): Promise<DownloadRow[]> =>
    (await call<{ list: DownloadRow[] }>('/user/downloads', {}, userId)).data.list;

  return {
    db,
    clock,
    gate,
    people,
    hosts,
    downloads,
    queue,
    newQueue,
    call,
    rows,
    /** Asks for the list as a file of a job. */
    async ask(
      upTo: number,
      { userId = 1n, format = 'csv' }: { userId?: bigint; format?: string } = {},
    ): Promise<string> {
      const { data } = await call<{ downloadId: string }>(
        '/user/export',
        { kind: 'moneylog', format, filter: { upTo } },
        userId,
      );
      return data.downloadId;
    },
    /** The file, or the name of the refusal. */
    async take(id: string, userId = 1n): Promise<Buffer | string | undefined> {
      const answer = await fetch(`${base}/api/user/download/${id}`, { headers: { 'x-token': userId.toString() } });
      if (!(answer.headers.get('content-type') ?? '').includes('json')) return Buffer.from(await answer.arrayBuffer());
      const { error, code } = (await answer.json()) as Envelope;
      return error ?? String(code);
    },
    /** What the address in a report serves; undefined if it is not found. */
    async fileAt(url: string): Promise<Buffer | undefined> {
      const answer = await fetch(url.replace(PUBLIC_URL, base));
      return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
    stateOf: async (id: string, userId = 1n): Promise<string | undefined> =>
      (await rows(userId)).find((row) => row.id === id)?.state,
    /** A process that works. */
    async worker(): Promise<JobQueue> {
      const own = newQueue();
      for (const { start } of downloadFeature.queues({
        ...deps,
        sealer,
        publicUrl: PUBLIC_URL,
        queue: own,
        keys,
        outgoing,
      }))
        await start(own);
      return own;
    },
    startDue: () => startDueFiles(jobDeps),
    expire: () => deleteExpiredFiles(deps),
    endLost: () => endLostFiles(jobDeps),
    async close(): Promise<void> {
      await Promise.all(queues.map((one) => one.stop()));
      await server.close();
      await outgoing.close();
      await db.close();
    },
  };
}

/** Keys of a member whose listed hosts and signatures a test can change. */
function keysOf(hosts: { allowed: boolean; signTypes: string[] }, clock: SettableClock) {
  return {
    find: async () =>
      ({ signTypes: hosts.signTypes, isNotifyHostListed: () => hosts.allowed }) as unknown as MerchantKeys,
    signCallback: async (
      _: bigint,
      callback: Parameters<typeof signCallback>[0] extends infer C
        ? Omit<C & object, 'key' | 'timestamp' | 'nonce'>
        : never,
    ) =>
      signCallback({
        ...(callback as Parameters<typeof signCallback>[0]),
        key: KEY,
        timestamp: Math.floor(clock.now().getTime() / 1_000).toString(),
        nonce: newNonce(),
      }),
  };
}
