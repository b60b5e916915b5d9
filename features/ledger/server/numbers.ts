/** The merchants' numbers behind entries of the money log, which the features know that entries come from. */

export interface Numbers {
  /** System numbers that a typed number (merchant's or system's, whole) may mean. */
  referencesOf(memberNo: bigint, typed: string): Promise<bigint[]>;
  /** Those among these that have one. */
  orderNosOf(memberNo: bigint, references: readonly bigint[]): Promise<Map<bigint, string>>;
}

/** All of them as one: two kinds of business may have the same number. */
export function numbersOfAll(sources: readonly Numbers[]): Numbers {
  return {
    async referencesOf(memberNo, typed) {
      return (await Promise.all(sources.map((source) => source.referencesOf(memberNo, typed)))).flat();
    },
    async orderNosOf(memberNo, references) {
      const known = await Promise.all(sources.map((source) => source.orderNosOf(memberNo, references)));
      return new Map(known.flatMap((numbers) => [...numbers]));
    },
  };
}
