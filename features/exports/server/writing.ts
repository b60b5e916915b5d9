/** Writes a list as a file, for the call and for jobs. */
import type { StreamedFile } from '#foundation/core/calls.ts';
import type { WrittenLine } from '#foundation/server/bank-files/bank-statement.ts';
import { CAMT053_TYPE, writeCamt053 } from '#foundation/server/bank-files/camt053-writing.ts';
import { MT940_TYPE, writeMt940 } from '#foundation/server/bank-files/mt940-writing.ts';
import { asXlsx, XLSX_TYPE } from '#foundation/server/sheets/sheet-xlsx.ts';
import { asCsv, CSV_TYPE, type Sheet } from '#foundation/server/sheets/sheet.ts';
import type { ExportFormat } from '../rules.ts';
import type { BankForm } from './kind.ts';

interface Writer {
  contentType: string;
  /** Of the file's name. */
  /** A format of banks needs the list's form for them. */
  write(list: Sheet & { readonly bank?: BankForm | undefined }): StreamedFile['pieces'];
}

export const writers: Readonly<Record<ExportFormat, Writer>> = {
  xlsx: { contentType: XLSX_TYPE, write: asXlsx },
  csv: { contentType: CSV_TYPE, write: asCsv },
  camt053: { contentType: CAMT053_TYPE, write: asBankFile(writeCamt053) },
  mt940: { contentType: MT940_TYPE, write: asBankFile(writeMt940) },
};

function asBankFile(write: typeof writeCamt053): Writer['write'] {
  return ({ bank, batches }) => {
    if (!bank) throw new Error('the list is no statement of a bank');
    return bytesOf(write({ ...bank.statement, lines: linesOf(bank, batches) }), batches);
  };
}

async function* linesOf(
  { rows, lineOf }: BankForm,
  batches: Sheet['batches'],
): AsyncGenerator<readonly WrittenLine[], void> {
  let left = rows;
  while (left > 0) {
    const found = await batches.next();
    if (found.done) return;
    const lines = found.value.slice(0, left).map(lineOf);
    left -= lines.length;
    yield lines;
  }
}

/** Must not be a generator: a generator whose first piece was not requested is not notified of the end. */
function bytesOf(texts: AsyncGenerator<string, void>, batches: Sheet['batches']): AsyncIterableIterator<Uint8Array> {
  return {
    async next() {
      const found = await texts.next();
      if (!found.done) return { done: false, value: Buffer.from(found.value) };
      await batches.return?.();
      return { done: true, value: undefined };
    },
    async return() {
      await texts.return();
      await batches.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
