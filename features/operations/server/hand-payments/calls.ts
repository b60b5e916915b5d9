/** Handlers of the operators' calls about what people pay at a bank. */
import { handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { handPaymentCalls } from '../../hand-payment-contract.ts';
import { handResults } from './results.ts';
import { countBankFiles, selectBankFile, selectBankFiles } from './store.ts';
import { bankFile, handFileOf, type HandPaymentDeps, payByHand } from './taking.ts';

export function handPaymentHandlers(deps: HandPaymentDeps): ServedContract {
  const { db } = deps;
  return handlers(handPaymentCalls, {
    '/operator/disbursement/payByHand': (context, input) => payByHand(deps, context, input),
    '/operator/disbursement/bankFile': (context, input) => bankFile(deps, context, input),
    async '/operator/disbursement/files'(_context, { page, limit, order }) {
      const [total, files] = await Promise.all([
        countBankFiles(db),
        selectBankFiles(db, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
      ]);
      const list = files.map(({ fileId, day, operator, madeAt, count }) => ({
        fileId,
        day,
        madeBy: operator,
        madeAt: madeAt.toISOString(),
        rows: count,
      }));
      return { total, page, limit, list, extend: {} };
    },
    async '/operator/disbursement/fileDetail'({ refuse }, { fileId }) {
      return handFileOf(deps, (await selectBankFile(db, fileId)) ?? refuse('not_found'));
    },
    '/operator/disbursement/handResults': (context, input) => handResults(deps, context, input),
  });
}
