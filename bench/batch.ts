/**
 * Measures a batch of 10,000 rows: reading it from a workbook, checking it and paying it in one transaction. The
 * baseline is PostgreSQL inserting the same finished rows into an identical table, on the same server in the same run.
 *   npm run bench -- batch
 */
import type { App } from '#apps/server/compose.ts';
import type { RowTexts } from '#features/batches/columns.ts';
import { readTable } from '#features/batches/reading.ts';
import { checkRows, duplicatesIn, goodRows } from '#features/batches/server/checking.ts';
import { cardNumber, goodRow, pageOf, workbook } from '#features/batches/server/corpus-for-tests.ts';
import type { ReadRow } from '#features/batches/table.ts';
import { benchDatabase } from './database.ts';
import { addBenchMembers, benchApp } from './app.ts';
import { describeMachine, median, table } from './machine.ts';

const RUNS = 5;
const ROWS = 10_000;

const { db, close } = await benchDatabase();
try {
  console.log(await describeMachine(db.pool));
  const app = benchApp(db);
  const [memberNo = 0n] = await addBenchMembers(app, 1);
  const userId = await addPayer(app, memberNo);
  await db.pool.query('create table plain_rows (like disbursements including all)');
  const names = [
    'read the workbook',
    'check its rows and look for duplicates',
    'pay (seal, number, book, insert)',
    'the plain insert of the same rows',
  ] as const;
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  const timed = async <T>(name: (typeof names)[number], work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const result = await work();
    times.get(name)?.push(performance.now() - begin);
    return result;
  };
  for (let run = 0; run < RUNS; run += 1) {
    const file = workbook({ page: pageOf(rowsOf(run)) });
    const rows = await timed('read the workbook', () => read(file));
    const checked = await timed('check its rows and look for duplicates', async () => {
      const found = await checkRows(app, memberNo, 'CNY', rows);
      await duplicatesIn(app, memberNo, found, new Date());
      return found;
    });
    const request = {
      memberNo,
      userId,
      requestId: `bench-${run}`,
      rows,
      skipInvalid: false,
      fileName: 'bench.xlsx',
      good: goodRows(checked),
    };
    const paid = await timed('pay (seal, number, book, insert)', () => app.batches.pay(request));
    if (paid.outcome !== 'applied') throw new Error('the batch was not paid');
    await db.pool.query('truncate plain_rows');
    await timed('the plain insert of the same rows', async () => {
      const { rowCount } = await db.pool.query(
        'insert into plain_rows select * from disbursements where member_no = $1 and batch_no = $2',
        [memberNo, paid.batchNo],
      );
      if (rowCount !== ROWS) throw new Error('not all rows were paid');
    });
  }
  const plain = median(times.get('the plain insert of the same rows') ?? []);
  const figures = names.map((name) => {
    const ms = median(times.get(name) ?? []);
    return [name, Math.round(ms), (ms / plain).toFixed(2)];
  });
  console.log(
    `\n${table([[`${ROWS.toLocaleString('en')} rows`, 'ms', '× plain insert'], ...figures])}\n\nmedians of ${RUNS} runs`,
  );
} finally {
  await close();
}

/** The rows of one run. Every run has different accounts. */
function rowsOf(run: number): RowTexts[] {
  return Array.from({ length: ROWS }, (_, index) => ({
    ...goodRow,
    amount: `${100 + (index % 900)}.${10 + (index % 90)}`,
    account: cardNumber(run * ROWS + index),
  }));
}

async function read(file: Uint8Array): Promise<ReadRow[]> {
  const found = await readTable(file, 'CNY');
  if ('fault' in found) throw found.fault;
  return found.rows;
}

/** Adds the user who owns the batches, with a balance that pays them all. */
async function addPayer({ ledger, users, numbers, ...app }: App, memberNo: bigint): Promise<bigint> {
  await ledger.adjust({
    memberNo,
    reference: numbers.next(),
    currency: 'CNY',
    amountMinor: 10n ** 12n,
    remark: 'bench',
  });
  const names = { username: 'bench_payer', nickname: 'Bench', passwordHash: 'x' };
  return app.db.transaction((tx) => users.addUser(tx, { role: 'member', memberNo, ...names, createdAt: new Date() }));
}
