/**
 * Where the master key is stored: in the settings, or in the data folder (mode 0600), where it is generated once.
 * During a replacement the previous key is next to it; at the end it is put aside, because older backups need it.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MasterKeys } from './master-keys.ts';
import { Sealer } from './sealing.ts';
import { type Settings, SettingsError } from '#foundation/server/process/settings.ts';

type KeySettings = Pick<Settings, 'masterKey' | 'previousMasterKey' | 'dataDir'>;

/** Returns the keys, and generates the key of a new installation. */
export async function masterKeysOf(settings: KeySettings): Promise<MasterKeys> {
  const { masterKey, previousMasterKey, dataDir } = settings;
  if (masterKey !== undefined)
    return {
      current: Buffer.from(masterKey, 'base64'),
      previous: previousMasterKey === undefined ? undefined : Buffer.from(previousMasterKey, 'base64'),
    };
  await mkdir(dataDir, { recursive: true });
  const { present, previous } = filesOf(dataDir);
  try {
    await writeFile(present, newKeyText(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const keys = { current: await readKey(present), previous: await readKey(previous).catch(absent) };
  // The command that replaces the key stopped before it generated a new one.
  return keys.previous?.equals(keys.current) === true ? { ...keys, previous: undefined } : keys;
}

/**
 * Generates a new key in the data folder, next to the previous one. Resumes after an interruption, and never generates
 * a third.
 */
export async function drawMasterKey(dataDir: string): Promise<void> {
  const { present, previous, next } = filesOf(dataDir);
  await link(present, previous).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  if (!(await readKey(previous)).equals(await readKey(present))) return;
  await rm(next, { force: true });
  const file = await open(next, 'wx', 0o600);
  await file.writeFile(newKeyText());
  await file.sync();
  await file.close();
  await rename(next, present);
  const folder = await open(dataDir, 'r');
  await folder.sync();
  await folder.close();
}

/**
 * Puts the previous key aside, since only old backups need it. Returns its new path, or undefined if there was none.
 */
export async function putPreviousAside(dataDir: string): Promise<string | undefined> {
  const { previous } = filesOf(dataDir);
  const key = await readKey(previous).catch(absent);
  if (!key) return undefined;
  const aside = join(dataDir, `master.key.former-${new Sealer(key).id}`);
  await rename(previous, aside);
  return aside;
}

function filesOf(dataDir: string) {
  return {
    present: join(dataDir, 'master.key'),
    previous: join(dataDir, 'master.key.previous'),
    next: join(dataDir, 'master.key.next'),
  };
}

function newKeyText(): string {
  return `${randomBytes(32).toString('base64')}\n`;
}

async function readKey(file: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (key.length !== 32) throw new SettingsError(`${file} does not hold a master key`);
  return key;
}

function absent(error: unknown): undefined {
  if (!isCode(error, 'ENOENT')) throw error;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
