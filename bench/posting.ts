/**
 * Measures pay-in credits per second with full double entry, holds, callbacks and roll-ups, for one merchant and for
 * 1,000 merchants. The baseline is pgbench `tpcb-like` on the same server in the same run. Latency is measured at half
 * of the full load, and at half of the target load (three times pgbench). Next to it are pgbench's own latency at half
 * of its load and a bare loop that only writes as much log: if those stall, the cause is the machine or the server.
 * Each run begins with a checkpoint, so that none comes in its middle. After it the WAL contains a full image of every
 * page once, so p99 is reported with and without the first second: the bound holds for all of it, and in service a
 * checkpoint begins about once a minute. With `CITUS_URL` the same loads also run on a cluster, in turns; pgbench stays on
 * the single server. Processor time is the whole machine's, so it means little if the database is elsewhere.
 *   npm run bench -- posting            (POSTING_RUNS=1 POSTING_LATENCY=off for a quick look)
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { App } from '#apps/server/compose.ts';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import { queryOnce, withDatabase } from '#foundation/server/postgres/cluster-for-tests.ts';
import { type BenchDatabase, benchDatabases, checkpoint, shardCounts, shareToOneShard } from './database.ts';
import { measureLogWrites } from './disk.ts';
import { addBenchChannel, addBenchMembers, BENCH_UPSTREAM, benchApp } from './app.ts';
import {
  describeMachine,
  median,
  perSecond,
  processorMs,
  type SteadyLatency,
  steadyLatency,
  table,
} from './machine.ts';

const RUNS = Number(process.env['POSTING_RUNS'] ?? 5);
const SECONDS = 8;
/** Length of a steady-rate run: the second after the checkpoint, plus as long as at full load. */
const STEADY_SECONDS = 1 + SECONDS;
const TPCB_LIKE = ['-c', '8', '-j', '2', '-M', 'prepared'];
const IN_FLIGHT = 4_000;
const TARGET_TIMES_PGBENCH = 3;
const LATENCY_RUNS = 5;
const AMOUNT_MINOR = 12_345n;
let insertedOrders = 0;

const databases = await benchDatabases();
try {
  console.log(await describeMachine(databases[0]?.db.pool));
  const places: Place[] = [];
  for (const bench of databases) places.push(await placeOn(bench));
  const loads: Load[] = places.flatMap((place) => [
    { name: `one merchant, ${place.bench.name}`, place, owners: place.members.slice(0, 1), full: [] },
    { name: `1,000 merchants, ${place.bench.name}`, place, owners: place.members, full: [] },
  ]);
  // Interleaved, so that a machine that is slower for a minute is slower for all of them.
  const tps: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    tps.push(await pgbench());
    for (const { place, owners, full } of loads) full.push(await atFullLoad(place, owners));
  }
  printFullLoad(loads, tps);
  if (!tps.includes(Number.NaN) && process.env['POSTING_LATENCY'] !== 'off')
    await measureSteady(steadyLoads(loads, tps));
  for (const place of places) await checkBooks(place);
} finally {
  for (const { close } of databases) await close();
}

/** A database with the product's channel and 1,000 merchants. */
interface Place {
  bench: BenchDatabase;
  app: App;
  members: bigint[];
}

interface Load {
  name: string;
  place: Place;
  owners: readonly bigint[];
  full: Full[];
}

async function placeOn(bench: BenchDatabase): Promise<Place> {
  const app = benchApp(bench.db);
  await addBenchChannel(app);
  return { bench, app, members: await addBenchMembers(app, 1_000) };
}

function printFullLoad(loads: readonly Load[], tps: readonly number[]): void {
  const head = [
    '',
    'per second',
    'per run',
    '× pgbench',
    'WAL MB/s',
    'WAL bytes each',
    'processor µs each',
    'to one shard',
  ];
  const rows: (string | number)[][] = [head];
  rows.push(['pgbench tpcb-like, 8 clients', Math.round(median(tps)), perRun(tps), 1, '', '', '', '']);
  for (const { name, full } of loads) {
    const rates = full.map((one) => one.perSecond);
    const middle = middleOf(full);
    rows.push([
      name,
      median(rates),
      perRun(rates),
      timesPgbench(full, tps).toFixed(2),
      middle?.walMbPerSecond.toFixed(0) ?? '',
      middle?.walBytesEach ?? '',
      Math.round(median(full.map((one) => one.processorUs))),
      middle?.toOneShard ?? '',
    ]);
  }
  console.log(
    `\n${table(rows)}\n\nmedians of ${RUNS} interleaved runs of ${SECONDS} s, ratios per run, ${IN_FLIGHT} in flight`,
  );
}

function timesPgbench(full: readonly Full[], tps: readonly number[]): number {
  return median(full.map(({ perSecond }, run) => perSecond / (tps[run] ?? Number.NaN)));
}

function middleOf(full: readonly Full[]): Full | undefined {
  const rate = median(full.map((one) => one.perSecond));
  return full.find((one) => one.perSecond === rate);
}

function steadyLoads(loads: readonly Load[], tps: readonly number[]): Steady[] {
  const steady: Steady[] = [{ name: 'pgbench, half of its load', timesPgbench: 0.5, measure: pgbenchAtRate, runs: [] }];
  for (const { name, place, owners, full } of loads) {
    const measure = (perSecond: number): Promise<SteadyLatency> => atRate(place, owners, perSecond);
    if (place.bench.nodes.length === 1)
      steady.push({ name: `${name}, half of the target`, timesPgbench: TARGET_TIMES_PGBENCH / 2, measure, runs: [] });
    steady.push({ name: `${name}, half of its load`, timesPgbench: timesPgbench(full, tps) / 2, measure, runs: [] });
    const logOf = middleOf(full)?.walBytesEach ?? 0;
    if (place.bench.nodes.length === 1)
      steady.push({
        name: '  bare loop, as much log, half of the target',
        timesPgbench: TARGET_TIMES_PGBENCH / 2,
        measure: (perSecond) => measureLogWrites(perSecond, logOf, STEADY_SECONDS),
        runs: [],
      });
  }
  return steady;
}

/** Transactions per second. */
async function pgbench(): Promise<number> {
  try {
    const { pool } = single().db;
    const { rowCount } = await pool.query("select 1 from pg_database where datname = 'pgbench'");
    if (rowCount === 0) {
      await pool.query('create database pgbench');
      await runPgbench('-i', '-s', '10', '-q');
    }
    const stdout = await runPgbench(...TPCB_LIKE, '-T', String(SECONDS));
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log("pgbench not found: install PostgreSQL's client programs to get the ratio");
    return Number.NaN;
  }
}

/** Latency counts from when a transaction was due, as in our own loops. */
async function pgbenchAtRate(rate: number): Promise<SteadyLatency> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-pgbench-'));
  try {
    await runPgbench(
      ...TPCB_LIKE,
      '-T',
      String(STEADY_SECONDS),
      '--rate',
      String(rate),
      '--log',
      `--log-prefix=${join(folder, 'log')}`,
    );
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const lines = logs.flatMap((log) => log.trim().split('\n')).map((line) => line.split(' ').map(Number));
    // The columns are client, number, duration in microseconds, script, and the end's second and microsecond.
    const all = lines.map(([, , took = 0, , second = 0, micro = 0]) => ({
      due: second * 1_000_000 + micro - took,
      took,
    }));
    all.sort((a, b) => a.due - b.due);
    return steadyLatency(
      all.map(({ took }) => took / 1_000),
      rate,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs pgbench, which comes with PostgreSQL's client programs. */
async function runPgbench(...options: string[]): Promise<string> {
  await checkpoint(single());
  const target = withDatabase(single().connectionString, 'pgbench');
  return (await promisify(execFile)('pgbench', [...options, target], { maxBuffer: 1 << 24 })).stdout;
}

function single(): BenchDatabase {
  const [first] = databases;
  if (!first) throw new Error('there is no database');
  return first;
}

/** Inserts unpaid orders directly, because creating them is not measured. */
async function addUnpaid({ bench }: Place, owners: readonly bigint[], count: number): Promise<BigInt64Array> {
  const base = firstSystemNo(new Date(Date.now() - 600_000)) + BigInt(insertedOrders) * 10n;
  insertedOrders += count;
  await bench.db.pool.query(
    `insert into orders (member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount, fee, status, created_at, expires_at, notify_url, sign_type, request_hash)
     select ($1::bigint[])[1 + n % cardinality($1::bigint[])], $2::bigint + n, 'B' || $2::bigint + n, 'payin', 1, $3, 'CNY', $4, 74, 'unpaid', now() - interval '10 minutes',
       now() + interval '1 day', 'https://shop' || n % 50 || '.example/notify', 'HMAC-SHA256', '\\x00'
     from generate_series(0, $5::int - 1) n`,
    [owners, base, BENCH_UPSTREAM, AMOUNT_MINOR, count],
  );
  await bench.db.pool.query('vacuum analyze orders');
  await checkpoint(bench);
  return BigInt64Array.from({ length: count }, (_, index) => base + BigInt(index));
}

interface Full {
  perSecond: number;
  walMbPerSecond: number;
  walBytesEach: number;
  /** Of the whole machine, with this process. */
  processorUs: number;
  /** The share of statements that the cluster sent to a single shard. */
  toOneShard: string;
}

async function atFullLoad(place: Place, owners: readonly bigint[]): Promise<Full> {
  const orders = await addUnpaid(place, owners, 60_000 * SECONDS);
  const walBefore = await walPosition(place.bench);
  const shardsBefore = await shardCounts(place.bench);
  const processorBefore = processorMs();
  const begin = performance.now();
  const end = begin + SECONDS * 1_000;
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end && next < orders.length) {
      const index = next;
      next += 1;
      await pay(place.app, owners, orders, index);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const elapsed = performance.now() - begin;
  const processor = processorMs() - processorBefore;
  const walBytes = (await walPosition(place.bench)) - walBefore;
  return {
    perSecond: perSecond(done, elapsed),
    walMbPerSecond: walBytes / 2 ** 20 / (elapsed / 1_000),
    walBytesEach: Math.round(walBytes / done),
    processorUs: (processor * 1_000) / done,
    toOneShard: shareToOneShard(shardsBefore, await shardCounts(place.bench)),
  };
}

/** A load that arrives at a steady rate, relative to what pgbench does at that time. */
interface Steady {
  name: string;
  timesPgbench: number;
  measure(perSecond: number): Promise<SteadyLatency>;
  runs: (SteadyLatency & { perSecond: number })[];
}

async function measureSteady(loads: readonly Steady[]): Promise<void> {
  for (let run = 0; run < LATENCY_RUNS; run += 1) {
    // The rate is measured again each time: half of the load of a fast minute could be the full load of a slow one.
    const tps = await pgbench();
    for (const { timesPgbench, measure, runs } of loads) {
      const perSecond = Math.round(tps * timesPgbench);
      runs.push({ perSecond, ...(await measure(perSecond)) });
    }
  }
  const rows = loads.map(({ name, runs }) => {
    const figures = [runs.map(({ p50 }) => p50), runs.map(({ p99 }) => p99), runs.map(({ settledP99 }) => settledP99)];
    return [
      name,
      median(runs.map(({ perSecond }) => perSecond)),
      ...figures.flatMap((each) => [median(each).toFixed(1), perRun(each)]),
    ];
  });
  const head = [
    'steady rate',
    'per second',
    'p50 ms',
    'of each run',
    'p99 ms',
    'of each run',
    'p99 without the first second',
    'of each run',
  ];
  console.log(`\n${table([head, ...rows])}`);
  console.log(`\nmedians of ${LATENCY_RUNS} interleaved runs, at multiples of the pgbench rate measured just before`);
}

function perRun(values: readonly number[]): string {
  return values.map((value) => value.toFixed(0)).join(' ');
}

/** Payments arrive at a steady rate regardless of how long replies take, so this is the latency that a caller sees. */
async function atRate(place: Place, owners: readonly bigint[], rate: number): Promise<SteadyLatency> {
  const count = rate * STEADY_SECONDS;
  const orders = await addUnpaid(place, owners, count);
  const latencies = new Float64Array(count);
  const begin = performance.now();
  const ended = Promise.withResolvers<void>();
  let answered = 0;
  // Doesn't keep the promises: the garbage collector would copy them in the middle of the measurement.
  const one = async (index: number): Promise<void> => {
    await pay(place.app, owners, orders, index);
    latencies[index] = performance.now() - (begin + (index / rate) * 1_000);
    answered += 1;
    if (answered === count) ended.resolve();
  };
  for (let index = 0; index < count;) {
    const due = Math.min(count, 1 + Math.floor(((performance.now() - begin) / 1_000) * rate));
    for (; index < due; index += 1) one(index).catch(ended.reject);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await ended.promise;
  return steadyLatency(latencies, rate);
}

async function pay(app: App, owners: readonly bigint[], orders: BigInt64Array, index: number): Promise<void> {
  const systemNo = orders[index] ?? 0n;
  const memberNo = owners[index % owners.length] ?? 0n;
  const outcome = await app.orders.confirmPayment(BENCH_UPSTREAM, {
    memberNo,
    systemNo,
    upstreamNo: '',
    amountMinor: AMOUNT_MINOR,
    currency: 'CNY',
    status: 'paid',
    paidAt: null,
  });
  if (outcome !== 'paid') throw new Error(`order ${systemNo}: ${outcome}`);
}

/** Bytes of WAL that all machines of the database have written. */
async function walPosition({ nodes }: BenchDatabase): Promise<number> {
  let bytes = 0;
  for (const node of nodes) {
    const { rows } = await queryOnce<{ bytes: string }>(
      node,
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
    );
    bytes += Number(rows[0]?.bytes);
  }
  return bytes;
}

/** Checks the books, because a rate is meaningless if they are wrong. */
async function checkBooks({ bench }: Place): Promise<void> {
  const { rows } = await bench.db.pool.query<{ wrong: bigint }>(
    `select count(*) as wrong from wallets w join (select member_no, sum(wallet) as wallet, count(*) as entries from journals group by 1) j using (member_no)
     where w.wallet <> j.wallet or w.seq <> j.entries`,
  );
  if (rows[0]?.wrong !== 0n) throw new Error(`the books are wrong (${bench.name})`);
  console.log(`books checked (${bench.name}): every wallet equals its journals`);
}
