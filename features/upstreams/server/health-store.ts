/** Table `upstream_hours`, and the pauses that upstreams take by themselves. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

export interface HourCount {
  upstreamId: number;
  hour: Date;
  outcome: string;
  requests: number;
  durationMs: number;
  slowestMs: number;
}

/** Adds to each row, in key order. Each key must occur once. */
export async function upsertHours(on: Queryable, counts: readonly HourCount[]): Promise<void> {
  await sql`
    insert into upstream_hours as h (upstream_id, hour, outcome, requests, duration_ms, slowest_ms)
    select * from unnest(
      ${arrayLiteral(counts.map(({ upstreamId }) => upstreamId))}::integer[], ${arrayLiteral(counts.map(({ hour }) => hour))}::timestamptz[],
      ${arrayLiteral(counts.map(({ outcome }) => outcome.replaceAll('\0', '').toWellFormed()))}::text[], ${arrayLiteral(counts.map(({ requests }) => requests))}::bigint[],
      ${arrayLiteral(counts.map(({ durationMs }) => durationMs))}::bigint[], ${arrayLiteral(counts.map(({ slowestMs }) => slowestMs))}::integer[])
    order by 1, 2, 3
    on conflict (upstream_id, hour, outcome) do update set requests = h.requests + excluded.requests,
      duration_ms = h.duration_ms + excluded.duration_ms, slowest_ms = greatest(h.slowest_ms, excluded.slowest_ms)`.execute(
    on,
  );
}

export async function selectHours(on: Queryable, since: Date): Promise<HourCount[]> {
  const { rows } = await sql<Omit<HourCount, 'requests' | 'durationMs'> & { requests: string; durationMs: string }>`
    select upstream_id as "upstreamId", hour, outcome, requests::text, duration_ms::text as "durationMs", slowest_ms as "slowestMs"
    from upstream_hours where hour >= ${since} order by upstream_id, hour, outcome`.execute(on);
  return rows.map((row) => ({ ...row, requests: Number(row.requests), durationMs: Number(row.durationMs) }));
}

export async function deleteHours(on: Queryable, before: Date): Promise<void> {
  await sql`delete from upstream_hours where hour < ${before}`.execute(on);
}

/** Returns false if it was paused already. */
export async function updatePausedByFailures(
  on: Queryable,
  upstreamId: number,
  { at, reason, nextCheckAt }: { at: Date; reason: string; nextCheckAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update upstreams set state = 'closed', paused_by = 'failures', paused_at = ${at}, pause_reason = ${reason}, next_check_at = ${nextCheckAt},
      pause_told = false
    where upstream_id = ${upstreamId} and state = 'open' returning 1`.execute(on);
  return rows.length > 0;
}
