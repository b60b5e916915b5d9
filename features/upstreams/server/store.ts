/** SQL of the upstreams: accounts with their sealed settings, and every exchange about an order. */
import { sql } from 'kysely';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface UpstreamRecord {
  upstreamId: number;
  connector: string;
  name: string;
  settingsSealed: Buffer;
  state: 'open' | 'closed';
}

export async function insertUpstream(
  tx: Tx,
  { upstreamId, connector, name, settingsSealed, state }: UpstreamRecord,
): Promise<void> {
  await sql`
    insert into upstreams (upstream_id, connector, name, settings_sealed, state)
    values (${upstreamId}, ${connector}, ${name}, ${settingsSealed}, ${state})`.execute(tx);
}

export async function selectUpstreams(on: Queryable): Promise<UpstreamRecord[]> {
  const { rows } = await sql<UpstreamRecord>`
    select upstream_id as "upstreamId", connector, name, settings_sealed as "settingsSealed", state from upstreams order by upstream_id`.execute(
    on,
  );
  return rows;
}

/** All upstreams, ordered by id. */
export async function selectUpstreamNames(on: Queryable): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select upstream_id as id, name from upstreams order by upstream_id`.execute(on);
  return rows;
}

/** A request to or a notification from an upstream about an order; never with a key or a signature. */
export interface Exchange {
  memberNo: bigint;
  systemNo: bigint;
  exchangeId: string;
  at: Date;
  direction: 'out' | 'in';
  operation: 'create' | 'query' | 'notify';
  request: LoggedFields;
  reply: LoggedFields | null;
  ok: boolean;
  /** The failure's name. */
  error: string | null;
  durationMs: number | null;
}

export type LoggedFields = Readonly<Record<string, string | null>>;

/**
 * Returns the ids that were new. An id is stored only once, so this one statement decides between two copies of a
 * notification.
 */
export async function insertExchanges(on: Queryable, exchanges: readonly Exchange[]): Promise<Set<string>> {
  const column = (value: (exchange: Exchange) => bigint | string | Date | boolean | number | null): string =>
    arrayLiteral(exchanges.map(value));
  const { rows } = await sql<{ exchangeId: string }>`
    insert into upstream_exchanges (member_no, system_no, exchange_id, at, direction, operation, request, reply, ok, error, duration_ms)
    select * from unnest(
      ${column(({ memberNo }) => memberNo)}::bigint[], ${column(({ systemNo }) => systemNo)}::bigint[], ${column(({ exchangeId }) => exchangeId)}::uuid[],
      ${column(({ at }) => at)}::timestamptz[], ${column(({ direction }) => direction)}::text[], ${column(({ operation }) => operation)}::text[],
      ${column(({ request }) => jsonText(request))}::jsonb[], ${column(({ reply }) => reply && jsonText(reply))}::jsonb[],
      ${column(({ ok }) => ok)}::boolean[], ${column(({ error }) => error)}::text[], ${column(({ durationMs }) => durationMs)}::integer[])
    on conflict (member_no, system_no, exchange_id) do nothing
    returning exchange_id as "exchangeId"`.execute(on);
  return new Set(rows.map(({ exchangeId }) => exchangeId));
}

/** All exchanges about an order, oldest first. */
export async function selectExchanges(on: Queryable, memberNo: bigint, systemNo: bigint): Promise<Exchange[]> {
  const { rows } = await sql<Exchange>`
    select member_no as "memberNo", system_no as "systemNo", exchange_id as "exchangeId", at, direction, operation, request, reply, ok, error, duration_ms as "durationMs"
    from upstream_exchanges where member_no = ${memberNo} and system_no = ${systemNo} order by at, exchange_id`.execute(
    on,
  );
  return rows;
}

/** PostgreSQL's JSON cannot hold the character zero or half a surrogate pair. */
function jsonText(said: LoggedFields): string {
  return JSON.stringify(said, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}
