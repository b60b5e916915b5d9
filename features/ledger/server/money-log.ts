/**
 * Reads the money log: the journals that have a wallet entry. Entries are numbered along the chain and carry running
 * totals, so a page is a range of numbers and a sum is the difference of two rows, however long the log is.
 */
import { systemNoPrefixRange } from '#foundation/core/system-number.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { MoneyLogType } from '../money-log-types.ts';
import type { JournalKind } from '../rules.ts';

export interface MoneyLogQuery {
  memberNo: bigint;
  page: number;
  limit: number;
  order: 'asc' | 'desc';
  /** Filters by these system numbers; undefined means no filter. */
  references?: readonly bigint[] | undefined;
  /** Undefined: all types. */
  types?: readonly MoneyLogType[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Entries that settlement holds until exactly this time. */
  releaseAt?: Date | undefined;
  /** Entries that settlement holds for longer than this. */
  releaseAfter?: Date | undefined;
}

export interface MoneyLogEntry {
  reference: bigint;
  kind: JournalKind;
  seq: bigint;
  amountMinor: bigint;
  feeMinor: bigint;
  beforeMinor: bigint;
  afterMinor: bigint;
  remark: string | null;
  createdAt: Date;
  /** Read with a release time only. */
  heldMinor?: bigint;
}

export interface MoneyLogPage {
  total: number;
  entries: MoneyLogEntry[];
  openingMinor: bigint;
  closingMinor: bigint;
  inMinor: bigint;
  outMinor: bigint;
  feesMinor: bigint;
  /** With a release time only: how much is held until then. */
  heldMinor?: bigint;
}

/** A search by number finds entries of at most this many numbers. */
export const MAX_FOUND = 1_000;

const kindsOfType: Readonly<Record<MoneyLogType, readonly JournalKind[]>> = {
  payin: ['payin'],
  recharge: ['recharge'],
  withdrawal: ['withdrawal'],
  payout: ['payout'],
  refund: ['withdrawal_cancelled', 'payout_cancelled'],
  commission: ['commission'],
  adjustment: ['adjustment'],
  reversal: ['reversal'],
};

export function typeOfKind(kind: JournalKind): MoneyLogType {
  const found = (Object.keys(kindsOfType) as MoneyLogType[]).find((type) => kindsOfType[type].includes(kind));
  if (!found) throw new Error(`${kind} has no wallet entry`);
  return found;
}

/** Of the wanted types; empty for all. */
function kindsOf({ types }: Pick<MoneyLogQuery, 'types'>): readonly JournalKind[] {
  return (types ?? []).flatMap((type) => kindsOfType[type]);
}

/** Of the other types, which are few if the wanted ones include pay-ins. */
function otherKinds({ types = [] }: Pick<MoneyLogQuery, 'types'>): readonly JournalKind[] {
  return (Object.keys(kindsOfType) as MoneyLogType[]).flatMap((type) =>
    types.includes(type) ? [] : kindsOfType[type],
  );
}

function hasPayIns({ types = [] }: Pick<MoneyLogQuery, 'types'>): boolean {
  return types.includes('payin');
}

/** The references of entries whose system number begins so, newest first, at most one more than `MAX_FOUND`. */
export async function selectReferencesBeginning(on: Queryable, memberNo: bigint, typed: string): Promise<bigint[]> {
  const range = systemNoPrefixRange(typed);
  if (!range) return [];
  const { rows } = await sql<{ reference: bigint }>`
    select distinct reference from journals
    where member_no = ${memberNo} and wallet_seq is not null and reference >= ${range.from} and reference < ${range.to}
    order by reference desc limit ${MAX_FOUND + 1}`.execute(on);
  return rows.map(({ reference }) => reference);
}

export async function selectMoneyLog(
  db: Pick<Database, 'query' | 'planned'>,
  query: MoneyLogQuery,
): Promise<MoneyLogPage> {
  // Queries for several numbers or kinds, or for a release time, need a plan for their actual values.
  const on = query.references || isOfRelease(query) || kindsOf(query).length > 1 ? db : db.planned;
  const ends = await selectEnds(on, query);
  const [sums, entries] = await Promise.all([sumsWithin(on, query, ends), selectPage(on, query, ends)]);
  return { ...sums, entries, openingMinor: ends.opening.after, closingMinor: ends.closing.after };
}

/** Returns all current entries of the query in its order. Later entries are beyond the range's end. */
export async function moneyLogRows(
  on: Queryable,
  query: MoneyLogQuery,
): Promise<{ total: number; rows: Sql<MoneyLogEntry> }> {
  const ends = await selectEnds(on, query);
  const { total } = await sumsWithin(on, query, ends);
  return {
    total,
    rows: sql<MoneyLogEntry>`select ${columnsOf(query)} from ${entriesIn(query, ends, ofTypes(query))} order by wallet_seq ${direction(query)}`,
  };
}

/** The state of the chain just before the range and at its end. */
interface Ends {
  opening: ChainPoint;
  closing: ChainPoint;
}
interface ChainPoint {
  seq: bigint;
  after: bigint;
  totalIn: bigint;
  totalFees: bigint;
}
const chainStart: ChainPoint = { seq: 0n, after: 0n, totalIn: 0n, totalFees: 0n };

async function selectEnds(on: Queryable, { memberNo, from, to }: MoneyLogQuery): Promise<Ends> {
  const before = async (limit: Sql): Promise<ChainPoint> => {
    const { rows } = await sql<ChainPoint>`
      select wallet_seq as seq, wallet_after as after, wallet_total_in as "totalIn", wallet_total_fees as "totalFees"
      from journals where member_no = ${memberNo} and wallet_seq is not null ${limit}
      order by created_at desc, wallet_seq desc limit 1`.execute(on);
    return rows[0] ?? chainStart;
  };
  const [opening, closing] = await Promise.all([
    from ? before(sql`and created_at < ${from}`) : chainStart,
    before(to ? sql`and created_at < ${to}` : sql``),
  ]);
  return { opening, closing: closing.seq < opening.seq ? opening : closing };
}

type Sums = Pick<MoneyLogPage, 'total' | 'inMinor' | 'outMinor' | 'feesMinor' | 'heldMinor'>;

function isNarrowed(query: MoneyLogQuery): boolean {
  return query.types !== undefined || hasIndexOfItsOwn(query);
}

/** Entries of some numbers or of a release time are found by their index, and not by leaving out the others. */
function hasIndexOfItsOwn(query: MoneyLogQuery): boolean {
  return query.references !== undefined || isOfRelease(query);
}

function isOfRelease({ releaseAt, releaseAfter }: MoneyLogQuery): boolean {
  return releaseAt !== undefined || releaseAfter !== undefined;
}

async function sumsWithin(on: Queryable, query: MoneyLogQuery, ends: Ends): Promise<Sums> {
  const whole = totalsBetween(ends.opening, ends.closing);
  return isNarrowed(query) ? selectNarrowedSums(on, query, ends, whole) : whole;
}

function totalsBetween(opening: ChainPoint, closing: ChainPoint): Sums {
  const inMinor = closing.totalIn - opening.totalIn;
  const feesMinor = closing.totalFees - opening.totalFees;
  return {
    total: Number(closing.seq - opening.seq),
    inMinor,
    feesMinor,
    outMinor: inMinor - feesMinor - (closing.after - opening.after),
  };
}

/** Sums by type. With pay-ins they are all entries minus those of other kinds, which are few and have an index. */
async function selectNarrowedSums(on: Queryable, query: MoneyLogQuery, ends: Ends, whole: Sums): Promise<Sums> {
  if (!hasPayIns(query) || hasIndexOfItsOwn(query)) return selectSums(on, query, ends, ofTypes(query));
  const others = await selectSums(on, query, ends, uncommon(otherKinds(query)));
  return {
    total: whole.total - others.total,
    inMinor: whole.inMinor - others.inMinor,
    outMinor: whole.outMinor - others.outMinor,
    feesMinor: whole.feesMinor - others.feesMinor,
  };
}

async function selectSums(on: Queryable, query: MoneyLogQuery, ends: Ends, kinds: Sql): Promise<Sums> {
  const { rows } = await sql<{
    total: bigint;
    inMinor: string;
    outMinor: string;
    feesMinor: string;
    heldMinor: string;
  }>`
    select count(*) as total, coalesce(sum(amount) filter (where amount > 0), 0) as "inMinor",
      coalesce(-sum(amount) filter (where amount < 0), 0) as "outMinor", coalesce(sum(fee), 0) as "feesMinor",
      coalesce(sum(held), 0) as "heldMinor"
    from ${entriesIn(query, ends, kinds)}`.execute(on);
  const found = rows[0];
  return {
    total: Number(found?.total ?? 0),
    inMinor: BigInt(found?.inMinor ?? 0),
    outMinor: BigInt(found?.outMinor ?? 0),
    feesMinor: BigInt(found?.feesMinor ?? 0),
    ...(isOfRelease(query) ? { heldMinor: BigInt(found?.heldMinor ?? 0) } : {}),
  };
}

function selectPage(on: Queryable, query: MoneyLogQuery, ends: Ends): Promise<MoneyLogEntry[]> {
  if (!isNarrowed(query)) return selectPageBySeq(on, query, ends);
  return hasPayIns(query) && !hasIndexOfItsOwn(query)
    ? selectPayInPage(on, query, ends)
    : selectNarrowedPage(on, query, ends);
}

/** Without a filter by type or number, the k-th newest row (from 0) of the range has the number closing − k. */
async function selectPageBySeq(
  on: Queryable,
  query: MoneyLogQuery,
  { opening, closing }: Ends,
): Promise<MoneyLogEntry[]> {
  const offset = BigInt((query.page - 1) * query.limit);
  const last = query.order === 'desc' ? closing.seq - offset : opening.seq + offset + BigInt(query.limit);
  const first = query.order === 'desc' ? last - BigInt(query.limit) + 1n : opening.seq + offset + 1n;
  if (last <= opening.seq || first > closing.seq) return [];
  const { rows } = await sql<MoneyLogEntry>`
    select ${columns} from journals
    where member_no = ${query.memberNo} and wallet_seq between ${first > opening.seq ? first : opening.seq + 1n} and ${last < closing.seq ? last : closing.seq}
    order by wallet_seq ${direction(query)}`.execute(on);
  return rows;
}

/**
 * Pay-ins, alone or with other kinds, share the numbering with all kinds, so the first of a page is found by skipping
 * the few entries of unwanted kinds.
 */
async function selectPayInPage(on: Queryable, query: MoneyLogQuery, ends: Ends): Promise<MoneyLogEntry[]> {
  const { rows: others } = await sql<{ seq: bigint }>`
    select wallet_seq as seq from journals where ${within(query, ends)} ${uncommon(otherKinds(query))} order by wallet_seq ${direction(query)}`.execute(
    on,
  );
  const step = query.order === 'desc' ? -1n : 1n;
  let first =
    query.order === 'desc'
      ? ends.closing.seq - BigInt((query.page - 1) * query.limit)
      : ends.opening.seq + 1n + BigInt((query.page - 1) * query.limit);
  for (const { seq } of others) {
    if (query.order === 'desc' ? seq < first : seq > first) break;
    first += step;
  }
  const { rows } = await sql<MoneyLogEntry>`
    select ${columns} from journals
    where ${within(query, ends)} ${ofTypes(query)} and wallet_seq ${query.order === 'desc' ? sql`<=` : sql`>=`} ${first}
    order by wallet_seq ${direction(query)} limit ${query.limit}`.execute(on);
  return rows;
}

async function selectNarrowedPage(on: Queryable, query: MoneyLogQuery, ends: Ends): Promise<MoneyLogEntry[]> {
  const { rows } = await sql<MoneyLogEntry>`
    select ${columnsOf(query)} from ${entriesIn(query, ends, ofTypes(query))}
    order by wallet_seq ${direction(query)} limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(on);
  return rows;
}

const columns = sql`reference, kind, wallet_seq as seq, amount as "amountMinor", fee as "feeMinor", wallet_before as "beforeMinor",
  wallet_after as "afterMinor", remark, created_at as "createdAt"`;

/** With what is held of an entry, if the query is for a release time. */
function columnsOf(query: MoneyLogQuery): Sql {
  return isOfRelease(query) ? sql`${columns}, held as "heldMinor"` : columns;
}

/** What settlement holds until one time was mostly paid less than this before it. The rest has an index of its own. */
const SHORT_HOLD = sql`interval '72:00:00'`;

/**
 * The entries of the query, for `from`. Those of a release time are read from the time before it and from the index of
 * long holds, and only then ordered and cut to a page: in the order of the chain a few entries would be sought in all.
 */
function entriesIn(query: MoneyLogQuery, ends: Ends, kinds: Sql): Sql {
  const wanted = sql`${within(query, ends)} ${kinds}`;
  const release = releaseOf(query);
  if (release === undefined) return sql`journals where ${wanted}`;
  const held = sql`
    select reference, kind, wallet_seq, amount, fee, wallet_before, wallet_after, remark, created_at, held from journals
    where ${wanted} and wallet_seq is not null and ${release.matches}`;
  return sql`(
    ${held} and release_at - created_at <= ${SHORT_HOLD} and ${release.bookedShortly}
    union all
    ${held} and release_at - created_at > ${SHORT_HOLD}
    offset 0) as held_entries`;
}

/** The condition of the query's release time, and when what is held shortly for it was booked. */
function releaseOf({ releaseAt, releaseAfter }: MoneyLogQuery): { matches: Sql; bookedShortly: Sql } | undefined {
  const until = releaseAt && {
    matches: sql`release_at = ${releaseAt}::timestamptz`,
    bookedShortly: sql`created_at between ${releaseAt}::timestamptz - ${SHORT_HOLD} and ${releaseAt}::timestamptz`,
  };
  const beyond = releaseAfter && {
    matches: sql`release_at > ${releaseAfter}::timestamptz`,
    bookedShortly: sql`created_at > ${releaseAfter}::timestamptz - ${SHORT_HOLD}`,
  };
  if (!until || !beyond) return until ?? beyond;
  return {
    matches: sql`${until.matches} and ${beyond.matches}`,
    bookedShortly: until.bookedShortly,
  };
}

function within({ memberNo, references }: MoneyLogQuery, { opening, closing }: Ends): Sql {
  const numbers = references ? sql`and reference = any(${[...references]}::bigint[])` : sql``;
  return sql`member_no = ${memberNo} and wallet_seq > ${opening.seq} and wallet_seq <= ${closing.seq} ${numbers}`;
}

function ofTypes(query: MoneyLogQuery): Sql {
  if (query.types === undefined) return sql``;
  return hasPayIns(query) ? sql`and ${isKind(kindsOf(query))}` : uncommon(kindsOf(query));
}

/** Writes the kinds and `<> 'payin'` as literals, so that the partial index can be used. */
function uncommon(kinds: readonly JournalKind[]): Sql {
  return kinds.length === 0 ? sql`and false` : sql`and ${isKind(kinds)} and kind <> 'payin'`;
}

function isKind(kinds: readonly JournalKind[]): Sql {
  const literals = kinds.map((kind) => sql.lit(kind));
  return literals.length === 1 ? sql`kind = ${literals[0]}` : sql`kind in (${sql.join(literals)})`;
}

function direction({ order }: MoneyLogQuery): Sql {
  return order === 'desc' ? sql`desc` : sql`asc`;
}
