/**
 * The rows that are typed by hand, and their edit steps. Pure: each step returns new rows. Removed rows can be
 * restored.
 */
import { isBlank } from '#foundation/core/typed-line.ts';
import { type BatchColumn, batchColumns, type RowTexts } from '../../columns.ts';
import { MAX_ROWS } from '../../rules.ts';

export interface GridRow {
  /** Unique while the row exists. */
  readonly id: number;
  /** A new object whenever one of them changes. */
  readonly texts: RowTexts;
}

/** The last step that can be undone. */
export type Undo =
  | { readonly what: 'removed'; readonly at: number; readonly row: GridRow }
  | { readonly what: 'cleared' | 'pasted'; readonly count: number; readonly before: readonly GridRow[] };

export interface Grid {
  readonly rows: readonly GridRow[];
  readonly lastId: number;
  readonly undo: Undo | undefined;
}

export type GridStep =
  | { do: 'type'; at: number; column: BatchColumn; text: string }
  | { do: 'add' }
  | { do: 'duplicate'; at: number }
  | { do: 'remove'; at: number }
  | { do: 'paste'; at: number; rows: readonly Partial<RowTexts>[] }
  | { do: 'clear' }
  | { do: 'undo' };

const BLANK: RowTexts = { amount: '', type: 'bank', holder: '', bank: '', branch: '', account: '' };
const FIRST_ROWS = 3;

export function emptyGrid(lastId = 0): Grid {
  const rows = Array.from({ length: FIRST_ROWS }, (_, index) => ({ id: lastId + index + 1, texts: { ...BLANK } }));
  return { rows, lastId: lastId + FIRST_ROWS, undo: undefined };
}

/** Whether only the type is set, which has a default: such a row is not paid. */
export function isEmptyRow(texts: RowTexts): boolean {
  return batchColumns.every((column) => column === 'type' || isBlank(texts[column]));
}

export function stepGrid(grid: Grid, step: GridStep): Grid {
  const { rows, lastId } = grid;
  switch (step.do) {
    case 'type':
      return { ...grid, rows: replaced(rows, step.at, { [step.column]: step.text }), undo: stored(grid.undo) };
    case 'add':
      return rows.length >= MAX_ROWS
        ? grid
        : { rows: [...rows, { id: lastId + 1, texts: { ...BLANK } }], lastId: lastId + 1, undo: stored(grid.undo) };
    case 'duplicate': {
      const row = rows[step.at];
      if (!row || rows.length >= MAX_ROWS) return grid;
      return {
        rows: rows.toSpliced(step.at + 1, 0, { id: lastId + 1, texts: { ...row.texts } }),
        lastId: lastId + 1,
        undo: undefined,
      };
    }
    case 'remove': {
      const row = rows[step.at];
      if (!row) return grid;
      const others = rows.toSpliced(step.at, 1);
      const undo = { what: 'removed', at: step.at, row } as const;
      return others.length > 0
        ? { rows: others, lastId, undo }
        : { rows: [{ id: lastId + 1, texts: { ...BLANK } }], lastId: lastId + 1, undo };
    }
    case 'paste':
      return pasted(grid, step.at, step.rows);
    case 'clear':
      return {
        ...emptyGrid(lastId),
        undo: { what: 'cleared', count: rows.filter(({ texts }) => !isEmptyRow(texts)).length, before: rows },
      };
    case 'undo':
      return undone(grid);
  }
}

/** Overwrites rows from there on, and adds rows below as needed. */
function pasted(grid: Grid, at: number, block: readonly Partial<RowTexts>[]): Grid {
  const fitting = block.slice(0, MAX_ROWS - at);
  let { lastId } = grid;
  const rows = [...grid.rows];
  for (const [index, texts] of fitting.entries()) {
    const row = rows[at + index] ?? { id: (lastId += 1), texts: BLANK };
    rows[at + index] = { ...row, texts: { ...row.texts, ...texts } };
  }
  return { rows, lastId, undo: { what: 'pasted', count: fitting.length, before: grid.rows } };
}

function undone({ rows, lastId, undo }: Grid): Grid {
  if (!undo) return { rows, lastId, undo };
  return {
    rows: undo.what === 'removed' ? rows.toSpliced(undo.at, 0, undo.row) : undo.before,
    lastId,
    undo: undefined,
  };
}

function replaced(rows: readonly GridRow[], at: number, texts: Partial<RowTexts>): GridRow[] {
  return rows.map((row, index) => (index === at ? { ...row, texts: { ...row.texts, ...texts } } : row));
}

/** Keeps the undo of a removed row after typing. Undoing a whole table would remove the typed text. */
function stored(undo: Undo | undefined): Undo | undefined {
  return undo?.what === 'removed' ? undo : undefined;
}

/**
 * Returns what is kept of the rows while their user is logged out: only texts, in the order of the columns. Returns
 * undefined if nothing is filled in.
 */
export function storedRows({ rows }: Pick<Grid, 'rows'>): readonly (readonly string[])[] | undefined {
  if (rows.every(({ texts }) => isEmptyRow(texts))) return undefined;
  return rows.map(({ texts }) => batchColumns.map((column) => texts[column]));
}

/** Returns a grid of kept rows, or an empty one for any other value. */
export function restoredGrid(stored: unknown): Grid {
  if (!Array.isArray(stored) || stored.length === 0) return emptyGrid();
  const rows = stored.slice(0, MAX_ROWS).map((row: unknown, index) => ({ id: index + 1, texts: restoredTexts(row) }));
  return { rows, lastId: rows.length, undo: undefined };
}

/** Returns the column texts of a kept row; an empty one stays empty. */
export function restoredTexts(row: unknown): RowTexts {
  const texts: readonly unknown[] = Array.isArray(row) ? row : [];
  const textAt = (index: number): string | undefined => (typeof texts[index] === 'string' ? texts[index] : undefined);
  return Object.fromEntries(batchColumns.map((column, index) => [column, textAt(index) ?? BLANK[column]])) as RowTexts;
}
