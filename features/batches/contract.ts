/**
 * Many payouts at once: a table is checked row by row, paid as a whole or not at all, and followed until its last row.
 */
import { z } from 'zod';
import { DisbursementRow } from '#features/disbursements/contract.ts';
import { disbursementOutcomes } from '#features/disbursements/rules.ts';
import { paymentProofFields, paymentProofRefusals } from '#features/accounts/payment-proof.ts';
import { calls } from '#foundation/core/calls.ts';
import { SearchText } from '#foundation/core/typed-fields.ts';
import { languages } from '#foundation/core/words.ts';
import {
  AmountOutput,
  pageFields,
  pageOf,
  PLAIN,
  requestName,
  SystemNo,
  SystemNoText,
  Time,
  wholeNumber,
} from '#foundation/core/wire.ts';
import { batchColumns } from './columns.ts';
import { batchStates, MAX_CELL_CHARACTERS, MAX_ROWS, MAX_TABLE_BYTES, templateFormats } from './rules.ts';
import { batchTexts } from './words.ts';

/** More than 10,000 ordinary rows need. */
const MAX_JSON_BYTES = 8 * 1_048_576;

const Text = z.string().max(MAX_CELL_CHARACTERS).default('');
const texts = { amount: Text, type: Text, holder: Text, bank: Text, branch: Text, account: Text };

/** As typed. The errors of each row say whether it can be paid. */
export const BatchRowText = z.strictObject({
  /** Its line in the table; without it, rows are counted from 1. */
  line: wholeNumber(1, 2_000_000).optional(),
  ...texts,
});
export type BatchRowText = z.input<typeof BatchRowText>;
export type ParsedRow = z.output<typeof BatchRowText>;

const Rows = z.array(BatchRowText).min(1, { error: 'table_empty' }).max(MAX_ROWS);

/** The cost of all good rows. `available`: what can leave the wallet now. */
const Totals = z.strictObject({
  valid: z.int(),
  invalid: z.int(),
  amount: AmountOutput,
  fee: AmountOutput,
  /** Amount and fee. */
  debit: AmountOutput,
  available: AmountOutput,
});

const ReadRow = z.strictObject({
  line: z.int(),
  /** A readable amount of a file is in the wire's form here. Sent back in `rows`, it pays exactly this amount. */
  values: z.strictObject({
    amount: z.string(),
    type: z.string(),
    holder: z.string(),
    bank: z.string(),
    branch: z.string(),
    account: z.string(),
  }),
  /** The amount as the file writes it, if that differs. */
  written: z.string().optional(),
});

const CheckedRow = z.strictObject({
  ...ReadRow.shape,
  /** Column → error, in the reader's language. Empty: the row can be paid. */
  errors: z.partialRecord(z.enum(batchColumns), z.string()),
  /** Same account and amount: in an earlier row, or as a payout of the last 24 hours that was not cancelled. */
  duplicate: z.union([z.literal(false), z.enum(['file', 'recent'])]),
});
export type CheckedRow = z.infer<typeof CheckedRow>;

/** What the user should know about a file besides its rows. */
const Source = z.strictObject({
  /** The sheet that was read; null for a text file. */
  sheet: z.string().nullable(),
  /** Sheets that were not read and have rows. */
  otherSheets: z.array(z.strictObject({ name: z.string(), rows: z.int(), hidden: z.boolean() })),
  /** Rows that the spreadsheet program hides: neither checked nor in the totals, unless sent back in `rows`. */
  hidden: z.array(ReadRow),
  /**
   * The decimal sign of the file's other amounts, where it decided how amounts such as `1,500` were read; else null.
   */
  decimal: z.enum(['point', 'comma']).nullable(),
});

const BatchDraft = z.strictObject({
  rows: z.array(CheckedRow),
  totals: Totals,
  /** Null for rows without a file. */
  source: Source.nullable(),
});
export type BatchDraft = z.infer<typeof BatchDraft>;

const Batch = z.strictObject({
  batchNo: SystemNoText,
  /** The table's file name; null if it was typed on the screen. */
  fileName: z.string().nullable(),
  state: z.enum(batchStates),
  /** failed: waits for a retry or a cancellation. open: being paid, frozen, or under review. */
  counts: z.strictObject({ total: z.int(), paid: z.int(), failed: z.int(), cancelled: z.int(), open: z.int() }),
  /** For all rows. `paid`: the amounts of the paid ones, without fees. */
  amounts: z.strictObject({ amount: AmountOutput, fee: AmountOutput, paid: AmountOutput }),
  createdAt: Time,
  /** Null while a row is open. */
  finishedAt: Time.nullable(),
});
export type Batch = z.infer<typeof Batch>;

const BatchPayout = z.strictObject({
  /** Its line in the table. */
  line: z.int(),
  outcome: z.enum(disbursementOutcomes),
  ...DisbursementRow.shape,
  bankReference: z.string(),
  failReason: z.string(),
});
export type BatchPayout = z.infer<typeof BatchPayout>;

/** What was done with a batch's failed payouts. */
const ActedOn = z.strictObject({
  changed: z.int(),
  /** Of those that were changed. */
  amount: AmountOutput,
  fee: AmountOutput,
  /** In the order of the table. `orderNo`: the system number. `left`: it is frozen, or was changed meanwhile. */
  rows: z.array(z.strictObject({ line: z.int(), orderNo: SystemNoText, outcome: z.enum(['changed', 'left']) })),
  /** More payouts have failed than one call changes. */
  more: z.boolean(),
});
export type ActedOn = z.infer<typeof ActedOn>;

export const SubmitBatch = z.strictObject({
  rows: Rows,
  /** Pays only the good rows. */
  skipInvalid: z.boolean().default(false),
  fileName: z.string().trim().max(200).regex(PLAIN, { error: 'wrong' }).nullable().default(null),
  /** Generated by the form. A repeated request with the same id gets the same batch. */
  requestId: requestName({ error: 'request_id_form' }),
  ...paymentProofFields,
});
export type ParsedSubmit = z.output<typeof SubmitBatch>;

export const batchCalls = calls(batchTexts, {
  '/batch/validate': {
    who: 'members',
    secondStep: { none: 'checks a table and books nothing' },
    summary: 'Checks every row of a table, sent as rows or as an .xlsx or .csv file; books nothing',
    input: z.strictObject({ rows: Rows }),
    maximumBytes: MAX_JSON_BYTES,
    upload: { maximumBytes: MAX_TABLE_BYTES },
    output: BatchDraft,
  },
  '/batch/template': {
    who: 'members',
    secondStep: { none: 'reads' },
    method: 'GET',
    summary: 'A template with an example',
    input: z.strictObject({ lang: z.enum(languages).default('en'), format: z.enum(templateFormats).default('xlsx') }),
    download: true,
  },
  '/batch/submit': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['batch_submitted'],
    notices: ['batch_paid', 'batch_ended'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Pays all rows of a table, or none: amounts and fees leave the available balance at once',
    input: SubmitBatch,
    maximumBytes: MAX_JSON_BYTES,
    output: z.strictObject({ batchNo: SystemNoText }),
    refusals: [
      'rows_wrong',
      'no_good_rows',
      'not_certified',
      'payouts_rest',
      'payouts_stopped',
      'payout_not_enabled',
      'payout_range',
      'balance_insufficient',
      'order_conflict',
      ...paymentProofRefusals,
    ],
  },
  '/batch/retryFailed': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['payout_retried'],
    notices: ['batch_paid', 'batch_ended'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Pays all failed payouts of a batch again, each by itself',
    input: z.strictObject({ batchNo: SystemNo, ...paymentProofFields }),
    output: ActedOn,
    refusals: ['nothing_failed', ...paymentProofRefusals],
  },
  '/batch/cancelFailed': {
    who: 'members',
    secondStep: { none: 'returns money to the wallet it came from' },
    audit: ['payout_cancelled'],
    live: ['payout.changed', 'balance.changed'],
    summary: 'Cancels all failed payouts of a batch: amounts and fees return to the balance',
    input: z.strictObject({ batchNo: SystemNo }),
    output: ActedOn,
    refusals: ['nothing_failed'],
  },
  '/batch/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Batches and their progress, newest first; `q`: a batch number or its beginning',
    input: z.strictObject({ ...pageFields(['createdAt']), q: SearchText.optional() }),
    output: pageOf(Batch, z.strictObject({})),
  },
  '/batch/detail': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One batch (`extend`) and its payouts in the order of the table',
    input: z.strictObject({
      batchNo: SystemNo,
      ...pageFields(['line']),
      order: z.enum(['asc', 'desc']).default('asc'),
      outcome: z.enum(disbursementOutcomes).optional(),
    }),
    output: pageOf(BatchPayout, Batch),
  },
});
