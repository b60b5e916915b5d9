/**
 * The gateway log's tables: requests, and counts of those that were not kept. A request's id begins with its moment, so
 * the primary key is the order of the list.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import { type Database, type Queryable, WITHOUT_FLUSH } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import type { GatewayRefusal } from '../../contract.ts';
import type { unkeptReasons } from '../../log-contract.ts';
import { repeatablePaths } from '../../logged-paths.ts';
import { firstRequestId } from './request-id.ts';

export interface RequestRecord {
  memberNo: bigint;
  requestId: string;
  at: Date;
  path: string;
  /** `ok`, or the name of the error. */
  result: string;
  httpStatus: number;
  durationMs: number;
  signType: string | null;
  key: 'new' | 'old' | null;
  ip: string;
  orderNo: string | null;
  /** Whether the merchant's signature was right. */
  signed: boolean;
  /** JSON; see `record.ts`. */
  request: string;
  /** The body, sealed for `bodyPlace`. */
  bodySealed: Buffer | null;
  reply: string | null;
}

export async function insertRequests(db: Database, requests: readonly RequestRecord[]): Promise<void> {
  const rows = rowsLiteral(
    requests.map((one) => [
      one.memberNo,
      one.requestId,
      one.at,
      one.path,
      one.result,
      one.httpStatus,
      one.durationMs,
      one.signType,
      one.key,
      one.ip,
      one.orderNo,
      one.signed,
      one.request,
      one.bodySealed && `\\x${one.bodySealed.toString('hex')}`,
      one.reply,
    ]),
  );
  await db.pool.query({
    name: 'gateway-requests',
    text: `insert into gateway_requests (member_no, request_id, at, path, result, http_status, duration_ms, sign_type, key, ip, order_no, signed,
        request, body_sealed, reply)
      select request.* from unnest($1::new_gateway_request[]) as request, ${WITHOUT_FLUSH} on conflict do nothing`,
    values: [rows],
  });
}

/** Requests of one member in one hour that were only counted. */
export interface UnkeptRequests {
  memberNo: bigint;
  hour: Date;
  reason: (typeof unkeptReasons)[number];
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** Adds to the counts of this and other processes; sorted, so that two processes never deadlock. */
export async function addUnkeptRequests(db: Database, counted: readonly UnkeptRequests[]): Promise<void> {
  const sorted = [...counted].sort(
    (one, other) =>
      Number(one.memberNo - other.memberNo) ||
      one.hour.getTime() - other.hour.getTime() ||
      (one.reason < other.reason ? -1 : 1),
  );
  const column = (value: (one: UnkeptRequests) => bigint | string | Date): string => arrayLiteral(sorted.map(value));
  await db.pool.query({
    name: 'gateway-requests-unkept',
    text: `insert into gateway_requests_unkept as known (member_no, hour, reason, count, first_at, last_at)
      select counted.* from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[]) as counted,
        ${WITHOUT_FLUSH}
      on conflict (member_no, hour, reason) do update set count = known.count + excluded.count,
        first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)`,
    values: [
      column(({ memberNo }) => memberNo),
      column(({ hour }) => hour),
      column(({ reason }) => reason),
      column(({ count }) => BigInt(count)),
      column(({ firstAt }) => firstAt),
      column(({ lastAt }) => lastAt),
    ],
  });
}

export interface RequestQuery {
  memberNo: bigint;
  path?: string | undefined;
  results?: readonly string[] | undefined;
  orderNo?: string | undefined;
  ip?: string | undefined;
  signTypes?: readonly string[] | undefined;
  key?: 'new' | 'old' | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** A request's id, an address, or the beginning of an order number. */
  search?: { requestId: string } | { ip: string } | { orderNo: string } | undefined;
}

export type ListedRequest = Pick<
  RequestRecord,
  'requestId' | 'at' | 'path' | 'orderNo' | 'result' | 'httpStatus' | 'durationMs' | 'ip' | 'signType' | 'key'
>;

const listed = sql`request_id as "requestId", at, path, order_no as "orderNo", result, http_status as "httpStatus", duration_ms as "durationMs",
  host(ip) as ip, sign_type as "signType", key`;

export async function selectRequests(
  on: Queryable,
  query: RequestQuery,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<ListedRequest[]> {
  const { rows } = await sql<ListedRequest>`
    select ${listed} from gateway_requests where ${conditions(query)}
    order by request_id ${newestFirst ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`.execute(on);
  return rows;
}

/** Counts up to `max` + 1. */
export async function countRequests(on: Queryable, query: RequestQuery, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from gateway_requests where ${conditions(query)} limit ${max + 1}) r`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

/** Says literally that errors are none that were served, so that the planner uses the partial index of the errors. */
function areResults(results: readonly string[]): Sql {
  const [result, ...others] = results;
  if (others.length === 0) return result === 'ok' ? sql`result = 'ok'` : sql`result = ${result} and result <> 'ok'`;
  const listed = sql`result = any(${[...results]}::text[])`;
  return results.includes('ok') ? listed : sql`${listed} and result <> 'ok'`;
}

function conditions(query: RequestQuery): Sql {
  const { memberNo, from, to } = query;
  const parts: Sql[] = [sql`member_no = ${memberNo}`, filters(query)];
  if (from) parts.push(sql`request_id >= ${firstRequestId(from)}::uuid`);
  if (to) parts.push(sql`request_id < ${firstRequestId(to)}::uuid`);
  return sql.join(parts, ' and ');
}

function filters({
  path,
  results,
  orderNo,
  ip,
  signTypes,
  key,
  search,
}: Omit<RequestQuery, 'memberNo' | 'from' | 'to'>): Sql {
  const parts: Sql[] = [sql`true`];
  if (path !== undefined) parts.push(sql`path = ${path}`);
  if (results !== undefined) parts.push(areResults(results));
  if (orderNo !== undefined) parts.push(sql`order_no = ${orderNo}`);
  if (ip !== undefined) parts.push(sql`ip = ${ip}::inet`);
  if (signTypes !== undefined) parts.push(sql`sign_type = any(${[...signTypes]}::text[])`);
  if (key !== undefined) parts.push(sql`key = ${key}`);
  if (search && 'requestId' in search) parts.push(sql`request_id = ${search.requestId}::uuid`);
  if (search && 'ip' in search) parts.push(sql`ip = ${search.ip}::inet`);
  if (search && 'orderNo' in search) parts.push(sql`order_no like ${likeBeginning(search.orderNo)}`);
  return sql.join(parts, ' and ');
}

/** Of all members; `served` finds the served or the refused ones. */
export type AllRequestQuery = Omit<RequestQuery, 'memberNo' | 'signTypes' | 'key' | 'search'> & {
  memberNo: bigint | undefined;
  served: boolean | undefined;
};

export type ListedRequestOfAll = ListedRequest & { memberNo: bigint; memberName: string };

/** One page in the order of time: of one member by its own index, of all by the index over all. */
export async function selectAllRequests(
  on: Queryable,
  query: AllRequestQuery,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<ListedRequestOfAll[]> {
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  const order =
    query.memberNo === undefined ? sql`at ${direction}, request_id ${direction}` : sql`request_id ${direction}`;
  const { rows } = await sql<ListedRequestOfAll>`
    select r.*, m.name as "memberName" from (
      select member_no as "memberNo", ${listed} from gateway_requests where ${conditionsOfAll(query)}
      order by ${order} limit ${limit} offset ${offset}) r
    join members m on m.member_no = r."memberNo" order by r.at ${direction}, r."requestId" ${direction}`.execute(on);
  return rows;
}

/** Counts up to `max` + 1. */
export async function countAllRequests(on: Queryable, query: AllRequestQuery, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from gateway_requests where ${conditionsOfAll(query)} limit ${max + 1}) r`.execute(
    on,
  );
  return rows[0]?.count ?? 0;
}

function conditionsOfAll({ memberNo, served, from, to, ...query }: AllRequestQuery): Sql {
  const isServed = served === undefined ? sql`true` : served ? sql`result = 'ok'` : sql`result <> 'ok'`;
  if (memberNo !== undefined) return sql`${conditions({ ...query, memberNo, from, to })} and ${isServed}`;
  const since = from ? sql`at >= ${from}` : sql`true`;
  const until = to ? sql`at < ${to}` : sql`true`;
  return sql`${filters(query)} and ${isServed} and ${since} and ${until}`;
}

export interface ErrorOfMember {
  memberNo: bigint;
  memberName: string;
  error: string;
  count: number;
  lastAt: Date;
}

/** The most frequent errors among the newest refused requests of all members since a moment. */
export async function selectErrorsOfAll(on: Queryable, since: Date, most: number): Promise<ErrorOfMember[]> {
  const { rows } = await sql<ErrorOfMember>`
    select r.member_no as "memberNo", m.name as "memberName", r.result as error, count(*)::integer as count, max(r.at) as "lastAt"
    from (select member_no, result, at from gateway_requests where result <> 'ok' and at >= ${since} order by at desc limit ${most}) r
    join members m using (member_no) group by r.member_no, m.name, r.result order by 4 desc, 5 desc, 1 limit 10`.execute(
    on,
  );
  return rows;
}

export interface ErrorCount {
  error: string;
  path: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** The errors since a moment, the most frequent first. */
export async function selectErrorCounts(on: Queryable, memberNo: bigint, since: Date): Promise<ErrorCount[]> {
  const { rows } = await sql<ErrorCount>`
    select result as error, path, count(*)::integer as count, min(at) as "firstAt", max(at) as "lastAt" from gateway_requests
    where member_no = ${memberNo} and result <> 'ok' and request_id >= ${firstRequestId(since)}::uuid
    group by 1, 2 order by 3 desc, 1, 2 limit 100`.execute(on);
  return rows;
}

export async function selectUnkeptCounts(
  on: Queryable,
  memberNo: bigint,
  since: Date,
): Promise<Pick<UnkeptRequests, 'reason' | 'count'>[]> {
  const { rows } = await sql<Pick<UnkeptRequests, 'reason' | 'count'>>`
    select reason, sum(count)::integer as count from gateway_requests_unkept
    where member_no = ${memberNo} and hour >= ${since} group by 1`.execute(on);
  return rows;
}

export type FoundRequest = Omit<RequestRecord, 'request'> & { request: unknown };

export async function selectRequest(
  on: Queryable,
  memberNo: bigint,
  requestId: string,
): Promise<FoundRequest | undefined> {
  const { rows } = await sql<FoundRequest>`
    select member_no as "memberNo", ${listed}, signed, request, body_sealed as "bodySealed", reply from gateway_requests
    where member_no = ${memberNo} and request_id = ${requestId}::uuid`.execute(on);
  return rows[0];
}

interface RequestKey {
  memberNo: bigint;
  requestId: string;
}

/** Requests older than a moment, in no order. */
export async function selectOldRequests(db: Database, before: Date, limit: number): Promise<RequestKey[]> {
  const { rows } = await db.pool.query<RequestKey>(
    'select member_no as "memberNo", request_id as "requestId" from gateway_requests where at < $1 limit $2::bigint',
    [before, limit],
  );
  return rows;
}

export async function deleteRequests(db: Database, memberNo: bigint, requestIds: readonly string[]): Promise<void> {
  await db.pool.query('delete from gateway_requests where member_no = $1 and request_id = any($2::uuid[])', [
    memberNo,
    arrayLiteral(requestIds),
  ]);
}

export async function deleteOldUnkept(db: Database, before: Date): Promise<void> {
  await db.pool.query('delete from gateway_requests_unkept where last_at < $1', [before]);
}

export async function selectMembersOver(db: Database, max: number): Promise<bigint[]> {
  const { rows } = await db.pool.query<{ memberNo: bigint }>(
    'select member_no as "memberNo" from gateway_requests group by member_no having count(*) > $1',
    [max],
  );
  return rows.map(({ memberNo }) => memberNo);
}

/** The refusals of a copy of a signed request. */
const REPLAYED: readonly GatewayRefusal[] = ['timestamp_out_of_window', 'nonce_reused'];

/**
 * The requests of a member that do not fit. First go served ones beyond half of `max`, so that a busy merchant keeps its
 * refusals. Then unsigned ones, then possible copies of signed requests sent by others, then the rest; of each kind the
 * oldest.
 */
export async function selectRequestsBeyond(
  db: Database,
  memberNo: bigint,
  { max, limit }: { max: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.pool.query<{ requestId: string }>(
    `with ranked as (
      select request_id, signed, result = any($3::text[]) or path = any($5::text[]) as replayed,
        result = 'ok' and row_number() over (partition by result = 'ok' order by request_id desc) > $2::bigint / 2 as excess
      from gateway_requests where member_no = $1)
    select request_id as "requestId" from ranked
    order by excess, signed desc, replayed, request_id desc offset $2::bigint limit $4::bigint`,
    [memberNo, max, arrayLiteral(REPLAYED), limit, arrayLiteral(repeatablePaths)],
  );
  return rows.map(({ requestId }) => requestId);
}

/** Members with rows that a process of the release before has written. */
export async function selectMembersWithRefusals(db: Database): Promise<bigint[]> {
  const { rows } = await db.pool.query<{ memberNo: bigint }>(
    `select member_no as "memberNo" from gateway_refusals
     union select member_no from gateway_refusals_unkept`,
  );
  return rows.map(({ memberNo }) => memberNo);
}

/** Moves up to `limit` refusals and returns how many. */
export async function moveRefusals(db: Database, memberNo: bigint, limit: number): Promise<number> {
  const { rowCount } = await db.pool.query(
    `with moved as (
      insert into gateway_requests (member_no, request_id, at, path, result, http_status, duration_ms, sign_type, ip, order_no, signed, request)
      select member_no, refusal_id, at, path, error, case error when 'rate_limited' then 429 else 200 end, 0, sign_type, ip, order_no, signed,
        request::json
      from gateway_refusals where member_no = $1 order by refusal_id limit $2::bigint
      on conflict do nothing)
    delete from gateway_refusals where member_no = $1 and refusal_id in (
      select refusal_id from gateway_refusals where member_no = $1 order by refusal_id limit $2::bigint)`,
    [memberNo, limit],
  );
  return rowCount ?? 0;
}

/** Moves the counts of a member. */
export async function moveUnkept(db: Database, memberNo: bigint): Promise<void> {
  await db.pool.query(
    `with moved as (delete from gateway_refusals_unkept where member_no = $1 returning member_no, hour, count, first_at, last_at)
    insert into gateway_requests_unkept as known (member_no, hour, reason, count, first_at, last_at)
    select member_no, hour, 'unsigned', count, first_at, last_at from moved
    on conflict (member_no, hour, reason) do update set count = known.count + excluded.count,
      first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)`,
    [memberNo],
  );
}

const MAX_REFUSED_ADDRESSES = 50;

/** The addresses whose requests were refused because they were not on the member's list, the latest first. */
export async function selectRefusedAddresses(
  db: Database,
  memberNo: bigint,
  since: Date,
): Promise<{ ip: string; count: number; lastAt: Date }[]> {
  const { rows } = await db.pool.query<{ ip: string; count: number; lastAt: Date }>(
    `select host(ip) as ip, count(*)::integer as count, max(at) as "lastAt" from gateway_requests
      where member_no = $1 and result = 'ip_not_allowed' and request_id >= $2::uuid group by ip order by max(at) desc limit $3`,
    [memberNo, firstRequestId(since), MAX_REFUSED_ADDRESSES],
  );
  return rows;
}
