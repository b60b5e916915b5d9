/**
 * The files that were made for banks as a file, and what became of those in one: the rows of their lists, in the same
 * order. No account number is in them; reading those is a call of its own, which is logged.
 */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { BankFileFilter, type HandFile, OneBankFile } from '../../hand-payment-contract.ts';
import { bankFileColumns, handPaymentWords } from '../../hand-payment-words.ts';
import { handPaymentTexts } from '../../words.ts';
import { countBankFiles, type ListedBankFile, selectBankFile, selectBankFiles } from './store.ts';
import { handFileOf, type HandFileDeps } from './taking.ts';

export function bankFileExport({ db }: Pick<HandFileDeps, 'db'>): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'disbursements.view',
    filter: BankFileFilter.omit({ page: true, limit: true }),
    list(context, { order }) {
      const { text, time } = columnsFor<ListedBankFile>(context);
      return listFile({
        title: formatPhrase(handPaymentWords.files, context.language),
        columns: [
          text(handPaymentWords.file, ({ fileId }) => fileId),
          text(handPaymentWords.day, ({ day }) => day),
          text(handPaymentWords.rows, ({ count }) => String(count)),
          text(handPaymentWords.made_by, ({ operator }) => operator),
          time(handPaymentWords.made_at, ({ madeAt }) => madeAt),
        ],
        count: () => countBankFiles(db),
        batches: () =>
          pageBatches<ListedBankFile>(db, (on, { limit, offset }) =>
            selectBankFiles(on, { newestFirst: order === 'desc', limit, offset }),
          ),
      });
    },
  });
}

type HandRow = HandFile['rows'][number];

/** A file that does not exist has no rows. */
export function handPaymentExport(deps: HandFileDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'disbursements.view',
    filter: OneBankFile,
    async list(context, { fileId }) {
      const { language } = context;
      const file = await selectBankFile(deps.db, fileId);
      const word = (name: keyof typeof handPaymentWords): string => formatPhrase(handPaymentWords[name], language);
      const { text, amount } = columnsFor<HandRow>(context);
      return listFile<HandRow>({
        title: `${word('file')} ${fileId.slice(0, 8)}`,
        columns: [
          text(bankFileColumns.number, ({ orderNo }) => orderNo),
          text(operatorDisbursementWords.member_no, ({ memberNo }) => memberNo),
          text(bankFileColumns.holder, ({ holder }) => holder),
          amount(bankFileColumns.amount, (row) => row.amount),
          text(handPaymentWords.state, ({ state }) => word(`state_${state}`)),
          text(bankFileColumns.bank_reference, ({ bankReference }) => bankReference),
          text(bankFileColumns.reason, ({ failReason, error }) =>
            error === null ? failReason : fieldMessage(error, {}, handPaymentTexts, language),
          ),
        ],
        count: async () => file?.items.length ?? 0,
        async *batches() {
          if (file) yield (await handFileOf(deps, file)).rows;
        },
      });
    },
  });
}
