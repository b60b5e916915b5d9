/** Orders as a file: all rows of `/order/list` with the same filter, in the same order. */
import { timeHeader } from '#features/exports/time-header.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportContext, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { WholeOrderFilter } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';
import { wasPaid } from '../statuses.ts';
import { queryOf } from './calls.ts';
import { type ListedOrder, orderRows } from './listing.ts';

export interface OrderExportDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'channelRefs'>;
}

export function orderExport({ db, platform, channels }: OrderExportDeps): ExportKind {
  return exportKind({
    who: 'members',
    filter: WholeOrderFilter,
    async list({ session, language, timeZone, now }, { sort, order, ...filter }) {
      if (session.memberNo === null) throw new Error('only members have orders');
      const [{ currency }, refs] = await Promise.all([platform.settings(), channels.channelRefs()]);
      const paging = { page: 1, limit: 1, sort, order };
      for (const field of ['amountFrom', 'amountTo'] as const) {
        if (filter[field] !== undefined && parseAmountOrZero(filter[field], currency) === undefined)
          return { field, word: 'amount_form' };
      }
      const query = queryOf(session.memberNo, filter, paging, currency, refs, unexpected);
      const found = query && (await orderRows(db, query, { timeZone, now, max: MAX_EXPORTED_ROWS }));
      const translate = cachedWords(language);
      const amount = (minor: bigint): string => formatAmount(minor, currency);
      const cells = (row: ListedOrder): Cell[] => [
        row.orderNo,
        row.systemNo.toString(),
        translate(row.kind),
        refs.get(row.channelId)?.name[language] ?? null,
        amount(row.amountMinor),
        // An order that was not paid has no fee, and nothing was obtained: the columns add up to their sums.
        ...(wasPaid(row.status) ? [row.feeMinor, row.amountMinor - row.feeMinor].map(amount) : [null, null]),
        translate(row.status),
        translate(`notify_${row.notifyStatus}`),
        row.createdAt,
        row.paidAt,
      ];
      return {
        title: translate('orders'),
        columns: columnsOf(translate, { language, timeZone }),
        count: async () => found?.count ?? 0,
        async *batches() {
          if (found) for await (const rows of cursorBatches(db, found.rows)) yield rows.map(cells);
        },
      };
    },
  });
}

type PhraseName = keyof typeof orderScreenWords;

function columnsOf(
  translate: (word: PhraseName) => string,
  { language, timeZone }: Pick<ExportContext, 'language' | 'timeZone'>,
): SheetColumn[] {
  const of = (kind: SheetColumn['kind'], words: readonly PhraseName[]): SheetColumn[] =>
    words.map((word) => ({ header: translate(word), kind }));
  const times = (['created', 'paid'] as const).map((word): SheetColumn => ({
    header: timeHeader(translate(word), { language, timeZone }),
    kind: 'time',
  }));
  return [
    ...of('text', ['order_no', 'system_no', 'type', 'channel']),
    ...of('amount', ['amount', 'fee', 'obtained']),
    ...of('text', ['status', 'notify_status']),
    ...times,
  ];
}

/** Returns a function that formats each word once, for any number of rows. */
function cachedWords(language: Language): (word: PhraseName) => string {
  const formatted = new Map<PhraseName, string>();
  return (word) => {
    const known = formatted.get(word) ?? formatPhrase(orderScreenWords[word], language);
    formatted.set(word, known);
    return known;
  };
}

function unexpected(field: string): never {
  throw new Error(`${field} was checked before`);
}
