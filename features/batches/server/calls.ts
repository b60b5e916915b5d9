/** Handlers of the batch calls: what a table would pay, the template, the batches of a member and their progress. */
import { setImmediate as turn } from 'node:timers/promises';
import { type DisbursementOutcome, disbursementOutcomes, outcomeOf } from '#features/disbursements/rules.ts';
import type { BatchOutcome } from '#features/disbursements/disbursement.ts';
import { rowOf } from '#features/disbursements/server/calls.ts';
import { reasonText } from '#features/upstreams/reasons.ts';
import type { UploadedFile } from '#foundation/core/calls.ts';
import { systemNoPrefixRange } from '#foundation/core/system-number.ts';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import type { BatchColumn } from '../columns.ts';
import { type Batch, batchCalls, type BatchDraft, type BatchPayout } from '../contract.ts';
import { readTable } from '../reading.ts';
import { batchState, type RowFaults } from '../rules.ts';
import type { ReadRow } from '../table.ts';
import { batchTexts } from '../words.ts';
import { cancelFailed, retryFailed } from './acting.ts';
import { checkRows, duplicatesIn, goodRows, linesOf, sumsOf } from './checking.ts';
import { type BatchRecord, countBatches, type Page, selectBatch, selectBatches } from './store.ts';
import { submitBatch, type SubmittingDeps } from './submitting.ts';
import { templateFile } from './template.ts';

export type BatchCallDeps = SubmittingDeps;

type Calls = (typeof batchCalls)['calls'];

export function batchHandlers(deps: BatchCallDeps): ServedContract {
  return handlers(batchCalls, {
    async '/batch/validate'(context, input) {
      const { currency } = await deps.platform.settings();
      const { rows, source } =
        'bytes' in input ? await tableIn(context, input, currency) : { rows: linesOf(input.rows), source: null };
      return { ...(await draftOf(deps, context, rows, currency)), source };
    },
    '/batch/template': (_context, { lang, format }) => templateFile(lang, format),
    '/batch/submit': (context, input) => submitBatch(deps, context, input),
    '/batch/retryFailed': (context, input) => retryFailed(deps, context, input),
    '/batch/cancelFailed': (context, input) => cancelFailed(deps, context, input),
    '/batch/list': (context, page) => list(deps, context, page),
    '/batch/detail': (context, input) => detail(deps, context, input),
  });
}

type ValidateContext = CallContext<Calls['/batch/validate']>;

async function tableIn(
  { language, wrongField }: ValidateContext,
  { bytes }: UploadedFile,
  currency: Currency,
): Promise<Pick<BatchDraft, 'source'> & { rows: readonly ReadRow[] }> {
  let pieces = 0;
  const read = await readTable(bytes, currency, async () => {
    if ((pieces += 1) % PIECES_A_TURN === 0) await turn();
  });
  if ('fault' in read) return wrongField('file', read.fault.word, read.fault.valuesIn(language));
  const { otherSheets, hidden, ...source } = read.source;
  return { rows: read.rows, source: { ...source, otherSheets: [...otherSheets], hidden: [...hidden] } };
}
const PIECES_A_TURN = 4;

async function draftOf(
  deps: BatchCallDeps,
  { session, language, now }: ValidateContext,
  rows: readonly ReadRow[],
  currency: Currency,
): Promise<Omit<BatchDraft, 'source'>> {
  const [checked, { availableMinor }] = await Promise.all([
    checkRows(deps, session.memberNo, currency, rows),
    deps.ledger.balances(session.memberNo, currency, now),
  ]);
  const duplicates = await duplicatesIn(deps, session.memberNo, checked, now);
  const good = goodRows(checked);
  const { amountMinor, feeMinor } = sumsOf(good);
  const text = (minor: bigint): string => formatAmount(minor < 0n ? 0n : minor, currency);
  return {
    rows: checked.map((row) => ({
      line: row.line,
      values: row.values,
      ...(row.written === undefined ? {} : { written: row.written }),
      errors: row.good ? {} : messagesOf(row.faults, language),
      duplicate: duplicates.get(row) ?? false,
    })),
    totals: {
      valid: good.length,
      invalid: checked.length - good.length,
      amount: text(amountMinor),
      fee: text(feeMinor),
      debit: text(amountMinor + feeMinor),
      available: text(availableMinor),
    },
  };
}

function messagesOf(faults: RowFaults, language: Language): Partial<Record<BatchColumn, string>> {
  return Object.fromEntries(
    Object.entries(faults).map(([column, { word, values = {} }]) => [
      column,
      fieldMessage(word, values, batchTexts, language),
    ]),
  );
}

async function list(
  { db, disbursements }: BatchCallDeps,
  { session: { memberNo } }: CallContext<Calls['/batch/list']>,
  { page, limit, order, q = '' }: Page & { q?: string | undefined },
) {
  const range = q === '' ? undefined : systemNoPrefixRange(q);
  // No batch number begins like this.
  if (q !== '' && range === undefined) return { total: 0, page, limit, list: [], extend: {} };
  const [total, records] = await Promise.all([
    countBatches(db, memberNo, range),
    selectBatches(db, memberNo, { page, limit, order }, range),
  ]);
  return { total, page, limit, list: await withOutcomes(disbursements, memberNo, records), extend: {} };
}

async function withOutcomes(
  disbursements: BatchCallDeps['disbursements'],
  memberNo: bigint,
  records: readonly BatchRecord[],
): Promise<Batch[]> {
  if (records.length === 0) return [];
  const outcomes = await disbursements.batchOutcomes(
    memberNo,
    records.map(({ batchNo }) => batchNo),
  );
  return records.map((record) =>
    batchOf(
      record,
      outcomes.filter(({ batchNo }) => batchNo === record.batchNo),
    ),
  );
}

function batchOf(
  { batchNo, fileName, currency, rowCount, amountMinor, feeMinor, createdAt }: BatchRecord,
  outcomes: readonly BatchOutcome[],
): Batch {
  const of = (outcome: DisbursementOutcome) => outcomes.find((one) => one.outcome === outcome);
  const counts = Object.fromEntries(
    disbursementOutcomes.map((outcome) => [outcome, of(outcome)?.count ?? 0]),
  ) as Record<DisbursementOutcome, number>;
  const last = outcomes.flatMap(({ lastFinishedAt }) => (lastFinishedAt ? [lastFinishedAt.getTime()] : []));
  return {
    batchNo: batchNo.toString(),
    fileName,
    state: batchState(counts),
    counts: { total: rowCount, ...counts },
    amounts: {
      amount: formatAmount(amountMinor, currency),
      fee: formatAmount(feeMinor, currency),
      paid: formatAmount(of('paid')?.amountMinor ?? 0n, currency),
    },
    createdAt: createdAt.toISOString(),
    finishedAt: counts.open > 0 || last.length === 0 ? null : new Date(Math.max(...last)).toISOString(),
  };
}

type DetailInput = Page & { batchNo: bigint; outcome?: DisbursementOutcome | undefined };

async function detail(
  { db, disbursements }: BatchCallDeps,
  context: CallContext<Calls['/batch/detail']>,
  { batchNo, outcome, ...page }: DetailInput,
) {
  const { memberNo } = context.session;
  const record = await selectBatch(db, memberNo, batchNo);
  if (!record) return context.refuse('not_found');
  const [extend] = await withOutcomes(disbursements, memberNo, [record]);
  if (!extend) throw new Error('a batch has no standing');
  const payouts = await disbursements.ofBatch(memberNo, batchNo, { ...page, outcome });
  const rows = payouts.map((one): BatchPayout => ({
    line: one.line,
    outcome: outcomeOf(one),
    ...rowOf(one, context.language),
    bankReference: one.bankReference ?? '',
    failReason: reasonText(one.failReason, context.language),
  }));
  return {
    total: outcome === undefined ? extend.counts.total : extend.counts[outcome],
    page: page.page,
    limit: page.limit,
    list: rows,
    extend,
  };
}
