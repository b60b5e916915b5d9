/** Lines of an upstream's statement as files, written while they are made: CSV, and a workbook of either kind. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { inline, workbookEntries } from '#features/batches/server/corpus-for-tests.ts';
import { cells, headings } from '#features/reconciliation/server/reading/corpus-for-tests.ts';

export const statementForms = ['csv', 'xlsx, texts in cells', 'xlsx, shared texts'] as const;
export type StatementForm = (typeof statementForms)[number];

const TOGETHER = 1_000;

/** The first row has the headings. */
function* rowsOf(lines: number): Generator<readonly string[], void> {
  yield headings;
  for (let line = 0; line < lines; line += 1)
    yield cells({
      no: `UP${(line * 7_919).toString(36).padStart(24, '0')}`,
      own: (7_000_000_000_000_000_000n + BigInt(line)).toString(),
      amount: `${1 + (line % 90_000)}.00`,
      time: new Date(DAY + (line % 86_400) * 1_000).toISOString().slice(0, 19).replace('T', ' '),
    });
}
const DAY = Date.UTC(2026, 10, 19);
/** Columns whose texts a workbook shares: numbers and times. */
const SHARED = [0, 1, 4];

export async function writeStatement(path: string, form: StatementForm, lines: number): Promise<void> {
  const file = createWriteStream(path);
  if (form === 'csv')
    return pipeline(
      joined(rowsOf(lines), (row) => `${row.join(',')}\r\n`),
      file,
    );
  const isShared = form === 'xlsx, shared texts';
  const zip = new ZipFile();
  const streams: Record<string, Readable> = {
    'xl/worksheets/sheet1.xml': Readable.from(pageOf(lines, isShared)),
    'xl/sharedStrings.xml': Readable.from(textsOf(lines)),
  };
  for (const { name, data } of workbookEntries({ page: '', ...(isShared ? { shared: [] } : {}) })) {
    const stream = streams[name];
    if (stream) zip.addReadStream(stream, name);
    else zip.addBuffer(Buffer.from(data), name);
  }
  zip.end();
  await pipeline(zip.outputStream, file);
}

function* pageOf(lines: number, isShared: boolean): Generator<string, void> {
  let [line, text] = [0, 0];
  yield '<worksheet><sheetData>';
  yield* joined(rowsOf(lines), (row) => {
    line += 1;
    const one = (value: string, column: number): string => {
      const place = `${String.fromCharCode(65 + column)}${line}`;
      return isShared && SHARED.includes(column) ? `<c r="${place}" t="s"><v>${text++}</v></c>` : inline(place, value);
    };
    return `<row r="${line}">${row.map(one).join('')}</row>`;
  });
  yield '</sheetData></worksheet>';
}

function* textsOf(lines: number): Generator<string, void> {
  yield '<sst>';
  yield* joined(rowsOf(lines), (row) => SHARED.map((column) => `<si><t>${row[column]}</t></si>`).join(''));
  yield '</sst>';
}

function* joined<Row>(rows: Iterable<Row>, textOf: (row: Row) => string): Generator<string, void> {
  let texts: string[] = [];
  for (const row of rows) {
    texts.push(textOf(row));
    if (texts.length < TOGETHER) continue;
    yield texts.join('');
    texts = [];
  }
  yield texts.join('');
}
