/** Handlers of the order calls. */
import type { Clock } from '#foundation/core/clock.ts';
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { ChannelRef, ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { orderCalls, type OrderDetail, type OrderRow, type ParsedOrderFilter } from '../contract.ts';
import { rateText, MAX_RESENT } from '../rules.ts';
import { orderLife, timelineOf } from './detail.ts';
import { type OrderQuery, type OrderTotals, statusesOf } from './filter.ts';
import { type ListedOrder, selectOrderPage } from './listing.ts';
import { type OrderRecord, selectOrders } from './store.ts';

export interface OrderCallDeps {
  db: Database;
  clock: Clock;
  platform: PlatformVerbs;
  channels: ChannelVerbs;
  callbacks: CallbackVerbs;
}

export function orderHandlers({ db, platform, channels, callbacks }: OrderCallDeps): ServedContract {
  const list = async (
    memberNo: bigint,
    filter: Omit<ParsedOrderFilter, 'page' | 'limit' | 'sort' | 'order'>,
    paging: Pick<OrderQuery, 'page' | 'limit' | 'sort' | 'order'>,
    wrongField: WrongField,
    now: Date,
  ) => {
    const [{ currency, timeZone }, refs] = await Promise.all([platform.settings(), channels.channelRefs()]);
    const query = queryOf(memberNo, filter, paging, currency, refs, wrongField);
    return { currency, refs, page: query && (await selectOrderPage(db, query, { timeZone, now })) };
  };

  return handlers(orderCalls, {
    async '/order/list'({ session, language, now, wrongField }, { page, limit, sort, order, ...filter }) {
      const {
        currency,
        refs,
        page: found,
      } = await list(session.memberNo, filter, { page, limit, sort, order }, wrongField, now);
      const totals = found?.totals ?? noTotals;
      return {
        total: totals.count,
        page,
        limit,
        list: (found?.rows ?? []).map((row) => rowOf(row, refs, currency, language)),
        extend: { ...sumsOf(totals, currency), lookedFrom: found?.lookedFrom?.toISOString() ?? null },
      };
    },

    async '/order/detail'({ session, language, now, refuse }, { systemNo }) {
      const { memberNo } = session;
      const [order] = await selectOrders(db, memberNo, [systemNo]);
      if (!order) return refuse('not_found');
      return detailOf({ db, channels, callbacks }, order, language, now);
    },

    async '/order/notify'({ session, now, refuse, wrongField }, input) {
      const { memberNo } = session;
      if ('systemNo' in input) {
        const [order] = await selectOrders(db, memberNo, [input.systemNo]);
        if (!order) return refuse('not_found');
        const queued = await callbacks.resend(memberNo, [order.systemNo], 'payin');
        return queued === 0 ? refuse('nothing_to_notify') : { queued };
      }
      const { page } = await list(
        memberNo,
        input.filter,
        { page: 1, limit: MAX_RESENT, sort: 'createdAt', order: 'desc' },
        wrongField,
        now,
      );
      const queued = page
        ? await callbacks.resend(
            memberNo,
            page.rows.filter(({ paidAt }) => paidAt !== null).map((row) => row.systemNo),
            'payin',
          )
        : 0;
      return queued === 0 ? refuse('nothing_to_notify') : { queued };
    },
  });
}

/** One order with its full timeline. */
export async function detailOf(
  { db, channels, callbacks }: Pick<OrderCallDeps, 'db' | 'channels' | 'callbacks'>,
  order: OrderRecord,
  language: Language,
  now: Date,
): Promise<OrderDetail> {
  const { memberNo } = order;
  const [{ exchanges, release, reversal }, attempts, state, refs] = await Promise.all([
    orderLife(db, order),
    callbacks.attemptsOf(memberNo, order.systemNo, 'payin'),
    callbacks.stateOf(memberNo, order.systemNo, 'payin'),
    channels.channelRefs(),
  ]);
  const isRetrying = state?.status === 'pending' && state.attempts > 0;
  const { currency, subject, attach, clientIp, notifyUrl, returnUrl, payUrl, expiresAt, paidLate } = order;
  return {
    ...rowOf(
      { ...order, notifyStatus: state?.status ?? 'none', notifyAttempts: isRetrying ? attempts.length : 0 },
      refs,
      currency,
      language,
    ),
    currency,
    subject,
    attach,
    clientIp,
    notifyUrl,
    returnUrl,
    payUrl,
    paidLate,
    expiresAt: expiresAt.toISOString(),
    releaseAt: release.releaseAt?.toISOString() ?? null,
    held: release.heldMinor === null ? null : formatAmount(release.heldMinor, currency),
    timeline: timelineOf(order, { exchanges, release, reversal, attempts, now }),
    callbacks: attempts.map(({ at, url, request, replyStatus, reply, durationMs, error, delivered }) => ({
      at: at.toISOString(),
      url,
      request,
      status: replyStatus,
      reply,
      duration: durationMs,
      error,
      delivered,
    })),
    nextCallbackAt: state?.status === 'pending' ? (state.nextAt?.toISOString() ?? null) : null,
  };
}

export type WrongField = (field: string, word: string) => never;

/** Returns undefined when the filter cannot match anything (only unknown channels). */
export function queryOf(
  memberNo: bigint,
  filter: Omit<ParsedOrderFilter, 'page' | 'limit' | 'sort' | 'order'>,
  paging: Pick<OrderQuery, 'page' | 'limit' | 'sort' | 'order'>,
  currency: Currency,
  refs: ReadonlyMap<number, ChannelRef>,
  wrongField: WrongField,
): OrderQuery | undefined {
  const amount = (field: 'amountFrom' | 'amountTo'): bigint | undefined => {
    const text = filter[field];
    return text === undefined ? undefined : (parseAmountOrZero(text, currency) ?? wrongField(field, 'amount_form'));
  };
  const time = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
  const { channel } = filter;
  const channelIds = channel && [...refs].flatMap(([id, { code }]) => (channel.includes(code) ? [id] : []));
  if (channelIds?.length === 0) return undefined;
  return {
    ...paging,
    memberNo,
    channelIds,
    q: filter.q === '' ? undefined : filter.q,
    statuses: statusesOf(filter.status),
    notifyStatuses: filter.notifyStatus,
    amountFromMinor: amount('amountFrom'),
    amountToMinor: amount('amountTo'),
    createdFrom: time(filter.createdRange?.from),
    createdTo: time(filter.createdRange?.to),
    paidFrom: time(filter.paidRange?.from),
    paidTo: time(filter.paidRange?.to),
  };
}

export function rowOf(
  row: ListedOrder,
  refs: ReadonlyMap<number, ChannelRef>,
  currency: Currency,
  language: Language,
): OrderRow {
  const channel = refs.get(row.channelId);
  return {
    id: row.systemNo.toString(),
    orderNo: row.orderNo,
    systemNo: row.systemNo.toString(),
    type: row.kind,
    channel: { code: channel?.code ?? '', name: channel?.name[language] ?? '' },
    amount: formatAmount(row.amountMinor, currency),
    fee: formatAmount(row.feeMinor, currency),
    obtained: formatAmount(row.amountMinor - row.feeMinor, currency),
    status: row.status,
    notifyStatus: row.notifyStatus,
    ...(row.notifyAttempts ? { notifyAttempts: row.notifyAttempts } : {}),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}

export const noTotals: OrderTotals = {
  count: 0,
  capped: false,
  successCount: 0,
  amountMinor: 0n,
  successAmountMinor: 0n,
  feeMinor: 0n,
  moreMinor: 0n,
};

export function sumsOf(totals: OrderTotals, currency: Currency) {
  return {
    count: totals.count,
    capped: totals.capped,
    successCount: totals.successCount,
    amount: formatAmount(totals.amountMinor, currency),
    successAmount: formatAmount(totals.successAmountMinor, currency),
    fee: formatAmount(totals.feeMinor, currency),
    obtained: formatAmount(totals.successAmountMinor - totals.feeMinor, currency),
    successRate: rateText(totals.successCount, totals.count),
  };
}
