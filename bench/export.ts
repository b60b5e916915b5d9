/**
 * Measures files of a million payouts: read at the speed of the client, beside PostgreSQL's own COPY of the same rows;
 * the memory of a process that only writes them as jobs; and what the lists of another member take in a process that
 * does both.
 *   npm run bench -- export           (EXPORT_ROWS=200000 for a quick look)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '#foundation/server/postgres/sql.ts';
import { disbursementExport } from '#features/disbursements/server/export.ts';
import { type ExportFormat, formatsOf } from '#features/exports/rules.ts';
import { writers } from '#features/exports/server/writing.ts';
import { addBigPayouts } from './big-payouts.ts';
import { benchDatabase, checkpoint } from './database.ts';
import { addBenchMembers, benchApp } from './app.ts';
import { heapFlagsOf } from '#scripts/launch.mjs';
import { describeMachine, percentile, perSecond, table } from './machine.ts';

const ROWS = Number(process.env['EXPORT_ROWS'] ?? 1_000_000);
const OTHERS_ROWS = 50_000;
const LISTS_PER_SECOND = 50;
const BASELINE_MS = 20_000;
const SETTLING_MS = 2_000;
const LOOK_MS = 500;
const MEGABYTE = 2 ** 20;
const timeZone = 'Asia/Shanghai';
const USER = 1n;
const formats = formatsOf('payout', {});

const bench = await benchDatabase();
const { db, connectionString, close } = bench;
const app = benchApp(db);
let worker: ReturnType<typeof spawn> | undefined;
try {
  console.log(await describeMachine(db.pool));
  const [memberNo = 0n, otherNo = 0n] = await addBenchMembers(app, 2);
  const now = new Date();
  await addBigPayouts(app, memberNo, ROWS, now);
  await addBigPayouts(app, otherNo, OTHERS_ROWS, now);
  await db.pool.query(
    `insert into users (user_id, role, member_no, username, password_hash, nickname, created_at) values ($1, 'member', $2, 'bench', '', '', now())`,
    [USER, memberNo],
  );
  const session = { sessionId: 'bench', userId: USER, username: 'bench', role: 'member', memberNo } as const;

  const asFile = async (format: ExportFormat): Promise<number> => {
    const list = await disbursementExport({ db, kind: 'payout' }).open({ session, language: 'en', now, timeZone }, {});
    if ('word' in list) throw new Error('the list rejects an empty filter');
    const sheet = { title: list.title, columns: list.columns, timeZone, batches: list.batches() };
    let bytes = 0;
    for await (const piece of writers[format].write(sheet)) bytes += piece.length;
    return bytes;
  };
  const copied = sql`select system_no, order_no, type, holder, bank, branch, account_hint, amount, fee, status, submission, review, bank_reference, fail_reason, remark, attach,
    created_at, finished_at from disbursements where member_no = ${sql.lit(memberNo)} and kind = 'payout' order by system_no desc`;
  // The data is received and discarded.
  const asCopy = async (): Promise<number> => {
    await sql`copy (${copied}) to stdout (format csv)`.execute(db);
    return 0;
  };

  /** Starts the only process that writes files. */
  const startWorker = async (flags: string[]) => {
    const script = new URL('./export-worker.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [...flags, script, connectionString, otherNo.toString()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    worker = child;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const address = `http://127.0.0.1:${line.toString().trim()}`;
    return {
      address,
      /** In megabytes. */
      async memory(): Promise<{ now: number; peak: number }> {
        const bytes = (await (await fetch(`${address}/memory`)).json()) as { now: number; peak: number };
        return { now: bytes.now / MEGABYTE, peak: bytes.peak / MEGABYTE };
      },
      async end(): Promise<void> {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  };
  /** Asks for a file of all rows, and returns its size and after how long it was ready. */
  const fileOf = async (
    format: ExportFormat,
    wait: (isReady: () => Promise<boolean>) => Promise<void>,
  ): Promise<{ ms: number; size: number }> => {
    const begin = performance.now();
    const asked = { session, kind: 'payout', format, filter: {}, rows: ROWS, language: 'en', timeZone, now } as const;
    const started = await app.downloads.start(asked);
    if ('most' in started) throw new Error('too many files wait');
    let ms = 0;
    await wait(async () => {
      const { rows } = await db.pool.query<{ state: string }>('select state from downloads where download_id = $1', [
        started.downloadId,
      ]);
      if (rows[0]?.state === 'failed') throw new Error('the file failed');
      ms = performance.now() - begin;
      return rows[0]?.state === 'ready';
    });
    const { rows } = await db.pool.query<{ size: bigint; done: bigint }>(
      'select size, row_count as done from downloads where download_id = $1',
      [started.downloadId],
    );
    if (rows[0]?.done !== BigInt(ROWS)) throw new Error('the file does not have all rows');
    return { ms, size: Number(rows[0].size) };
  };

  const direct: (string | number)[][] = [
    [`${ROWS.toLocaleString('en')} rows, to a client`, 's', 'rows per second', 'file MB'],
  ];
  for (const [name, work] of [
    ['COPY to csv', asCopy],
    ...formats.map((format) => [format, () => asFile(format)] as const),
  ] as const) {
    const begin = performance.now();
    const bytes = await work();
    const ms = performance.now() - begin;
    direct.push([name, (ms / 1_000).toFixed(1), perSecond(ROWS, ms), bytes === 0 ? '' : (bytes / MEGABYTE).toFixed(1)]);
  }
  console.log(`\n${table(direct)}`);

  const alone: (string | number)[][] = [
    [
      `${ROWS.toLocaleString('en')} rows, by a process with the role worker`,
      's',
      'idle RSS, MB',
      'peak RSS, MB',
      'grew, MB',
    ],
  ];
  for (const format of formats) {
    const writer = await startWorker(heapFlagsOf('worker'));
    await pause(SETTLING_MS);
    const { now: idle } = await writer.memory();
    const { ms } = await fileOf(format, async (isReady) => {
      while (!(await isReady())) await pause(LOOK_MS);
    });
    const { peak } = await writer.memory();
    alone.push([format, (ms / 1_000).toFixed(1), ...[idle, peak, peak - idle].map((mb) => mb.toFixed(0))]);
    await writer.end();
  }
  console.log(`\n${table(alone)}`);

  const server = await startWorker(heapFlagsOf(undefined));
  /** Latencies of lists at a steady rate, from when each was due, until `isOver`. */
  const listsUntil = async (isOver: () => Promise<boolean>): Promise<number[]> => {
    const latencies: number[] = [];
    const asked: Promise<void>[] = [];
    const begin = performance.now();
    for (let count = 0; count % LISTS_PER_SECOND !== 0 || !(await isOver()); count += 1) {
      const due = begin + (count * 1_000) / LISTS_PER_SECOND;
      await pause(Math.max(0, due - performance.now()));
      asked.push(
        fetch(server.address)
          .then((answer) => answer.arrayBuffer())
          .then(() => void latencies.push(performance.now() - due)),
      );
    }
    await Promise.all(asked);
    return latencies;
  };

  const jobs: (string | number)[][] = [
    [
      `${ROWS.toLocaleString('en')} rows, by a job`,
      's',
      'rows per second',
      'file MB',
      'peak RSS, MB',
      'without, MB',
      'lists of others: p50',
      'p99',
      'without: p50',
      'p99, ms',
    ],
  ];
  for (const format of formats) {
    await checkpoint(bench);
    const until = performance.now() + BASELINE_MS;
    const without = await listsUntil(async () => performance.now() > until);
    const { peak: peakWithout } = await server.memory();
    let meanwhile: number[] = [];
    const { ms, size } = await fileOf(format, async (isReady) => void (meanwhile = await listsUntil(isReady)));
    const { peak } = await server.memory();
    jobs.push([
      format,
      (ms / 1_000).toFixed(1),
      perSecond(ROWS, ms),
      (size / MEGABYTE).toFixed(1),
      peak.toFixed(0),
      peakWithout.toFixed(0),
      ...[meanwhile, without].flatMap((list) => [50, 99].map((percent) => percentile(list, percent).toFixed(1))),
    ]);
  }
  console.log(
    `\n${table(jobs)}\n\none run; ${LISTS_PER_SECOND} lists a second, answered by the process that writes the file`,
  );
} finally {
  if (worker?.exitCode === null && worker.signalCode === null) {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  // It sends jobs, and would keep this process running.
  await app.queue.stop();
  await close();
}
