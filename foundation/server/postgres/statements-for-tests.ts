/**
 * Records each statement that the product sends in the database tests, once per text, in the file that
 * `TEST_STATEMENTS` names: what tests send themselves is left out, by the calling file. It watches the driver from
 * outside. Vitest calls `setup` once before the run and imports this file again in every worker. Only tests import this.
 */
import { appendFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';
import { Transaction } from './transaction.ts';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_STATEMENTS']) return undefined;
  const folder = await testFolder('countinghouse-statements-');
  const path = join(folder, 'statements.txt');
  await writeFile(path, '');
  process.env['TEST_STATEMENTS'] = path;
  return () => rm(folder, { recursive: true, force: true });
}

const file = process.env['TEST_STATEMENTS'];
const written = new Set<string>();

function record(sent: string): void {
  // Months and numbers that a statement states as constants would make every text a new one.
  const text = sent.replaceAll(/\d{6,}/g, '100000');
  if (file === undefined || written.has(text)) return;
  const caller = callerOf(new Error().stack ?? '');
  if (caller === undefined || TESTS.test(caller.split(' ')[0] ?? '')) return;
  written.add(text);
  appendFileSync(file, `${JSON.stringify({ caller, text })}\n`);
}

/** The nearest frame of the repository outside of the access to the database, as its path and function, or undefined. */
function callerOf(stack: string): string | undefined {
  for (const line of stack.split('\n')) {
    const path = /\/((?:foundation|features|apps|database|e2e|bench|scripts)\/[^:?]+\.tsx?)/.exec(line)?.[1];
    if (!path || line.includes('node_modules') || ACCESS.test(path)) continue;
    // A function that is called as a method is `Object.name [as method]`.
    const name = /\bat (?:async )?(?:[\w$]+\.)*([\w$#]+) (?:\[as [\w$#]+\] )?\(/.exec(line)?.[1] ?? '';
    return `${path} ${name}`;
  }
  return undefined;
}
const ACCESS =
  /^foundation\/server\/postgres\/(?:database|transaction|sql|(?:statements|rows|database|cluster)-for-tests)\.ts$/;
const TESTS = /(?:\.test|-for-tests)\.tsx?$|^(?:e2e|bench)\//;

if (file !== undefined) {
  Error.stackTraceLimit = 100;
  for (const prototype of [pg.Client.prototype, pg.Pool.prototype] as { query: (...args: unknown[]) => unknown }[]) {
    const { query } = prototype;
    prototype.query = function (this: unknown, ...args: unknown[]) {
      const [first] = args;
      const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
      if (typeof text === 'string') record(text);
      return query.apply(this, args);
    };
  }
  const { query } = Transaction.prototype;
  Transaction.prototype.query = function (statement) {
    record(statement.text);
    return query.call(this, statement) as never;
  };
}
