/** The pictures, which are re-sealed when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedPictures: SealedColumn = {
  table: 'files',
  column: 'bytes_sealed',
  key: ['file_id'],
  row: sql`file_id || '/' || user_id`,
  replace: (tx, { key: [key], before, after }) =>
    sql`update files set bytes_sealed = ${after} where file_id = ${key} and bytes_sealed = ${before}`.execute(tx),
};
