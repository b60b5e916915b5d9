/** The order numbers of money log entries, which the features that made the entries know. */

export interface Numbers {
  /** The system numbers that a typed number can mean: a merchant's order number or a system number, in full. */
  referencesOf(memberNo: bigint, typed: string): Promise<bigint[]>;
  /** The order numbers by reference; references without one are missing. */
  orderNosOf(memberNo: bigint, references: readonly bigint[]): Promise<Map<bigint, string>>;
}

/** Combines several sources, because an order and a payout can have the same number. */
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
