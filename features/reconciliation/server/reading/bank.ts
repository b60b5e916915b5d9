/** Reads a bank account's statement: camt.053 or MT940. */
import type { BankLine, BankStatement, ReadBankFile } from '#foundation/server/bank-files/bank-statement.ts';
import { readCamt053 } from '#foundation/server/bank-files/camt053-reading.ts';
import { readMt940 } from '#foundation/server/bank-files/mt940-reading.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { startOfDay } from '#foundation/core/time-zone.ts';
import type { BankMapping } from '../../mapping.ts';
import type { FaultWord, LineFault, StatementLine } from '../../statement-line.ts';
import type { LineSums, Reading, ReadingTerms } from './line-sums.ts';

const readers = { camt053: readCamt053, mt940: readMt940 } as const;

export async function readBankStatement(
  bytes: Uint8Array,
  mapping: BankMapping,
  terms: ReadingTerms,
): Promise<Omit<Reading, keyof LineSums>> {
  const failed = (fault: LineFault): Omit<Reading, keyof LineSums> => ({
    format: mapping.format,
    openingMinor: null,
    closingMinor: null,
    faults: [fault],
  });
  const read: ReadBankFile = await readers[mapping.format](bytes);
  if ('fault' in read) {
    const { line, field, word, values } = read.fault;
    return failed({ line, column: field === '' ? null : field, word, values });
  }
  const [first] = read.statements;
  if (!first) return failed(ofFile('account_none'));
  const other = read.statements.find(({ account }) => bare(account) !== bare(mapping.account));
  if (other) return failed(ofFile('account_other', { account: other.account }));
  const foreign = read.statements.find(({ currency }) => currency !== terms.currency);
  if (foreign) return failed(ofFile('currency_other', { currency: foreign.currency }));
  let lineNo = 0;
  for (const statement of read.statements)
    await terms.take(statement.lines.map((line) => lineOf((lineNo += 1), line, mapping, terms)));
  return {
    format: mapping.format,
    openingMinor: first.openingMinor,
    closingMinor: (read.statements.at(-1) as BankStatement).closingMinor,
    faults: [],
  };
}

function ofFile(word: FaultWord, values: PhraseValues = {}): LineFault {
  return { line: null, column: null, word, values };
}

/** Blanks and hyphens inside an account are for the eye. */
function bare(account: string): string {
  return account.replaceAll(/[\s-]/g, '').toUpperCase();
}

function lineOf(
  lineNo: number,
  line: BankLine,
  { credits, debits }: BankMapping,
  { timeZone }: ReadingTerms,
): StatementLine {
  const { amountMinor, feeMinor = null, isReversal = false, reference = null, ourReference = null } = line;
  const kind = amountMinor < 0n ? debits : credits;
  return {
    lineNo,
    upstreamNo: reference,
    ourNo: ourReference,
    kind: isReversal ? 'reversal' : kind,
    amountMinor,
    feeMinor,
    at: startOfDay(line.bookedOn, timeZone),
    status: null,
    raw: [line.bookedOn, line.counterparty, line.description].filter(Boolean).join(' '),
  };
}
