/** What is sealed about upstreams: re-sealed when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
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

export const sealedReports: SealedColumn = {
  table: 'upstream_reports',
  column: 'source_sealed',
  key: ['upstream_id', 'report_id'],
  row: sql`upstream_id || '/' || report_id`,
  replace: (tx, { key: [upstreamId, reportId], before, after }) =>
    sql`update upstream_reports set source_sealed = ${after} where upstream_id = ${upstreamId} and report_id = ${reportId} and source_sealed = ${before}`.execute(
      tx,
    ),
};
