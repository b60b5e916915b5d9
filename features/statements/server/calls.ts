/** Handlers of the statement, as members and operators read it. */
import type { ChannelRef, ChannelVerbs } from '#features/channels/server/verbs.ts';
import { successRateOf } from '#features/channels/rules.ts';
import { type MoneyLogType, moneyLogTypes } from '#features/ledger/money-log-types.ts';
import type { Numbers } from '#features/ledger/server/numbers.ts';
import { moneyLogRow, moneyLogTotals } from '#features/ledger/server/money-log-output.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { WrongFilter } from '#features/exports/server/kind.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { FIRST_NUMBERED } from '#foundation/core/system-number.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import { type CallContext, type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type StatementChannel, type StatementEntry, statementCalls, type StatementRow } from '../contract.ts';
import { operatorStatementCalls } from '../operator-contract.ts';
import { boundsOf, daysOf, groupOf, MAX_DAYS, tooLong } from '../rules.ts';
import { type Entry, type EntryQuery, selectEntryPage } from './entries.ts';
import { figuresOutput, figuresTogether, sumsOf } from './figures.ts';
import { periodsOf, readDay, readDays, type StatementPeriod } from './reading.ts';
import type { ChannelLine } from './store.ts';

export interface StatementCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'channelRefs'>;
  numbers: Numbers;
}

export function statementHandlers(deps: StatementCallDeps): ServedContract {
  return handlers(statementCalls, {
    '/reconciliation/list': (context, input) => statementOf(deps, context.session.memberNo, context, input),
    '/reconciliation/day': (context, input) => statementDayOf(deps, context.session.memberNo, context, input),
    '/reconciliation/entries': (context, input) => statementEntriesOf(deps, context.session.memberNo, context, input),
  });
}

export interface OperatorStatementDeps extends StatementCallDeps {
  members: Pick<MemberVerbs, 'find'>;
}

export function operatorStatementHandlers(deps: OperatorStatementDeps): ServedContract {
  const found = async (memberNo: bigint, { refuse }: Reading): Promise<bigint> => {
    if (!(await deps.members.find(memberNo))) refuse('not_found');
    return memberNo;
  };
  return handlers(operatorStatementCalls, {
    async '/operator/member/statement'(context, { memberNo, ...input }) {
      return statementOf(deps, await found(memberNo, context), context, input);
    },
    async '/operator/member/statementDay'(context, { memberNo, ...input }) {
      return statementDayOf(deps, await found(memberNo, context), context, input);
    },
    async '/operator/member/statementEntries'(context, { memberNo, ...input }) {
      return statementEntriesOf(deps, await found(memberNo, context), context, input);
    },
  });
}

/** A call that reads a statement. */
type Reading = Pick<CallContext, 'now' | 'language' | 'refuse' | 'wrongField'>;
type Calls = (typeof statementCalls)['calls'];

async function statementOf(
  { db, platform }: StatementCallDeps,
  memberNo: bigint,
  { now, wrongField }: Reading,
  { group: wanted, order, ...named }: ParsedInputOf<Calls['/reconciliation/list']>,
): Promise<OutputOf<Calls['/reconciliation/list']>> {
  const { currency, timeZone } = await platform.settings();
  const group = wanted ?? groupOf(named);
  const days = daysOf(named, now, timeZone);
  const fault = tooLong(days, group);
  if (fault) return wrongField(fieldOf(named), fault.word, { maximum: fault.maximum });
  const read = await readDays(db, { memberNo, currency }, days, { now, timeZone });
  const rows = periodsOf(read.days, group).map((period) => rowOutput(period, currency));
  return {
    total: rows.length,
    page: 1,
    limit: rows.length,
    list: order === 'asc' ? rows : rows.reverse(),
    extend: figuresOutput(figuresTogether(read.openingMinor, read.days), currency),
  };
}

async function statementDayOf(
  { db, platform, channels }: StatementCallDeps,
  memberNo: bigint,
  { language, now, wrongField }: Reading,
  { date }: ParsedInputOf<Calls['/reconciliation/day']>,
): Promise<OutputOf<Calls['/reconciliation/day']>> {
  const { currency, timeZone } = await platform.settings();
  if (date > dayOf(now, timeZone)) return wrongField('date', 'day_to_come');
  const [day, refs] = await Promise.all([
    readDay(db, { memberNo, currency }, date, { now, timeZone }),
    channels.channelRefs(),
  ]);
  return {
    ...rowOutput({ ...day, period: date }, currency),
    channels: channelsOutput(day.channels, { refs, language, currency }),
    kinds: moneyLogTypes.flatMap((type) => {
      const { count, amountMinor, feeMinor } = sumsOf(day, type);
      const amounts = { amount: formatAmount(amountMinor, currency), fee: formatAmount(feeMinor, currency) };
      return count === 0 ? [] : [{ type, count, ...amounts }];
    }),
    versions: day.versions.map(({ version, closedAt, reason }) => ({ version, at: closedAt.toISOString(), reason })),
    hash: day.versions.at(-1)?.hash.toString('hex') ?? null,
  };
}

async function statementEntriesOf(
  { db, platform, channels, numbers }: StatementCallDeps,
  memberNo: bigint,
  { language, now, wrongField }: Reading,
  { page, limit, order, ...filter }: ParsedInputOf<Calls['/reconciliation/entries']>,
): Promise<OutputOf<Calls['/reconciliation/entries']>> {
  const [{ currency, timeZone }, refs] = await Promise.all([platform.settings(), channels.channelRefs()]);
  const query = entryQueryOf(memberNo, { ...filter, order }, { refs, timeZone, now });
  if ('word' in query) return wrongField(query.field, query.word, query.values);
  const read = await selectEntryPage(db, query, { page, limit });
  const orderNos = await numbers.orderNosOf(
    memberNo,
    read.entries.map(({ reference }) => reference),
  );
  return {
    total: read.total,
    page,
    limit,
    list: read.entries.map((entry): StatementEntry => ({
      ...moneyLogRow(entry, orderNos.get(entry.reference), currency),
      channel: channelOf(entry, refs, language),
    })),
    extend: moneyLogTotals(read, currency),
  };
}

/** The field of a request that names its period. */
export function fieldOf(named: { month?: unknown; year?: unknown }): 'range' | 'month' | 'year' {
  if (named.year !== undefined) return 'year';
  return named.month === undefined ? 'range' : 'month';
}

export function rowOutput({ period, isClosed, version, ...figures }: StatementPeriod, currency: string): StatementRow {
  const state = isClosed ? 'closed' : 'open';
  return { period, ...figuresOutput(figures, currency), state, version };
}

export interface EntryFilter {
  date?: string | undefined;
  range?: { from?: string | undefined; to?: string | undefined } | undefined;
  type?: MoneyLogType | readonly MoneyLogType[] | undefined;
  channel?: string | undefined;
  order: 'asc' | 'desc';
}

/** An unknown channel has no entries. With a channel the range must be bounded, since its rows are searched. */
export function entryQueryOf(
  memberNo: bigint,
  { date, range, type, channel, order }: EntryFilter,
  { refs, timeZone, now }: { refs: ReadonlyMap<number, ChannelRef>; timeZone: string; now: Date },
): EntryQuery | WrongFilter {
  const from = range?.from === undefined ? undefined : new Date(range.from);
  const to = range?.to === undefined ? undefined : new Date(range.to);
  if (date !== undefined && date > dayOf(now, timeZone)) return { field: 'date', word: 'day_to_come' };
  const bounds = date === undefined ? { from, to } : numberedBounds(date, timeZone);
  if (channel !== undefined && !isBounded(bounds, now))
    return { field: 'channel', word: 'channel_range', values: { maximum: MAX_DAYS } };
  const channelId =
    channel === undefined ? undefined : ([...refs].find(([, { code }]) => code === channel)?.[0] ?? NO_CHANNEL);
  const types = type === undefined || typeof type !== 'string' ? type : [type];
  return { memberNo, ...bounds, types, channelId, order };
}

/** Nothing is older than the first number. */
function numberedBounds(date: string, timeZone: string): { from: Date; to: Date } {
  const { from, to } = boundsOf(date, timeZone);
  return to <= FIRST_NUMBERED ? { from: FIRST_NUMBERED, to: FIRST_NUMBERED } : { from, to };
}

const NO_CHANNEL = -1;
const MAX_RANGE_MS = MAX_DAYS * 86_400_000;

function isBounded(
  { from, to = new Date(NaN) }: { from?: Date | undefined; to?: Date | undefined },
  now: Date,
): boolean {
  const end = Number.isNaN(to.getTime()) || to > now ? now : to;
  return from !== undefined && end.getTime() - from.getTime() <= MAX_RANGE_MS;
}

export function channelOf(
  { channelId }: Pick<Entry, 'channelId'>,
  refs: ReadonlyMap<number, ChannelRef>,
  language: Language,
): StatementEntry['channel'] {
  const ref = channelId === null ? undefined : refs.get(channelId);
  return ref ? { code: ref.code, name: ref.name[language] } : null;
}

/** Those that brought the most first. */
function channelsOutput(
  lines: readonly ChannelLine[],
  { refs, language, currency }: { refs: ReadonlyMap<number, ChannelRef>; language: Language; currency: string },
): StatementChannel[] {
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return lines
    .toSorted((a, b) => Number(b.amountMinor - a.amountMinor) || b.orders - a.orders || a.channelId - b.channelId)
    .map(({ kind, channelId, orders, succeeded, paid, amountMinor, feeMinor }) => ({
      code: refs.get(channelId)?.code ?? '',
      name: refs.get(channelId)?.name[language] ?? '',
      kind,
      orders,
      paid,
      successRate: successRateOf(BigInt(succeeded), BigInt(orders)),
      amount: amount(amountMinor),
      fee: amount(feeMinor),
      obtained: amount(amountMinor - feeMinor),
    }));
}
