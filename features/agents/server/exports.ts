/**
 * What an agent takes away as a file: its members, the orders of its tree, its commission statement. Each has the rows
 * of its list with the same filter. For a member that is not below the agent the file is empty.
 */
import { timeHeader } from '#features/exports/time-header.ts';
import { successRateOf } from '#features/channels/rules.ts';
import type { ChannelRef, ChannelVerbs } from '#features/channels/server/verbs.ts';
import { MAX_EXPORTED_ROWS } from '#features/exports/rules.ts';
import { type ExportContext, type ExportedList, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { type OrderStatus, wasPaid } from '#features/orders/statuses.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { queryOf } from '#features/orders/server/calls.ts';
import { orderRows } from '#features/orders/server/listing.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Phrase, Language } from '#foundation/core/words.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { agentExportWords } from '../export-words.ts';
import { CommissionEntryFilter, CommissionFilter, WholeAgentOrderFilter } from '../order-contract.ts';
import { shownCommission } from '../rules.ts';
import { UserListFilter } from '../tree-contract.ts';
import { shownOrders } from './orders/calls.ts';
import { orderSource } from './orders/source.ts';
import { type PlaceDeps, placeOf, selectNames } from './places.ts';
import { keptRateTexts } from './kept-rates.ts';
import type { KeptRate } from './projection/row.ts';
import { entryState, namedKey, statementOf } from './statement/calls.ts';
import { bookings } from './statement/entries.ts';
import { countGroups, selectGroups, selectTotals } from './statement/store.ts';
import { memberQueryOf } from './tree/calls.ts';
import { type ListedMember, selectMemberPage } from './tree/listing.ts';

export interface AgentExportDeps extends PlaceDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'allTerms' | 'channelRefs'>;
}

type AgentKinds = Record<'agentUser' | 'agentOrder' | 'commission' | 'commissionEntry', ExportKind>;

export function agentExports(deps: AgentExportDeps): AgentKinds {
  return {
    agentUser: exportKind({
      who: 'agents',
      filter: UserListFilter.omit({ page: true, limit: true }),
      list: (context, filter) => memberList(deps, context, filter),
    }),
    agentOrder: exportKind({
      who: 'agents',
      filter: WholeAgentOrderFilter,
      async list(context, filter) {
        const { currency } = await deps.platform.settings();
        for (const field of ['amountFrom', 'amountTo'] as const)
          if (filter[field] !== undefined && parseAmountOrZero(filter[field], currency) === undefined)
            return { field, word: 'amount_form' };
        return orderList(deps, context, filter);
      },
    }),
    commission: exportKind({
      who: 'agents',
      filter: CommissionFilter.omit({ page: true, limit: true }),
      list: (context, filter) => statementList(deps, context, filter),
    }),
    commissionEntry: exportKind({
      who: 'agents',
      filter: CommissionEntryFilter.omit({ page: true, limit: true }),
      list: (context, filter) => entryList(deps, context, filter),
    }),
  };
}

type MemberFilter = Omit<ReturnType<typeof UserListFilter.parse>, 'page' | 'limit'>;

async function memberList(deps: AgentExportDeps, context: ExportContext, filter: MemberFilter): Promise<ExportedList> {
  const agentNo = agentOf(context);
  const { currency, timeZone } = await deps.platform.settings();
  const lookedNo = filter.memberNo ?? agentNo;
  const place = await placeOf(deps, agentNo, lookedNo);
  const found =
    place?.kind === 'agent'
      ? await selectMemberPage(
          deps,
          memberQueryOf(
            agentNo,
            { ...filter, memberNo: lookedNo, page: 1, limit: MAX_EXPORTED_ROWS },
            { currency, timeZone, now: context.now },
          ),
        )
      : undefined;
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  const translate = translatorOf(agentExportWords, context.language);
  const cells = (row: ListedMember): Cell[] => [
    row.memberNo.toString(),
    row.name,
    row.username,
    translate(row.type),
    translate(row.state),
    translate(row.certification),
    row.registeredAt,
    ...[row.balanceMinor, row.paidOutMinor, row.paidMinor].map(amount),
    row.paidCount.toString(),
    successRateOf(row.successCount, row.createdCount),
    amount(row.commissionMinor),
    row.uplines[0] === agentNo ? row.remark : '',
  ];
  return {
    title: translate('members'),
    columns: [
      ...columnsOf('text', ['member_no', 'name', 'username', 'type', 'state', 'certification'], translate),
      timeColumn(translate('registered'), context),
      ...columnsOf('amount', ['balance', 'paid_out', 'amount_30d'], translate),
      ...columnsOf('text', ['orders_30d', 'success_rate_30d'], translate),
      ...columnsOf('amount', ['commission_30d'], translate),
      ...columnsOf('text', ['remark'], translate),
    ],
    count: async () => found?.count ?? 0,
    async *batches() {
      const rows = found?.rows ?? [];
      for (let first = 0; first < rows.length; first += BATCH) yield rows.slice(first, first + BATCH).map(cells);
    },
  };
}

/** What every list about a part of the agent's tree needs. */
async function sceneOf(deps: AgentExportDeps, context: ExportContext, memberNo: bigint | undefined) {
  const { platform, channels } = deps;
  const agentNo = agentOf(context);
  const [{ currency, timeZone }, refs, place] = await Promise.all([
    platform.settings(),
    channels.channelRefs(),
    placeOf(deps, agentNo, memberNo),
  ]);
  return { agentNo, place, refs, currency, timeZone, amount: (minor: bigint) => formatAmount(minor, currency) };
}

type OrderFilter = ReturnType<typeof WholeAgentOrderFilter.parse>;

async function orderList(
  deps: AgentExportDeps,
  context: ExportContext,
  { sort, order, memberNo, ...filter }: OrderFilter,
): Promise<ExportedList> {
  const { db } = deps;
  const { language, now } = context;
  const { agentNo, place, refs, currency, timeZone, amount } = await sceneOf(deps, context, memberNo);
  const query = place && queryOf(agentNo, filter, { page: 1, limit: 1, sort, order }, currency, refs, unexpected);
  const found =
    place &&
    query &&
    (await orderRows(db, { ...query, source: orderSource(agentNo, place) }, { timeZone, now, max: MAX_EXPORTED_ROWS }));
  const own = translatorOf(agentExportWords, language);
  const translate = translatorOf(orderScreenWords, language);
  return {
    title: own('orders'),
    columns: [
      ...columnsOf('text', ['order_no', 'system_no'], translate),
      ...columnsOf('text', ['member_no', 'name', 'level'], own),
      ...columnsOf('text', ['type', 'channel'], translate),
      ...columnsOf('amount', ['amount', 'fee', 'obtained'], translate),
      ...columnsOf('amount', ['commission'], own),
      ...columnsOf('text', ['commission_state'], own),
      ...columnsOf('text', ['status', 'notify_status'], translate),
      timeColumn(translate('created'), context),
      timeColumn(translate('paid'), context),
    ],
    count: async () => found?.count ?? 0,
    async *batches() {
      if (!found) return;
      for await (const rows of cursorBatches(db, found.rows)) {
        const shown = await shownOrders({ db }, agentNo, rows);
        yield shown.map(({ listed, copy, name }): Cell[] => {
          const { amountMinor, state } = shownCommission(copy, now);
          return [
            listed.orderNo,
            listed.systemNo.toString(),
            copy.merchantNo.toString(),
            name,
            copy.via.length.toString(),
            translate(listed.kind),
            refs.get(listed.channelId)?.name[language] ?? null,
            amount(listed.amountMinor),
            ...(wasPaid(listed.status)
              ? [listed.feeMinor, listed.amountMinor - listed.feeMinor].map(amount)
              : [null, null]),
            amount(amountMinor),
            own(`commission_${state}`),
            translate(listed.status satisfies OrderStatus),
            translate(`notify_${listed.notifyStatus}`),
            listed.createdAt,
            listed.paidAt,
          ];
        });
      }
    },
  };
}

type StatementFilter = Omit<ReturnType<typeof CommissionFilter.parse>, 'page' | 'limit'>;

async function statementList(
  deps: AgentExportDeps,
  context: ExportContext,
  { group, order, memberNo, ...filter }: StatementFilter,
): Promise<ExportedList> {
  const { db } = deps;
  const { language } = context;
  const { agentNo, place, refs, timeZone, amount } = await sceneOf(deps, context, memberNo);
  const statement = place && statementOf(agentNo, place, filter, refs, timeZone);
  const translate = translatorOf(agentExportWords, language);
  return {
    title: translate('statement'),
    columns: [
      ...columnsOf('text', [group], translate),
      ...(hasNames(group) ? columnsOf('text', ['name'], translate) : []),
      ...columnsOf('text', ['order_count'], translate),
      ...columnsOf('amount', ['amount', 'commission', 'reversed', 'net'], translate),
    ],
    count: async () => (statement ? countGroups(db, statement, group) : 0),
    async *batches() {
      if (!statement) return;
      const groups = await selectGroups(db, statement, group, { page: 1, limit: MAX_EXPORTED_ROWS, order });
      const names =
        group === 'member'
          ? await selectNames(
              db,
              groups.map(({ key }) => key),
            )
          : new Map<bigint, string>();
      for (let first = 0; first < groups.length; first += BATCH)
        yield groups.slice(first, first + BATCH).map((one): Cell[] => {
          const { key, name } = namedKey(one, group, {
            timeZone,
            refs: refs satisfies ReadonlyMap<number, ChannelRef>,
            names,
            language,
          });
          const { amountMinor, earnedMinor, returnedMinor } = one;
          return [
            key,
            ...(hasNames(group) ? [name] : []),
            one.orders.toString(),
            ...[amountMinor, earnedMinor, returnedMinor, earnedMinor - returnedMinor].map(amount),
          ];
        });
    },
  };
}

type EntryFilter = Omit<ReturnType<typeof CommissionEntryFilter.parse>, 'page' | 'limit'>;

async function entryList(
  deps: AgentExportDeps,
  context: ExportContext,
  { order, memberNo, ...filter }: EntryFilter,
): Promise<ExportedList> {
  const { db } = deps;
  const { language, now } = context;
  const { agentNo, place, refs, currency, timeZone, amount } = await sceneOf(deps, context, memberNo);
  const statement = place && statementOf(agentNo, place, filter, refs, timeZone);
  const own = translatorOf(agentExportWords, language);
  const translate = translatorOf(orderScreenWords, language);
  return {
    title: own('entries'),
    columns: [
      ...columnsOf('text', ['system_no'], translate),
      ...columnsOf('text', ['member_no', 'name', 'channel'], own),
      ...columnsOf('amount', ['amount'], own),
      ...columnsOf('text', ['rate_below', 'own_rate'], own),
      ...columnsOf('amount', ['commission'], own),
      ...columnsOf('text', ['commission_state'], own),
      timeColumn(own('booked'), context),
      timeColumn(translate('paid'), context),
    ],
    async count() {
      if (!statement) return 0;
      const { orders, returnedCount } = await selectTotals(db, statement);
      return Number(orders + returnedCount);
    },
    async *batches() {
      if (!statement) return;
      for await (const rows of cursorBatches(db, bookings(statement, order))) {
        const names = await selectNames(db, [...new Set(rows.map(({ merchantNo }) => merchantNo))]);
        yield rows.map((booking): Cell[] => [
          booking.systemNo.toString(),
          booking.merchantNo.toString(),
          names.get(booking.merchantNo) ?? '',
          refs.get(booking.channelId)?.name[language] ?? null,
          amount(booking.amountMinor),
          booking.rates && feeRateText(booking.rates.below, currency),
          booking.rates && feeRateText(booking.rates.own, currency),
          amount(booking.isReturn ? -booking.commissionMinor : booking.commissionMinor),
          own(`commission_${entryState(booking, now).state}`),
          booking.at,
          booking.paidAt,
        ]);
      }
    },
  };
}

/** `0.6% + 1.00`, with the lowest and the highest fee, if there are any: `0.6%, ≥ 1.50, ≤ 25.00`. */
function feeRateText(rate: KeptRate, currency: Currency): string {
  const { percent, fixed, minFee, maxFee } = keptRateTexts(rate, currency);
  return [
    BigInt(rate.fixed) > 0n ? `${percent}% + ${fixed}` : `${percent}%`,
    ...(minFee === null ? [] : [`≥ ${minFee}`]),
    ...(maxFee === null ? [] : [`≤ ${maxFee}`]),
  ].join(', ');
}

const BATCH = 1_000;

function hasNames(group: StatementFilter['group']): boolean {
  return group === 'member' || group === 'channel';
}

function agentOf({ session }: ExportContext): bigint {
  if (session.memberNo === null) throw new Error('only agents have members');
  return session.memberNo;
}

/** Returns a function that formats each phrase once, for any number of rows. */
function translatorOf<Name extends string>(
  phrases: Readonly<Record<Name, Phrase>>,
  language: Language,
): (name: Name) => string {
  const formatted = new Map<Name, string>();
  return (name) => {
    const known = formatted.get(name) ?? formatPhrase(phrases[name], language);
    formatted.set(name, known);
    return known;
  };
}

function columnsOf<Name extends string>(
  kind: SheetColumn['kind'],
  names: readonly Name[],
  translate: (name: Name) => string,
): SheetColumn[] {
  return names.map((name) => ({ header: translate(name), kind }));
}

function timeColumn(column: string, { language, timeZone }: ExportContext): SheetColumn {
  return { header: timeHeader(column, { language, timeZone }), kind: 'time' };
}

function unexpected(field: string): never {
  throw new Error(`${field} was checked before`);
}
