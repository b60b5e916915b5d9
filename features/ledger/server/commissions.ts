/**
 * Moves commission from merchants' books to agents' wallets, in two steps that each commit for one member: what the
 * merchant owes is bundled into transfers with their sending journals, then each transfer is booked for its agent. A
 * crash between the two leaves an open transfer, which the next run books. The journal's key prevents booking it twice.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { HUNDRED_PERCENT, sum } from '#foundation/core/money.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { arrayLiteral, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable, Tx, Write } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import { commissionJournal, commissionSentJournal, type CommissionTransfer, type Hold } from '../rules.ts';
import { availableRatioOf, type CommissionTerms, type SettlementTerms, type Share, sharesOf } from '../settlement.ts';
import { openBooks } from './books.ts';

/** What a member owes to the agents above it for orders that were paid together, under the same terms. */
export interface OwedCommission {
  memberNo: bigint;
  currency: string;
  /** Each has commission. */
  systemNos: readonly bigint[];
  terms: SettlementTerms;
  /** When the held part is released. */
  releaseAt: Date;
  createdAt: Date;
}

/** Must be written in the transaction that books the orders. One row, however many orders and agents there are. */
export function owedWrites(owed: readonly OwedCommission[]): Write[] {
  if (owed.length === 0) return [];
  const rows = rowsLiteral(
    owed.map(({ memberNo, currency, systemNos, terms, releaseAt, createdAt }) => {
      const available = availableRatioOf(terms);
      return [
        memberNo,
        systemNos[0],
        currency,
        arrayLiteral(systemNos),
        available,
        available < HUNDRED_PERCENT ? releaseAt : null,
        createdAt,
      ];
    }),
  );
  const insertion = sql`
    insert into owed_commission (member_no, reference, currency, system_nos, available, release_at, created_at)
    select * from unnest(${rows}::new_owed_commission[])`;
  return [insertion];
}

/** A share and where it is: still owed, in a transfer, or in the agent's wallet. */
export interface ShareWithState extends Share {
  state: 'owed' | 'on_its_way' | 'received';
}

/**
 * Marks an order's shares as reversed. The merchant's wallet must be locked, so that none is sent meanwhile. The caller
 * moves the money.
 */
export async function reverseShares(tx: Tx, memberNo: bigint, systemNo: bigint, now: Date): Promise<ShareWithState[]> {
  await insertShares(tx, memberNo, await takeOwedOf(tx, memberNo, systemNo));
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
  for (const { memberNo, currency } of await selectDebtors(deps.db))
    while (await deps.db.transaction((tx) => sendCommission(tx, deps, memberNo, currency)));
  for (;;) {
    const open = await selectOpenTransfers(deps.db);
    if (open.length === 0) return;
    for (const transfer of open) await receiveCommission(deps, transfer);
  }
}

/** Members who owe commission. */
async function selectDebtors(on: Queryable): Promise<{ memberNo: bigint; currency: string }[]> {
  const { rows } = await sql<{ memberNo: bigint; currency: string }>`
    select distinct member_no as "memberNo", currency from (
      select member_no, currency from owed_commission
      union all
      select member_no, currency from commission_shares where transfer is null and reversed_at is null) as debts
    order by 1, 2`.execute(on);
  return rows;
}

/** How many orders one transaction settles. Payments of the merchant wait meanwhile. */
const MAX_ORDERS = 200;
const MAX_EARLIER_SHARES = 2_000;

/** A share that is not sent yet. */
interface OpenShare extends Share {
  reference: bigint;
  currency: string;
  createdAt: Date;
}

/**
 * Sends what a member owes for some orders, in one transfer for each agent and release time, because commission is held
 * like the order that earned it. Returns whether there may be more.
 */
async function sendCommission(
  tx: Tx,
  { clock, systemNumbers }: CommissionDeps,
  memberNo: bigint,
  currency: string,
): Promise<boolean> {
  const books = await openBooks(tx, [memberNo], currency);
  const owed = await takeOwed(tx, memberNo, currency);
  const earlier = await lockEarlierShares(tx, memberNo, currency);
  const now = clock.now();
  const bundles = Map.groupBy([...earlier, ...owed], ({ agentNo, releaseAt }) => `${agentNo} ${releaseAt?.getTime()}`);
  const transferOf = new Map<OpenShare, bigint>();
  const transfers = [...bundles.values()].flatMap((shares): CommissionTransfer[] => {
    const [first] = shares;
    if (!first) return [];
    const reference = systemNumbers.next();
    for (const share of shares) transferOf.set(share, reference);
    return [
      {
        memberNo,
        agentNo: first.agentNo,
        currency,
        reference,
        amountMinor: sum(shares.map(({ amountMinor }) => amountMinor)),
        hold: holdOf(sum(shares.map(({ heldMinor }) => heldMinor)), first.releaseAt),
      },
    ];
  });
  for (const transfer of transfers) books.post(commissionSentJournal(transfer), now);
  await insertTransfers(tx, transfers, now);
  await insertShares(
    tx,
    memberNo,
    owed.map((share) => ({ ...share, transfer: transferOf.get(share) })),
  );
  await markSent(
    tx,
    memberNo,
    earlier.map((share) => ({ ...share, transfer: transferOf.get(share) })),
  );
  await books.write();
  const orders = new Set(owed.map(({ reference }) => reference)).size;
  return orders === MAX_ORDERS || earlier.length === MAX_EARLIER_SHARES;
}

/** Orders of one row of owed commission. */
interface OwedOrders extends Pick<OpenShare, 'currency' | 'createdAt'>, CommissionTerms {
  systemNos: bigint[];
}

/** Takes at most `MAX_ORDERS` orders from what a member owes. The member's wallet must be locked. */
async function takeOwed(tx: Tx, memberNo: bigint, currency: string): Promise<OpenShare[]> {
  const { rows } = await sql<OwedOrders & { reference: bigint; left: number }>`
    select reference, currency, system_nos[greatest(cardinality(system_nos) - room, 0) + 1 : cardinality(system_nos)] as "systemNos", available,
      release_at as "releaseAt", created_at as "createdAt", greatest(cardinality(system_nos) - room, 0) as left
    from (
      select *, ${MAX_ORDERS}::integer - (sum(cardinality(system_nos)) over (order by reference) - cardinality(system_nos))::integer as room
      from (
        select * from owed_commission where member_no = ${memberNo} and currency = ${currency} order by reference limit ${MAX_ORDERS}) as first) as summed
    where room > 0`.execute(tx);
  for (const { reference, systemNos, left } of rows)
    if (left > 0)
      await sql`update owed_commission set system_nos = trim_array(system_nos, ${systemNos.length}::integer) where member_no = ${memberNo} and reference = ${reference}`.execute(
        tx,
      );
  await deleteOwed(
    tx,
    memberNo,
    rows.flatMap(({ reference, left }) => (left > 0 ? [] : reference)),
  );
  return readShares(tx, memberNo, rows);
}

/** Takes one order, if it is among what a member owes. The member's wallet must be locked. */
async function takeOwedOf(tx: Tx, memberNo: bigint, systemNo: bigint): Promise<OpenShare[]> {
  const {
    rows: [row],
  } = await sql<OwedOrders & { reference: bigint }>`
    select reference, currency, system_nos as "systemNos", available, release_at as "releaseAt", created_at as "createdAt"
    from owed_commission where member_no = ${memberNo} and ${systemNo}::bigint = any(system_nos)`.execute(tx);
  if (!row) return [];
  if (row.systemNos.length === 1) await deleteOwed(tx, memberNo, [row.reference]);
  else
    await sql`update owed_commission set system_nos = array_remove(system_nos, ${systemNo}::bigint) where member_no = ${memberNo} and reference = ${row.reference}`.execute(
      tx,
    );
  return readShares(tx, memberNo, [{ ...row, systemNos: [systemNo] }]);
}

async function deleteOwed(tx: Tx, memberNo: bigint, references: readonly bigint[]): Promise<void> {
  if (references.length === 0) return;
  await sql`delete from owed_commission where member_no = ${memberNo} and reference = any(${arrayLiteral(references)}::bigint[])`.execute(
    tx,
  );
}

/** What each agent earns on the orders. */
async function readShares(tx: Tx, memberNo: bigint, owed: readonly OwedOrders[]): Promise<OpenShare[]> {
  const systemNos = owed.flatMap((row) => row.systemNos).sort((a, b) => (a < b ? -1 : 1));
  if (systemNos.length === 0) return [];
  const { rows } = await sql<{ systemNo: bigint; commissions: { agentNo: string; amount: string }[] }>`
    select system_no as "systemNo", commissions from orders
    where member_no = ${memberNo} and system_no = any(${arrayLiteral(systemNos)}::bigint[])
      and system_no between ${systemNos[0]} and ${systemNos.at(-1)}`.execute(tx);
  const commissionsOf = new Map(rows.map(({ systemNo, commissions }) => [systemNo, commissions]));
  return owed.flatMap(({ currency, createdAt, systemNos: ofRow, ...terms }) =>
    ofRow.flatMap((reference) => {
      const commissions = commissionsOf.get(reference);
      if (!commissions) throw new Error(`order ${reference} of member ${memberNo} has no commission to send`);
      return sharesOf(commissions, terms).map((share) => ({ ...share, reference, currency, createdAt }));
    }),
  );
}

/** Shares that an earlier release wrote with the payment. */
async function lockEarlierShares(tx: Tx, memberNo: bigint, currency: string): Promise<OpenShare[]> {
  const { rows } = await sql<OpenShare>`
    select agent_no as "agentNo", reference, currency, amount as "amountMinor", held as "heldMinor", release_at as "releaseAt", created_at as "createdAt"
    from commission_shares
    where member_no = ${memberNo} and currency = ${currency} and transfer is null and reversed_at is null
    order by reference, agent_no limit ${MAX_EARLIER_SHARES} for update`.execute(tx);
  return rows;
}

async function insertShares(
  tx: Tx,
  memberNo: bigint,
  shares: readonly (OpenShare & { transfer?: bigint | undefined })[],
): Promise<void> {
  if (shares.length === 0) return;
  const rows = rowsLiteral(
    shares.map(({ reference, agentNo, currency, amountMinor, heldMinor, releaseAt, createdAt, transfer }) => [
      memberNo,
      reference,
      agentNo,
      currency,
      amountMinor,
      heldMinor,
      releaseAt,
      createdAt,
      transfer,
    ]),
  );
  await sql`insert into commission_shares (member_no, reference, agent_no, currency, amount, held, release_at, created_at, transfer)
    select * from unnest(${rows}::sent_commission_share[])`.execute(tx);
}

async function insertTransfers(tx: Tx, transfers: readonly CommissionTransfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return;
  const column = (value: (transfer: CommissionTransfer) => bigint | string | Date | undefined): string =>
    arrayLiteral(transfers.map(value));
  await sql`insert into commission_transfers (member_no, reference, agent_no, currency, amount, held, release_at, created_at)
    select t.*, ${now}::timestamptz from unnest(
      ${column(({ memberNo }) => memberNo)}::bigint[], ${column(({ reference }) => reference)}::bigint[],
      ${column(({ agentNo }) => agentNo)}::bigint[], ${column(({ currency }) => currency)}::text[],
      ${column(({ amountMinor }) => amountMinor)}::bigint[], ${column(({ hold }) => hold?.amountMinor ?? 0n)}::bigint[],
      ${column(({ hold }) => hold?.releaseAt)}::timestamptz[]) as t`.execute(tx);
}

async function markSent(
  tx: Tx,
  memberNo: bigint,
  shares: readonly (OpenShare & { transfer: bigint | undefined })[],
): Promise<void> {
  for (const [transfer, sent] of Map.groupBy(shares, (share) => share.transfer))
    await sql`update commission_shares set transfer = ${transfer}
      where member_no = ${memberNo} and agent_no = ${sent[0]?.agentNo} and reference = any(${arrayLiteral(sent.map(({ reference }) => reference))}::bigint[])`.execute(
      tx,
    );
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
 * Books the transfer for the agent and marks it as received. Where members are spread over machines, these are two
 * transactions of one member each; after a crash in between, the next run finds the transfer booked and marks it.
 */
async function receiveCommission({ db, clock }: CommissionDeps, transfer: CommissionTransfer): Promise<void> {
  const journal = commissionJournal(transfer);
  const isSpread = await db.isSpread();
  const markReceived = (on: Queryable): Promise<unknown> =>
    sql`update commission_transfers set received_at = ${clock.now()} where member_no = ${transfer.memberNo} and reference = ${transfer.reference}`.execute(
      on,
    );
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, [transfer.agentNo], transfer.currency, { events: [journal] });
    books.post(journal, clock.now());
    await books.write();
    if (!isSpread) await markReceived(tx);
    await hintOnCommit(tx, { memberNo: transfer.agentNo, event: 'balance.changed' });
  });
  if (isSpread) await markReceived(db);
}
