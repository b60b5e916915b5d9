/** The upstreams' settings, which are re-sealed when the master key changes. */
import { sql } from 'kysely';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedUpstreams: SealedColumn = {
  table: 'upstreams',
  column: 'settings_sealed',
  key: ['upstream_id'],
  replace: (tx, { key: [key], before, after }) =>
    sql`update upstreams set settings_sealed = ${after} where upstream_id = ${key} and settings_sealed = ${before}`.execute(
      tx,
    ),
};
