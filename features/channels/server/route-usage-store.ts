/** Table `route_usage`. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

export interface RouteDay {
  channelId: number;
  upstreamId: number;
  /** `YYYY-MM-DD` in the platform's zone. */
  day: string;
  amountMinor: bigint;
}

/** Adds to each day, in key order. Each key must occur once. */
export async function upsertRouteDays(on: Queryable, days: readonly RouteDay[]): Promise<void> {
  await sql`
    insert into route_usage as r (channel_id, upstream_id, day, amount)
    select * from unnest(
      ${arrayLiteral(days.map(({ channelId }) => channelId))}::integer[], ${arrayLiteral(days.map(({ upstreamId }) => upstreamId))}::integer[],
      ${arrayLiteral(days.map(({ day }) => day))}::date[], ${arrayLiteral(days.map(({ amountMinor }) => amountMinor))}::bigint[])
    order by 1, 2, 3
    on conflict (channel_id, upstream_id, day) do update set amount = r.amount + excluded.amount`.execute(on);
}

export async function selectRouteDays(on: Queryable, since: string): Promise<RouteDay[]> {
  const { rows } = await sql<RouteDay>`
    select channel_id as "channelId", upstream_id as "upstreamId", day, amount as "amountMinor" from route_usage where day >= ${since}::date`.execute(
    on,
  );
  return rows;
}

export async function deleteRouteDays(on: Queryable, before: string): Promise<void> {
  await sql`delete from route_usage where day < ${before}::date`.execute(on);
}
