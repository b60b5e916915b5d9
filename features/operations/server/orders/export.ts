/** Orders of all members as a file: all rows of the list with the same filter, in the same order. */
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { wasPaid } from '#features/orders/statuses.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { WholeOperatorOrderFilter } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { candidatesOf, countAllOrders, type ListedOrder, selectOrdersAfter } from './listing.ts';
import { orderQueryOf } from './reading.ts';

export interface AllOrderExportDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'channelRefs'>;
  upstreams: Pick<UpstreamVerbs, 'names'>;
}

export function allOrderExport({ db, platform, channels, upstreams }: AllOrderExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'orders.view',
    filter: WholeOperatorOrderFilter,
    async list(context, filter) {
      const { language, now } = context;
      const [{ currency }, refs, names] = await Promise.all([
        platform.settings(),
        channels.channelRefs(),
        upstreams.names(),
      ]);
      for (const field of ['amountFrom', 'amountTo'] as const)
        if (filter[field] !== undefined && parseAmountOrZero(filter[field], currency) === undefined)
          return { field, word: 'amount_form' };
      const query = orderQueryOf(filter, { now, currency, refs, wrongField: unexpected });
      const numbers = await candidatesOf(db, query, now);
      const nameOf = new Map(names.map(({ id, name }) => [id, name]));
      const word = (name: keyof typeof orderScreenWords): string => formatPhrase(orderScreenWords[name], language);
      // An order that was not paid brings no fee and costs nothing: the columns add up to the list's sums.
      const ifPaid = ({ status }: ListedOrder, minor: bigint) =>
        wasPaid(status) ? formatAmount(minor, currency) : null;
      const { text, amount, time } = columnsFor<ListedOrder>(context);
      return listFile({
        title: formatPhrase(operatorTitles.orders, language),
        columns: [
          text(orderScreenWords.order_no, ({ orderNo }) => orderNo),
          text(orderScreenWords.system_no, ({ systemNo }) => systemNo.toString()),
          text(operatorOrderWords.member_no, ({ memberNo }) => memberNo.toString()),
          text(operatorOrderWords.member, ({ memberName }) => memberName),
          text(orderScreenWords.type, ({ kind }) => word(kind)),
          text(orderScreenWords.channel, ({ channelId }) => refs.get(channelId)?.name[language] ?? null),
          text(operatorOrderWords.upstream, ({ upstreamId }) => nameOf.get(upstreamId) ?? null),
          text(operatorOrderWords.upstream_no, ({ upstreamNo }) => upstreamNo),
          amount(orderScreenWords.amount, ({ amountMinor }) => formatAmount(amountMinor, currency)),
          amount(orderScreenWords.fee, (row) => ifPaid(row, row.feeMinor)),
          amount(operatorOrderWords.cost, (row) => ifPaid(row, row.costMinor)),
          text(orderScreenWords.status, ({ status }) => word(status)),
          text(orderScreenWords.notify_status, ({ notifyStatus }) => word(`notify_${notifyStatus}`)),
          time(orderScreenWords.created, ({ createdAt }) => createdAt),
          time(orderScreenWords.paid, ({ paidAt }) => paidAt),
        ],
        count: () => countAllOrders(db, query, numbers, MAX_EXPORTED_ROWS + 1),
        batches: () =>
          pageBatches<ListedOrder>(db, (on, { after, limit }) =>
            selectOrdersAfter(on, query, numbers, { newestFirst: filter.order === 'desc', limit, after }),
          ),
      });
    },
  });
}

function unexpected(field: string): never {
  throw new Error(`${field} was checked before`);
}
