/**
 * SQL of the ledger. Wallets are locked and updated; journals are only inserted. All statements take arrays, so a batch
 * of any size is one statement. Functions that lock or write money require a `Tx`.
 */
import { arrayLiteral, rowSource } from '#foundation/server/postgres/array-literals.ts';
import { PREPARED, type Queryable, type Tx, type Write } from '#foundation/server/postgres/database.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { AccountKind, Hold, JournalDraft, PostedJournal, Wallet } from '../rules.ts';

interface WalletRecord {
  member_no: bigint;
  currency: string;
  wallet: bigint;
  transit: bigint;
  clearing: bigint;
  fees: bigint;
  commission: bigint;
  adjustment: bigint;
  inter_member: bigint;
  seq: bigint;
  last_entry_at: Date | null;
  total_in: bigint;
  total_fees: bigint;
  held_until: Date[];
  held_amounts: bigint[];
  risk_hold: bigint;
  overdraft_allowed: boolean;
}

export async function insertWallet(tx: Tx, memberNo: bigint, currency: string): Promise<void> {
  await sql`insert into wallets (member_no, currency) values (${memberNo}, ${currency})`.execute(tx);
}

/** Locks wallets, always in member order, so that two batches never deadlock. */
export async function lockWallets(
  tx: Tx,
  memberNos: readonly bigint[],
  currency: string,
  oneByOne = false,
): Promise<Map<bigint, Wallet>> {
  const wallets = new Map<bigint, Wallet>();
  // A statement for several members orders their rows itself.
  const parts = oneByOne ? memberNos.toSorted((a, b) => (a < b ? -1 : 1)).map((memberNo) => [memberNo]) : [memberNos];
  for (const together of parts) {
    const { rows } = await sql<WalletRecord>`${PREPARED}
      select * from wallets where member_no = any(${arrayLiteral(together)}::bigint[]) and currency = ${currency}
      order by member_no for update`.execute(tx);
    for (const row of rows) wallets.set(row.member_no, walletOf(row));
  }
  return wallets;
}

export async function selectWallet(on: Queryable, memberNo: bigint, currency: string): Promise<Wallet | undefined> {
  const { rows } =
    await sql<WalletRecord>`select * from wallets where member_no = ${memberNo} and currency = ${currency}`.execute(on);
  return rows[0] && walletOf(rows[0]);
}

export async function selectWallets(
  on: Queryable,
  memberNos: readonly bigint[],
  currency: string,
): Promise<ReadonlyMap<bigint, Wallet>> {
  const { rows } = await sql<WalletRecord>`
    select * from wallets where member_no = any(${arrayLiteral(memberNos)}::bigint[]) and currency = ${currency}`.execute(
    on,
  );
  return new Map(rows.map((row) => [row.member_no, walletOf(row)]));
}

/** Makes `at` the earliest time of the wallet's next entry. Waits for a transaction that has locked the wallet. */
export async function raiseLastEntryAt(on: Queryable, memberNo: bigint, currency: string, at: Date): Promise<void> {
  await sql`
    update wallets set last_entry_at = ${at} where member_no = ${memberNo} and currency = ${currency} and last_entry_at < ${at}`.execute(
    on,
  );
}

const newJournals = rowSource<PostedJournal>('new_journal', {
  member_no: ({ memberNo }) => memberNo,
  reference: ({ reference }) => reference,
  kind: ({ kind }) => kind,
  currency: ({ currency }) => currency,
  created_at: ({ createdAt }) => createdAt,
  wallet: ({ legs }) => legs.wallet,
  transit: ({ legs }) => legs.transit,
  clearing: ({ legs }) => legs.clearing,
  fees: ({ legs }) => legs.fees,
  commission: ({ legs }) => legs.commission,
  adjustment: ({ legs }) => legs.adjustment,
  inter_member: ({ legs }) => legs.interMember,
  upstream_id: ({ upstreamId }) => upstreamId,
  wallet_seq: ({ entry }) => entry?.seq,
  wallet_before: ({ entry }) => entry?.beforeMinor,
  wallet_after: ({ entry }) => entry?.afterMinor,
  amount: ({ amountMinor }) => amountMinor,
  fee: ({ feeMinor }) => feeMinor,
  wallet_total_in: ({ entry }) => entry?.totalInMinor,
  wallet_total_fees: ({ entry }) => entry?.totalFeesMinor,
  held: ({ hold }) => hold?.amountMinor,
  release_at: ({ hold }) => hold?.releaseAt,
  remark: ({ remark }) => remark,
});

const walletStates = rowSource<Wallet>('wallet_state', {
  member_no: ({ memberNo }) => memberNo,
  currency: ({ currency }) => currency,
  wallet: ({ balances }) => balances.wallet,
  transit: ({ balances }) => balances.transit,
  clearing: ({ balances }) => balances.clearing,
  fees: ({ balances }) => balances.fees,
  commission: ({ balances }) => balances.commission,
  adjustment: ({ balances }) => balances.adjustment,
  inter_member: ({ balances }) => balances.interMember,
  seq: ({ seq }) => seq,
  last_entry_at: ({ lastEntryAt }) => lastEntryAt,
  total_in: ({ totalInMinor }) => totalInMinor,
  total_fees: ({ totalFeesMinor }) => totalFeesMinor,
  held_until: ({ holds }) => arrayLiteral(holds.map(({ releaseAt }) => releaseAt)),
  held_amounts: ({ holds }) => arrayLiteral(holds.map(({ amountMinor }) => amountMinor)),
  overdraft_allowed: ({ overdraftAllowed }) => overdraftAllowed,
});

/** Inserts the journals and updates the wallets to their state after them. */
export function journalWrites(journals: readonly PostedJournal[], wallets: readonly Wallet[]): Write[] {
  return [
    sql`insert into journals (${newJournals.names}) select * from ${newJournals.of(journals)}`,
    sql`
      update wallets w set
        wallet = n.wallet, transit = n.transit, clearing = n.clearing, fees = n.fees, commission = n.commission, adjustment = n.adjustment,
        inter_member = n.inter_member, seq = n.seq, last_entry_at = n.last_entry_at, total_in = n.total_in, total_fees = n.total_fees,
        held_until = n.held_until, held_amounts = n.held_amounts, overdraft_allowed = n.overdraft_allowed
      from ${walletStates.of(wallets)} as n (${walletStates.names})
      where w.member_no = n.member_no and w.currency = n.currency and ${isMemberOf(sql`w.member_no`, wallets)}`,
  ];
}

/** Returns the `eventKey`s of the events that are already booked. */
export async function selectBooked(tx: Tx, events: readonly EventKey[]): Promise<Set<string>> {
  const { rows } = await sql<EventKey>`
    select j.member_no as "memberNo", j.reference, j.kind
    from unnest(${arrayLiteral(events.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(events.map(({ reference }) => reference))}::bigint[],
      ${arrayLiteral(events.map(({ kind }) => kind))}::text[]) as e (member_no, reference, kind)
    join journals j using (member_no, reference, kind)
    where ${isMemberOf(sql`j.member_no`, events)}`.execute(tx);
  return new Set(rows.map(eventKey));
}

export type EventKey = Pick<JournalDraft, 'memberNo' | 'reference' | 'kind'>;

export function eventKey({ memberNo, reference, kind }: EventKey): string {
  return `${memberNo}-${reference}-${kind}`;
}

export interface RiskHold {
  memberNo: bigint;
  /** The hold's own system number. */
  reference: bigint;
  currency: string;
  /** Positive to hold, negative to release. */
  amountMinor: bigint;
  reason: string;
  requestId: string;
  userId: bigint;
  createdAt: Date;
}

const riskHoldColumns = sql`
  member_no as "memberNo", reference, currency, amount as "amountMinor", reason, request_id as "requestId", user_id as "userId", created_at as "createdAt"`;

export async function selectRiskHoldByRequest(
  on: Queryable,
  memberNo: bigint,
  requestId: string,
): Promise<RiskHold | undefined> {
  const { rows } =
    await sql<RiskHold>`select ${riskHoldColumns} from risk_holds where member_no = ${memberNo} and request_id = ${requestId}`.execute(
      on,
    );
  return rows[0];
}

/** A wallet's risk holds, newest first. */
export async function selectRiskHolds(
  on: Queryable,
  memberNo: bigint,
  currency: string,
  limit: number,
): Promise<(RiskHold & { by: string })[]> {
  const { rows } = await sql<RiskHold & { by: string }>`
    select ${riskHoldColumns}, coalesce((select username from users u where u.user_id = h.user_id), '') as by
    from risk_holds h where member_no = ${memberNo} and currency = ${currency} order by reference desc limit ${limit}`.execute(
    on,
  );
  return rows;
}

/** Inserts the row and adds it to the wallet's total. The wallet must be locked. */
export async function insertRiskHold(tx: Tx, hold: RiskHold): Promise<void> {
  const { memberNo, reference, currency, amountMinor, reason, requestId, userId, createdAt } = hold;
  await sql`
    with added as (
      insert into risk_holds (member_no, reference, currency, amount, reason, request_id, user_id, created_at)
      values (${memberNo}, ${reference}, ${currency}, ${amountMinor}, ${reason}, ${requestId}, ${userId}, ${createdAt}))
    update wallets set risk_hold = risk_hold + ${amountMinor} where member_no = ${memberNo} and currency = ${currency}`.execute(
    tx,
  );
}

export type AccountTotals = Readonly<Record<AccountKind, bigint>>;

/** A wallet has the sums of its own accounts, so that this reads a row for each member, however long the history is. */
export async function selectAccountTotals(on: Queryable, currency: string): Promise<AccountTotals> {
  const { rows } = await sql<AccountTotals>`
    select coalesce(sum(wallet), 0)::bigint as wallet, coalesce(sum(transit), 0)::bigint as transit, coalesce(sum(clearing), 0)::bigint as clearing,
      coalesce(sum(fees), 0)::bigint as fees, coalesce(sum(commission), 0)::bigint as commission, coalesce(sum(adjustment), 0)::bigint as adjustment,
      coalesce(sum(inter_member), 0)::bigint as "interMember"
    from wallets where currency = ${currency}`.execute(on);
  const [totals] = rows;
  if (!totals) throw new Error('a sum has a row');
  return totals;
}

/** Over all members, through the index of what operators hold. */
export async function selectMostHeld(
  on: Queryable,
  currency: string,
  limit: number,
): Promise<{ memberNo: bigint; heldMinor: bigint }[]> {
  const { rows } = await sql<{ memberNo: bigint; heldMinor: bigint }>`
    select member_no as "memberNo", risk_hold as "heldMinor" from wallets
    where currency = ${currency} and risk_hold > 0 order by risk_hold desc, member_no limit ${limit}`.execute(on);
  return rows;
}

function walletOf(row: WalletRecord): Wallet {
  const holds: Hold[] = row.held_until.map((releaseAt, index) => ({
    releaseAt,
    amountMinor: row.held_amounts[index] ?? 0n,
  }));
  return {
    memberNo: row.member_no,
    currency: row.currency,
    balances: {
      wallet: row.wallet,
      transit: row.transit,
      clearing: row.clearing,
      fees: row.fees,
      commission: row.commission,
      adjustment: row.adjustment,
      interMember: row.inter_member,
    },
    seq: row.seq,
    lastEntryAt: row.last_entry_at,
    totalInMinor: row.total_in,
    totalFeesMinor: row.total_fees,
    holds,
    riskHoldMinor: row.risk_hold,
    overdraftAllowed: row.overdraft_allowed,
  };
}
