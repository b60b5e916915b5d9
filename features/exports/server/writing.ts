/** Writes a list as a file, for the call and for jobs. */
import type { StreamedFile } from '#foundation/core/calls.ts';
import { asXlsx, XLSX_TYPE } from '#foundation/server/sheets/sheet-xlsx.ts';
import { asCsv, CSV_TYPE, type Sheet } from '#foundation/server/sheets/sheet.ts';
import type { ExportFormat } from '../rules.ts';

interface Writer {
  contentType: string;
  write(sheet: Sheet): StreamedFile['pieces'];
}

export const writers: Readonly<Record<ExportFormat, Writer>> = {
  xlsx: { contentType: XLSX_TYPE, write: asXlsx },
  csv: { contentType: CSV_TYPE, write: asCsv },
};
