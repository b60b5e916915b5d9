/** Table `counted_acts`: what operators did within the last day, by whom it counts. Read by its key alone. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { BoundKind, CountedAct } from '../bounds.ts';

/** Acts of one kind wait here for each other. They are few: people make them. */
export async function lockKind(tx: Tx, kind: BoundKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('counted acts'), hashtext(${kind}))`.execute(tx);
}

export interface SumQuery {
  kind: BoundKind;
  parties: readonly string[];
  /** Objects that are not counted. */
  without: readonly string[];
  since: Date;
}

/** Reads one range of the index `counted_acts_by_party` for each party. Leaves out parties without acts. */
export async function selectSums(tx: Tx, { kind, parties, without, since }: SumQuery): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ party: string; sum: string }>`
    select party, sum(amount) as sum from counted_acts
    where kind = ${kind} and party = any(${[...parties]}::text[]) and counted_at > ${since} and object <> all(${[...without]}::text[])
    group by party`.execute(tx);
  return new Map(rows.map(({ party, sum }) => [party, BigInt(sum)]));
}

/** The same object counts once, with the larger amount. */
export async function upsertActs(
  tx: Tx,
  { kind, object, amount }: Pick<CountedAct, 'kind' | 'object' | 'amount'>,
  parties: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into counted_acts (kind, party, object, amount, counted_at)
    select ${kind}::text, p.party, ${object}::text, ${amount}::bigint, ${at}::timestamptz from unnest(${[...parties]}::text[]) as p (party)
    on conflict (kind, party, object) do update
      set amount = greatest(counted_acts.amount, excluded.amount), counted_at = excluded.counted_at`.execute(tx);
}

/** Deletes what counts no more. */
export async function deleteActsUntil(on: Queryable, until: Date): Promise<void> {
  await sql`delete from counted_acts where counted_at <= ${until}`.execute(on);
}
