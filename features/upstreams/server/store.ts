/** SQL of the upstreams: accounts with their sealed settings, and every exchange about an order. */
import { sql } from '#foundation/server/postgres/sql.ts';
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

/** An upstream as operators see it. */
export interface UpstreamSetup extends UpstreamRecord {
  /** Who closed it; null: it is open, or was closed before this was stored. */
  pausedBy: 'operator' | 'failures' | null;
  pausedAt: Date | null;
  pauseReason: string;
  nextCheckAt: Date | null;
}

export async function selectUpstreamSetups(on: Queryable): Promise<UpstreamSetup[]> {
  const { rows } = await sql<UpstreamSetup>`
    select upstream_id as "upstreamId", connector, name, settings_sealed as "settingsSealed", state, paused_by as "pausedBy", paused_at as "pausedAt",
      pause_reason as "pauseReason", next_check_at as "nextCheckAt"
    from upstreams order by upstream_id`.execute(on);
  return rows;
}

/** Until the transaction ends, no other adds or changes an upstream. Requests go on. */
export async function lockUpstreamTable(tx: Tx): Promise<void> {
  await sql`lock table upstreams in share row exclusive mode`.execute(tx);
}

export async function updateUpstream(
  tx: Tx,
  { upstreamId, name, settingsSealed }: Pick<UpstreamRecord, 'upstreamId' | 'name' | 'settingsSealed'>,
): Promise<void> {
  await sql`
    update upstreams set name = ${name}, settings_sealed = ${settingsSealed} where upstream_id = ${upstreamId}`.execute(
    tx,
  );
}

export interface Pause {
  by: 'operator';
  at: Date;
  reason: string;
}

/** Without a pause it is opened. */
export async function updateUpstreamState(
  tx: Tx,
  upstreamId: number,
  pause: Pause | undefined,
  told: boolean,
): Promise<void> {
  await sql`
    update upstreams set state = ${pause ? 'closed' : 'open'}, paused_by = ${pause?.by ?? null}, paused_at = ${pause?.at ?? null}::timestamptz,
      pause_reason = ${pause?.reason ?? ''}, next_check_at = null, pause_told = ${told}
    where upstream_id = ${upstreamId}`.execute(tx);
}

/** Those that were paused by failures and are due for a check. */
export async function selectDueChecks(on: Queryable, now: Date): Promise<number[]> {
  const { rows } = await sql<{ upstreamId: number }>`
    select upstream_id as "upstreamId" from upstreams where paused_by = 'failures' and next_check_at <= ${now} order by 1`.execute(
    on,
  );
  return rows.map(({ upstreamId }) => upstreamId);
}

export async function updateNextCheck(on: Queryable, upstreamId: number, nextCheckAt: Date): Promise<void> {
  await sql`
    update upstreams set next_check_at = ${nextCheckAt} where upstream_id = ${upstreamId} and paused_by = 'failures'`.execute(
    on,
  );
}

/** What operators have no notice of yet, marked as noticed. */
export async function updateTold(
  tx: Tx,
): Promise<{ upstreamId: number; name: string; state: 'open' | 'closed'; pauseReason: string }[]> {
  const { rows } = await sql<{ upstreamId: number; name: string; state: 'open' | 'closed'; pauseReason: string }>`
    update upstreams set pause_told = true where not pause_told
    returning upstream_id as "upstreamId", name, state, pause_reason as "pauseReason"`.execute(tx);
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
