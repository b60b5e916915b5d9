/** Sums as statements answer them: of bigints, PostgreSQL's are text here, since a sum can exceed what a column holds. */

type Readers = Readonly<Record<string, (text: string) => number | bigint>>;
/** A row with such sums. */
export type SumTexts<Names extends string> = Readonly<Record<Names, string>>;

/** `readSums(rows[0], { count: Number, amountMinor: BigInt })`. Without a row, each is 0. */
export function readSums<Read extends Readers>(
  row: SumTexts<keyof Read & string> | undefined,
  readers: Read,
): { [Name in keyof Read]: ReturnType<Read[Name]> } {
  const sums = Object.entries(readers).map(([name, read]) => [name, read(row?.[name] ?? '0')]);
  return Object.fromEntries(sums) as { [Name in keyof Read]: ReturnType<Read[Name]> };
}
