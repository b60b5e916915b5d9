/**
 * SQL of the statements. A wallet's entries are read along its chain; closed days and their channels are only inserted.
 * Every statement names the member, except `selectUnclosed`.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { type MoneyLogType, moneyLogTypes } from '#features/ledger/money-log-types.ts';
import type { JournalKind } from '#features/ledger/rules.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { typeOfKind } from '#features/ledger/server/money-log.ts';
import type { TypeSums } from './figures.ts';

/** Whose statement. */
export interface Owner {
  memberNo: bigint;
  currency: string;
}

/** A place in the chain of a wallet: after its entry `seq`. */
export interface ChainPoint {
  seq: bigint;
  afterMinor: bigint;
}
export const CHAIN_START: ChainPoint = { seq: 0n, afterMinor: 0n };

export interface ClosedDay {
  day: string;
  version: number;
  startsAt: Date;
  endsAt: Date;
  firstSeq: bigint;
  lastSeq: bigint;
  openingMinor: bigint;
  closingMinor: bigint;
  sums: ReadonlyMap<MoneyLogType, TypeSums>;
  entriesHash: Buffer;
  previousHash: Buffer | null;
  hash: Buffer;
  closedAt: Date;
  reason: string | null;
}

/** What a channel brought on a day. */
export interface ChannelLine {
  kind: 'payin' | 'recharge';
  channelId: number;
  orders: number;
  succeeded: number;
  paid: number;
  amountMinor: bigint;
  feeMinor: bigint;
}

type DayRecord = Record<`${MoneyLogType}_${'count' | 'amount' | 'fee'}`, bigint> & {
  member_no: bigint;
  currency: string;
  day: string;
  version: number;
  starts_at: Date;
  ends_at: Date;
  first_seq: bigint;
  last_seq: bigint;
  opening: bigint;
  closing: bigint;
  entries_hash: Buffer;
  previous_hash: Buffer | null;
  hash: Buffer;
  closed_at: Date;
  reason: string | null;
};

const ofOwner = ({ memberNo, currency }: Owner): Sql => sql`member_no = ${memberNo} and currency = ${currency}`;

/** The closed days from `first` to `last`, each in its latest version, in their order. */
export async function selectClosedDays(on: Queryable, owner: Owner, first: string, last: string): Promise<ClosedDay[]> {
  const { rows } = await sql<DayRecord>`
    select distinct on (day) * from statement_days where ${ofOwner(owner)} and day between ${first}::date and ${last}::date
    order by day, version desc`.execute(on);
  return rows.map(closedDayOf);
}

/** The last closed day, or the last one before `before`, in its latest version. */
export async function selectLastClosed(on: Queryable, owner: Owner, before?: string): Promise<ClosedDay | undefined> {
  const { rows } = await sql<DayRecord>`
    select * from statement_days where ${ofOwner(owner)} ${before === undefined ? sql`` : sql`and day < ${before}::date`}
    order by day desc, version desc limit 1`.execute(on);
  return rows[0] && closedDayOf(rows[0]);
}

/** All versions of a day, oldest first. */
export async function selectVersions(on: Queryable, owner: Owner, day: string): Promise<ClosedDay[]> {
  const { rows } = await sql<DayRecord>`
    select * from statement_days where ${ofOwner(owner)} and day = ${day}::date order by version`.execute(on);
  return rows.map(closedDayOf);
}

export async function selectChannelLines(
  on: Queryable,
  owner: Owner,
  { day, version }: Pick<ClosedDay, 'day' | 'version'>,
): Promise<ChannelLine[]> {
  const { rows } = await sql<LineRecord>`
    select kind, channel_id as "channelId", orders, succeeded, paid, amount as "amountMinor", fee as "feeMinor"
    from statement_channels where ${ofOwner(owner)} and day = ${day}::date and version = ${version}`.execute(on);
  return rows.map(lineOf);
}

type LineRecord = Omit<ChannelLine, 'orders' | 'succeeded' | 'paid'> & {
  orders: bigint;
  succeeded: bigint;
  paid: bigint;
};

function lineOf({ orders, succeeded, paid, ...line }: LineRecord): ChannelLine {
  return { ...line, orders: Number(orders), succeeded: Number(succeeded), paid: Number(paid) };
}

/** Entries of a wallet: those after a place in its chain, before a moment. */
export interface Stretch {
  afterSeq: bigint;
  before: Date;
  /** The moments at which its days begin. An entry before the first one belongs to the first day. */
  starts: readonly Date[];
}

const within = ({ memberNo, currency }: Owner, { afterSeq, before }: Stretch): Sql =>
  sql`j.member_no = ${memberNo} and j.currency = ${currency} and j.wallet_seq > ${afterSeq} and j.created_at < ${before}`;

const dayIndex = (at: Sql, { starts }: Stretch): Sql =>
  sql`greatest(width_bucket(${at}, ${arrayLiteral(starts)}::timestamptz[]), 1)`;

export interface DaySums {
  firstSeq: bigint;
  lastSeq: bigint;
  sums: Map<MoneyLogType, TypeSums>;
}

/** The sums of each day that has entries, by the day's place in `starts`, counted from 1. */
export async function sumEntries(on: Queryable, owner: Owner, stretch: Stretch): Promise<Map<number, DaySums>> {
  const { rows } = await sql<{
    at: number;
    kind: JournalKind;
    count: bigint;
    amount: string;
    fee: string;
    firstSeq: bigint;
    lastSeq: bigint;
  }>`
    select ${dayIndex(sql`j.created_at`, stretch)} as at, j.kind, count(*) as count, sum(j.amount) as amount, sum(j.fee) as fee,
      min(j.wallet_seq) as "firstSeq", max(j.wallet_seq) as "lastSeq"
    from journals j where ${within(owner, stretch)} group by 1, 2`.execute(on);
  const days = new Map<number, DaySums>();
  for (const { at, kind, count, amount, fee, firstSeq, lastSeq } of rows) {
    const day = days.get(at) ?? { firstSeq, lastSeq, sums: new Map<MoneyLogType, TypeSums>() };
    const type = typeOfKind(kind);
    const { count: before, amountMinor, feeMinor } = day.sums.get(type) ?? { count: 0, amountMinor: 0n, feeMinor: 0n };
    day.sums.set(type, {
      count: before + Number(count),
      amountMinor: amountMinor + BigInt(amount),
      feeMinor: feeMinor + BigInt(fee),
    });
    if (firstSeq < day.firstSeq) day.firstSeq = firstSeq;
    if (lastSeq > day.lastSeq) day.lastSeq = lastSeq;
    days.set(at, day);
  }
  return days;
}

/**
 * SHA-256 of each day's entries. Each block of a thousand numbers of the chain is hashed by itself, and the day's hash
 * is that of its blocks' hashes, so that a day may have any number of entries. An entry is one line, see
 * docs/books.md.
 */
export async function hashEntries(on: Queryable, owner: Owner, stretch: Stretch): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ at: number; hash: Buffer }>`
    select at, sha256(string_agg(block, ''::bytea order by block_no)) as hash from (
      select ${dayIndex(sql`j.created_at`, stretch)} as at, j.wallet_seq / 1000 as block_no, sha256(convert_to(string_agg(
        j.wallet_seq || '|' || j.reference || '|' || j.kind || '|' || j.amount || '|' || j.fee || '|' || j.wallet_before || '|' || j.wallet_after
          || '|' || (extract(epoch from j.created_at) * 1000000)::bigint || '|' || coalesce(j.remark, ''), e'\\n' order by j.wallet_seq), 'UTF8')) as block
      from journals j where ${within(owner, stretch)} group by 1, 2) as blocks
    group by 1`.execute(on);
  return new Map(rows.map(({ at, hash }) => [at, hash]));
}

/** What each channel brought on each day that has entries of its orders. */
export async function sumChannels(
  on: Queryable,
  owner: Owner,
  stretch: Stretch,
): Promise<(Pick<ChannelLine, 'kind' | 'channelId' | 'paid' | 'amountMinor' | 'feeMinor'> & { at: number })[]> {
  const { rows } = await sql<{
    at: number;
    kind: ChannelLine['kind'];
    channelId: number;
    paid: bigint;
    amount: string;
    fee: string;
  }>`
    select ${dayIndex(sql`j.created_at`, stretch)} as at, j.kind, o.channel_id as "channelId", count(*) as paid, sum(j.amount) as amount, sum(j.fee) as fee
    from journals j join orders o on o.member_no = j.member_no and o.system_no = j.reference
    where ${within(owner, stretch)} and o.member_no = ${owner.memberNo} and j.kind in ('payin', 'recharge') group by 1, 2, 3`.execute(
    on,
  );
  return rows.map(({ paid, amount, fee, ...row }) => ({
    ...row,
    paid: Number(paid),
    amountMinor: BigInt(amount),
    feeMinor: BigInt(fee),
  }));
}

/** Orders by the day of their creation, and how many of them are paid by now. */
export async function sumOrders(
  on: Queryable,
  { memberNo }: Owner,
  { starts, before }: Pick<Stretch, 'starts' | 'before'>,
): Promise<(Pick<ChannelLine, 'kind' | 'channelId' | 'orders' | 'succeeded'> & { at: number })[]> {
  const { rows } = await sql<{
    at: number;
    kind: ChannelLine['kind'];
    channelId: number;
    orders: bigint;
    succeeded: bigint;
  }>`
    select width_bucket(bucket, ${arrayLiteral(starts)}::timestamptz[]) as at, kind, channel_id as "channelId", sum(created_count)::bigint as orders,
      sum(success_count)::bigint as succeeded
    from order_rollups where member_no = ${memberNo} and span = 'day' and bucket >= ${starts[0]} and bucket < ${before} and created_count > 0
    group by 1, 2, 3`.execute(on);
  return rows.map(({ orders, succeeded, ...row }) => ({
    ...row,
    orders: Number(orders),
    succeeded: Number(succeeded),
  }));
}

/** The place in the chain just before a moment, but not before `after`. */
export async function selectChainPoint(
  on: Queryable,
  { memberNo, currency }: Owner,
  after: ChainPoint,
  before: Date,
): Promise<ChainPoint> {
  const { rows } = await sql<ChainPoint>`
    select wallet_seq as seq, wallet_after as "afterMinor" from journals
    where member_no = ${memberNo} and currency = ${currency} and wallet_seq > ${after.seq} and created_at < ${before}
    order by created_at desc, wallet_seq desc limit 1`.execute(on);
  return rows[0] ?? after;
}

/** When the entry was booked; undefined if the chain is shorter. */
export async function selectEntryTime(
  on: Queryable,
  { memberNo, currency }: Owner,
  seq: bigint,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from journals where member_no = ${memberNo} and currency = ${currency} and wallet_seq = ${seq}`.execute(
    on,
  );
  return rows[0]?.at;
}

/** The time of the wallet's last entry, before which none can follow; undefined without a wallet. */
export async function selectLastEntryAt(
  on: Queryable,
  { memberNo, currency }: Owner,
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select last_entry_at as at from wallets where member_no = ${memberNo} and currency = ${currency}`.execute(on);
  return rows[0]?.at;
}

/** Members after `afterNo` whose wallets have entries that are on no closed day, by their number. */
export async function selectUnclosed(
  on: Queryable,
  currency: string,
  afterNo: bigint,
  limit: number,
): Promise<bigint[]> {
  const { rows } = await sql<{ memberNo: bigint }>`
    select w.member_no as "memberNo" from wallets w
    left join lateral (
      select s.last_seq from statement_days s where s.member_no = w.member_no and s.currency = w.currency order by s.day desc, s.version desc limit 1) l on true
    where w.currency = ${currency} and w.member_no > ${afterNo} and w.seq > coalesce(l.last_seq, 0)
    order by w.member_no limit ${limit}`.execute(on);
  return rows.map(({ memberNo }) => memberNo);
}

/** Inserts the days. Returns how many did not exist yet. */
export async function insertDays(tx: Tx, owner: Owner, days: readonly ClosedDay[]): Promise<number> {
  const hex = (hash: Buffer | null): string | null => hash && `\\x${hash.toString('hex')}`;
  const rows = days.map((day) => ({
    member_no: owner.memberNo.toString(),
    currency: owner.currency,
    day: day.day,
    version: day.version,
    starts_at: day.startsAt,
    ends_at: day.endsAt,
    first_seq: day.firstSeq.toString(),
    last_seq: day.lastSeq.toString(),
    opening: day.openingMinor.toString(),
    closing: day.closingMinor.toString(),
    ...Object.fromEntries(
      moneyLogTypes.flatMap((type) => {
        const { count, amountMinor, feeMinor } = day.sums.get(type) ?? { count: 0, amountMinor: 0n, feeMinor: 0n };
        return [
          [`${type}_count`, count],
          [`${type}_amount`, amountMinor.toString()],
          [`${type}_fee`, feeMinor.toString()],
        ];
      }),
    ),
    entries_hash: hex(day.entriesHash),
    previous_hash: hex(day.previousHash),
    hash: hex(day.hash),
    closed_at: day.closedAt,
    reason: day.reason,
  }));
  const { rowCount } = await sql`
    insert into statement_days select * from jsonb_populate_recordset(null::statement_days, ${JSON.stringify(rows)}::jsonb) as n
    where n.member_no = ${owner.memberNo} on conflict do nothing`.execute(tx);
  return rowCount;
}

export async function insertChannelLines(
  tx: Tx,
  { memberNo, currency }: Owner,
  lines: readonly (ChannelLine & Pick<ClosedDay, 'day' | 'version'>)[],
): Promise<void> {
  const rows = lines.map((line) => ({
    member_no: memberNo.toString(),
    currency,
    day: line.day,
    version: line.version,
    kind: line.kind,
    channel_id: line.channelId,
    orders: line.orders,
    succeeded: line.succeeded,
    paid: line.paid,
    amount: line.amountMinor.toString(),
    fee: line.feeMinor.toString(),
  }));
  await sql`
    insert into statement_channels select * from jsonb_populate_recordset(null::statement_channels, ${JSON.stringify(rows)}::jsonb) as n
    where n.member_no = ${memberNo}`.execute(tx);
}

function closedDayOf(row: DayRecord): ClosedDay {
  return {
    day: row.day,
    version: row.version,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    openingMinor: row.opening,
    closingMinor: row.closing,
    sums: new Map(
      moneyLogTypes.map((type) => [
        type,
        { count: Number(row[`${type}_count`]), amountMinor: row[`${type}_amount`], feeMinor: row[`${type}_fee`] },
      ]),
    ),
    entriesHash: row.entries_hash,
    previousHash: row.previous_hash,
    hash: row.hash,
    closedAt: row.closed_at,
    reason: row.reason,
  };
}
