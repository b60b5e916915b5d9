/**
 * Measures the export of payouts in both formats: rows per second and growth of the process. The baseline is
 * PostgreSQL's own COPY of the same rows, on the same server in the same run.
 *   npm run bench -- export           (EXPORT_ROWS=1000000 for the most that a file can hold)
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { disbursementExport } from '#features/disbursements/server/export.ts';
import { type ExportFormat, exportFormats } from '#features/exports/rules.ts';
import { asXlsx } from '#foundation/server/sheets/sheet-xlsx.ts';
import { asCsv } from '#foundation/server/sheets/sheet.ts';
import { addBigPayouts } from './big-payouts.ts';
import { benchDatabase } from './database.ts';
import { addBenchMembers, benchApp } from './app.ts';
import { describeMachine, median, perSecond, table } from './machine.ts';

const ROWS = Number(process.env['EXPORT_ROWS'] ?? 200_000);
const RUNS = 3;
const MEGABYTE = 2 ** 20;
const timeZone = 'Asia/Shanghai';

interface Run {
  ms: number;
  bytes: number;
  grewMb: number;
}

const { db, close } = await benchDatabase();
try {
  console.log(await describeMachine(db.pool));
  const app = benchApp(db);
  const [memberNo = 0n] = await addBenchMembers(app, 1);
  const now = new Date();
  await addBigPayouts(app, memberNo, ROWS, now);
  const session = { sessionId: 'bench', userId: 1n, username: 'bench', role: 'member', memberNo } as const;

  const asFile = (format: ExportFormat) => async (): Promise<number> => {
    const list = await disbursementExport({ db, kind: 'payout' }).open({ session, language: 'en', now, timeZone }, {});
    if ('word' in list) throw new Error('the list rejects an empty filter');
    if ((await list.count()) !== ROWS) throw new Error('the list does not have all rows');
    const sheet = { title: list.title, columns: list.columns, timeZone, batches: list.batches() };
    let bytes = 0;
    for await (const piece of format === 'xlsx' ? asXlsx(sheet) : asCsv(sheet)) bytes += piece.length;
    return bytes;
  };
  const copied = sql`select system_no, order_no, type, holder, bank, branch, account_hint, amount, fee, status, submission, review, bank_reference, fail_reason, remark, attach,
    created_at, finished_at from disbursements where member_no = ${sql.lit(memberNo)} and kind = 'payout' order by system_no desc`;
  // The data is received and discarded.
  const asCopy = async (): Promise<number> => {
    await sql`copy (${copied}) to stdout (format csv)`.execute(db.kysely);
    return 0;
  };

  const rows: (string | number)[][] = [
    [`${ROWS.toLocaleString('en')} rows`, 'rows per second', '× COPY', 'file MB', 'process growth, MB'],
  ];
  let copyRate = 0;
  for (const [name, work] of [
    ['COPY to csv', asCopy],
    ...exportFormats.map((format) => [format, asFile(format)] as const),
  ] as const) {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measured(work));
    const rate = perSecond(ROWS, median(runs.map(({ ms }) => ms)));
    copyRate ||= rate;
    const [{ bytes } = { bytes: 0 }] = runs;
    rows.push([
      name,
      rate,
      (rate / copyRate).toFixed(2),
      bytes === 0 ? '' : (bytes / MEGABYTE).toFixed(1),
      Math.max(...runs.map(({ grewMb }) => grewMb)).toFixed(0),
    ]);
  }
  console.log(`\n${table(rows)}\n\nmedians of ${RUNS} runs; the largest growth of the three`);
} finally {
  await close();
}

async function measured(work: () => Promise<number>): Promise<Run> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = { ends: false };
  const sampler = (async () => {
    while (!sampling.ends) {
      peak = Math.max(peak, process.memoryUsage.rss());
      await pause(20);
    }
  })();
  const begin = performance.now();
  const bytes = await work();
  const ms = performance.now() - begin;
  sampling.ends = true;
  await sampler;
  return { ms, bytes, grewMb: (peak - before) / MEGABYTE };
}
