/** The operators' list of members as a file: the same columns, under the same filter and in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { type OperatorMemberRow, OperatorMemberFilter } from '../../member-contract.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { type MemberListDeps, withFigures } from './calls.ts';
import { countMembers, memberRows } from './listing.ts';

const columns = [
  ['member_no', 'text'],
  ['name', 'text'],
  ['username', 'text'],
  ['kind', 'text'],
  ['upline_no', 'text'],
  ['state', 'text'],
  ['certification', 'text'],
  ['level', 'text'],
  ['balance', 'amount'],
  ['frozen', 'amount'],
  ['amount_30d', 'amount'],
  ['orders_30d', 'text'],
  ['registered', 'time'],
  ['last_seen', 'time'],
] as const satisfies readonly (readonly [keyof typeof operatorMemberWords, SheetColumn['kind']])[];

export function memberExport(deps: MemberListDeps): ExportKind {
  const { db } = deps;
  return exportKind({
    who: 'operators',
    right: 'members.view',
    filter: OperatorMemberFilter.omit({ page: true, limit: true }),
    list({ language, now }, filter) {
      const text = (name: keyof typeof operatorMemberWords) => formatPhrase(operatorMemberWords[name], language);
      const cellsOf = (row: OperatorMemberRow): Cell[] => [
        row.memberNo,
        row.name,
        row.username,
        text(row.kind),
        row.upline?.memberNo ?? null,
        text(row.state),
        text(`certification_${row.certification}`),
        String(row.level),
        row.balance,
        row.frozen,
        row.amount30d,
        String(row.orders30d),
        new Date(row.registeredAt),
        row.lastSeenAt === null ? null : new Date(row.lastSeenAt),
      ];
      return {
        title: formatPhrase(operatorTitles.members, language),
        columns: columns.map(([name, kind]) => ({ header: text(name), kind })),
        count: () => countMembers(db, filter),
        async *batches() {
          for await (const members of cursorBatches(db, memberRows(filter)))
            yield (await withFigures(deps, members, now)).map(cellsOf);
        },
      };
    },
  });
}
