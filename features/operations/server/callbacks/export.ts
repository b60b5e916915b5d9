/** Receivers of callbacks as a file: the rows of their list under the same filter, in the same order. */
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import { callbackWords } from '#features/portal/callbacks-screen-words.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { OperatorReceiverFilter } from '../../callback-contract.ts';
import { operatorCallbackWords } from '../../callback-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { receiverQueryOf } from './calls.ts';

export interface ReceiverExportDeps {
  callbacks: Pick<CallbackVerbs, 'receiversOfAll'>;
}

type Receiver = Awaited<ReturnType<CallbackVerbs['receiversOfAll']>>[number];

export function receiverExport({ callbacks }: ReceiverExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'callbacks.view',
    filter: OperatorReceiverFilter.omit({ page: true, limit: true }),
    list(context, { sort, ...filter }) {
      const { language } = context;
      const query = receiverQueryOf(filter);
      const { text, time } = columnsFor<Receiver>(context);
      const stateOf = ({ state, stopped, asks }: Receiver): string =>
        [
          formatPhrase(callbackWords[`health_${state}`], language),
          ...(stopped ? [formatPhrase(operatorCallbackWords.stopped, language)] : []),
          ...(asks ? [formatPhrase(operatorCallbackWords.asks, language)] : []),
        ].join(', ');
      return listFile({
        title: formatPhrase(operatorTitles.callbacks, language),
        columns: [
          text(operatorCallbackWords.receiver, ({ receiver }) => receiver),
          text(operatorCallbackWords.member_no, ({ memberNo }) => memberNo.toString()),
          text(operatorCallbackWords.member, ({ memberName }) => memberName),
          text(callbackWords.state, stateOf),
          text(operatorCallbackWords.backlog, ({ waiting }) => String(waiting)),
          time(operatorCallbackWords.oldest, ({ oldestAt }) => oldestAt),
          text(operatorCallbackWords.failures, ({ failures }) => String(failures)),
          time(operatorCallbackWords.failing_since, ({ failingSince }) => failingSince),
          time(callbackWords.last_at, ({ lastAt }) => lastAt),
        ],
        count: async () => (await callbacks.receiversOfAll(query, { sort, limit: 1, offset: 0 }))[0]?.total ?? 0,
        // One statement, which counts the backlog once: those in trouble are few.
        async *batches() {
          yield await callbacks.receiversOfAll(query, { sort, limit: MAX_EXPORTED_ROWS, offset: 0 });
        },
      });
    },
  });
}
