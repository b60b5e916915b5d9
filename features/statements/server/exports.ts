/**
 * The statement as a file, day by day or entry by entry. The first page of a workbook says whose it is, which filter it
 * has, and its sums and hash.
 */
import { logColumns } from '#features/audit/log-columns.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import {
  type ExportContext,
  type ExportedList,
  type ExportKind,
  exportKind,
  type WrongFilter,
} from '#features/exports/server/kind.ts';
import { isBankFormat } from '#features/exports/rules.ts';
import type { Numbers } from '#features/ledger/server/numbers.ts';
import { typeOfKind } from '#features/ledger/server/money-log.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { addDays, dayOf, wallTime } from '#foundation/core/time-zone.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Cell, SheetAbout, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { StatementEntryFileFilter, StatementFilter, type StatementRow } from '../contract.ts';
import { statementExportWords as own } from '../export-words.ts';
import { daysOf, groupOf, tooLong } from '../rules.ts';
import { bankFormOf } from './bank-form.ts';
import { channelOf, entryQueryOf, fieldOf, rowOutput } from './calls.ts';
import { closeDaysOf, type ClosingDeps } from './closing.ts';
import { entriesOf, type EntryQuery, selectEntryPage } from './entries.ts';
import { figuresOutput, figuresTogether } from './figures.ts';
import { periodsOf, readDays } from './reading.ts';
import { type Owner, selectLastClosed } from './store.ts';

export interface StatementExportDeps extends ClosingDeps {
  channels: Pick<ChannelVerbs, 'channelRefs'>;
  members: Pick<MemberVerbs, 'find'>;
  numbers: Numbers;
}

export function statementExports(deps: StatementExportDeps): Record<'statement' | 'statementEntries', ExportKind> {
  return {
    statement: exportKind({
      who: 'members',
      filter: StatementFilter,
      list: (context, filter) => dayList(deps, context, filter),
    }),
    statementEntries: exportKind({
      who: 'members',
      filter: StatementEntryFileFilter,
      list: (context, filter) => entryList(deps, context, filter),
    }),
  };
}

type Word = keyof typeof own;

async function dayList(
  deps: StatementExportDeps,
  context: ExportContext,
  { group: wanted, order, ...named }: ReturnType<typeof StatementFilter.parse>,
): Promise<ExportedList | WrongFilter> {
  const { now, timeZone } = context;
  const { owner, say } = await sceneOf(deps, context);
  const group = wanted ?? groupOf(named);
  const days = daysOf(named, now, timeZone);
  const fault = tooLong(days, group);
  if (fault) return { field: fieldOf(named), word: fault.word, values: { maximum: fault.maximum } };
  // A scheduled file is as of the end of its period, which is over when it is written.
  const at = deps.clock.now();
  const found = await readDays(deps.db, owner, days, { now: at > now ? at : now, timeZone });
  const rows = periodsOf(found.days, group).map((period) => rowOutput(period, owner.currency));
  const sums = figuresOutput(figuresTogether(found.openingMinor, found.days), owner.currency);
  if (order === 'desc') rows.reverse();
  return {
    title: say('statement'),
    about: await aboutOf(deps, context, owner, {
      filter: `${say('days', { first: days.first, last: days.last })}; ${say(`by_${group}`)}`,
      rows: rows.length,
      sums: figureColumns.map(({ word, of }) => [say(word), of(sums)]),
      last: days.last,
    }),
    columns: [
      { header: say(group), kind: 'text' },
      ...figureColumns.map(({ word, kind }): SheetColumn => ({ header: say(word), kind })),
      { header: say('state'), kind: 'text' },
      { header: say('version'), kind: 'text' },
    ],
    count: async () => rows.length,
    async *batches() {
      yield rows.map((row): Cell[] => [
        row.period,
        ...figureColumns.map(({ of }) => of(row)),
        say(row.state),
        row.version === 0 ? null : row.version.toString(),
      ]);
    },
  };
}

type FigureRow = Omit<StatementRow, 'period' | 'state' | 'version'>;

const figureColumns: readonly { word: Word; kind: SheetColumn['kind']; of(row: FigureRow): string }[] = [
  { word: 'opening', kind: 'amount', of: (row) => row.opening },
  { word: 'collections_count', kind: 'text', of: (row) => row.collections.count.toString() },
  { word: 'collections', kind: 'amount', of: (row) => row.collections.amount },
  { word: 'collection_fees', kind: 'amount', of: (row) => row.collectionFees },
  { word: 'recharges_count', kind: 'text', of: (row) => row.recharges.count.toString() },
  { word: 'recharges', kind: 'amount', of: (row) => row.recharges.amount },
  { word: 'recharge_fees', kind: 'amount', of: (row) => row.rechargeFees },
  { word: 'withdrawals_count', kind: 'text', of: (row) => row.withdrawals.count.toString() },
  { word: 'withdrawals', kind: 'amount', of: (row) => row.withdrawals.amount },
  { word: 'payouts_count', kind: 'text', of: (row) => row.payouts.count.toString() },
  { word: 'payouts', kind: 'amount', of: (row) => row.payouts.amount },
  { word: 'disbursement_fees', kind: 'amount', of: (row) => row.disbursementFees },
  { word: 'refunds_count', kind: 'text', of: (row) => row.refunds.count.toString() },
  { word: 'refunds', kind: 'amount', of: (row) => row.refunds.amount },
  { word: 'refunded_fees', kind: 'amount', of: (row) => row.refunds.fee },
  { word: 'commission', kind: 'amount', of: (row) => row.commission },
  { word: 'adjustments', kind: 'amount', of: (row) => row.adjustments },
  { word: 'reversals', kind: 'amount', of: (row) => row.reversals },
  { word: 'closing', kind: 'amount', of: (row) => row.closing },
];

async function entryList(
  deps: StatementExportDeps,
  context: ExportContext,
  filter: ReturnType<typeof StatementEntryFileFilter.parse>,
): Promise<ExportedList | WrongFilter> {
  const { db, channels, numbers } = deps;
  const { language, now, timeZone, format } = context;
  const { owner, say } = await sceneOf(deps, context);
  const refs = await channels.channelRefs();
  const asked = entryQueryOf(owner.memberNo, filter, { refs, timeZone, now });
  if ('word' in asked) return asked;
  const query = isBankFormat(format) ? ({ ...asked, order: 'asc' } as const) : asked;
  const { total, ...sums } = await selectEntryPage(db, query, { page: 1, limit: 1 });
  const money = (word: keyof typeof ledgerScreenWords): string => formatPhrase(ledgerScreenWords[word], language);
  const amount = (minor: bigint): string => formatAmount(minor, owner.currency);
  const text = (header: string): SheetColumn => ({ header, kind: 'text' });
  const { from, to, types, channelId } = query;
  return {
    title: say('entries'),
    // Balances are of all entries.
    ...(types || channelId !== undefined
      ? {}
      : {
          bank: bankFormOf({
            ...owner,
            owner: (await deps.members.find(owner.memberNo))?.name ?? '',
            keeper: (await deps.platform.settings()).name,
            from,
            to,
            openingMinor: sums.openingMinor,
            closingMinor: sums.closingMinor,
            rows: total,
            now,
            timeZone,
            typeText: money,
          }),
        }),
    about: await aboutOf(deps, context, owner, {
      filter: filterInWords(query, filter.channel, { say, money, timeZone }),
      rows: total,
      sums: [
        [money('opening'), amount(sums.openingMinor)],
        [money('in'), amount(sums.inMinor)],
        [money('out'), amount(sums.outMinor)],
        [money('fees'), amount(sums.feesMinor)],
        [money('closing'), amount(sums.closingMinor)],
      ],
      last: query.to ? dayOf(new Date(query.to.getTime() - 1), timeZone) : dayOf(now, timeZone),
    }),
    columns: [
      ...(['order_no', 'system_no', 'type'] as const).map((word) => text(money(word))),
      text(say('channel')),
      ...(['amount', 'fee', 'before', 'after'] as const).map((word): SheetColumn => ({
        header: money(word),
        kind: 'amount',
      })),
      text(money('remark')),
      { header: formatPhrase(logColumns.in_zone, language, { column: money('time'), zone: timeZone }), kind: 'time' },
    ],
    count: async () => total,
    async *batches() {
      for await (const entries of entriesOf(db, query)) {
        const known = await numbers.orderNosOf(
          owner.memberNo,
          entries.map(({ reference }) => reference),
        );
        yield entries.map((entry): Cell[] => [
          known.get(entry.reference) ?? null,
          entry.reference.toString(),
          money(typeOfKind(entry.kind)),
          channelOf(entry, refs, language)?.name ?? null,
          ...[entry.amountMinor, entry.feeMinor, entry.beforeMinor, entry.afterMinor].map(amount),
          entry.remark,
          entry.createdAt,
        ]);
      }
    },
  };
}

type Say = (word: Word, values?: PhraseValues) => string;

/** Whose list it is, and its language. The member's past days are closed first, so that a period has the same file always. */
async function sceneOf(
  deps: StatementExportDeps,
  { session, language, format }: ExportContext,
): Promise<{ owner: Owner; say: Say }> {
  const { memberNo } = session;
  if (memberNo === null) throw new Error('only members have statements');
  const { currency } = await deps.platform.settings();
  if (format !== undefined) await closeDaysOf(deps, { memberNo, currency });
  return { owner: { memberNo, currency }, say: (word, values) => formatPhrase(own[word], language, values) };
}

interface AboutList {
  filter: string;
  rows: number;
  sums: readonly (readonly [string, string])[];
  /** The last day of the list. */
  last: string;
}

async function aboutOf(
  { db, members }: StatementExportDeps,
  { session, language, now, timeZone }: ExportContext,
  owner: Owner,
  { filter, rows, sums, last }: AboutList,
): Promise<SheetAbout> {
  const say: Say = (word, values) => formatPhrase(own[word], language, values);
  const today = dayOf(now, timeZone);
  const [member, closed] = await Promise.all([
    members.find(owner.memberNo),
    selectLastClosed(db, owner, last < today ? addDays(last, 1) : undefined),
  ]);
  return {
    title: say('about'),
    lines: [
      [say('member'), `${owner.memberNo} ${member?.name ?? ''}`.trimEnd()],
      [say('made_by'), session.username],
      [say('made_at'), localTime(now, timeZone)],
      [say('filter'), filter],
      [say('time_zone'), timeZone],
      [say('currency'), owner.currency],
      [say('rows'), rows.toString()],
      ...sums,
      ...(closed ? [[say('hash', { day: closed.day }), closed.hash.toString('hex')] as const] : []),
    ],
  };
}

function localTime(at: Date, timeZone: string): string {
  return new Date(wallTime(at, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
}

function filterInWords(
  { from, to, types }: EntryQuery,
  channel: string | undefined,
  { say, money, timeZone }: { say: Say; money(word: keyof typeof ledgerScreenWords): string; timeZone: string },
): string {
  const span = [
    ...(from ? [say('since', { first: localTime(from, timeZone) })] : []),
    ...(to ? [say('until', { last: localTime(to, timeZone) })] : []),
  ];
  return [
    ...(span.length > 0 ? span : [say('all_time')]),
    ...(types ? [say('of_type', { types: types.map(money).join(', ') })] : []),
    ...(channel === undefined ? [] : [say('of_channel', { channel })]),
  ].join('; ');
}
