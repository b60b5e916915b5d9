/** The members' ePay keys, which are sealed again when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedEpayKeys: readonly SealedColumn[] = [
  {
    table: 'epay_settings',
    column: 'key_sealed',
    key: ['member_no'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update epay_settings set key_sealed = ${after} where member_no = ${key} and key_sealed = ${before}`.execute(
        tx,
      ),
  },
  {
    table: 'epay_settings',
    column: 'previous_key_sealed',
    key: ['member_no'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update epay_settings set previous_key_sealed = ${after} where member_no = ${key} and previous_key_sealed = ${before}`.execute(
        tx,
      ),
  },
];
