/** Handlers that list all members' orders, show one, ask its upstream and resend its callback. */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { CallbackVerbs } from '#features/callbacks/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import { accountKinds } from '#features/ledger/rules.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { detailOf, rowOf } from '#features/orders/server/calls.ts';
import { orderTransitions } from '#features/orders/rules.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { UpstreamError } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { FIRST_NUMBERED } from '#foundation/core/system-number.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import { hintOnCommit } from '#foundation/server/live/live.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type {
  operatorOrderCalls,
  OperatorOrderDetail,
  OperatorOrderRow,
  ParsedOrderFilter,
} from '../../order-contract.ts';
import { exchangeOf } from '../exchange-output.ts';
import {
  candidatesOf,
  type JournalEntry,
  type ListedOrder,
  MAX_COUNTED,
  type OrderQuery,
  selectAllOrders,
  selectJournals,
  sumAllOrders,
} from './listing.ts';

export interface OrderReadingDeps {
  db: Database;
  audit: AuditVerbs;
  platform: PlatformVerbs;
  channels: ChannelVerbs;
  callbacks: CallbackVerbs;
  members: Pick<MemberVerbs, 'find'>;
  upstreams: Pick<UpstreamVerbs, 'exchangesOf' | 'names'>;
  orders: Pick<OrderVerbs, 'askUpstream' | 'record'>;
}

type Calls = (typeof operatorOrderCalls)['calls'];
type ListCall = Calls['/operator/order/list'];
type DetailCall = Calls['/operator/order/detail'];
type QueryCall = Calls['/operator/order/query'];
type ResendCall = Calls['/operator/order/resend'];

/** How far back the list looks without a number, a member or a time. */
const RECENT_MS = 7 * 86_400_000;

export async function listOrders(
  { db, platform, channels, upstreams }: OrderReadingDeps,
  { language, now, wrongField }: CallContext<ListCall>,
  input: ParsedInputOf<ListCall>,
) {
  const { page, limit, order } = input;
  const [{ currency }, refs, names] = await Promise.all([
    platform.settings(),
    channels.channelRefs(),
    upstreams.names(),
  ]);
  const query = orderQueryOf(input, { now, currency, refs, wrongField });
  const numbers = await candidatesOf(db, query, now);
  const offset = (page - 1) * limit;
  const [rows, { amountMinor, paidMinor, feeMinor, costMinor, ...counts }] = await Promise.all([
    offset >= MAX_COUNTED ? [] : selectAllOrders(db, query, numbers, { newestFirst: order === 'desc', limit, offset }),
    sumAllOrders(db, query, numbers),
  ]);
  return {
    total: counts.count,
    page,
    limit,
    list: rows.map((row): OperatorOrderRow => ({
      ...rowOf(row, refs, currency, language),
      ...ofMember(row, names),
    })),
    extend: {
      ...counts,
      amount: formatAmount(amountMinor, currency),
      paidAmount: formatAmount(paidMinor, currency),
      fee: formatAmount(feeMinor, currency),
      cost: formatAmount(costMinor, currency),
      lookedFrom: isRecentOnly(input) ? (query.from?.toISOString() ?? null) : null,
      upstreams: names,
      channels: [...refs.values()].map(({ code, name }) => ({ code, name: name[language] })),
    },
  };
}

function isRecentOnly({ q = '', memberNo, range }: ParsedOrderFilter): boolean {
  return q === '' && memberNo === undefined && range?.from === undefined;
}

/** What the filter asks for. `wrongField` reports an amount that the currency does not have. */
export function orderQueryOf(
  input: ParsedOrderFilter,
  {
    now,
    currency,
    refs,
    wrongField,
  }: {
    now: Date;
    currency: Currency;
    refs: Awaited<ReturnType<ChannelVerbs['channelRefs']>>;
    wrongField: (field: 'amountFrom' | 'amountTo', word: 'amount_form') => never;
  },
): OrderQuery {
  const minor = (field: 'amountFrom' | 'amountTo'): bigint | undefined => {
    const text = input[field];
    return text === undefined ? undefined : (parseAmountOrZero(text, currency) ?? wrongField(field, 'amount_form'));
  };
  const codes = input.channel;
  return {
    ...queryOf(input, now),
    channelIds: codes && [...refs].flatMap(([id, { code }]) => (codes.includes(code) ? [id] : [])),
    amountFromMinor: minor('amountFrom'),
    amountToMinor: minor('amountTo'),
  };
}

function queryOf(
  input: ParsedOrderFilter,
  now: Date,
): Omit<OrderQuery, 'channelIds' | 'amountFromMinor' | 'amountToMinor'> {
  const { q, memberNo, status, upstreamId, notifyStatus, range } = input;
  const to = range?.to === undefined ? undefined : new Date(range.to);
  const end = to && to < now ? to : now;
  const from = range?.from === undefined ? undefined : new Date(range.from);
  return {
    q: q === '' ? undefined : q,
    memberNo,
    statuses: status,
    upstreamId,
    notifyStatus,
    from: isRecentOnly(input) ? new Date(Math.max(FIRST_NUMBERED.getTime(), end.getTime() - RECENT_MS)) : from,
    to,
  };
}

type Names = readonly { id: number; name: string }[];

function ofMember(
  {
    memberNo,
    memberName,
    upstreamId,
    upstreamNo,
  }: Pick<ListedOrder, 'memberNo' | 'memberName' | 'upstreamId' | 'upstreamNo'>,
  names: Names,
) {
  return {
    memberNo: memberNo.toString(),
    memberName,
    upstream: { id: upstreamId, name: names.find(({ id }) => id === upstreamId)?.name ?? upstreamId.toString() },
    upstreamNo: upstreamNo ?? '',
  };
}

export async function orderDetail(
  deps: OrderReadingDeps,
  { language, now, refuse }: CallContext<DetailCall>,
  { memberNo, orderNo: systemNo }: ParsedInputOf<DetailCall>,
): Promise<OperatorOrderDetail> {
  const { db, members, orders, upstreams } = deps;
  const [order, member, names] = await Promise.all([
    orders.record(memberNo, systemNo),
    members.find(memberNo),
    upstreams.names(),
  ]);
  if (!order || !member) return refuse('not_found');
  const [detail, journals, exchanges] = await Promise.all([
    detailOf(deps, order, language, now),
    selectJournals(db, memberNo, systemNo),
    upstreams.exchangesOf(memberNo, systemNo),
  ]);
  const { currency, costMinor, commissions, upstreamError, status } = order;
  const acts: OperatorOrderDetail['acts'] = [
    ...(order.upstreamNo !== null && orderTransitions.allows(status, 'success') ? (['query'] as const) : []),
    ...(orderTransitions.allows(status, 'success') ? (['confirm'] as const) : []),
    ...(detail.notifyStatus === 'none' ? [] : (['resend'] as const)),
    ...(orderTransitions.allows(status, 'reversed') ? (['reverse'] as const) : []),
  ];
  return {
    ...detail,
    ...ofMember({ ...order, memberName: member.name }, names),
    cost: formatAmount(costMinor, currency),
    upstreamError: upstreamError ?? '',
    shares: (commissions ?? []).map(({ agentNo, amount }) => ({
      agentNo,
      amount: formatAmount(BigInt(amount), currency),
    })),
    journals: journals.map((entry) => journalOf(entry, currency)),
    talk: exchanges.map(exchangeOf),
    acts,
  };
}

function journalOf({ at, kind, legs }: JournalEntry, currency: Currency): OperatorOrderDetail['journals'][number] {
  return {
    at: at.toISOString(),
    kind,
    lines: accountKinds.flatMap((account) => {
      const minor = legs[account];
      return minor === null || minor === 0n ? [] : [{ account, amount: formatAmount(minor, currency) }];
    }),
  };
}

/** The audit row is written before the upstream is asked: what it answers is in the exchanges. */
export async function queryOrder(
  { db, audit, orders }: OrderReadingDeps,
  context: CallContext<QueryCall>,
  { memberNo, orderNo: systemNo }: ParsedInputOf<QueryCall>,
) {
  const order = (await orders.record(memberNo, systemNo)) ?? context.refuse('not_found');
  if (order.upstreamNo === null) return context.refuse('order_unasked');
  await db.transaction((tx) =>
    audit.record(tx, { ...actorOf(context), memberNo, action: 'order_queried', object: systemNo.toString() }),
  );
  try {
    const reported = await orders.askUpstream(order);
    return reported === 'unasked' ? context.refuse('order_unasked') : { reported };
  } catch (error) {
    if (error instanceof UpstreamError) return context.refuse('upstream_silent');
    throw error;
  }
}

export async function resendOrder(
  { db, audit, callbacks, orders }: OrderReadingDeps,
  context: CallContext<ResendCall>,
  { memberNo, orderNo: systemNo }: ParsedInputOf<ResendCall>,
): Promise<undefined> {
  if (!(await orders.record(memberNo, systemNo))) return context.refuse('not_found');
  if ((await callbacks.resend(memberNo, [systemNo], 'payin')) === 0) return context.refuse('nothing_to_resend');
  await db.transaction(async (tx) => {
    await hintOnCommit(tx, { memberNo, event: 'callback.changed' });
    await audit.record(tx, { ...actorOf(context), memberNo, action: 'order_resent', object: systemNo.toString() });
  });
  return undefined;
}
