/**
 * The wrong rows of a table as a workbook: the original columns, then their line and errors, in the reader's language.
 * Every cell is text, so that no account loses a digit and nothing is read as a formula. Loaded on demand.
 */
import { strToU8, zipSync } from 'fflate';
import type { Language } from '#foundation/core/words.ts';
import { columnWords } from '../../column-words.ts';
import { batchColumns } from '../../columns.ts';
import type { CheckedRow } from '../../contract.ts';

export const WRONG_ROWS_NAME = 'wrong-rows.xlsx';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function wrongRowsFile(rows: readonly CheckedRow[], language: Language): Blob {
  const headings = [...batchColumns, 'error' as const, 'line' as const].map(
    (column) => columnWords[`column_${column}`][language],
  );
  const lines = rows.map(({ line, values, errors }) => [
    ...batchColumns.map((column) => values[column]),
    errorsOf(errors, language),
    String(line),
  ]);
  return new Blob([workbook([headings, ...lines])], { type: TYPE });
}

/** Each column's error, with the column's name. */
function errorsOf(errors: CheckedRow['errors'], language: Language): string {
  return batchColumns
    .flatMap((column) =>
      errors[column] === undefined ? [] : [`${columnWords[`column_${column}`][language]}: ${errors[column]}`],
    )
    .join('; ');
}

function workbook(lines: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const sheet = lines
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, column) => cell(text, column, row)).join('')}</row>`)
    .join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    // The second style is the format "text": input in such a cell stays as typed.
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><cols><col min="1" max="8" width="22" style="1" customWidth="1"/></cols><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(HEAD + text)]))),
  );
}

function cell(text: string, column: number, row: number): string {
  const place = `${String.fromCharCode(65 + column)}${row + 1}`;
  return `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** XML cannot contain most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
