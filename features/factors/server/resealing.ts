/** Columns to re-seal when the master key changes: the secrets of bound and pending authenticators. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedAuthenticators: readonly SealedColumn[] = [
  {
    table: 'authenticators',
    column: 'secret',
    key: ['authenticator_id'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update authenticators set secret = ${after} where authenticator_id = ${key} and secret = ${before}`.execute(
        tx,
      ),
  },
  {
    table: 'pending_authenticators',
    column: 'secret',
    key: ['session_id'],
    replace: (tx, { key: [key], before, after }) =>
      sql`update pending_authenticators set secret = ${after} where session_id = ${key} and secret = ${before}`.execute(
        tx,
      ),
  },
];
