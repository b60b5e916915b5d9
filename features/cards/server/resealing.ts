/** The cards' account numbers, which are re-sealed when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedAccounts: SealedColumn = {
  table: 'bank_cards',
  column: 'account_sealed',
  key: ['card_id'],
  row: sql`member_no || '/' || card_id`,
  replace: (tx, { key: [key], before, after }) =>
    sql`update bank_cards set account_sealed = ${after} where card_id = ${key} and account_sealed = ${before}`.execute(
      tx,
    ),
};
