/**
 * The sandbox's own tables: its settled payments with their pending notifications, and its payouts. They stand in for
 * an outside party's data: the sandbox writes no other tables, and nothing else writes these.
 */
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';

export interface SandboxPayment {
  upstreamNo: string;
  upstreamId: number;
  memberNo: bigint;
  systemNo: bigint;
  amountMinor: bigint;
  currency: string;
  status: 'paid' | 'failed';
  settledAt: Date;
  notifyAttempts: number;
}

const columns = sql`
  upstream_no as "upstreamNo", upstream_id as "upstreamId", member_no as "memberNo", system_no as "systemNo", amount as "amountMinor",
  currency, status, settled_at as "settledAt", notify_attempts as "notifyAttempts"`;

/**
 * Returns undefined if the payment is already settled, paid or failed. Otherwise the caller holds its notification
 * until `leasedUntil`.
 */
export async function insertSandboxPayment(
  on: Queryable,
  {
    upstreamNo,
    upstreamId,
    memberNo,
    systemNo,
    amountMinor,
    currency,
    status,
    settledAt,
  }: Omit<SandboxPayment, 'notifyAttempts'>,
  leasedUntil: Date,
): Promise<SandboxPayment | undefined> {
  const { rows } = await sql<SandboxPayment>`
    insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, status, created_at, settled_at, next_notify_at)
    values (${upstreamNo}, ${upstreamId}, ${memberNo}, ${systemNo}, ${amountMinor}, ${currency}, ${status}, ${settledAt}, ${settledAt}, ${leasedUntil})
    on conflict (upstream_no) do nothing returning ${columns}`.execute(on);
  return rows[0];
}

/** Adds payments that the platform knows already: nothing is sent. Each number must be new, and occur once. */
export async function insertToldPayments(
  on: Queryable,
  payments: readonly Omit<SandboxPayment, 'status' | 'notifyAttempts'>[],
): Promise<void> {
  await sql`
    insert into sandbox_payments (upstream_no, upstream_id, member_no, system_no, amount, currency, settled_at, created_at, notified_at, status)
    select p.*, p.settled_at, p.settled_at, 'paid' from unnest(
      ${arrayLiteral(payments.map(({ upstreamNo }) => upstreamNo))}::text[], ${arrayLiteral(payments.map(({ upstreamId }) => upstreamId))}::integer[],
      ${arrayLiteral(payments.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(payments.map(({ systemNo }) => systemNo))}::bigint[],
      ${arrayLiteral(payments.map(({ amountMinor }) => amountMinor))}::bigint[], ${arrayLiteral(payments.map(({ currency }) => currency))}::text[],
      ${arrayLiteral(payments.map(({ settledAt }) => settledAt))}::timestamptz[])
      as p (upstream_no, upstream_id, member_no, system_no, amount, currency, settled_at)`.execute(on);
}

export async function selectSandboxPayment(on: Queryable, upstreamNo: string): Promise<SandboxPayment | undefined> {
  const { rows } =
    await sql<SandboxPayment>`select ${columns} from sandbox_payments where upstream_no = ${upstreamNo}`.execute(on);
  return rows[0];
}

/**
 * Claims payments whose notification is due, longest overdue first. No other process gets them before `leasedUntil`.
 */
export async function claimDueNotifications(
  on: Queryable,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<SandboxPayment[]> {
  const { rows } = await sql<SandboxPayment>`
    update sandbox_payments set next_notify_at = ${leasedUntil}
    where upstream_no in (
      select upstream_no from sandbox_payments where next_notify_at <= ${now} order by next_notify_at limit ${limit} for update skip locked)
    returning ${columns}`.execute(on);
  return rows;
}

export async function updateNotified(on: Queryable, upstreamNo: string, at: Date): Promise<void> {
  await sql`
    update sandbox_payments set notified_at = ${at}, next_notify_at = null, notify_attempts = notify_attempts + 1
    where upstream_no = ${upstreamNo} and notified_at is null`.execute(on);
}

export async function updateNotifyFailed(on: Queryable, upstreamNo: string, nextAt: Date): Promise<void> {
  await sql`
    update sandbox_payments set next_notify_at = ${nextAt}, notify_attempts = notify_attempts + 1
    where upstream_no = ${upstreamNo} and notified_at is null`.execute(on);
}

export interface SandboxPayout {
  /** Null for payouts from before sandboxes had statements. */
  upstreamId: number | null;
  reference: string;
  amountMinor: bigint;
  currency: string;
  createdAt: Date;
}

/** Inserts the payout unless the reference exists, and returns the stored one. */
export async function insertSandboxPayout(on: Queryable, payout: SandboxPayout): Promise<SandboxPayout> {
  const { upstreamId, reference, amountMinor, currency, createdAt } = payout;
  await sql`
    insert into sandbox_payouts (upstream_id, reference, amount, currency, created_at) values (${upstreamId}, ${reference}, ${amountMinor}, ${currency}, ${createdAt})
    on conflict (reference) do nothing`.execute(on);
  return (await selectSandboxPayout(on, reference)) ?? payout;
}

const payoutColumns = sql`
  upstream_id as "upstreamId", reference, amount as "amountMinor", currency, created_at as "createdAt"`;

export async function selectSandboxPayout(on: Queryable, reference: string): Promise<SandboxPayout | undefined> {
  const { rows } = await sql<SandboxPayout>`
    select ${payoutColumns} from sandbox_payouts where reference = ${reference}`.execute(on);
  return rows[0];
}

/** An account's payments that were paid in the range, after the one with this number; in the order of numbers. */
export async function selectPaidBetween(
  on: Queryable,
  { upstreamId, from, to, after, limit }: { upstreamId: number; from: Date; to: Date; after: string; limit: number },
): Promise<SandboxPayment[]> {
  const { rows } = await sql<SandboxPayment>`
    select ${columns} from sandbox_payments
    where upstream_id = ${upstreamId} and status = 'paid' and settled_at >= ${from} and settled_at < ${to} and upstream_no > ${after}
    order by upstream_no limit ${limit}`.execute(on);
  return rows;
}

/** An account's payouts that were requested in the range, after the one with this reference; in the order of references. */
export async function selectPayoutsBetween(
  on: Queryable,
  { upstreamId, from, to, after, limit }: { upstreamId: number; from: Date; to: Date; after: string; limit: number },
): Promise<SandboxPayout[]> {
  const { rows } = await sql<SandboxPayout>`
    select ${payoutColumns} from sandbox_payouts
    where upstream_id = ${upstreamId} and created_at >= ${from} and created_at < ${to} and reference > ${after}
    order by reference limit ${limit}`.execute(on);
  return rows;
}
