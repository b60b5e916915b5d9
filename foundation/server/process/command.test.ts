import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CommandError, runCommand } from './command.ts';
import { SettingsError } from './settings.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';

let output = '';
let exitCode: typeof process.exitCode;
beforeEach(() => {
  output = '';
  exitCode = process.exitCode;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
});

/** What the command prints when the work ends this way. */
async function printed(work: () => Promise<unknown>): Promise<string> {
  await runCommand(async () => void (await work()), {});
  expect(process.exitCode).toBe(1);
  return output;
}

describe('a command that cannot do its work exits with 1 and prints one line', () => {
  test.each([
    [
      'a wrong setting',
      new SettingsError('PORT must be a whole number from 0 to 65535, not x'),
      'PORT must be a whole number from 0 to 65535, not x\n',
    ],
    ['a wish that can not be fulfilled', new CommandError('Nothing was done.'), 'Nothing was done.\n'],
    [
      'a name without any address that answers',
      Object.assign(
        new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')]),
        { code: 'ECONNREFUSED' },
      ),
      'connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1\n',
    ],
  ])('for %s', async (_, error, line) => {
    expect(await printed(() => Promise.reject(error))).toBe(line);
  });

  test('for a port that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await printed(() => once(createServer().listen(port, '127.0.0.1'), 'listening'))).toBe(
        `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
      );
    } finally {
      other.close();
    }
  });

  test('for a database that is not there', async () => {
    const port = await freePort();
    const pool = new pg.Pool({ connectionString: `postgresql://someone@127.0.0.1:${port}/countinghouse` });
    expect(await printed(() => pool.connect())).toBe(`connect ECONNREFUSED 127.0.0.1:${port}\n`);
    await pool.end();
  });

  test('and prints the place too for a bug or a missing file of its own', async () => {
    expect(await printed(() => Promise.reject(new TypeError('x is not a function')))).toMatch(
      /^TypeError: x is not a function\n +at .+command\.test\.ts/,
    );
    output = '';
    expect(await printed(async () => readFileSync('/nowhere/at/all'))).toMatch(/^Error: ENOENT: .+\n +at /);
  });
});
