/** Upstreams as a file: the rows of their list under the same filter, in the same order, without their settings. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { OperatorUpstreamFilter, type OperatorUpstreamRow } from '../../upstream-contract.ts';
import { operatorUpstreamWords } from '../../upstream-words.ts';
import { type UpstreamListDeps, upstreamRows } from './calls.ts';

export function upstreamExport(deps: UpstreamListDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'upstreams.view',
    filter: OperatorUpstreamFilter.omit({ page: true, limit: true }),
    list(context, filter) {
      const { language, now } = context;
      const word = (name: keyof typeof operatorUpstreamWords): string =>
        formatPhrase(operatorUpstreamWords[name], language);
      const stateOf = ({ configured, state, pausedBy }: OperatorUpstreamRow): string => {
        if (!configured) return word('unconfigured');
        return word(state === 'closed' && pausedBy === 'failures' ? 'paused_itself' : state);
      };
      const timeOf = (count: number | null): string | null =>
        count === null ? null : formatPhrase(operatorUpstreamWords.ms, language, { count });
      const { text, amount } = columnsFor<OperatorUpstreamRow>(context);
      return listFile({
        title: formatPhrase(operatorTitles.upstreams, language),
        columns: [
          text(operatorUpstreamWords.upstream, ({ name }) => name),
          text(operatorUpstreamWords.connector, ({ connector }) => connector),
          text(operatorUpstreamWords.state, stateOf),
          text(operatorUpstreamWords.channels, ({ channels }) => channels.join(', ')),
          text(operatorUpstreamWords.payouts, ({ payouts }) => word(payouts ? 'yes' : 'no')),
          text(operatorUpstreamWords.orders_24h, ({ orders24h }) => String(orders24h)),
          text(operatorUpstreamWords.success_24h, ({ successRate24h: rate }) => (rate === null ? null : `${rate}%`)),
          amount(operatorUpstreamWords.amount_24h, ({ amount24h }) => amount24h),
          text(operatorUpstreamWords.requests_24h, ({ requests24h }) => String(requests24h)),
          text(operatorUpstreamWords.failures_24h, ({ failures24h }) => String(failures24h)),
          text(operatorUpstreamWords.average, ({ averageMs }) => timeOf(averageMs)),
          text(operatorUpstreamWords.slowest, ({ slowestMs }) => timeOf(slowestMs)),
        ],
        count: async () => (await upstreamRows(deps, now, filter)).length,
        async *batches() {
          yield await upstreamRows(deps, now, filter);
        },
      });
    },
  });
}
