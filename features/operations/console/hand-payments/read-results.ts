/**
 * Reads a bank's result: the saved table with its columns filled in, or the bank's status report (pain.002). The file's
 * bytes decide which of them it is. What is wrong names its row.
 */
import { languages } from '#foundation/core/words.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { markedEncoding } from '#foundation/core/xml-text.ts';
import { bankFileColumns, handResultWords } from '../../hand-payment-words.ts';
import { handResults, type HandResult } from '../../hand-payments.ts';
import {
  checkedResults,
  type CheckedResults,
  type ReadResult,
  type ResultFault,
  ResultFaults,
  type Said,
  type SentFile,
} from './results.ts';

export const MAX_RESULT_BYTES = 4 * 1_048_576;
/** With the headings. */
const MAX_LINES = 520;

/** The code that reads a file is loaded when the first one is chosen. */
export async function readResults(
  file: Blob,
  sent: SentFile,
): Promise<CheckedResults | { faults: readonly ResultFault[] }> {
  try {
    if (file.size > MAX_RESULT_BYTES) throw new ResultFaults([{ word: 'result_large', line: 0 }]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return checkedResults(sent, isXml(bytes) ? await reported(bytes, sent) : await inTable(bytes));
  } catch (error) {
    if (error instanceof ResultFaults) return { faults: error.faults };
    throw error;
  }
}

/** No table begins with a tag. */
function isXml(bytes: Uint8Array): boolean {
  const head = new TextDecoder(markedEncoding(bytes) ?? 'latin1').decode(bytes.subarray(0, 1_024));
  return head.trimStart().startsWith('<');
}

async function reported(bytes: Uint8Array, sent: SentFile): Promise<Said[]> {
  const { readStatusReport } = await import('./status-report.ts');
  return readStatusReport(bytes, sent);
}

async function inTable(bytes: Uint8Array): Promise<Said[]> {
  const { firstLines } = await import('#features/batches/reading.ts');
  const rows = resultsIn(await firstLines(bytes, MAX_LINES, (cell) => columnOf(cell) !== undefined));
  return rows.map(({ result, ...row }) => ({ ...row, outcome: result, status: result }));
}

const columns = ['number', 'result', 'bank_reference', 'reason'] as const;
type Column = (typeof columns)[number];

/** The rows of a table that have a result. Throws `ResultFaults`. */
export function resultsIn(lines: readonly (readonly string[])[]): ReadResult[] {
  const head = lines.findIndex((cells) => {
    const found = cells.map(columnOf);
    return found.includes('number') && found.includes('result');
  });
  if (head === -1) throw new ResultFaults([{ word: 'no_columns', line: 0 }]);
  const places = (lines[head] ?? []).map(columnOf);
  const cellsOf = (cells: readonly string[]) => (column: Column) => textOf(cells[places.indexOf(column)]);
  const rows: ReadResult[] = [];
  const faults: ResultFault[] = [];
  for (const [index, cells] of lines.entries()) {
    const cell = cellsOf(cells);
    if (index <= head || cell('result') === '') continue;
    const line = index + 1;
    const result = handResults.find((one) => isResult(one, cell('result')));
    const row = { orderNo: cell('number'), bankReference: cell('bank_reference'), reason: cell('reason') };
    if (!result) faults.push({ word: 'row_result', line });
    else if (!/^\d{19}$/.test(row.orderNo)) faults.push({ word: 'row_number', line });
    else if (result === 'paid' && row.bankReference === '') faults.push({ word: 'row_reference', line });
    else if (result === 'failed' && row.reason === '') faults.push({ word: 'row_reason', line });
    else rows.push({ ...row, result });
  }
  if (faults.length > 0) throw new ResultFaults(faults);
  if (rows.length === 0) throw new ResultFaults([{ word: 'no_results', line: 0 }]);
  return rows;
}

/** Where a table protects a text from being read as a formula or a number. */
function textOf(cell = ''): string {
  return typedLine(cell).trim().replace(/^'/, '');
}

function columnOf(cell: string): Column | undefined {
  const text = textOf(cell).toLowerCase();
  return columns.find((column) =>
    languages.some((language) => bankFileColumns[column][language].toLowerCase() === text),
  );
}

function isResult(result: HandResult, cell: string): boolean {
  const text = cell.toLowerCase();
  return text === result || languages.some((language) => handResultWords[result][language].toLowerCase() === text);
}
