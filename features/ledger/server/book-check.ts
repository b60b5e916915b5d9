/** What a check of the books is, and how its question is narrowed to some members or to what is new. */
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '#foundation/server/array-literals.ts';

/** What a check looks at; without either, at everything. */
export interface Scope {
  /** Whole families only (merchants with their agents): commission is between them. */
  members?: readonly bigint[] | undefined;
  /** What was booked since then; with the members that changed. */
  since?: Date | undefined;
}

/** One finding: whose, what, and any columns besides, each a figure in minor units, a count, a word or a time. */
export interface Violation {
  member_no: bigint | null;
  subject: string;
  [figure: string]: bigint | number | string | Date | null;
}

export interface BookCheck {
  name: string;
  promise: string;
  /** The view whose rows are looked at. */
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
    | 'disbursement_days';
  /**
   * What the minute's run does with it: the question is cheap for all, is asked for what changed, or left to the full
   * run.
   */
  everyMinute: 'all' | 'changed' | 'never';
  violations(scope: Scope): RawBuilder<Violation>;
}

export function ofMembers({ members }: Scope, alias?: string): RawBuilder<unknown> {
  const column = sql.raw(alias === undefined ? 'member_no' : `${alias}.member_no`);
  return members === undefined ? sql`true` : sql`${column} = any(${arrayLiteral(members)}::bigint[])`;
}

export function after({ since }: Scope, column: string): RawBuilder<unknown> {
  return since === undefined ? sql`true` : sql`${sql.raw(column)} >= ${since}`;
}
