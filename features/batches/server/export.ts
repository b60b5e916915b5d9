/** A batch's payouts as a file, in the order of their table, with the result of each. */
import { z } from 'zod';
import { bankName } from '#features/cards/banks.ts';
import { progressOf } from '#features/disbursements/rules.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import type { BatchedPayout } from '#features/disbursements/disbursement.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { reasonText } from '#features/upstreams/reasons.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { NO_RECORD, SystemNo } from '#foundation/core/wire.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { columnWords } from '../column-words.ts';
import { selectBatch } from './store.ts';

/** Another member's batch has no rows. */
export function batchExport({
  db,
  disbursements,
}: {
  db: Database;
  disbursements: Pick<DisbursementVerbs, 'allOfBatch'>;
}): ExportKind {
  return exportKind({
    who: 'members',
    filter: z.strictObject({ batchNo: SystemNo.refine((number) => number !== NO_RECORD) }),
    list({ session: { memberNo }, language }, { batchNo }) {
      if (memberNo === null) throw new Error('a batch is a member’s');
      const columns = columnsIn(language);
      return {
        title: `${columnWords.batch[language]} ${batchNo}`,
        columns: columns.map(({ column }) => column),
        count: async () => (await selectBatch(db, memberNo, batchNo))?.rowCount ?? 0,
        async *batches() {
          for await (const rows of disbursements.allOfBatch(memberNo, batchNo))
            yield rows.map((row) => columns.map(({ cell }) => cell(row)));
        },
      };
    },
  });
}

interface ResultColumn {
  column: SheetColumn;
  cell(row: BatchedPayout): Cell;
}

function columnsIn(language: Language): ResultColumn[] {
  const column = (header: string, cell: ResultColumn['cell'], kind: SheetColumn['kind'] = 'text'): ResultColumn => ({
    column: { header, kind },
    cell,
  });
  const translate = (word: keyof typeof disbursementWords): string => disbursementWords[word][language];
  return [
    column(columnWords.column_line[language], ({ line }) => String(line)),
    column(
      columnWords.column_amount[language],
      ({ amountMinor, currency }) => formatAmount(amountMinor, currency),
      'amount',
    ),
    column(translate('fee'), ({ feeMinor, currency }) => formatAmount(feeMinor, currency), 'amount'),
    column(columnWords.column_type[language], ({ type }) => columnWords[`type_${type}`][language]),
    column(columnWords.column_holder[language], ({ holder }) => holder),
    column(columnWords.column_bank[language], ({ bank }) => (bank === null ? null : bankName(bank, language))),
    column(columnWords.column_branch[language], ({ branch }) => branch),
    column(columnWords.column_account[language], ({ accountHint }) => accountHint),
    column(translate('system_no'), ({ systemNo }) => systemNo.toString()),
    column(translate('status'), ({ status }) => translate(`status_${status}`)),
    column(translate('progress'), (row) => {
      const progress = progressOf(row);
      return progress === undefined ? null : translate(`progress_${progress}`);
    }),
    column(translate('bank_reference'), ({ bankReference }) => bankReference),
    column(translate('fail_reason'), ({ failReason }) => reasonText(failReason, language)),
    column(translate('finished'), ({ finishedAt }) => finishedAt, 'time'),
  ];
}
