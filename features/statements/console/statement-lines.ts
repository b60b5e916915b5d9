/** The lines of the statement's table: its rows, and neighbouring ones without movement as one line. Pure. */
import type { StatementRow } from '../contract.ts';
import { isStill } from './figures.ts';

export interface StatementLine {
  /** The first row's period, and with more than one also the last's. */
  readonly key: string;
  readonly first: StatementRow;
  readonly last: StatementRow;
  /** Rows in it that are folded, as nothing moved; 0 for a line that is one row. */
  readonly folded: number;
}

/** `unfolded`: keys of folded lines that are shown row by row. An open row is never folded. */
export function linesOf(rows: readonly StatementRow[], unfolded: ReadonlySet<string> = new Set()): StatementLine[] {
  const lines: StatementLine[] = [];
  let still: StatementRow[] = [];
  const endFold = (): void => {
    const [first] = still;
    const last = still.at(-1);
    if (first && last) {
      const key = first === last ? first.period : `${first.period}..${last.period}`;
      if (unfolded.has(key)) lines.push(...still.map(lineOf));
      else lines.push({ key, first, last, folded: still.length });
    }
    still = [];
  };
  for (const row of rows) {
    if (row.state === 'closed' && row.version === 0 && isStill(row)) still.push(row);
    else {
      endFold();
      lines.push(lineOf(row));
    }
  }
  endFold();
  return lines;
}

function lineOf(row: StatementRow): StatementLine {
  return { key: row.period, first: row, last: row, folded: 0 };
}
