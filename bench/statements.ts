/**
 * Measures the statement of a member with a million entries in a year: how long its days take to be closed, how long
 * reading takes, and how long the checks of closed days take. The same number of entries belongs to 999 others.
 *   npm run bench -- statements       (STATEMENT_ORDERS=100000 for a quick look)
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { statementChecks } from '#features/statements/server/checks.ts';
import { closeDays, closeDaysOf } from '#features/statements/server/closing.ts';
import { type EntryQuery, entriesOf, selectEntryPage } from '#features/statements/server/entries.ts';
import { readDay, readDays } from '#features/statements/server/reading.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { addBenchChannel, addBenchMembers, benchApp } from './app.ts';
import { addBigMember } from './big-member.ts';
import { benchDatabases } from './database.ts';
import { describeMachine, percentile, table } from './machine.ts';

/** Four of five are paid. */
const ORDERS = Number(process.env['STATEMENT_ORDERS'] ?? 1_250_000);
const TIMES = 50;
const timeZone = 'Asia/Shanghai';

const databases = await benchDatabases({ shared_buffers: '1GB' });
try {
  console.log(await describeMachine(databases[0]?.db.pool));
  for (const { name, db } of databases) {
    console.log(name);
    const app = benchApp(db);
    await addBenchChannel(app);
    const [memberNo = 0n] = await addBenchMembers(app, 1_000);
    const { to } = await addBigMember(app, memberNo, ORDERS, (text) => console.log(`  ${text}`));
    const owner = { memberNo, currency: 'CNY' };
    await timed('closing the year of the member', () => closeDaysOf(app, owner));
    await timed('closing the year of 999 others', () => closeDays(app));
    await db.pool.query('analyze statement_days, statement_channels');
    const moment = { now: to, timeZone };
    const today = dayOf(to, timeZone);
    const ago = (days: number): string => addDays(today, -days);
    const bounds = (first: string, last: string) => ({
      from: startOfDay(first, timeZone),
      to: startOfDay(addDays(last, 1), timeZone),
    });
    const entries = (query: Omit<EntryQuery, 'memberNo' | 'order'>) =>
      selectEntryPage(db, { memberNo, order: 'desc', ...query }, { page: 1, limit: 50 });
    const reads: [string, () => Promise<unknown>][] = [
      ['a year', () => readDays(db, owner, { first: ago(364), last: today }, moment)],
      ['a month', () => readDays(db, owner, { first: ago(60), last: ago(31) }, moment)],
      ['a closed day with its channels', () => readDay(db, owner, ago(40), moment)],
      ['today with its channels', () => readDay(db, owner, today, moment)],
      ['the entries of a day', () => entries(bounds(ago(40), ago(40)))],
      ['the entries of a day in one channel', () => entries({ ...bounds(ago(40), ago(40)), channelId: 3 })],
      ['the entries of a month in one channel', () => entries({ ...bounds(ago(60), ago(31)), channelId: 3 })],
    ];
    const rows: string[][] = [];
    for (const [what, read] of reads) {
      const took: number[] = [];
      for (let turn = -3; turn < TIMES; turn += 1) {
        const begin = performance.now();
        await read();
        if (turn >= 0) took.push(performance.now() - begin);
      }
      rows.push([what, ...[50, 99, 100].map((percent) => percentile(took, percent).toFixed(1))]);
    }
    console.log(`\n${table([['reading', 'p50 ms', 'p99 ms', 'worst ms'], ...rows])}\n`);
    await timed('all entries from a cursor', async () => {
      let count = 0;
      for await (const batch of entriesOf(db, { memberNo, order: 'asc' })) count += batch.length;
      console.log(`  ${count.toLocaleString('en')} entries`);
    });
    for (const { name: check, violations } of statementChecks)
      await timed(`checking ${check}`, async () => {
        const { rows } = await db.transaction(async (tx) => {
          await sql`set local statement_timeout = 0`.execute(tx);
          return sql`select * from (${violations({})}) found limit 10`.execute(tx);
        });
        if (rows.length === 0) return;
        console.error(`${check} found ${JSON.stringify(rows[0], (_, value) => String(value))}`);
        process.exitCode = 1;
      });
  }
} finally {
  for (const { close } of databases) await close();
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`  ${what}: ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
}
