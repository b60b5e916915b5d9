import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimHolder, takeClaim } from './embedded-claim.ts';
import { processIdentity } from './embedded-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claims-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * A separate process that takes the claim as soon as the file "go" exists, reports the result, and holds the claim
 * until it is killed.
 */
function contender() {
  const module = new URL('./embedded-claim.ts', import.meta.url).href;
  const program = `
    import { existsSync } from 'node:fs';
    import { takeClaim } from ${JSON.stringify(module)};
    console.log('waiting');
    while (!existsSync(${JSON.stringify(join(folder, 'go'))}));
    const taken = await takeClaim(${JSON.stringify(folder)});
    console.log('claim' in taken ? 'mine' : 'theirs');
    if ('claim' in taken) setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid,
    says: async () => (await lines.next()).value,
    kill: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const letGo = () => writeFileSync(join(folder, 'go'), '');

test('of four processes at the same moment exactly one gets the claim', async () => {
  for (let round = 0; round < 5; round++) {
    const contenders = Array.from({ length: 4 }, contender);
    await Promise.all(contenders.map((each) => each.says()));
    letGo();
    const answers = await Promise.all(contenders.map((each) => each.says()));
    await Promise.all(contenders.map((each) => each.kill()));
    expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1);
    rmSync(join(folder, 'go'));
  }
});

test('of many takers inside one process exactly one gets the claim at a time', async () => {
  for (let round = 0; round < 20; round++) {
    const taken = await Promise.all(Array.from({ length: 5 }, () => takeClaim(folder)));
    const claims = taken.flatMap((each) => ('claim' in each ? [each.claim] : []));
    expect(claims).toHaveLength(1);
    claims[0]?.release();
  }
});

test('a holder killed without a chance to release does not block the next', async () => {
  letGo();
  const holder = contender();
  expect([await holder.says(), await holder.says()]).toEqual(['waiting', 'mine']);
  expect(await takeClaim(folder)).toEqual({ holder: { pid: holder.pid, phase: 'starting' } });
  await holder.kill();
  expect(await takeClaim(folder)).toHaveProperty('claim');
});

test('a claim whose process number now belongs to another process is void and is removed', async () => {
  writeFileSync(
    join(folder, 'old.json'),
    JSON.stringify({ pid: process.pid, identity: 'another boot/1', phase: 'ready' }),
  );
  expect(claimHolder(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['of a process that ended', JSON.stringify({ pid: 2 ** 22 + 1, phase: 'ready' })],
  ['without content', ''],
  ['of another form', 'null'],
])('a claim file %s is void', async (_, content) => {
  writeFileSync(join(folder, 'old.json'), content);
  expect(await takeClaim(folder)).toHaveProperty('claim');
});

test('other processes see the phase of the holder, and its release', async () => {
  const taken = await takeClaim(folder);
  if (!('claim' in taken)) throw new Error('the claim was free');
  for (const phase of ['ready', 'restarting', 'stopping'] as const) {
    taken.claim.announce(phase);
    expect(claimHolder(folder)).toEqual({ pid: process.pid, phase });
  }
  taken.claim.release();
  expect(claimHolder(folder)).toBeUndefined();
});

test('a process differs from a later one with the same number, and an ended process does not count', async () => {
  const [first, second] = [spawn('sleep', ['60']), spawn('sleep', ['60'])];
  const identity = processIdentity(first.pid ?? 0);
  expect(identity).toBeTypeOf('string');
  expect(processIdentity(first.pid ?? 0)).toBe(identity);
  const ends = [first, second].map((child) => once(child, 'exit'));
  first.kill();
  second.kill();
  await Promise.all(ends);
  expect(processIdentity(first.pid ?? 0)).toBeUndefined();
});
