/**
 * Measures how long one statement takes to be read and stored, in each form of a file and in a process of its own, and
 * to be compared with our books; and how much memory: the server's process and the database's connection. The baseline
 * is a plain SQL join of the same rows, on the same server in the same run.
 *   npm run bench -- reconciliation           (STATEMENT_LINES=1000000 for the bounds)
 */
import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compare } from '#features/reconciliation/server/matching/comparing.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { ensurePartitions } from '#foundation/server/postgres/partitions.ts';
import { benchDatabase, checkpoint } from './database.ts';
import { heapFlagsOf } from '#scripts/launch.mjs';
import { describeMachine, perSecond, table } from './machine.ts';
import { statementForms, writeStatement } from './statement-files.ts';

const LINES = Number(process.env['STATEMENT_LINES'] ?? 1_000_000);
const MEGABYTE = 2 ** 20;
const timeZone = 'Asia/Shanghai';
const upstreamId = 1;
/** Upstreams whose statements are only read. */
const FIRST_READ_ID = 11;
/** One line in so many is missing, has another amount, or is not ours. */
const DAMAGED = 10_000;

const bench = await benchDatabase();
const { db, connectionString, close } = bench;
const folder = await mkdtemp(join(tmpdir(), 'countinghouse-statements-'));
try {
  console.log(await describeMachine(db.pool));
  console.log(`\n${table(await readings())}`);
  const day = addDays(dayOf(new Date(), timeZone), -2);
  const start = startOfDay(day, timeZone);
  await ensurePartitions(db.pool, start);
  await addHistory(day, start);
  await checkpoint(bench);

  const joined = await measured(async () => {
    const { rows } = await db.pool.query<{ pairs: bigint }>(
      `select count(*) as pairs from upstream_lines l
       join orders o on o.upstream_no = l.upstream_no join journals j on j.member_no = o.member_no and j.reference = o.system_no
       where l.upstream_id = $1 and j.upstream_id = $1 and j.clearing = -l.amount`,
      [upstreamId],
    );
    return Number(rows[0]?.pairs);
  });
  const { fileId } = (
    await db.pool.query<{ fileId: string }>(`select file_id as "fileId" from upstream_files where upstream_id = $1`, [
      upstreamId,
    ])
  ).rows[0] ?? { fileId: '' };
  const run = { upstreamId, fileId, day, timeZone, feeToleranceMinor: 0n };
  const compared = await measured(() => compare(db, { ...run, now: new Date() }));
  const again = await measured(() => compare(db, { ...run, now: new Date() }));
  const { rows: kinds } = await db.pool.query<{ kind: string; count: bigint }>(
    `select kind, count(*) as count from upstream_differences group by kind order by kind`,
  );
  console.log(
    `\n${table([
      [
        `${LINES.toLocaleString('en')} lines`,
        'seconds',
        'lines per second',
        'server grew, MB',
        'database grew, MB',
        'bound',
      ],
      ['plain SQL join', seconds(joined.ms), perSecond(LINES, joined.ms), ...grown(joined), ''],
      [
        'compared: copy, pair, differences',
        seconds(compared.ms),
        perSecond(LINES, compared.ms),
        ...grown(compared),
        '60 s, 300 MB',
      ],
      ['the same statement again', seconds(again.ms), perSecond(LINES, again.ms), ...grown(again), ''],
    ])}\n\n${kinds.map(({ kind, count }) => `${kind} ${count}`).join(' · ')}; appeared ${compared.result?.appeared}, again ${again.result?.appeared}`,
  );
} finally {
  await close();
  await rm(folder, { recursive: true });
}

/** Files one statement of each form in a process of its own, started as one that answers operators. */
async function readings(): Promise<string[][]> {
  const rows = [
    [`${LINES.toLocaleString('en')} lines`, 'file MB', 'seconds', 'idle RSS, MB', 'peak RSS, MB', 'grew, MB', 'bound'],
  ];
  const reader = new URL('./statement-reader.ts', import.meta.url).pathname;
  for (const [index, form] of statementForms.entries()) {
    const path = join(folder, form);
    await writeStatement(path, form, LINES);
    const upstream = String(FIRST_READ_ID + index);
    await db.pool.query(
      `insert into upstreams (upstream_id, connector, name, settings_sealed) values ($1, 'sandbox', $2, '')`,
      [upstream, form],
    );
    const args = [...heapFlagsOf(undefined), reader, connectionString, upstream, path];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    const read = JSON.parse(stdout) as Read;
    if (read.rows !== LINES) throw new Error(`read ${read.rows} lines`);
    const mb = [read.idle, read.peak, read.peak - read.idle].map((size) => size.toFixed(0));
    rows.push([form, ((await stat(path)).size / MEGABYTE).toFixed(0), read.seconds.toFixed(1), ...mb, '300 MB']);
    await rm(path);
  }
  return rows;
}

/** What bench/statement-reader.ts prints; sizes are in megabytes. */
interface Read {
  seconds: number;
  rows: number;
  idle: number;
  peak: number;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** A day's paid orders with their journals, and the statement of them. */
async function addHistory(day: string, start: Date): Promise<void> {
  const first = firstSystemNo(start);
  const fileId = randomUUID();
  await db.pool.query('set statement_timeout = 0');
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into orders (member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount, fee, cost, status, created_at, expires_at, paid_at, sign_type, request_hash, upstream_no)
       select 10000000 + n % 1000, $1::bigint + n, 'ORDER' || n, 'payin', 1, $2, 'CNY', 1000 + n % 90000, 6, 2, 'success', at, at, at, 'none', '', 'UP' || md5(n::text)
       from generate_series(0, $3::integer - 1) n cross join lateral (select $4::timestamptz + n * interval '1 day' / $3 as at) t`,
      [first, upstreamId, LINES, start],
    );
    await client.query(
      `insert into journals (member_no, reference, kind, currency, created_at, clearing, adjustment, upstream_id)
       select member_no, system_no, 'payin', currency, paid_at, -amount, amount, upstream_id from orders`,
    );
    await client.query(
      `insert into upstream_files (upstream_id, file_id, day, name, format, content_hash, rows, uploaded_at, state)
       values ($1, $2, $3::date, 'statement.csv', 'csv', '', $4, now(), 'read')`,
      [upstreamId, fileId, day, LINES],
    );
    await client.query(
      `insert into upstream_lines (upstream_id, file_id, day, line_no, upstream_no, our_no, kind, amount, fee, at, status, raw)
       select $1, $2, $3::date, row_number() over (order by upstream_no), case n % $4 when 1 then 'other' || n else upstream_no end, member_no || '-' || case n % $4 when 1 then 1 else system_no end,
         'payin', amount + case n % $4 when 2 then 1 else 0 end, cost, paid_at, 'success', upstream_no || ',' || amount || ',' || paid_at
       from (select *, system_no - $5::bigint as n from orders) o where n % $4 <> 3`,
      [upstreamId, fileId, day, DAMAGED, first],
    );
    await client.query('analyze orders, journals, upstream_lines, upstream_files');
  } finally {
    client.release();
  }
}

interface Measured<T> {
  result: T;
  ms: number;
  serverMb: number;
  databaseMb: number;
}

function grown({ serverMb, databaseMb }: Measured<unknown>): string[] {
  return [serverMb.toFixed(0), databaseMb.toFixed(0)];
}

/** The growth of this process, and of the busiest database process without the memory that all of them share. */
async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const { rows } = await db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  const own = async (): Promise<number> => Math.max(0, ...(await Promise.all(rows.map(({ pid }) => ownMemory(pid)))));
  const least = await own();
  let most = least;
  const sampling = { ends: false };
  const sampler = (async () => {
    while (!sampling.ends) {
      peak = Math.max(peak, process.memoryUsage.rss());
      most = Math.max(most, await own());
      await pause(50);
    }
  })();
  const begin = performance.now();
  const result = await work();
  const ms = performance.now() - begin;
  sampling.ends = true;
  await sampler;
  return { result, ms, serverMb: (peak - before) / MEGABYTE, databaseMb: most - least };
}

/** Megabytes that a process has for itself; 0 where the system does not say. */
async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
