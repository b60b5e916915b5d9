/** SQL of the tables `audit_log` and `audit_heads`. Rows are only added; the database rejects changes. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
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
export function logRows(query: LogQuery, order: 'asc' | 'desc'): Sql<LogRow> {
  const direction = order === 'desc' ? sql`desc` : sql`asc`;
  return sql<LogRow>`
    select seq, action, object, result, ip, device, created_at as "createdAt" from audit_log where ${within(query)}
    order by created_at ${direction}, seq ${direction}`;
}

function within({ userId, actions, from, to }: LogQuery): Sql {
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

export interface AllLogQuery {
  /** A user's own chain; 0 is the platform's. */
  chain: bigint | undefined;
  actions: readonly AuditAction[] | undefined;
  /** The beginning of what it was about. */
  object: string | undefined;
  result: 'done' | 'refused' | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface AllLogRow extends LogRow {
  chain: bigint;
  memberNo: bigint | null;
  username: string | null;
  role: 'member' | 'agency' | 'operator' | null;
}

/** Counts up to `most`. */
export async function countAllLog(on: Queryable, query: AllLogQuery, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from audit_log l where ${ofAll(query)} limit ${most}) found`.execute(
    on,
  );
  return rows[0]?.total ?? 0;
}

/** One page, by the indexes over all chains in the order of time. */
export async function selectAllLog(
  on: Queryable,
  query: AllLogQuery,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<AllLogRow[]> {
  const { rows } = await sql<AllLogRow>`${allLogRows(query, order)} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

/** All matching rows, in the list's order. */
export function allLogRows(query: AllLogQuery, order: 'asc' | 'desc'): Sql<AllLogRow> {
  const direction = sql.raw(order);
  return sql<AllLogRow>`
    select l.chain, l.seq, l.member_no as "memberNo", l.action, l.object, l.result, l.ip, l.device, l.created_at as "createdAt", u.username, u.role
    from audit_log l left join users u on u.user_id = l.chain where ${ofAll(query)}
    order by l.created_at ${direction}, l.chain ${direction}, l.seq ${direction}`;
}

/** The most characters of an object that its index has. */
const INDEXED = 64;

function ofAll({ chain, actions, object, result, from, to }: AllLogQuery): Sql {
  const parts: Sql[] = [sql`true`];
  if (chain !== undefined) parts.push(sql`l.chain = ${chain}`);
  if (actions !== undefined)
    parts.push(actions.length === 1 ? sql`l.action = ${actions[0]}` : sql`l.action = any(${[...actions]}::text[])`);
  if (object !== undefined) {
    const beginning = [...object].slice(0, INDEXED).join('');
    // The range of a prefix, bytewise, which an index can use whatever the statement's plan.
    parts.push(sql`left(l.object, 64) ~>=~ ${beginning} and left(l.object, 64) ~<~ ${`${beginning}\u{10FFFF}`}`);
    parts.push(sql`starts_with(l.object, ${object})`);
  }
  // Spelled out, so that the index of the refused ones alone fits.
  if (result !== undefined) parts.push(result === 'refused' ? sql`l.result = 'refused'` : sql`l.result = 'done'`);
  if (from) parts.push(sql`l.created_at >= ${from}`);
  if (to) parts.push(sql`l.created_at < ${to}`);
  return sql.join(parts, ' and ');
}

export async function selectChainOf(on: Queryable, username: string): Promise<bigint | undefined> {
  const { rows } = await sql<{
    userId: bigint;
  }>`select user_id as "userId" from users where lower(username) = lower(${username})`.execute(on);
  return rows[0]?.userId;
}

export async function selectUsername(on: Queryable, userId: bigint): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`select username from users where user_id = ${userId}`.execute(on);
  return rows[0]?.username ?? null;
}

export interface ChainPart {
  chain: bigint;
  first: bigint;
  last: bigint;
}

/** The first and last row of each chain in a time. */
export async function selectParts(
  on: Queryable,
  { chain, from, to }: { chain: bigint | undefined; from: Date; to: Date },
): Promise<ChainPart[]> {
  const own = chain === undefined ? sql`` : sql`and chain = ${chain}`;
  const { rows } = await sql<ChainPart>`
    select chain, min(seq) as first, max(seq) as last from audit_log
    where created_at >= ${from} and created_at < ${to} ${own} group by chain order by chain`.execute(on);
  return rows;
}
