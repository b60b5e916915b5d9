/**
 * Asks whether an act takes two people, and counts acts. A handler that does something alone asks `takesTwo` in the
 * transaction of the act, and either proposes or calls `countAct` in it. What two people decide is counted by `decide`,
 * if its kind has `actOf`. decisions/0080 has an example.
 *
 * Both wait for a lock of the kind, which the transaction keeps: of two acts at once the second one counts the first.
 * Call them after the rows and wallets of the act are locked and the second step is spent, and before the audit log, so
 * that two transactions can't wait for each other.
 */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Right } from '#features/rights.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { ACTS_COUNT_MS, type BoundKind, boundOf, boundRights, type CountedAct, partiesOf } from '../bounds.ts';
import { lockKind, selectSums, upsertActs } from './acts-store.ts';

/** What the accounts feature, a lower layer, knows about operators. */
export interface DeciderCounts {
  /** How many operators could confirm an act that needs this right. */
  countDeciders(on: Queryable, right: Right, of: 'active' | 'all'): Promise<number>;
}

export interface BoundDeps {
  platform: Pick<PlatformVerbs, 'settingsWithin'>;
  users: DeciderCounts;
}

/** Whether one person can't do this alone. Several acts are one bulk act: their sum counts. */
export async function takesTwo(
  tx: Tx,
  deps: BoundDeps,
  acts: CountedAct | readonly CountedAct[],
  now: Date,
): Promise<boolean> {
  const all = 'kind' in acts ? [acts] : acts;
  const [first] = all;
  if (!first) return false;
  const bound = await boundWithin(tx, deps, first.kind);
  return bound !== null && (await sumWith(tx, all, now)) >= bound;
}

/** The bound that counts now; null: one person is enough. */
export async function boundWithin(tx: Tx, { platform, users }: BoundDeps, kind: BoundKind): Promise<bigint | null> {
  const settings = await platform.settingsWithin(tx);
  const right = boundRights[kind];
  // Those who are disabled count: else one who may disable the others would decide alone.
  return boundOf(kind, settings, right === undefined ? 0 : await users.countDeciders(tx, right, 'all'));
}

/**
 * The largest sum in which these acts count: of one proposer, member or beneficiary within 24 hours, with these. Acts of
 * one kind.
 */
export async function sumWith(tx: Tx, acts: readonly CountedAct[], now: Date): Promise<bigint> {
  const [first] = acts;
  if (!first) return 0n;
  await lockKind(tx, first.kind);
  const sums = new Map<string, bigint>();
  for (const act of new Map(acts.map((one) => [one.object, one])).values())
    for (const party of partiesOf(act)) sums.set(party, (sums.get(party) ?? 0n) + act.amount);
  const counted = await selectSums(tx, {
    kind: first.kind,
    parties: [...sums.keys()],
    without: acts.map(({ object }) => object),
    since: new Date(now.getTime() - ACTS_COUNT_MS),
  });
  return [...sums].reduce((most, [party, sum]) => {
    const all = sum + (counted.get(party) ?? 0n);
    return all > most ? all : most;
  }, 0n);
}

/** Counts an act in the transaction that carries it out. */
export async function countAct(tx: Tx, act: CountedAct, now: Date): Promise<void> {
  await lockKind(tx, act.kind);
  await upsertActs(tx, act, partiesOf(act), now);
}
