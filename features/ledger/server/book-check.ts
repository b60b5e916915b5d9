/** The type of a check of the books, and how its query is limited to some members or to recent rows. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';

/** What a check covers; everything if both are undefined. */
export interface Scope {
  /** Must be whole families (merchants with all their agents), because commission moves between them. */
  members?: readonly bigint[] | undefined;
  /** Only rows booked since then; requires `members` to be those that changed. */
  since?: Date | undefined;
}

/**
 * One violation: the member, the subject, and further columns, each an amount in minor units, a count, a text or a
 * time.
 */
export interface Violation {
  member_no: bigint | null;
  subject: string;
  [figure: string]: bigint | number | string | Date | null;
}

export interface BookCheck {
  name: string;
  promise: string;
  /** The view whose rows are checked. */
  over:
    | 'journals'
    | 'entries'
    | 'money_log'
    | 'wallets'
    | 'orders'
    | 'commission_shares'
    | 'commission_transfers'
    | 'callbacks'
    | 'order_rollups'
    | 'disbursements'
    | 'disbursement_days'
    | 'agent_orders'
    | 'agent_rollups'
    | 'statement_days'
    | 'platform_journals'
    | 'clearing_days';
  /**
   * What the run of every minute does: checks all rows because that is cheap, checks what changed, or leaves the check
   * to the full run.
   */
  everyMinute: 'all' | 'changed' | 'never';
  violations(scope: Scope): Sql<Violation>;
}

export function ofMembers({ members }: Scope, alias?: string): Sql {
  const column = sql.raw(alias === undefined ? 'member_no' : `${alias}.member_no`);
  return members === undefined ? sql`true` : sql`${column} = any(${arrayLiteral(members)}::bigint[])`;
}

export function after({ since }: Scope, column: string): Sql {
  return since === undefined ? sql`true` : sql`${sql.raw(column)} >= ${since}`;
}

/** Agents' shares of commission: those that the job has sent or a reversal took back, and those that are still owed. */
export function everyShare(scope: Scope): Sql {
  return sql`(
    select member_no, system_no, agent_no, currency, amount_minor, transfer_reference, reversed_at from audit.commission_shares where ${ofMembers(scope)}
    union all
    select member_no, system_no, agent_no, currency, amount_minor, null, null from audit.owed_commission where ${ofMembers(scope)})`;
}
