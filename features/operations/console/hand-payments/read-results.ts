/** Reads a bank's result from the saved table with its columns filled in. What is wrong names its row. */
import { languages } from '#foundation/core/words.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { bankFileColumns, handResultWords } from '../../hand-payment-words.ts';
import { handResults, type HandResult } from '../../hand-payments.ts';

export interface ReadResult {
  orderNo: string;
  result: HandResult;
  bankReference: string;
  reason: string;
}

export interface ResultFault {
  word: 'no_columns' | 'no_results' | 'row_result' | 'row_number' | 'row_reference' | 'row_reason';
  line: number;
}

export type ReadResults = { rows: ReadResult[] } | { faults: ResultFault[] };

/** With the headings. */
const MAX_LINES = 520;
const MAX_FAULTS = 20;

/** The code that reads tables is loaded when the first file is chosen. */
export async function readResults(file: Blob): Promise<ReadResults> {
  const { firstLines } = await import('#features/batches/reading.ts');
  const bytes = new Uint8Array(await file.arrayBuffer());
  return resultsIn(await firstLines(bytes, MAX_LINES, (cell) => columnOf(cell) !== undefined));
}

const columns = ['number', 'result', 'bank_reference', 'reason'] as const;
type Column = (typeof columns)[number];

export function resultsIn(lines: readonly (readonly string[])[]): ReadResults {
  const head = lines.findIndex((cells) => {
    const found = cells.map(columnOf);
    return found.includes('number') && found.includes('result');
  });
  if (head === -1) return { faults: [{ word: 'no_columns', line: 0 }] };
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
  if (faults.length > 0) return { faults: faults.slice(0, MAX_FAULTS) };
  return rows.length === 0 ? { faults: [{ word: 'no_results', line: 0 }] } : { rows };
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
