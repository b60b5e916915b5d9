/** Handlers of the calls about the orders of an agent's tree. */
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { ChannelRef, ChannelVerbs } from '#features/channels/server/verbs.ts';
import { noTotals, queryOf, rowOf, sumsOf } from '#features/orders/server/calls.ts';
import { type OrderLife, selectOrderLife, timelineOf } from '#features/orders/server/detail.ts';
import { type ListedOrder, selectOrderPage } from '#features/orders/server/listing.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type AgentOrderDetail, type AgentOrderRow, agentOrderCalls } from '../../order-contract.ts';
import { shownCommission } from '../../rules.ts';
import { type PlaceDeps, placeOf, selectNames } from '../places.ts';
import type { AgentOrder } from '../projection/row.ts';
import { selectAgentOrders } from '../projection/store.ts';
import { keptRateTexts } from '../kept-rates.ts';
import { statementHandlers } from '../statement/calls.ts';
import { orderSource } from './source.ts';

export interface AgentOrderDeps extends PlaceDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'channelRefs'>;
}

export function agentOrderHandlers(deps: AgentOrderDeps): ServedContract {
  const { db, platform, channels } = deps;
  return handlers(agentOrderCalls, {
    async '/agent/orderlist'({ session, language, now, refuse, wrongField }, input) {
      const { page, limit, sort, order, memberNo, ...filter } = input;
      const [place, { currency, timeZone }, refs] = await Promise.all([
        placeOf(deps, session.memberNo, memberNo),
        platform.settings(),
        channels.channelRefs(),
      ]);
      if (!place) return refuse('not_found');
      const query = queryOf(session.memberNo, filter, { page, limit, sort, order }, currency, refs, wrongField);
      const source = orderSource(session.memberNo, place);
      const found = query && (await selectOrderPage(db, { ...query, source }, { timeZone, now }));
      const totals = found?.totals ?? noTotals;
      const shown = await shownOrders(deps, session.memberNo, found?.rows ?? []);
      return {
        total: totals.count,
        page,
        limit,
        list: shown.map((one) => agentRowOf(one, { refs, currency, language, now })),
        extend: {
          ...sumsOf(totals, currency),
          commission: formatAmount(totals.moreMinor, currency),
          lookedFrom: found?.lookedFrom?.toISOString() ?? null,
        },
      };
    },

    async '/agent/orderdetail'({ session, language, now, refuse }, { memberNo, systemNo }) {
      const copies = await selectAgentOrders(db, session.memberNo, [systemNo]);
      const copy = copies.find(({ merchantNo }) => merchantNo === memberNo);
      if (!copy) return refuse('not_found');
      const [life, names, refs] = await Promise.all([
        selectOrderLife(db, memberNo, systemNo),
        selectNames(db, [memberNo]),
        channels.channelRefs(),
      ]);
      if (!life) throw new Error(`order ${systemNo} of ${memberNo} vanished`);
      return detailOf(life, { copy, name: names.get(memberNo) ?? '', refs, language, now });
    },

    ...statementHandlers(deps),
  });
}

/** A listed order and what the agent sees besides. */
export interface ShownOrder {
  listed: ListedOrder;
  copy: AgentOrder;
  name: string;
}

export async function shownOrders(
  { db }: Pick<AgentOrderDeps, 'db'>,
  agentNo: bigint,
  rows: readonly ListedOrder[],
): Promise<ShownOrder[]> {
  const copies = await selectAgentOrders(
    db,
    agentNo,
    rows.map(({ systemNo }) => systemNo),
  );
  const names = await selectNames(db, [...new Set(copies.map(({ merchantNo }) => merchantNo))]);
  return rows.map((listed) => {
    const copy = copies.find(({ systemNo, orderNo }) => systemNo === listed.systemNo && orderNo === listed.orderNo);
    if (!copy) throw new Error(`order ${listed.systemNo} vanished`);
    return { listed, copy, name: names.get(copy.merchantNo) ?? '' };
  });
}

export interface RowContext {
  refs: ReadonlyMap<number, ChannelRef>;
  currency: Currency;
  language: Language;
  now: Date;
}

function agentRowOf({ listed, copy, name }: ShownOrder, { refs, currency, language, now }: RowContext): AgentOrderRow {
  const { amountMinor, state } = shownCommission(copy, now);
  return {
    ...rowOf(listed, refs, currency, language),
    merchant: { memberNo: copy.merchantNo.toString(), name },
    level: copy.via.length,
    commission: { amount: formatAmount(amountMinor, currency), state },
  };
}

function detailOf(
  { order, exchanges, release, reversal }: OrderLife,
  { copy, name, refs, language, now }: Omit<RowContext, 'currency'> & { copy: AgentOrder; name: string },
): AgentOrderDetail {
  const { memberNo, currency, paidLate, expiresAt } = order;
  // The order may be a moment ahead of its copy.
  const { amountMinor, state, releasesAt } = shownCommission({ ...copy, status: order.status }, now);
  return {
    ...rowOf({ ...order, notifyStatus: copy.notifyStatus }, refs, currency, language),
    currency,
    paidLate,
    expiresAt: expiresAt.toISOString(),
    releaseAt: release.releaseAt?.toISOString() ?? null,
    held: release.heldMinor === null ? null : formatAmount(release.heldMinor, currency),
    timeline: timelineOf(order, { exchanges, release, reversal, attempts: [], now }),
    merchant: { memberNo: memberNo.toString(), name },
    level: copy.via.length,
    commission: {
      amount: formatAmount(amountMinor, currency),
      state,
      rateBelow: copy.rates && keptRateTexts(copy.rates.below, currency),
      ownRate: copy.rates && keptRateTexts(copy.rates.own, currency),
      releasesAt: releasesAt?.toISOString() ?? null,
    },
  };
}
