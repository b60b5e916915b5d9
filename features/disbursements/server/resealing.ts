/** The column that a master key rotation re-seals in this feature: payees' account numbers. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedPayees: SealedColumn = {
  table: 'disbursements',
  column: 'account_sealed',
  key: ['member_no', 'system_no'],
  row: sql`member_no || '/' || system_no`,
  replace: (tx, { key: [memberNo, systemNo], before, after }) =>
    sql`update disbursements set account_sealed = ${after}
      where member_no = ${memberNo} and system_no = ${systemNo} and account_sealed = ${before}`.execute(tx),
};
