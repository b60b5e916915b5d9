/**
 * A workbook with one page, and perhaps another about it in front, as Office Open XML: a zip whose largest part, the page, is written row by row. Texts are
 * inline in their cells, so that nothing is kept in memory while a million rows pass.
 */
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { wallTime } from '#foundation/core/time-zone.ts';
import type { Cell, Sheet, SheetAbout, SheetColumn } from './sheet.ts';
import { piecesOf, sheetPieces } from './sheet-pieces.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Excel's limit for a cell. */
const MAX_CELL_CHARACTERS = 32_767;

export function asXlsx(sheet: Sheet): AsyncIterableIterator<Uint8Array> {
  const zip = new ZipFile();
  const page = Readable.from(pageOf(sheet), { objectMode: false, highWaterMark: 256 * 1024 });
  const output = new PassThrough();
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  const add = (text: string, path: string): void => zip.addBuffer(Buffer.from(XML + text), path, { mtime: NO_TIME });
  for (const [path, text] of Object.entries(partsOf(sheet))) add(text, path);
  if (sheet.about) add(aboutPage(sheet.about), 'xl/worksheets/sheet1.xml');
  zip.addReadStream(page, `xl/worksheets/sheet${sheet.about ? 2 : 1}.xml`, { compressionLevel: 3, mtime: NO_TIME });
  zip.end();
  return piecesOf(output, page);
}

/** The first moment that a zip knows: the same rows are the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPC = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the pages. Cell styles: 0 plain, 1 header, 2 moment, 3 amount, 4 text. */
function partsOf({ title, about }: Sheet): Record<string, string> {
  const pages = [...(about ? [about.title] : []), title].map((name, index) => ({
    name: pageName(name),
    no: index + 1,
  }));
  const each = (part: (page: { name: string; no: number }) => string): string => pages.map(part).join('');
  return {
    '[Content_Types].xml': `<Types xmlns="${OPC}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/>${each(({ no }) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${KIND}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${OPC}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name, no }) => `<sheet name="${name}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${OPC}/relationships">${each(({ no }) => `<Relationship Id="rId${no}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${no}.xml"/>`)}<Relationship Id="rId${pages.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}

/** At most 31 characters, without those that Excel refuses in a name. */
function pageName(title: string): string {
  return xmlText([...title.replaceAll(/[\\/?*[\]:']/g, ' ')].slice(0, 31).join(''));
}

function aboutPage({ lines }: SheetAbout): string {
  const rows = lines.map(
    ([name, value], index) =>
      `<row r="${index + 1}">${textCell(`A${index + 1}`, name, 1)}${textCell(`B${index + 1}`, value, 4)}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="32" customWidth="1"/><col min="2" max="2" width="72" style="4" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

function pageOf({ columns, timeZone, batches }: Sheet): AsyncIterableIterator<Uint8Array> {
  const letters = columns.map((_, index) => columnLetters(index));
  let line = 1;
  const row = (cells: readonly string[]): string => `<row r="${line++}">${cells.join('')}</row>`;
  const cell = (value: Cell, index: number): string =>
    cellXml(`${letters[index]}${line}`, value, columns[index]?.kind ?? 'text', timeZone);
  const header = row(columns.map((column, index) => textCell(`${letters[index]}${line}`, column.header, 1)));
  const widths = columns
    .map(
      ({ kind }, index) =>
        `<col min="${index + 1}" max="${index + 1}" ${kind === 'text' ? 'width="24" style="4"' : 'width="20"'} customWidth="1"/>`,
    )
    .join('');
  // Keeps the header visible.
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return sheetPieces(batches, {
    head: Buffer.from(`${XML}<worksheet xmlns="${MAIN}">${view}<cols>${widths}</cols><sheetData>${header}`),
    each: (rows) => Buffer.from(rows.map((values) => row(values.map(cell))).join('')),
    tail: Buffer.from('</sheetData></worksheet>'),
  });
}

function cellXml(place: string, value: Cell, kind: SheetColumn['kind'], timeZone: string): string {
  if (value === null) return '';
  if (value instanceof Date)
    return `<c r="${place}" s="2"><v>${wallTime(value, timeZone) / 86_400_000 + UNIX_DAY}</v></c>`;
  // Excel would round more than 15 digits.
  if (kind === 'amount' && value.replaceAll(/\D/g, '').length <= 15) return `<c r="${place}" s="3"><v>${value}</v></c>`;
  return textCell(place, value, 0);
}

/** 1970-01-01 in Excel's days. */
const UNIX_DAY = 25_569;

function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xmlText(text.slice(0, MAX_CELL_CHARACTERS))}</t></is></c>`;
}

/** A, B, … Z, AA, … */
function columnLetters(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : columnLetters(Math.floor(index / 26) - 1) + columnLetters(index % 26);
}

/**
 * Replaces what XML can't express with a replacement character, and escapes what Excel would read as an escape
 * (`_x000D_`).
 */
const UNUSUAL = /[&<>"]|\p{Cc}|\p{Noncharacter_Code_Point}|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

function xmlText(text: string): string {
  return text.replace(UNUSUAL, (found) => escapes[found] ?? '\ufffd');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  _: '_x005F_',
  '\t': '\t',
  '\n': '\n',
  '\r': '_x000D_',
};
