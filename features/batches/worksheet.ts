/**
 * Reads one sheet of a workbook, cell by cell as text. Nothing is evaluated: a formula stays a formula, which the rules
 * refuse. Numbers are read as the sheet shows them, up to 15 digits; longer ones as rounded.
 */
import { shownNumber } from './number-format.ts';
import { MAX_CELL_CHARACTERS } from './rules.ts';
import type { SharedTexts } from './workbook-texts.ts';
import { type LineNotes, MAX_COLUMNS, TableFault } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks for one XML part; names come without their prefix. */
export interface Part {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Joins text that is spread over runs, without phonetic guides. */
export class CellText {
  text = '';
  #inText = false;
  #aloud = false;

  begin(): void {
    [this.text, this.#inText, this.#aloud] = ['', false, false];
  }

  open(tag: string): void {
    if (tag === 't') this.#inText = true;
    if (tag === 'rPh') this.#aloud = true;
  }

  add(text: string): void {
    if (this.#inText && !this.#aloud && this.text.length <= MAX_CELL_CHARACTERS)
      this.text += text.slice(0, MAX_CELL_CHARACTERS + 1);
  }

  close(tag: string): void {
    if (tag === 't') this.#inText = false;
    if (tag === 'rPh') this.#aloud = false;
  }
}

interface Cell {
  column: number;
  type: string;
  style: number;
  formula: boolean;
}

export interface SheetParts {
  shared: Pick<SharedTexts, 'find'>;
  /** Codes of the cell formats. */
  formats: readonly string[];
}

/** Who reads the rows of a sheet. */
export interface SheetUser {
  /** Set before the first row. */
  hiddenColumns: ReadonlySet<number>;
  line(line: number, cells: readonly (string | undefined)[], notes: Required<LineNotes>): void;
  /** Something beside the rows can refuse the sheet. */
  refuse(fault: TableFault): void;
}

/** Passes each row of a sheet to the reader, with its notes. */
export function sheetPart(user: SheetUser, { shared, formats }: SheetParts): Part {
  let [line, column, inside] = [0, -1, ''];
  let cells: (string | undefined)[] = [];
  let numbers = new Set<number>();
  const hiddenColumns = new Set<number>();
  let [isHidden, areRowsHidden] = [false, false];
  let cell: Cell | undefined;
  let value = '';
  const inline = new CellText();
  return {
    open(tag, attributes) {
      const { r, t = 'n', s = '0', ref = '' } = attributes;
      if (tag === 'row') {
        [line, column, cells, numbers] = [r === undefined ? line + 1 : Number(r), -1, [], new Set()];
        isHidden = isRowHidden(attributes, areRowsHidden);
      } else if (tag === 'sheetFormatPr') areRowsHidden = isTrue(attributes['zeroHeight']);
      else if (tag === 'col') hideColumns(hiddenColumns, attributes);
      else if (tag === 'sheetData') user.hiddenColumns = hiddenColumns;
      else if (tag === 'c') {
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { column, type: t, style: Number(s), formula: false };
        [inside, value] = ['', ''];
        inline.begin();
      } else if (tag === 'mergeCell')
        user.refuse(new TableFault('table_merged', { values: { cells: ref.slice(0, 40) } }));
      else if (tag === 'f' && cell) [cell.formula, inside, value] = [true, 'f', ''];
      else if (tag === 'v') inside = cell?.formula ? '' : 'v';
      else inline.open(tag);
    },
    text(text) {
      if (inside !== '' && value.length <= MAX_CELL_CHARACTERS) value += text.slice(0, MAX_CELL_CHARACTERS + 1);
      else inline.add(text);
    },
    close(tag) {
      if (tag === 'v' || tag === 'f') inside = '';
      inline.close(tag);
      if (tag === 'c' && cell) {
        if (cell.column < MAX_COLUMNS) {
          cells[cell.column] = textOf(cell, {
            value,
            inline: inline.text,
            shared,
            format: formats[cell.style] ?? 'General',
          });
          if (cell.type === 'n') numbers.add(cell.column);
        }
        cell = undefined;
      }
      if (tag === 'row') user.line(line, cells, { isHidden, numbers });
    },
  };
}

function isTrue(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true';
}

/** Hidden by hand, by a filter, in a collapsed group, or with zero height. */
function isRowHidden({ hidden, ht }: Attributes, areRowsHidden: boolean): boolean {
  if (ht !== undefined && Number(ht) === 0) return true;
  return hidden === undefined ? areRowsHidden && ht === undefined : isTrue(hidden);
}

function hideColumns(into: Set<number>, { hidden, width, min = '', max = min }: Attributes): void {
  if (!isTrue(hidden) && (width === undefined || Number(width) > 0)) return;
  for (let column = Number(min); column <= Math.min(Number(max), MAX_COLUMNS); column += 1) into.add(column - 1);
}

/** `BC12` is column 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface CellContent {
  value: string;
  inline: string;
  shared: Pick<SharedTexts, 'find'>;
  /** Code of its number format. */
  format: string;
}

function textOf({ type, formula }: Cell, { value, inline, shared, format }: CellContent): string {
  if (formula) return `=${value}`;
  switch (type) {
    case 's':
      return unescaped(shared.find(Number(value)) ?? '');
    case 'inlineStr':
      return unescaped(inline);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return value.trim() === '' ? '' : shownNumber(value.trim(), format);
    default:
      return unescaped(value);
  }
}

/** Decodes what XML can't hold and is written as `_x000D_`. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
