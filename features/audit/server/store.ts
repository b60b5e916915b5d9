/** SQL of the tables `audit_log` and `audit_heads`. Rows are only added; the database rejects changes. */
import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { AuditAction } from '#features/audit-actions.ts';
import { type AuditContent, CHAIN_START, type ChainEnd } from './chain.ts';

/** Locks the end of a chain, so that writers to one chain take turns. Creates the end of a new chain. */
export async function lockEnd(tx: Tx, chain: bigint): Promise<ChainEnd> {
  await sql`insert into audit_heads (chain, seq, hash, seal) values (${chain}, 0, ${CHAIN_START}, '') on conflict do nothing`.execute(
    tx,
  );
  const { rows } =
    await sql<ChainEnd>`select chain, seq, hash from audit_heads where chain = ${chain} for update`.execute(tx);
  const [end] = rows;
  if (!end) throw new Error(`the audit chain ${chain} has no end`);
  return end;
}

export async function insertRow(tx: Tx, row: AuditContent & { hash: Buffer }): Promise<void> {
  await sql`insert into audit_log (chain, seq, member_no, action, object, result, ip, device, created_at, hash)
    values (${row.chain}, ${row.seq}, ${row.memberNo}, ${row.action}, ${row.object}, ${row.result}, ${row.ip}, ${row.device}, ${row.createdAt}, ${row.hash})`.execute(
    tx,
  );
}

export async function updateEnd(tx: Tx, { chain, seq, hash, seal }: ChainEnd & { seal: Buffer }): Promise<void> {
  await sql`update audit_heads set seq = ${seq}, hash = ${hash}, seal = ${seal} where chain = ${chain}`.execute(tx);
}

/** Reads only the user's own rows after `since`, by the index on chain and time. */
export async function selectLastDone(
  on: Queryable,
  {
    userId,
    memberNo,
    actions,
    since,
  }: { userId: bigint; memberNo: bigint; actions: readonly AuditAction[]; since: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from audit_log
    where chain = ${userId} and created_at > ${since} and member_no = ${memberNo} and action = any(${[...actions]}::text[]) and result = 'done'`.execute(
    on,
  );
  return rows[0]?.at ?? undefined;
}

export interface LogQuery {
  userId: bigint;
  actions: readonly AuditAction[] | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface LogRow extends Omit<AuditContent, 'chain' | 'memberNo' | 'action'> {
  action: AuditAction;
}

export async function countLog(on: Queryable, query: LogQuery): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from audit_log where ${within(query)}`.execute(
    on,
  );
  return Number(rows[0]?.total ?? 0n);
}

export async function selectLog(
  on: Queryable,
  query: LogQuery,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`${logRows(query, order)} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

/** All matching rows, in the list's order. */
export function logRows(query: LogQuery, order: 'asc' | 'desc'): RawBuilder<LogRow> {
  const direction = order === 'desc' ? sql`desc` : sql`asc`;
  return sql<LogRow>`
    select seq, action, object, result, ip, device, created_at as "createdAt" from audit_log where ${within(query)}
    order by created_at ${direction}, seq ${direction}`;
}

function within({ userId, actions, from, to }: LogQuery): RawBuilder<unknown> {
  // A single action has an index in the order of the list.
  const byAction =
    actions === undefined
      ? sql``
      : actions.length === 1
        ? sql`and action = ${actions[0]}`
        : sql`and action = any(${[...actions]}::text[])`;
  const since = from ? sql`and created_at >= ${from}` : sql``;
  const until = to ? sql`and created_at < ${to}` : sql``;
  return sql`chain = ${userId} ${byAction} ${since} ${until}`;
}

/** All chains that have a row or an end. */
export async function selectChains(on: Queryable): Promise<bigint[]> {
  const { rows } = await sql<{
    chain: bigint;
  }>`select chain from audit_log union select chain from audit_heads order by chain`.execute(on);
  return rows.map(({ chain }) => chain);
}

export async function selectEnd(on: Queryable, chain: bigint): Promise<(ChainEnd & { seal: Buffer }) | undefined> {
  const { rows } = await sql<
    ChainEnd & { seal: Buffer }
  >`select chain, seq, hash, seal from audit_heads where chain = ${chain}`.execute(on);
  return rows[0];
}

/** Returns up to `limit` rows of a chain after `after`. */
export async function selectRows(
  on: Queryable,
  chain: bigint,
  after: bigint,
  limit: number,
): Promise<(AuditContent & { hash: Buffer })[]> {
  const { rows } = await sql<AuditContent & { hash: Buffer }>`
    select chain, seq, member_no as "memberNo", action, object, result, ip, device, created_at as "createdAt", hash
    from audit_log where chain = ${chain} and seq > ${after} order by seq limit ${limit}`.execute(on);
  return rows;
}

/** Returns a user who has logged in since the log began but has no chain, if any. */
export async function selectMissingChain(on: Queryable): Promise<bigint | undefined> {
  const { rows } = await sql<{ userId: bigint }>`
    select user_id as "userId" from users u
    where last_login_at > (select min(created_at) from audit_log) and not exists (select from audit_heads where chain = u.user_id)
    order by user_id limit 1`.execute(on);
  return rows[0]?.userId;
}
