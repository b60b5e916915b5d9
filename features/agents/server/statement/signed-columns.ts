/** Columns of roll-ups, as a piece of a range counts them. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { Sign } from './pieces.ts';

/** The columns of a piece, negated if the piece is subtracted. */
export function signedColumns(columns: readonly string[], sign: Sign): Sql {
  return sql.join(
    columns.map((column) => (sign === 1 ? sql.ref(column) : sql`-${sql.ref(column)} as ${sql.ref(column)}`)),
  );
}
