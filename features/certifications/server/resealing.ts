/** The ID numbers, which are re-sealed when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedIdNumbers: SealedColumn = {
  table: 'certifications',
  column: 'id_number_sealed',
  key: ['certification_id'],
  row: sql`member_no || '/' || certification_id`,
  replace: (tx, { key: [key], before, after }) =>
    sql`update certifications set id_number_sealed = ${after} where certification_id = ${key} and id_number_sealed = ${before}`.execute(
      tx,
    ),
};
