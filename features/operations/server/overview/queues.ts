/**
 * What waits for an operator, over all members. Every count stops at a cap and is read through an index that contains
 * only what waits, so that none grows with the history.
 */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import type { Right } from '#features/rights.ts';
import { formatAmount, type Currency } from '#foundation/core/money.ts';
import { systemNoTime } from '#foundation/core/system-number.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Queue } from '../../overview-contract.ts';
import { type QueueName, queueNames } from '../../queues.ts';
import { kindsSeenBy } from '../approvals/calls.ts';
import { REVERSALS } from '../orders/store.ts';

/** Counts stop here. */
const MAX_COUNTED = 999;
/** Callbacks that were given up longer ago are no longer news. */
const GIVEN_UP_TOLD_MS = 86_400_000;

const rightToSee: Readonly<Record<QueueName, Right>> = {
  certifications: 'certifications.view',
  cards: 'cards.view',
  review: 'disbursements.view',
  frozen: 'disbursements.view',
  unknown: 'disbursements.view',
  failed: 'disbursements.view',
  approvals: 'approvals.view',
  reversals: 'reversals.view',
  callbacks: 'overview.view',
  differences: 'reconciliation.view',
};

interface Counted {
  count: number;
  oldestAt: Date | null;
  amountMinor?: bigint;
}

/** The queues that these rights can see. */
export async function queuesFor(
  on: Queryable,
  rights: ReadonlySet<string>,
  currency: Currency,
  now: Date,
): Promise<Queue[]> {
  const seen = queueNames.filter((name) => rights.has(rightToSee[name]));
  return Promise.all(
    seen.map(async (name): Promise<Queue> => {
      const { count, oldestAt, amountMinor } = await readers[name](on, now, rights);
      return {
        name,
        count: Math.min(count, MAX_COUNTED),
        capped: count > MAX_COUNTED,
        oldestAt: oldestAt?.toISOString() ?? null,
        amount: amountMinor === undefined ? null : formatAmount(amountMinor, currency),
      };
    }),
  );
}

// Literals, so that the planner uses the partial indexes.
const readers: Readonly<
  Record<QueueName, (on: Queryable, now: Date, rights: ReadonlySet<string>) => Promise<Counted>>
> = {
  certifications: (on) =>
    countOldest(on, sql`select submitted_at as at from certifications where status = 'pending' order by submitted_at`),
  cards: (on) =>
    countOldest(
      on,
      sql`select changed_at as at from bank_cards where status = 'pending' and removed_at is null order by changed_at`,
    ),
  review: (on) => countDisbursements(on, sql`status = 'applying' and review = 'waiting'`),
  frozen: (on) => countDisbursements(on, sql`status = 'frozen'`),
  unknown: (on) => countDisbursements(on, sql`status in ('applying', 'frozen') and submission = 'unknown'`),
  failed: (on) => countDisbursements(on, sql`status = 'applying' and submission = 'failed'`),
  async approvals(on, now, rights) {
    const kinds = kindsSeenBy(rights).filter(({ table }) => table !== REVERSALS);
    const counted = await Promise.all(kinds.map(({ from }) => countOldest(on, openProposals(from, now))));
    return {
      count: counted.reduce((sum, { count }) => sum + count, 0),
      oldestAt: counted.reduce<Date | null>((oldest, { oldestAt }) => olderOf(oldest, oldestAt), null),
    };
  },
  reversals: (on, now) => countOldest(on, openProposals(sql`from order_reversals a`, now)),
  callbacks: (on, now) =>
    countOldest(
      on,
      sql`select next_at as at from callbacks
        where status = 'failed' and next_at >= ${new Date(now.getTime() - GIVEN_UP_TOLD_MS)} and next_at < 'infinity' order by next_at`,
    ),
  differences: async (on) => {
    const { rows } = await sql<{ count: number; oldestAt: Date | null; amountMinor: string }>`
      select count(*)::integer as count, min(found_at) as "oldestAt", coalesce(sum(at_risk), 0) as "amountMinor"
      from (select found_at, at_risk from upstream_differences where state in ('waiting', 'open', 'assigned')
        order by upstream_id, day limit ${sql.lit(MAX_COUNTED + 1)}) d`.execute(on);
    return withAmount(rows[0]);
  },
};

/** A proposal can't be open longer than its life, so the index of the newest finds all that are. */
function openProposals(from: Sql, now: Date): Sql {
  const since = new Date(now.getTime() - APPROVAL_LIFE_MS);
  return sql`select a.proposed_at as at ${from} where a.state = 'open' and a.expires_at > ${now} and a.proposed_at >= ${since} order by a.proposed_at`;
}

async function countOldest(on: Queryable, waiting: Sql): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*)::integer as count, min(at) as "oldestAt" from (${waiting} limit ${sql.lit(MAX_COUNTED + 1)}) w`.execute(
    on,
  );
  return rows[0] ?? { count: 0, oldestAt: null };
}

async function countDisbursements(on: Queryable, which: Sql): Promise<Counted> {
  const { rows } = await sql<{ count: number; oldest: bigint | null; amountMinor: string }>`
    select count(*)::integer as count, min(system_no) as oldest, coalesce(sum(amount), 0) as "amountMinor"
    from (select system_no, amount from disbursements where ${which} order by system_no limit ${sql.lit(MAX_COUNTED + 1)}) d`.execute(
    on,
  );
  const [row] = rows;
  return withAmount(row && { ...row, oldestAt: row.oldest === null ? null : systemNoTime(row.oldest) });
}

function withAmount(row: { count: number; oldestAt: Date | null; amountMinor: string } | undefined): Counted {
  return {
    count: row?.count ?? 0,
    oldestAt: row?.oldestAt ?? null,
    amountMinor: BigInt(row?.amountMinor ?? 0),
  };
}

function olderOf(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one < other ? one : other) : (one ?? other);
}
