/**
 * Moves commission from merchants' books to agents' wallets, in two steps that each commit for one member: shares are
 * claimed into a transfer with its sending journal, then the transfer is booked for the agent. A crash between the two
 * leaves an open transfer, which the next run books. The journal's key prevents booking it twice.
 */
import { sql } from 'kysely';
import type { Clock } from '#foundation/core/clock.ts';
import { sum } from '#foundation/core/money.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { arrayLiteral, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable, Tx, Write } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { commissionJournal, commissionSentJournal, type CommissionTransfer, type Hold } from '../rules.ts';
import { openBooks } from './books.ts';

export interface CommissionShare {
  memberNo: bigint;
  reference: bigint;
  agentNo: bigint;
  currency: string;
  amountMinor: bigint;
  hold: Hold | undefined;
  createdAt: Date;
}

/** Must be written in the transaction that books the order. */
export function shareWrites(shares: readonly CommissionShare[]): Write[] {
  if (shares.length === 0) return [];
  const rows = rowsLiteral(
    shares.map(({ memberNo, reference, agentNo, currency, amountMinor, hold, createdAt }) => [
      memberNo,
      reference,
      agentNo,
      currency,
      amountMinor,
      hold?.amountMinor ?? 0n,
      hold?.releaseAt,
      createdAt,
    ]),
  );
  const insertion = sql`
    insert into commission_shares (member_no, reference, agent_no, currency, amount, held, release_at, created_at)
    select * from unnest(${rows}::new_commission_share[])`;
  return [insertion];
}

/** A share and where it is: still owed, in a transfer, or in the agent's wallet. */
export interface ShareWithState extends Pick<CommissionShare, 'agentNo' | 'amountMinor'> {
  heldMinor: bigint;
  releaseAt: Date | null;
  state: 'owed' | 'on_its_way' | 'received';
}

/**
 * Marks an order's shares as reversed. The merchant's wallet must be locked, so that none is sent meanwhile. The caller
 * moves the money.
 */
export async function reverseShares(tx: Tx, memberNo: bigint, systemNo: bigint, now: Date): Promise<ShareWithState[]> {
  const { rows } = await sql<ShareWithState>`
    update commission_shares s set reversed_at = ${now}
    where s.member_no = ${memberNo} and s.reference = ${systemNo} and s.reversed_at is null
    returning s.agent_no as "agentNo", s.amount as "amountMinor", s.held as "heldMinor", s.release_at as "releaseAt",
      case when s.transfer is null then 'owed'
        when exists (select from commission_transfers t where t.member_no = ${memberNo} and t.reference = s.transfer and t.received_at is null) then 'on_its_way'
        else 'received' end as state`.execute(tx);
  return rows;
}

export interface CommissionDeps {
  db: Database;
  clock: Clock;
  systemNumbers: SystemNumbers;
}

export function commissionJob(deps: CommissionDeps): Job {
  return { name: 'settle commissions', everyMs: 5_000, run: () => settleCommissions(deps) };
}

/** Moves open commission until none is left. The inter-member accounts then sum to zero. */
export async function settleCommissions(deps: CommissionDeps): Promise<void> {
  for (const { memberNo, agentNo, currency } of await selectOpenPairs(deps.db.kysely)) {
    await deps.db.transaction((tx) => sendCommission(tx, deps, memberNo, agentNo, currency));
  }
  for (;;) {
    const open = await selectOpenTransfers(deps.db.kysely);
    if (open.length === 0) return;
    for (const transfer of open) await receiveCommission(deps, transfer);
  }
}

async function selectOpenPairs(on: Queryable): Promise<{ memberNo: bigint; agentNo: bigint; currency: string }[]> {
  const { rows } = await sql<{ memberNo: bigint; agentNo: bigint; currency: string }>`
    select distinct member_no as "memberNo", agent_no as "agentNo", currency from commission_shares where transfer is null and reversed_at is null order by 1, 2 limit 5000`.execute(
    on,
  );
  return rows;
}

/** Makes one transfer per release time, because commission is held like the order that earned it. */
async function sendCommission(
  tx: Tx,
  { clock, systemNumbers }: CommissionDeps,
  memberNo: bigint,
  agentNo: bigint,
  currency: string,
): Promise<void> {
  const books = await openBooks(tx, [memberNo], currency);
  const { rows } = await sql<{ reference: bigint; amountMinor: bigint; heldMinor: bigint; releaseAt: Date | null }>`
    select reference, amount as "amountMinor", held as "heldMinor", release_at as "releaseAt" from commission_shares
    where member_no = ${memberNo} and agent_no = ${agentNo} and currency = ${currency} and transfer is null and reversed_at is null
    order by reference limit 10000 for update`.execute(tx);
  const now = clock.now();
  for (const shares of Map.groupBy(rows, ({ releaseAt }) => releaseAt?.getTime()).values()) {
    const transfer: CommissionTransfer = {
      memberNo,
      agentNo,
      currency,
      reference: systemNumbers.next(),
      amountMinor: sum(shares.map(({ amountMinor }) => amountMinor)),
      hold: holdOf(sum(shares.map(({ heldMinor }) => heldMinor)), shares[0]?.releaseAt ?? null),
    };
    books.post(commissionSentJournal(transfer), now);
    await sql`insert into commission_transfers (member_no, reference, agent_no, currency, amount, held, release_at, created_at)
      values (${memberNo}, ${transfer.reference}, ${agentNo}, ${currency}, ${transfer.amountMinor}, ${transfer.hold?.amountMinor ?? 0n},
        ${transfer.hold?.releaseAt ?? null}, ${now})`.execute(tx);
    await sql`update commission_shares set transfer = ${transfer.reference}
      where member_no = ${memberNo} and agent_no = ${agentNo} and reference = any(${arrayLiteral(shares.map(({ reference }) => reference))}::bigint[])`.execute(
      tx,
    );
  }
  await books.write();
}

async function selectOpenTransfers(on: Queryable): Promise<CommissionTransfer[]> {
  const { rows } = await sql<Omit<CommissionTransfer, 'hold'> & { heldMinor: bigint; releaseAt: Date | null }>`
    select member_no as "memberNo", reference, agent_no as "agentNo", currency, amount as "amountMinor", held as "heldMinor", release_at as "releaseAt"
    from commission_transfers where received_at is null order by created_at limit 500`.execute(on);
  return rows.map(({ heldMinor, releaseAt, ...transfer }) => ({ ...transfer, hold: holdOf(heldMinor, releaseAt) }));
}

function holdOf(amountMinor: bigint, releaseAt: Date | null): Hold | undefined {
  return releaseAt ? { releaseAt, amountMinor } : undefined;
}

/**
 * Books the transfer for the agent, then marks it as received. Each is a transaction of one member; after a crash in
 * between, the next run finds it booked and marks it.
 */
async function receiveCommission({ db, clock }: CommissionDeps, transfer: CommissionTransfer): Promise<void> {
  const journal = commissionJournal(transfer);
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, [transfer.agentNo], transfer.currency, { events: [journal] });
    books.post(journal, clock.now());
    await books.write();
    await hintOnCommit(tx, { memberNo: transfer.agentNo, event: 'balance.changed' });
  });
  await sql`update commission_transfers set received_at = ${clock.now()} where member_no = ${transfer.memberNo} and reference = ${transfer.reference}`.execute(
    db.kysely,
  );
}
