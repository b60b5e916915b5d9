/**
 * Which master key a database is sealed with, and its replacement. The table holds no master key: for the present key
 * its name, for a former key the derived keys that still count, sealed under the present one. No process works on a
 * database whose key it does not have.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { opensFirst, type SealedColumn } from './resealing.ts';
import { type FormerKey, type RetainedPurpose, Sealer } from './sealing.ts';

/** The master keys that the settings name. */
export interface MasterKeys {
  current: Buffer;
  /** Only during a replacement. */
  previous: Buffer | undefined;
}

/** Keys that do not match the database, in words for the person at the terminal. */
export class MasterKeyError extends Error {
  override name = 'MasterKeyError';
}

/** The kept derived keys of former master keys are sealed like any other secret. */
export const retainedKeys: SealedColumn = {
  table: 'master_keys',
  column: 'kept_sealed',
  key: ['key_id'],
  replace: (tx, { key: [key], before, after }) =>
    sql`update master_keys set kept_sealed = ${after} where key_id = ${key} and kept_sealed = ${before}`.execute(tx),
};

/**
 * Opens the sealer for a process that works on the database. The first one on a database without a key name sets the
 * name, if the key fits the data.
 */
export async function openSealer(db: Database, keys: MasterKeys, columns: readonly SealedColumn[]): Promise<Sealer> {
  const { present } = await selectKeys(db);
  if (!present) {
    if (keys.previous)
      throw new MasterKeyError(
        'MASTER_KEY_PREVIOUS is set, and nothing was changed yet: run `npm run rotate-key` first',
      );
    await refuseForeignKey(db, new Sealer(keys.current), columns, 'MASTER_KEY');
    const { id } = new Sealer(keys.current);
    await sql`insert into master_keys (key_id, began_at, finished_at) values (${id}, now(), now()) on conflict do nothing`.execute(
      db,
    );
  }
  return readSealer(db, keys);
}

/** Like `openSealer`, for read-only use. */
export async function readSealer(on: Queryable, keys: MasterKeys): Promise<Sealer> {
  const { present, former } = await selectKeys(on);
  const sealer = new Sealer(keys.current, keys);
  if (!present) return sealer;
  if (present.keyId === sealer.previous?.id)
    throw new MasterKeyError('the master key was not changed yet: run `npm run rotate-key` first');
  if (present.keyId !== sealer.id)
    throw new MasterKeyError('the master key is not the one that this database is sealed with');
  if (present.finishedAt === null && sealer.previous?.id !== former[0]?.keyId)
    throw new MasterKeyError(
      'the change of the master key is not finished: the previous key is needed as MASTER_KEY_PREVIOUS until `npm run rotate-key` is done',
    );
  return new Sealer(keys.current, { ...keys, former: former.map((kept) => formerKey(sealer, kept)) });
}

export interface Exchange {
  columns: readonly SealedColumn[];
  /** The derived keys to keep. */
  retainedPurposes: readonly RetainedPurpose[];
  now: Date;
  /** How long the connections of a process that just ended can take to close. */
  maxWaitMs: number;
  /** What must change in the same transaction. */
  alongside(tx: Tx, formerId: string): Promise<void>;
}

/**
 * Makes `current` the database's key; what is sealed with `previous` must then be resealed. One transaction, while no
 * other process is connected: a process that knows only the previous key would keep sealing with it. Returns false if
 * that was already done.
 */
export async function exchangeMasterKey(
  db: Database,
  keys: MasterKeys & { previous: Buffer },
  { columns, retainedPurposes, now, maxWaitMs, alongside }: Exchange,
): Promise<boolean> {
  const [next, old] = [new Sealer(keys.current), new Sealer(keys.previous)];
  if (next.id === old.id) throw new MasterKeyError('MASTER_KEY and MASTER_KEY_PREVIOUS are the same');
  return db.transaction(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`lock table master_keys in access exclusive mode`.execute(tx);
    const { present, former } = await selectKeys(tx);
    if (former.some(({ keyId }) => keyId === next.id))
      throw new MasterKeyError('MASTER_KEY was in use before and was replaced: use a new one');
    if (present?.keyId === next.id && former[0]?.keyId === old.id) return false;
    if (present ? present.keyId !== old.id : !(await fits(tx, old, columns)))
      throw new MasterKeyError(
        'MASTER_KEY_PREVIOUS is not the key that this database is sealed with: nothing was changed',
      );
    if (present?.finishedAt === null)
      throw new MasterKeyError('the previous change is not finished: finish it with its own two keys first');
    // A process that connects from here on waits for the lock before it reads which key counts.
    await refuseOthers(tx, maxWaitMs);
    await alongside(tx, old.id);
    const kept = next.seal(
      JSON.stringify(
        Object.fromEntries(retainedPurposes.map((purpose) => [purpose, old.derive(purpose).toString('base64')])),
      ),
      placeOf(old.id),
    );
    await sql`insert into master_keys (key_id, kept_sealed, began_at, finished_at) values (${old.id}, ${kept}, ${now}, ${now})
      on conflict (key_id) do update set kept_sealed = excluded.kept_sealed`.execute(tx);
    // A moment later than any before it, because the order is by start time.
    await sql`insert into master_keys (key_id, began_at)
      select ${next.id}, greatest(${now}, max(began_at) + interval '1 ms') from master_keys`.execute(tx);
    return true;
  });
}

/** Refuses while a process that knows only the previous key may be using the database. */
export async function refuseOthers(on: Queryable, maxWaitMs: number): Promise<void> {
  for (const until = Date.now() + maxWaitMs; ;) {
    if ((await countOthers(on)) === 0) return;
    if (Date.now() >= until) throw new MasterKeyError(OTHERS_AT_WORK);
    await sql`select pg_sleep(0.1)`.execute(on);
    // A transaction keeps its first snapshot of the activity, so it must be cleared.
    await sql`select pg_stat_clear_snapshot()`.execute(on);
  }
}

/** Records that nothing needs the previous key any more. Returns false if that was already recorded. */
export async function finishExchange(on: Queryable, sealer: Sealer, now: Date): Promise<boolean> {
  const { rowCount } =
    await sql`update master_keys set finished_at = ${now} where key_id = ${sealer.id} and finished_at is null`.execute(
      on,
    );
  return rowCount === 1;
}

const OTHERS_AT_WORK =
  'another process is using this database (the server or a command): stop it first; it can start again with both keys once this command has begun to reseal';

interface KeyRow {
  keyId: string;
  keptSealed: Buffer | null;
  finishedAt: Date | null;
}

/** Returns the present key, and the former ones newest first. */
async function selectKeys(on: Queryable): Promise<{ present: KeyRow | undefined; former: KeyRow[] }> {
  const { rows } = await sql<KeyRow>`
    select key_id as "keyId", kept_sealed as "keptSealed", finished_at as "finishedAt" from master_keys order by began_at desc`.execute(
    on,
  );
  return {
    present: rows.find(({ keptSealed }) => keptSealed === null),
    former: rows.filter(({ keptSealed }) => keptSealed !== null),
  };
}

/** Counts other connections of the product to this database. */
async function countOthers(on: Queryable): Promise<number> {
  const { rows } = await sql<{ others: bigint }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name like 'countinghouse%' and pid <> pg_backend_pid()`.execute(
    on,
  );
  return Number(rows[0]?.others ?? 0n);
}

/** For a database without a key name: whether the key opens a value, or there is none to open. */
async function fits(on: Queryable, sealer: Sealer, columns: readonly SealedColumn[]): Promise<boolean> {
  const opened: (boolean | undefined)[] = [];
  for (const column of columns) opened.push(await opensFirst(on, sealer, column));
  return opened.includes(true) || !opened.includes(false);
}

async function refuseForeignKey(
  on: Queryable,
  sealer: Sealer,
  columns: readonly SealedColumn[],
  name: string,
): Promise<void> {
  if (!(await fits(on, sealer, columns)))
    throw new MasterKeyError(`${name} is not the key that this database is sealed with`);
}

function formerKey(sealer: Sealer, { keyId, keptSealed }: KeyRow): FormerKey {
  const kept = JSON.parse(sealer.open(keptSealed ?? Buffer.alloc(0), placeOf(keyId))) as Record<string, string>;
  return {
    id: keyId,
    keys: Object.fromEntries(Object.entries(kept).map(([purpose, key]) => [purpose, Buffer.from(key, 'base64')])),
  };
}

function placeOf(keyId: string) {
  return { table: retainedKeys.table, column: retainedKeys.column, row: keyId };
}
