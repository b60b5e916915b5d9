/** Channels as a file: the rows of their list under the same filter, in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { OperatorChannelFilter, type OperatorChannelRow } from '../../channel-contract.ts';
import { operatorChannelWords } from '../../channel-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { type ChannelListDeps, channelRows } from './calls.ts';

export function channelExport(deps: ChannelListDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'channels.view',
    filter: OperatorChannelFilter.omit({ page: true, limit: true }),
    list(context, filter) {
      const { language } = context;
      const word = (name: keyof typeof operatorChannelWords): string =>
        formatPhrase(operatorChannelWords[name], language);
      const stateOf = ({ state, openRoutes }: OperatorChannelRow): string =>
        word(state === 'open' && openRoutes === 0 ? 'no_route' : state);
      const { text, amount } = columnsFor<OperatorChannelRow>(context);
      return listFile({
        title: formatPhrase(operatorTitles.channels, language),
        columns: [
          text(operatorChannelWords.code, ({ code }) => code),
          text(operatorChannelWords.channel, ({ name }) => name),
          text(operatorChannelWords.state, stateOf),
          text(operatorChannelWords.mode, ({ mode }) => word(`mode_${mode}`)),
          text(operatorChannelWords.percent, ({ rate }) => rate.percent),
          amount(operatorChannelWords.fixed, ({ rate }) => rate.fixed),
          amount(operatorChannelWords.min_fee, ({ rate }) => rate.minFee),
          amount(operatorChannelWords.max_fee, ({ rate }) => rate.maxFee),
          amount(operatorChannelWords.least, ({ minAmount }) => minAmount),
          amount(operatorChannelWords.most, ({ maxAmount }) => maxAmount),
          amount(operatorChannelWords.limit, ({ totalLimit }) => totalLimit),
          text(operatorChannelWords.hours, ({ openHours }) =>
            openHours === null ? word('always') : `${openHours.from} – ${openHours.to}`,
          ),
          text(operatorChannelWords.recharge, ({ recharge }) => word(recharge ? 'yes' : 'no')),
          text(operatorChannelWords.routes, ({ openRoutes, routes }) =>
            formatPhrase(operatorChannelWords.routes_of, language, { open: String(openRoutes), all: String(routes) }),
          ),
          text(operatorChannelWords.orders_24h, ({ orders24h }) => String(orders24h)),
          amount(operatorChannelWords.amount_24h, ({ amount24h }) => amount24h),
          text(operatorChannelWords.success_24h, ({ successRate24h: rate }) => (rate === null ? null : `${rate}%`)),
        ],
        count: async () => (await channelRows(deps, context, filter)).length,
        async *batches() {
          yield await channelRows(deps, context, filter);
        },
      });
    },
  });
}
