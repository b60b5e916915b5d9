/**
 * Walks through a sealed column and reseals what only the previous key opens, one batch per transaction. After an
 * interruption it starts again from the first row and skips what is done. Each column's own feature does the writing.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SealedPlace, Sealer } from './sealing.ts';

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Columns that identify one row, with an index in this order. Rows are visited in it. */
  readonly key: readonly [string, ...string[]];
  /** The row's name in its `SealedPlace`, as SQL; defaults to the key's only column. */
  readonly row?: Sql<string>;
  /** Must write only if the column still holds `before`: another process may have written with the present key. */
  replace(tx: Tx, change: Replacement): Promise<unknown>;
}

export interface Replacement {
  key: readonly string[];
  before: Buffer;
  after: Buffer;
}

export interface Resealed {
  read: number;
  resealed: number;
  /** Rows that neither key opens, named as in their places. */
  unreadable: string[];
}

/** `sealer` has the previous key as `previous`. */
export async function resealColumn(db: Database, sealer: Sealer, column: SealedColumn): Promise<Resealed> {
  const done: Resealed = { read: 0, resealed: 0, unreadable: [] };
  let after: readonly string[] | undefined;
  for (;;) {
    const last = await db.transaction(async (tx) => {
      const rows = await selectSealed(tx, column, { after, limit: ROWS_AT_ONCE });
      for (const row of rows) await resealRow(tx, sealer, column, row, done);
      return rows.at(-1)?.key;
    });
    if (last === undefined) return done;
    after = last;
  }
}

/** Whether this key opens the column's first value; undefined for an empty column. */
export async function opensFirst(on: Queryable, sealer: Sealer, column: SealedColumn): Promise<boolean | undefined> {
  const [row] = await selectSealed(on, column, { after: undefined, limit: 1 });
  return row && sealer.opens(row.sealed, placeOf(column, row));
}

/** A picture has at most 1 MB. */
const ROWS_AT_ONCE = 50;

interface SealedRow {
  key: string[];
  row: string;
  sealed: Buffer;
}

async function selectSealed(
  on: Queryable,
  { table, column, key, row }: SealedColumn,
  { after, limit }: { after: readonly string[] | undefined; limit: number },
): Promise<SealedRow[]> {
  const sealed = sql.ref(column);
  const keyOf = sql.join(key.map((name) => sql.ref(name)));
  const rest = after === undefined ? sql`` : sql`and (${keyOf}) > (${sql.join([...after])})`;
  const { rows } = await sql<SealedRow>`
    select array[${sql.join(key.map((name) => sql`${sql.ref(name)}::text`))}] as key, (${row ?? sql.ref(key[0])})::text as row, ${sealed} as sealed
    from ${sql.ref(table)} where ${sealed} is not null ${rest} order by ${keyOf} limit ${limit}`.execute(on);
  return rows;
}

async function resealRow(
  tx: Tx,
  sealer: Sealer,
  column: SealedColumn,
  found: SealedRow,
  done: Resealed,
): Promise<void> {
  const place = placeOf(column, found);
  done.read += 1;
  if (sealer.opens(found.sealed, place)) return;
  if (!sealer.previous?.opens(found.sealed, place)) {
    done.unreadable.push(found.row);
    return;
  }
  await column.replace(tx, {
    key: found.key,
    before: found.sealed,
    after: sealer.seal(sealer.previous.openBytes(found.sealed, place), place),
  });
  done.resealed += 1;
}

function placeOf({ table, column }: SealedColumn, { row }: SealedRow): SealedPlace {
  return { table, column, row };
}
