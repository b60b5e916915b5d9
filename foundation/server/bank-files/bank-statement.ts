/**
 * A bank's statement without the form of its file: what camt.053 and MT940 have in common. Readers return only
 * statements whose sums hold: opening + lines = closing, which is the opening of the account's next one.
 */
import type { bankFileWords } from '#foundation/core/bank-file-words.ts';
import { type Currency, money, sum } from '#foundation/core/money.ts';
import type { PhraseValues } from '#foundation/core/words.ts';

export interface BankStatement {
  /** As the file names it: IBAN, or bank and account. */
  readonly account: string;
  readonly currency: Currency;
  /** The bank's number of the statement. */
  readonly number?: string;
  /** Balances are negative where the account is overdrawn. */
  readonly openingMinor: bigint;
  /** `YYYY-MM-DD`, like all days here. */
  readonly openingDay: string;
  readonly closingMinor: bigint;
  readonly closingDay: string;
  readonly lines: readonly BankLine[];
}

export interface BankLine {
  readonly bookedOn: string;
  readonly valueOn?: string;
  /** How the balance changes: negative where money leaves the account. Includes `feeMinor`. */
  readonly amountMinor: bigint;
  /** The bank's own number of the movement. */
  readonly reference?: string;
  /** What the account's owner, or who paid it, named the movement. */
  readonly ourReference?: string;
  readonly description: string;
  readonly counterparty?: string;
  /** A charge that the bank kept from the amount, as a magnitude. */
  readonly feeMinor?: bigint;
  /** The bank takes an earlier movement back. */
  readonly isReversal?: boolean;
  /** The line of the file where it begins, from 1. */
  readonly line: number;
}

/** Its phrases take all values of a fault, with its `line`, `column` and `field`. */
export type BankFaultWord = keyof typeof bankFileWords;

/** Where in a file something is. */
export interface Place {
  /** From 1. */
  readonly line: number;
  readonly column?: number;
  /** As the format names it: `Ntry/Amt`, `:61:`. Empty for the file as a whole. */
  readonly field: string;
}

export interface BankFault extends Place {
  readonly word: BankFaultWord;
  readonly values: PhraseValues;
}

export type ReadBankFile = { readonly statements: readonly BankStatement[] } | { readonly fault: BankFault };

/** Yields to other work while a long file is read. */
export type Rest = () => Promise<void>;

/** A statement to write: its lines are read while the file is written. */
export interface WrittenStatement extends Omit<BankStatement, 'number' | 'lines'> {
  /** Names this statement: at most 35 characters, and of its own for each account and period. */
  readonly id: string;
  /** Consecutive, from 1. */
  readonly number: number;
  /** The name of the account's owner. */
  readonly owner: string;
  /** The name of who keeps the account. */
  readonly keeper: string;
  readonly createdAt: Date;
  readonly lines: AsyncIterable<readonly WrittenLine[]>;
}

export interface WrittenLine extends Omit<BankLine, 'line' | 'reference'> {
  /** Our number of the movement: at most 35 characters. */
  readonly reference: string;
  /** What kind of movement it is, as a word of ours: ASCII letters, at most 35. */
  readonly kind: string;
  /** The same as one of SWIFT's types: `TRF`, `COM`, `MSC`, `RTI`. */
  readonly swiftType: string;
  /** Negative where a fee comes back. */
  readonly feeMinor?: bigint;
}

/** Thrown while a file is read, caught where the reading began. */
export class BankFileFault extends Error {
  override name = 'BankFileFault';
  readonly fault: BankFault;

  constructor(word: BankFaultWord, { field, line, column }: Place, values: PhraseValues = {}) {
    super(`${field} ${word}`);
    const place = { line, ...(column === undefined ? {} : { column }), field };
    this.fault = { ...place, word, values: { column: 1, ...place, ...values } };
  }
}

/** Runs a reader; a fault becomes its answer. */
export async function readOrFault(read: () => Promise<readonly BankStatement[]>): Promise<ReadBankFile> {
  try {
    return { statements: await read() };
  } catch (error) {
    if (error instanceof BankFileFault) return { fault: error.fault };
    throw error;
  }
}

/** A file of a bank holds a day, or at most a month. */
export const MAX_BANK_FILE_BYTES = 64 * 1_048_576;

/** Throws unless the closing balance is what opening balance and lines make. */
export function checkSum(
  { openingMinor, closingMinor, currency, lines }: Omit<BankStatement, 'account'>,
  place: Place,
): void {
  const totalMinor = openingMinor + sum(lines.map(({ amountMinor }) => amountMinor));
  if (totalMinor === closingMinor) return;
  const [closing, total] = [money(closingMinor, currency), money(totalMinor, currency)];
  throw new BankFileFault('bank_sum_differs', place, { closing, total });
}

/**
 * Throws unless every statement of an account begins with what the one before it in the file ended with. `place` is that of
 * its opening balance.
 */
export function checkChain(all: readonly { statement: BankStatement; place: Place }[]): void {
  const ends = new Map<string, bigint>();
  for (const { statement, place } of all) {
    const { account, currency, openingMinor, closingMinor } = statement;
    const key = `${account} ${currency}`;
    const endMinor = ends.get(key) ?? openingMinor;
    if (endMinor !== openingMinor) {
      const [amount, total] = [money(openingMinor, currency), money(endMinor, currency)];
      throw new BankFileFault('bank_chain_differs', place, { amount, total });
    }
    ends.set(key, closingMinor);
  }
}
