/** What reading a statement takes and results in, and the sums of its lines. */
import type { Currency } from '#foundation/core/money.ts';
import type { LineKind } from '../../mapping.ts';
import type { LineFault, StatementLine } from '../../statement-line.ts';

export interface ReadingTerms {
  readonly currency: Currency;
  /** The platform's, for days that a file gives without a zone. */
  readonly timeZone: string;
  /** Gets the lines in the order of the file, some thousand at a time. */
  take(lines: readonly StatementLine[]): Promise<void>;
}

export interface Reading extends LineSums {
  readonly format: 'csv' | 'xlsx' | 'camt053' | 'mt940';
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  /** In the order of the file. Where there are any, the lines must not be used. */
  readonly faults: readonly LineFault[];
}

/** What lines say together. */
export interface LineSums {
  readonly rows: number;
  readonly kinds: readonly { kind: LineKind; count: number; amountMinor: bigint; feeMinor: bigint }[];
  /** Of all amounts and fees, whatever their signs. */
  readonly magnitudeMinor: bigint;
  /** The first and last time of a line. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Sums lines up as they come. */
export function lineSums(): { add(line: StatementLine): void; result(): LineSums } {
  const kinds = new Map<LineKind, { kind: LineKind; count: number; amountMinor: bigint; feeMinor: bigint }>();
  let rows = 0;
  let magnitudeMinor = 0n;
  let [first, last] = [Infinity, -Infinity];
  return {
    add({ kind, amountMinor, feeMinor, at }) {
      rows += 1;
      let sums = kinds.get(kind);
      if (!sums) kinds.set(kind, (sums = { kind, count: 0, amountMinor: 0n, feeMinor: 0n }));
      sums.count += 1;
      sums.amountMinor += amountMinor;
      sums.feeMinor += feeMinor ?? 0n;
      magnitudeMinor += (amountMinor < 0n ? -amountMinor : amountMinor) + (feeMinor ?? 0n);
      const time = at?.getTime();
      if (time === undefined) return;
      first = Math.min(first, time);
      last = Math.max(last, time);
    },
    result: () => ({
      rows,
      magnitudeMinor,
      kinds: [...kinds.values()],
      from: first === Infinity ? null : new Date(first),
      to: last === -Infinity ? null : new Date(last),
    }),
  };
}
