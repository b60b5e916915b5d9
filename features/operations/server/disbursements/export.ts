/** Withdrawals and payouts of all members as a file: all rows of the list with the same filter, in the same order. */
import { bankName } from '#features/cards/banks.ts';
import { merchantNumberOf } from '#features/disbursements/disbursement.ts';
import { progressOf } from '#features/disbursements/rules.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { reasonText } from '#features/upstreams/reasons.ts';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { WholeOperatorDisbursementFilter } from '../../disbursement-contract.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import {
  countAllDisbursements,
  filterOf,
  type ListedDisbursement,
  selectBatch,
  selectDisbursementsAfter,
} from './listing.ts';

export interface AllDisbursementExportDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  disbursements: Pick<DisbursementVerbs, 'byNumbers'>;
}

export function allDisbursementExport({ db, platform, disbursements }: AllDisbursementExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'disbursements.view',
    filter: WholeOperatorDisbursementFilter,
    async list(context, typed) {
      const { language, now } = context;
      const { currency } = await platform.settings();
      for (const field of ['amountFrom', 'amountTo'] as const)
        if (typed[field] !== undefined && parseAmountOrZero(typed[field], currency) === undefined)
          return { field, word: 'amount_form' };
      const batch = await selectBatch(db, typed.q ?? '');
      const filter = { ...filterOf(typed, currency, unexpected), batch };
      const word = (name: keyof typeof disbursementWords): string => formatPhrase(disbursementWords[name], language);
      const progress = (row: ListedDisbursement): string | null => {
        const found = progressOf(row);
        return found === undefined ? null : word(`progress_${found}`);
      };
      const { text, amount, time } = columnsFor<ListedDisbursement>(context);
      return listFile({
        title: formatPhrase(operatorTitles.disbursements, language),
        columns: [
          text(disbursementWords.system_no, ({ systemNo }) => systemNo.toString()),
          text(operatorDisbursementWords.member_no, ({ memberNo }) => memberNo.toString()),
          text(operatorDisbursementWords.member, ({ memberName }) => memberName),
          text(operatorDisbursementWords.kind, ({ kind }) => word(kind)),
          text(operatorDisbursementWords.source, ({ source }) =>
            formatPhrase(operatorDisbursementWords[`source_${source}`], language),
          ),
          text(disbursementWords.order_no, merchantNumberOf),
          text(disbursementWords.type, ({ type }) => word(`type_${type}`)),
          text(disbursementWords.holder, ({ holder }) => holder),
          text(disbursementWords.bank, ({ bank }) => (bank === null ? null : bankName(bank, language))),
          text(disbursementWords.account, ({ accountHint }) => accountHint),
          amount(disbursementWords.amount, ({ amountMinor, currency: own }) => formatAmount(amountMinor, own)),
          amount(disbursementWords.fee, ({ feeMinor, currency: own }) => formatAmount(feeMinor, own)),
          text(disbursementWords.status, ({ status }) => word(`status_${status}`)),
          text(disbursementWords.progress, progress),
          text(disbursementWords.bank_reference, ({ bankReference }) => bankReference),
          text(disbursementWords.fail_reason, ({ failReason }) => reasonText(failReason, language)),
          time(disbursementWords.applied, ({ createdAt }) => createdAt),
          time(disbursementWords.finished, ({ finishedAt }) => finishedAt),
        ],
        count: () => countAllDisbursements(db, filter, now, MAX_EXPORTED_ROWS + 1),
        batches: () =>
          pageBatches<ListedDisbursement>(db, (on, { after, limit }) =>
            selectDisbursementsAfter(on, disbursements, filter, now, { limit, after }),
          ),
      });
    },
  });
}

function unexpected(field: string): never {
  throw new Error(`${field} was checked before`);
}
