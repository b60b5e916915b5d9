/**
 * The entries behind a figure of the statement. Without a channel they are the money log's own; of a channel's orders,
 * they are read along the chain between the ends of the range.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import type { MoneyLogType } from '#features/ledger/money-log-types.ts';
import type { JournalKind } from '#features/ledger/rules.ts';
import {
  type MoneyLogEntry,
  type MoneyLogPage,
  selectMoneyLog,
  typeOfKind,
} from '#features/ledger/server/money-log.ts';
import { journalKinds } from '#features/ledger/rules.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';

export interface EntryQuery {
  memberNo: bigint;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Undefined: all types. */
  types?: readonly MoneyLogType[] | undefined;
  /** Entries of orders of this channel. */
  channelId?: number | undefined;
  order: 'asc' | 'desc';
}

export interface Entry extends MoneyLogEntry {
  /** The channel of the entry's order; null if it has none. */
  channelId: number | null;
}

export interface EntryPage extends Omit<MoneyLogPage, 'entries'> {
  entries: Entry[];
}

export async function selectEntryPage(
  db: Database,
  query: EntryQuery,
  { page, limit }: { page: number; limit: number },
): Promise<EntryPage> {
  const { memberNo, from, to, order, types, channelId } = query;
  const moneyLog = { memberNo, page, limit, order, from, to };
  if (channelId === undefined) {
    const found = await selectMoneyLog(db, { ...moneyLog, types });
    return { ...found, entries: await withChannels(db, memberNo, found.entries) };
  }
  const { openingMinor, closingMinor } = await selectMoneyLog(db, { ...moneyLog, page: 1, limit: 1 });
  const sums = await selectSums(db, query);
  const { rows } = await sql<MoneyLogEntry>`
    select ${columns} from ${entriesOfQuery(query)} order by j.wallet_seq ${direction(query)} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return { ...sums, openingMinor, closingMinor, entries: await withChannels(db, memberNo, rows) };
}

/** Sums and number of the entries of the query. */
async function selectSums(
  on: Queryable,
  query: EntryQuery,
): Promise<Pick<EntryPage, 'total' | 'inMinor' | 'outMinor' | 'feesMinor'>> {
  const { rows } = await sql<{ total: bigint; inMinor: string; outMinor: string; feesMinor: string }>`
    select count(*) as total, coalesce(sum(j.amount) filter (where j.amount > 0), 0) as "inMinor",
      coalesce(-sum(j.amount) filter (where j.amount < 0), 0) as "outMinor", coalesce(sum(j.fee), 0) as "feesMinor"
    from ${entriesOfQuery(query)}`.execute(on);
  const [found] = rows;
  return {
    total: Number(found?.total ?? 0),
    inMinor: BigInt(found?.inMinor ?? 0),
    outMinor: BigInt(found?.outMinor ?? 0),
    feesMinor: BigInt(found?.feesMinor ?? 0),
  };
}

/**
 * All entries of the query from a cursor, in batches, in the order of the chain. Holds a connection until it ends.
 * Nothing is read before the first batch is requested.
 */
export async function* entriesOf(db: Database, query: EntryQuery): AsyncGenerator<Entry[], void> {
  const rows = sql<MoneyLogEntry>`select ${columns} from ${entriesOfQuery(query)} order by j.wallet_seq ${direction(query)}`;
  for await (const entries of cursorBatches(db, rows)) yield await withChannels(db, query.memberNo, entries);
}

async function withChannels(on: Queryable, memberNo: bigint, entries: readonly MoneyLogEntry[]): Promise<Entry[]> {
  const references = entries.flatMap(({ kind, reference }) => (ofOrders.includes(kind) ? [reference] : []));
  const channels = await selectChannels(on, memberNo, references);
  return entries.map((entry) => ({
    ...entry,
    channelId: ofOrders.includes(entry.kind) ? (channels.get(entry.reference) ?? null) : null,
  }));
}

/** Entries whose reference is an order's number. An agent's reversal has the number of an order of another member. */
const ofOrders: readonly JournalKind[] = ['payin', 'recharge', 'reversal'];

async function selectChannels(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
): Promise<Map<bigint, number>> {
  if (systemNos.length === 0) return new Map();
  const { rows } = await sql<{ systemNo: bigint; channelId: number }>`
    select system_no as "systemNo", channel_id as "channelId" from orders
    where member_no = ${memberNo} and system_no = any(${arrayLiteral(systemNos)}::bigint[])`.execute(on);
  return new Map(rows.map(({ systemNo, channelId }) => [systemNo, channelId]));
}

const columns = sql`j.reference, j.kind, j.wallet_seq as seq, j.amount as "amountMinor", j.fee as "feeMinor", j.wallet_before as "beforeMinor",
  j.wallet_after as "afterMinor", j.remark, j.created_at as "createdAt"`;

function entriesOfQuery({ memberNo, from, to, types, channelId }: EntryQuery): Sql {
  const kinds = types && journalKinds.filter((kind) => hasEntry(kind) && types.includes(typeOfKind(kind)));
  return sql`journals j ${
    channelId === undefined
      ? sql``
      : sql`join orders o on o.member_no = j.member_no and o.system_no = j.reference and o.member_no = ${memberNo} and o.channel_id = ${channelId}`
  } where j.member_no = ${memberNo} and j.wallet_seq is not null ${from ? sql`and j.created_at >= ${from}` : sql``} ${
    to ? sql`and j.created_at < ${to}` : sql``
  } ${kinds ? sql`and j.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})` : sql``} ${
    channelId === undefined ? sql`` : sql`and j.kind in (${sql.join(ofOrders.map((kind) => sql.lit(kind)))})`
  }`;
}

function hasEntry(kind: JournalKind): boolean {
  return kind !== 'withdrawal_paid' && kind !== 'payout_paid' && kind !== 'commission_sent';
}

function direction({ order }: EntryQuery): Sql {
  return order === 'desc' ? sql`desc` : sql`asc`;
}
