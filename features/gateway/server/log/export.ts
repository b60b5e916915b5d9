/** The gateway's requests of all members as a file: the rows of the operators' list under the same filter, in the same order. */
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { logScreenWords } from '../../log-screen-words.ts';
import { OperatorRequestFilter } from '../../operator-log-contract.ts';
import { requestExportWords } from '../../request-export-words.ts';
import { requestQueryOf } from './operator-calls.ts';
import { countAllRequests, type ListedRequestOfAll, selectAllRequests } from './store.ts';

export function requestExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'gateway.view',
    filter: OperatorRequestFilter.omit({ page: true, limit: true }),
    list(context, { order, ...filter }) {
      const { language, now } = context;
      const { query } = requestQueryOf(filter, now);
      const { text, time } = columnsFor<ListedRequestOfAll>(context);
      return listFile({
        title: formatPhrase(requestExportWords.requests, language),
        columns: [
          time(logScreenWords.at, ({ at }) => at),
          text(requestExportWords.member_no, ({ memberNo }) => memberNo.toString()),
          text(requestExportWords.member, ({ memberName }) => memberName),
          text(logScreenWords.path, ({ path }) => path),
          text(logScreenWords.result, ({ result }) =>
            result === 'ok' ? formatPhrase(logScreenWords.served, language) : result,
          ),
          text(logScreenWords.http_status, ({ httpStatus }) => String(httpStatus)),
          text(logScreenWords.order_no, ({ orderNo }) => orderNo),
          text(requestExportWords.milliseconds, ({ durationMs }) => String(durationMs)),
          text(logScreenWords.ip, ({ ip }) => ip),
          text(logScreenWords.sign_type, ({ signType }) => signType),
          text(logScreenWords.request_id, ({ requestId }) => requestId),
        ],
        count: () => countAllRequests(db, query, MAX_EXPORTED_ROWS),
        batches: () =>
          pageBatches<ListedRequestOfAll>(db, (on, { after, limit }) =>
            selectAllRequests(on, query, { newestFirst: order === 'desc', limit, offset: 0, after }),
          ),
      });
    },
  });
}
