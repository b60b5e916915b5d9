/** The merchants' keys and the platform's own, which are re-sealed when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedKeys: readonly SealedColumn[] = [
  {
    table: 'platform_keys',
    column: 'private_key_sealed',
    key: ['name'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update platform_keys set private_key_sealed = ${after} where name = ${key} and private_key_sealed = ${before}`.execute(
        tx,
      ),
  },
  {
    table: 'merchant_keys',
    column: 'key_sealed',
    key: ['member_no'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update merchant_keys set key_sealed = ${after} where member_no = ${key} and key_sealed = ${before}`.execute(
        tx,
      ),
  },
  {
    table: 'merchant_keys',
    column: 'previous_key_sealed',
    key: ['member_no'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update merchant_keys set previous_key_sealed = ${after} where member_no = ${key} and previous_key_sealed = ${before}`.execute(
        tx,
      ),
  },
  {
    table: 'merchant_keys',
    column: 'ended_key_sealed',
    key: ['member_no'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update merchant_keys set ended_key_sealed = ${after} where member_no = ${key} and ended_key_sealed = ${before}`.execute(
        tx,
      ),
  },
];
