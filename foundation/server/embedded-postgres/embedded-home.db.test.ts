import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canEnter } from './embedded-account.ts';
import { installedPackage } from './embedded-binaries.ts';
import { openHome } from './embedded-home.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { EmbeddedTestFolder, query } from './embedded-for-tests.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const canRunHere = isRoot && (await canEnter({ name: 'nobody', uid: nobody, gid: nobody }, import.meta.dirname));
const here = new EmbeddedTestFolder();

test('a package without its symbolic links is completed', async () => {
  const copy = join(here.dataDir, 'package');
  await copyWithoutLinks(copy);
  const server = await here.start({ binaryPackage: copy });
  expect(existsSync(join(copy, 'native', 'lib', process.platform === 'linux' ? 'libpq.so.5' : 'libpq.5.dylib'))).toBe(
    true,
  );
  expect(existsSync(join(here.home, `binaries-${versionOf(copy)}`))).toBe(false);
  expect(await query(server, 'select 1')).toEqual([[1]]);
});

test.runIf(isRoot)('root runs the server under an unprivileged account that alone can read the data', async () => {
  await here.start();
  const { uid, mode } = statSync(here.cluster);
  expect(uid).not.toBe(0);
  expect(mode & 0o077).toBe(0);
  expect(readFileSync(`/proc/${here.postmasterPid()}/status`, 'utf8')).toMatch(
    new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'),
  );
});

test.runIf(isRoot)(
  'root in a clone under a closed home folder puts programs and data where the account can reach them',
  async () => {
    const closed = join(here.dataDir, 'home');
    await mkdir(join(closed, 'clone'), { recursive: true });
    await chmod(closed, 0o700);
    await copyWithoutLinks(join(closed, 'clone', 'package'));
    const before = existsSync('/var/lib/countinghouse') ? readdirSync('/var/lib/countinghouse') : [];
    const options = { dataDir: join(closed, 'clone', '.data'), binaryPackage: join(closed, 'clone', 'package') };
    const server = await here.start(options);
    await query(server, 'create table kept ()');
    await server.stop();
    const again = await here.start(options);
    expect(await query(again, 'select from kept')).toEqual([]);
    await again.stop();
    const { folder } = await openHome(options.dataDir, silentLog);
    expect(folder).toMatch(/^\/var\/lib\/countinghouse\//);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    rmSync(folder, { recursive: true });
    if (before.length === 0) rmSync('/var/lib/countinghouse', { recursive: true });
    await expect(here.start(options)).rejects.toThrow('points to a folder that does not exist');
  },
);

test.runIf(isRoot)('a data folder that root owns is given to the account', async () => {
  const first = await here.start();
  await query(first, 'create table kept ()');
  await first.stop();
  const brought = join(here.dataDir, 'brought');
  await cp(here.home, join(brought, 'postgres'), { recursive: true });
  expect(statSync(join(brought, 'postgres', 'cluster')).uid).toBe(0);
  expect(await query(await here.start({ dataDir: brought }), 'select from kept')).toEqual([]);
});

// Needs root to switch to another user, and a checkout that another user can read.
test.runIf(canRunHere)(
  'an ordinary user runs the server as itself; root then uses it without taking it away',
  async () => {
    await chown(here.dataDir, nobody, nobody);
    const user = here.supervisor({ uid: nobody, gid: nobody });
    const answer = await user.answer;
    expect(statSync(`/proc/${here.postmasterPid()}`).uid).toBe(nobody);
    await query(answer, 'create table kept ()');
    expect((await here.start()).attached).toBe(true);
    await user.end('SIGTERM');
    const asRoot = await here.start();
    expect(asRoot.attached).toBe(false);
    await asRoot.stop();
    const userAgain = here.supervisor({ uid: nobody, gid: nobody });
    expect(await query(await userAgain.answer, 'select from kept')).toEqual([]);
    await userAgain.end('SIGTERM');
  },
);

test('on a machine without a package the error says to set DATABASE_URL', () => {
  expect(() => installedPackage('plan9', 'mips')).toThrow('set DATABASE_URL');
});

const versionOf = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

async function copyWithoutLinks(to: string): Promise<void> {
  const from = installedPackage();
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const links: { target: string }[] = JSON.parse(readFileSync(join(from, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const { target } of links) rmSync(join(to, target), { force: true });
}
