/** The file for a bank: a table with empty columns for its result, or pain.001. */
import { Readable } from 'node:stream';
import { bankName } from '#features/cards/banks.ts';
import { asXlsx, XLSX_TYPE } from '#foundation/server/sheets/sheet-xlsx.ts';
import { asCsv, type Cell, CSV_TYPE, type SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { type CreditTransfer, PAIN001_TYPE, writePain001 } from '#foundation/server/bank-files/pain001-writing.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { bankFileColumns } from '../../hand-payment-words.ts';
import type { BankFileFormat } from '../../hand-payments.ts';
import type { BankFile } from './store.ts';

/** One that the bank is to pay. */
export interface Payable {
  systemNo: bigint;
  amountMinor: bigint;
  type: 'bank' | 'alipay';
  holder: string;
  bank: string;
  branch: string;
  account: string;
}

export interface FileTerms {
  currency: Currency;
  timeZone: string;
  language: Language;
  now: Date;
}

const endings = { csv: 'csv', xlsx: 'xlsx', pain001: 'xml' } as const;
const types = { csv: CSV_TYPE, xlsx: XLSX_TYPE, pain001: PAIN001_TYPE } as const;

export async function writeBankFile(
  file: Pick<BankFile, 'fileId' | 'day' | 'payerName' | 'payerAccount'>,
  payables: readonly Payable[],
  format: BankFileFormat,
  terms: FileTerms,
): Promise<{ name: string; type: string; content: string }> {
  const bytes =
    format === 'pain001' ? Buffer.from(asPain001(file, payables, terms)) : await asTable(payables, format, terms);
  return {
    name: `bank_${file.day}_${file.fileId.slice(0, 8)}.${endings[format]}`,
    type: types[format],
    content: bytes.toString('base64'),
  };
}

function asPain001(
  { fileId, day, payerName, payerAccount }: Pick<BankFile, 'fileId' | 'day' | 'payerName' | 'payerAccount'>,
  payables: readonly Payable[],
  { currency, now }: FileTerms,
): string {
  return writePain001({
    id: fileId.replaceAll('-', ''),
    createdAt: now,
    day,
    currency,
    payer: { name: payerName, account: payerAccount },
    transfers: payables.map(({ systemNo, amountMinor, holder, bank, branch, account }): CreditTransfer => ({
      reference: systemNo.toString(),
      amountMinor,
      payee: { name: holder, account, bank, branch },
    })),
  });
}

const columnNames = [
  'number',
  'amount',
  'currency',
  'type',
  'holder',
  'account',
  'bank',
  'branch',
  'result',
  'bank_reference',
  'reason',
] as const satisfies readonly (keyof typeof bankFileColumns)[];

async function asTable(
  payables: readonly Payable[],
  format: 'csv' | 'xlsx',
  { currency, timeZone, language }: FileTerms,
): Promise<Buffer> {
  const columns = columnNames.map((name): SheetColumn => ({
    header: bankFileColumns[name][language],
    kind: name === 'amount' ? 'amount' : 'text',
  }));
  const rows = payables.map(({ systemNo, amountMinor, type, holder, account, bank, branch }): readonly Cell[] => [
    systemNo.toString(),
    formatAmount(amountMinor, currency),
    currency,
    bankFileColumns[type === 'bank' ? 'type_bank' : 'type_alipay'][language],
    holder,
    account,
    bank,
    branch,
    null,
    null,
    null,
  ]);
  const sheet = { title: bankFileColumns.title[language], columns, timeZone, batches: batchesOf(rows) };
  const pieces = format === 'csv' ? asCsv(sheet) : asXlsx(sheet);
  return Buffer.concat(await Readable.from(pieces).toArray());
}

async function* batchesOf(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[], void> {
  yield rows;
}

/** The name of a bank as it is written to it. */
export function bankText(code: string | null, language: Language): string {
  return code === null ? '' : bankName(code, language);
}
