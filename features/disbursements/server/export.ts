/** Withdrawals or payouts as a file: all rows of their list with the same filter, in the same order. */
import { logColumns } from '#features/audit/log-columns.ts';
import { bankName } from '#features/cards/banks.ts';
import { type ExportContext, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { reasonText } from '#features/upstreams/reasons.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { DisbursementFilter } from '../contract.ts';
import { merchantNumberOf } from '../disbursement.ts';
import { type DisbursementKind, progressOf } from '../rules.ts';
import { disbursementWords } from '../screen-words.ts';
import { disbursementRows, type ListedDisbursement, sumDisbursements } from './listing.ts';

export function disbursementExport({ db, kind }: { db: Database; kind: DisbursementKind }): ExportKind {
  return exportKind({
    who: 'members',
    filter: DisbursementFilter.omit({ page: true, limit: true }),
    list({ session, language, now, timeZone }, filter) {
      if (session.memberNo === null) throw new Error('only members have withdrawals and payouts');
      const query = { ...filter, memberNo: session.memberNo, kind, page: 1, limit: 1 };
      const columns = columnsOf(kind, { language, timeZone });
      return {
        title: formatPhrase(disbursementWords[`${kind}s`], language),
        columns: columns.map(({ column }) => column),
        count: async () => (await sumDisbursements(db, query, now, timeZone)).filtered.count,
        async *batches() {
          for await (const rows of cursorBatches(db, disbursementRows(query)))
            yield rows.map((row) => columns.map(({ cell }) => cell(row)));
        },
      };
    },
  });
}

type PhraseName = keyof typeof disbursementWords;

interface ListedColumn {
  column: SheetColumn;
  cell(row: ListedDisbursement): Cell;
}

function columnsOf(
  kind: DisbursementKind,
  { language, timeZone }: Pick<ExportContext, 'language' | 'timeZone'>,
): ListedColumn[] {
  const translate = cachedWords(language);
  const text = (header: PhraseName, cell: ListedColumn['cell']): ListedColumn => ({
    column: { header: translate(header), kind: 'text' },
    cell,
  });
  const amount = (header: PhraseName, cell: ListedColumn['cell']): ListedColumn => ({
    column: { header: translate(header), kind: 'amount' },
    cell,
  });
  const time = (name: PhraseName, cell: ListedColumn['cell']): ListedColumn => {
    const header = formatPhrase(logColumns.in_zone, language, { column: translate(name), zone: timeZone });
    return { column: { header, kind: 'time' }, cell };
  };
  const given = [
    text('order_no', merchantNumberOf),
    text('remark', ({ remark }) => remark),
    text('attach', ({ attach }) => attach),
  ] as const;
  // A withdrawal has no merchant number and no texts of the merchant.
  const [orderNo, ...words] = kind === 'payout' ? given : [];
  return [
    text('system_no', ({ systemNo }) => systemNo.toString()),
    ...(orderNo ? [orderNo] : []),
    text('type', ({ type }) => translate(`type_${type}`)),
    text('holder', ({ holder }) => holder),
    text('bank', ({ bank }) => (bank === null ? null : bankName(bank, language))),
    text('branch', ({ branch }) => branch),
    text('account', ({ accountHint }) => accountHint),
    amount('amount', ({ amountMinor, currency }) => formatAmount(amountMinor, currency)),
    amount('fee', ({ feeMinor, currency }) => formatAmount(feeMinor, currency)),
    text('status', ({ status }) => translate(`status_${status}`)),
    text('progress', (row) => {
      const progress = progressOf(row);
      return progress === undefined ? null : translate(`progress_${progress}`);
    }),
    text('bank_reference', ({ bankReference }) => bankReference),
    text('fail_reason', ({ failReason }) => reasonText(failReason, language)),
    ...words,
    time('applied', ({ createdAt }) => createdAt),
    time('finished', ({ finishedAt }) => finishedAt),
  ];
}

/** Returns a function that formats each word once, for any number of rows. */
function cachedWords(language: Language): (word: PhraseName) => string {
  const formatted = new Map<PhraseName, string>();
  return (word) => {
    const known = formatted.get(word) ?? formatPhrase(disbursementWords[word], language);
    formatted.set(word, known);
    return known;
  };
}
