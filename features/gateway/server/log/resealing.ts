/** The bodies of requests whose signature did not fit, which are re-sealed when the master key changes. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';

export const sealedBodies: SealedColumn = {
  table: 'gateway_requests',
  column: 'body_sealed',
  key: ['member_no', 'request_id'],
  row: sql`member_no || '/' || request_id`,
  replace: (tx, { key: [memberNo, requestId], before, after }) =>
    sql`update gateway_requests set body_sealed = ${after}
      where member_no = ${memberNo} and request_id = ${requestId} and body_sealed = ${before}`.execute(tx),
};
