/** The order numbers of money log entries, which the features that made the entries know. */
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { MAX_FOUND, selectReferencesBeginning } from './money-log.ts';

export interface Numbers {
  /** The system numbers of a member's orders or payouts whose own number begins with a typed text, at most `most`. */
  referencesBeginning(memberNo: bigint, typed: string, most: number): Promise<bigint[]>;
  /** The order numbers by reference; references without one are missing. */
  orderNosOf(memberNo: bigint, references: readonly bigint[]): Promise<Map<bigint, string>>;
}

/** Combines several sources, because an order and a payout can have the same number. */
export function numbersOfAll(sources: readonly Numbers[]): Numbers {
  return {
    async referencesBeginning(memberNo, typed, most) {
      return (await Promise.all(sources.map((source) => source.referencesBeginning(memberNo, typed, most)))).flat();
    },
    async orderNosOf(memberNo, references) {
      const known = await Promise.all(sources.map((source) => source.orderNosOf(memberNo, references)));
      return new Map(known.flatMap((numbers) => [...numbers]));
    },
  };
}

/** What a search by number finds: system numbers that begin so, and those of numbers of orders and payouts that do. */
export async function foundReferences(
  on: Queryable,
  numbers: Pick<Numbers, 'referencesBeginning'>,
  { memberNo, typed }: { memberNo: bigint; typed: string },
): Promise<{ references: bigint[]; capped: boolean }> {
  const [bySystemNo, byOrderNo] = await Promise.all([
    selectReferencesBeginning(on, memberNo, typed),
    numbers.referencesBeginning(memberNo, typed, MAX_FOUND + 1),
  ]);
  const found = [...new Set([...bySystemNo, ...byOrderNo])];
  return { references: found.slice(0, MAX_FOUND), capped: found.length > MAX_FOUND };
}
