/** Journals, orders and statements written by plain SQL, for tests of matching. */
import { randomUUID } from 'node:crypto';
import { firstSystemNo } from '#foundation/core/system-number.ts';
import type { TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { LineKind, LineStatus } from '../../mapping.ts';
import type { BookingKind } from '../../matching-rules.ts';

export const timeZone = 'Asia/Shanghai';

export interface Booked {
  memberNo: bigint;
  reference: bigint;
  kind: BookingKind;
  at: Date;
  amountMinor: bigint;
  /** The upstream's cost of the order. */
  costMinor: bigint;
  /** Null for payouts. */
  upstreamNo: string | null;
}

export interface Written {
  upstreamNo: string | null;
  ourNo: string | null;
  kind: LineKind;
  amountMinor: bigint;
  feeMinor: bigint | null;
  at: Date | null;
  status: LineStatus | null;
}

/** Numbers of their own for every row that tests write. */
export function numbersFrom(start: Date): () => bigint {
  let next = firstSystemNo(start);
  return () => (next += 1n);
}

/** The journals that move an upstream's clearing account, each with its order. */
export async function addBooked({ pool }: TestDatabase, upstreamId: number, rows: readonly Booked[]): Promise<void> {
  const column = <T>(of: (row: Booked) => T): T[] => rows.map(of);
  await pool.query(
    `insert into journals (member_no, reference, kind, currency, created_at, clearing, adjustment, upstream_id)
     select member, number, case kind when 'payout' then 'payout_paid' else kind end, 'CNY', at, leg, -leg, $6
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::bigint[]) as r (member, number, kind, at, leg)`,
    [
      column(({ memberNo }) => memberNo),
      column(({ reference }) => reference),
      column(({ kind }) => kind),
      column(({ at }) => at),
      column(({ kind, amountMinor }) => (kind === 'payin' ? -amountMinor : amountMinor)),
      upstreamId,
    ],
  );
  const orders = rows.filter(({ kind }) => kind !== 'payout');
  await pool.query(
    `insert into orders (member_no, system_no, order_no, kind, channel_id, upstream_id, currency, amount, fee, cost, status, created_at, expires_at, paid_at, sign_type, request_hash, upstream_no)
     select member, number, number::text, 'payin', 1, $6, 'CNY', amount, 0, cost, 'success', at, at, at, 'none', '', no
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::bigint[], $7::text[]) as r (member, number, at, amount, cost, no)
     on conflict do nothing`,
    [
      orders.map(({ memberNo }) => memberNo),
      orders.map(({ reference }) => reference),
      orders.map(({ at }) => at),
      orders.map(({ amountMinor }) => amountMinor),
      orders.map(({ costMinor }) => costMinor),
      upstreamId,
      orders.map(({ upstreamNo }) => upstreamNo),
    ],
  );
}

/** Files a statement, in the place of the day's earlier one. Returns its id. */
export async function addStatement(
  { pool }: TestDatabase,
  upstreamId: number,
  day: string,
  lines: readonly Written[],
  closingMinor: bigint | null = null,
): Promise<string> {
  const fileId = randomUUID();
  await pool.query(
    `update upstream_files set state = 'replaced', replaced_by = $3 where upstream_id = $1 and day = $2::date and state <> 'replaced'`,
    [upstreamId, day, fileId],
  );
  await pool.query(
    `insert into upstream_files (upstream_id, file_id, day, name, format, content_hash, rows, uploaded_at, state, closing)
     values ($1, $2::uuid, $3::date, 'statement.csv', 'csv', decode(md5($2::uuid::text), 'hex'), $4, now(), 'read', $5)`,
    [upstreamId, fileId, day, lines.length, closingMinor],
  );
  await pool.query(
    `insert into upstream_lines (upstream_id, file_id, day, line_no, upstream_no, our_no, kind, amount, fee, at, status, raw)
     select $1, $2::uuid, $3::date, place + 1, no, our, kind, amount, fee, at, status, place || ',' || kind || ',' || amount
     from unnest($4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::timestamptz[], $10::text[])
       with ordinality as r (no, our, kind, amount, fee, at, status, place)`,
    [
      upstreamId,
      fileId,
      day,
      lines.map(({ upstreamNo }) => upstreamNo),
      lines.map(({ ourNo }) => ourNo),
      lines.map(({ kind }) => kind),
      lines.map(({ amountMinor }) => amountMinor),
      lines.map(({ feeMinor }) => feeMinor),
      lines.map(({ at }) => at),
      lines.map(({ status }) => status),
    ],
  );
  return fileId;
}

/** The line that an undamaged statement has for a booking. */
export function lineOf({ memberNo, reference, kind, amountMinor, costMinor, upstreamNo, at }: Booked): Written {
  return {
    upstreamNo,
    ourNo: `${memberNo}-${reference}`,
    kind,
    amountMinor: kind === 'payin' ? amountMinor : -amountMinor,
    feeMinor: kind === 'payin' ? costMinor : null,
    at,
    status: 'success',
  };
}
