/** One line of an upstream's statement, whatever file or connector it comes from. */
import type { bankFileWords } from '#foundation/core/bank-file-words.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { LineKind, LineStatus } from './mapping.ts';
import type { reconciliationFaults } from './words.ts';

export interface StatementLine {
  /** Of a table, as a spreadsheet program counts; else the number of the movement, from 1. */
  readonly lineNo: number;
  /** The upstream's own number. */
  readonly upstreamNo: string | null;
  /** Our number, as the upstream got it. */
  readonly ourNo: string | null;
  readonly kind: LineKind;
  /** Positive where the upstream owes us more. */
  readonly amountMinor: bigint;
  /** What the upstream keeps for it, or gives back with a reversal: a magnitude. Null: not said. */
  readonly feeMinor: bigint | null;
  readonly at: Date | null;
  /** Null: the statement lists only what succeeded. */
  readonly status: LineStatus | null;
  /** As the file writes it. */
  readonly raw: string;
}

/** What is wrong at one place of a file. */
export interface LineFault {
  /** Null: the file as a whole. */
  readonly line: number | null;
  /** Its heading or its letter. */
  readonly column: string | null;
  readonly word: FaultWord;
  readonly values: PhraseValues;
}
export type FaultWord = keyof typeof reconciliationFaults | keyof typeof bankFileWords;
