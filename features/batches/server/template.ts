/**
 * The table to fill in: the headings in one language, columns that keep every digit, and an example that is not a valid
 * payout if it is left in.
 */
import { bankName } from '#features/cards/banks.ts';
import type { StreamedFile } from '#foundation/core/calls.ts';
import type { Language } from '#foundation/core/words.ts';
import { asXlsx, XLSX_TYPE } from '#foundation/server/sheets/sheet-xlsx.ts';
import { asCsv, CSV_TYPE, type Sheet } from '#foundation/server/sheets/sheet.ts';
import { columnWords } from '../column-words.ts';
import { batchColumns, type RowTexts } from '../columns.ts';
import type { templateFormats } from '../rules.ts';

const writers = { xlsx: { contentType: XLSX_TYPE, write: asXlsx }, csv: { contentType: CSV_TYPE, write: asCsv } };

export function templateFile(language: Language, format: (typeof templateFormats)[number]): StreamedFile {
  const example: RowTexts = {
    amount: '1234.50',
    type: columnWords.type_bank[language],
    // No name contains the colon.
    holder: columnWords.example_holder[language],
    bank: bankName('ICBC', language),
    branch: '',
    account: '6222020200112233440',
  };
  const sheet: Sheet = {
    title: columnWords.batch[language],
    columns: batchColumns.map((column) => ({ header: columnWords[`column_${column}`][language], kind: 'text' })),
    timeZone: 'UTC',
    batches: singleBatch([batchColumns.map((column) => example[column])]),
  };
  const { contentType, write } = writers[format];
  return { contentType, fileName: `batch-template-${language}.${format}`, pieces: write(sheet) };
}

async function* singleBatch<Batch>(batch: Batch): AsyncGenerator<Batch, void> {
  yield batch;
}
