/**
 * A mapping: how the statements of one upstream are read. It says everything that a file does not say itself, so that
 * nothing about money is guessed.
 */
import { z } from 'zod';
import { someLine } from '#foundation/core/typed-fields.ts';
import { typedText } from '#foundation/core/typed-text.ts';
import { isTimeZone } from '#foundation/core/wall-time.ts';
import { Amount, wholeNumber } from '#foundation/core/wire.ts';

/** What an upstream's line is about. */
export const lineKinds = ['payin', 'payout', 'settlement', 'reversal', 'fee', 'other'] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * How a line changes what the upstream owes us, where the file has no signs. `other` needs a file with signs or adds.
 */
export const signOfKind: Readonly<Record<LineKind, 1n | -1n>> = {
  payin: 1n,
  payout: -1n,
  settlement: -1n,
  reversal: -1n,
  fee: -1n,
  other: 1n,
};

/** What became of a line at the upstream. */
export const lineStatuses = ['success', 'pending', 'failed'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/**
 * iso: `2026-11-20T09:30:00+08:00`. ymd: `2026-11-20 09:30:00`. dmy: `20/11/2026 09:30`. mdy: `11/20/2026 9:30 AM`.
 * compact: `20261120093000`. unix: seconds or milliseconds. A time of day can be absent, except in `iso`.
 */
export const dateForms = ['iso', 'ymd', 'dmy', 'mdy', 'compact', 'unix'] as const;
export type DateForm = (typeof dateForms)[number];

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'windows-1252', 'windows-874'] as const;
export type Encoding = (typeof encodings)[number];

const separators = [',', ';', '\t', '|'] as const;

const MAX_HEADING = 100;
const MAX_TEXTS = 100;
const MAX_EDGE_ROWS = 100;

const Heading = someLine({ error: 'mapping_heading', most: MAX_HEADING });
/** A text of the file; empty where the cell is. */
const CellText = z.string({ error: 'wrong' }).overwrite(typedText).max(MAX_HEADING, { error: 'mapping_heading' });

const Columns = z.strictObject({
  /** The upstream's own number. */
  reference: Heading.nullable(),
  /** Our number, as the upstream got it. */
  ownNumber: Heading.nullable(),
  amount: Heading,
  fee: Heading.nullable(),
  time: Heading.nullable(),
  kind: Heading.nullable(),
  status: Heading.nullable(),
});
export type ColumnName = keyof z.infer<typeof Columns>;
export const columnNames = Object.keys(Columns.shape) as readonly ColumnName[];

/** By how much a fee may differ from the agreed one; nothing if absent. Amounts have no tolerance. */
const feeTolerance = Amount.optional();

/** For CSV and XLSX: the file's bytes decide which of the two it is. */
const TableMapping = z
  .strictObject({
    format: z.literal('table'),
    feeTolerance,
    /** Headings, or letters of columns where there is no row of headings. */
    columns: Columns,
    /** What the texts of the kind column mean. Another text is a fault. */
    kinds: z.array(z.strictObject({ text: CellText, kind: z.enum(lineKinds) })).max(MAX_TEXTS),
    /** The kind of every line where there is no such column. */
    kind: z.enum(lineKinds).nullable(),
    statuses: z.array(z.strictObject({ text: CellText, status: z.enum(lineStatuses) })).max(MAX_TEXTS),
    /** byKind: amounts are magnitudes, whose sign is that of their kind. signed: the file's signs are from our side. */
    amounts: z.enum(['byKind', 'signed']),
    decimal: z.enum(['.', ',']),
    thousands: z.enum(['', ',', '.', ' ', "'"]),
    dateForm: z.enum(dateForms),
    /** Of times that do not name theirs. */
    timeZone: z.string({ error: 'wrong' }).overwrite(typedText).refine(isTimeZone, { error: 'mapping_zone' }),
    /** The line of the headings, from 1; 0: there are none. What is above is passed over. */
    headerRow: wholeNumber(0, MAX_EDGE_ROWS),
    /** How many lines at the end are sums and notes. */
    footerRows: wholeNumber(0, MAX_EDGE_ROWS),
    /** Null: the workbook's first visible sheet. */
    sheet: Heading.nullable(),
    encoding: z.enum(encodings),
    separator: z.enum(separators),
  })
  .check(({ value, issues }) => {
    const fault = (path: PropertyKey[], message: string): void => {
      issues.push({ code: 'custom', message, path, input: value });
    };
    const { columns, kinds, kind, statuses, decimal, thousands, headerRow } = value;
    if (columns.reference === null && columns.ownNumber === null) fault(['columns', 'reference'], 'mapping_no_number');
    if (decimal === thousands) fault(['thousands'], 'mapping_signs');
    if ((columns.kind === null) !== (kind !== null)) fault(['kind'], 'mapping_kind');
    if ((columns.kind === null) !== (kinds.length === 0)) fault(['kinds'], 'mapping_kind');
    if ((columns.status === null) !== (statuses.length === 0)) fault(['statuses'], 'mapping_statuses');
    if (hasTwice(kinds)) fault(['kinds'], 'mapping_twice');
    if (hasTwice(statuses)) fault(['statuses'], 'mapping_twice');
    for (const name of columnNames)
      if (headerRow === 0 && columns[name] !== null && !LETTERS.test(columns[name]))
        fault(['columns', name], 'mapping_letter');
  });
export type TableMapping = z.output<typeof TableMapping>;

const LETTERS = /^[A-Z]{1,2}$/;

function hasTwice(texts: readonly { text: string }[]): boolean {
  return new Set(texts.map(({ text }) => text)).size < texts.length;
}

const BankMapping = z.strictObject({
  format: z.enum(['camt053', 'mt940']),
  feeTolerance,
  /** The account that the statement must be of, as the file writes it. */
  account: Heading,
  /** The kinds of money that comes in and goes out. */
  credits: z.enum(lineKinds),
  debits: z.enum(lineKinds),
});
export type BankMapping = z.output<typeof BankMapping>;

export const Mapping = z.discriminatedUnion('format', [TableMapping, BankMapping], { error: 'wrong' });
export type Mapping = z.output<typeof Mapping>;
