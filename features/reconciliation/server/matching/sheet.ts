/**
 * The differences as a sheet, and the sheet as it comes back with decisions in it. Texts are read in any language; every
 * row names its difference and the version that the person saw.
 */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { openWorkbook } from '#features/batches/workbook.ts';
import { TableFault } from '#features/batches/table.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { type Language, languages, type Words } from '#foundation/core/words.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { Reason } from '#features/approvals/fields.ts';
import { DifferenceFilter } from '../../matching-contract.ts';
import { type Outcome, outcomes } from '../../matching-rules.ts';
import {
  actWords,
  differenceColumns,
  differenceKindWords,
  differenceStateWords,
  outcomeWords,
} from '../../matching-export-words.ts';
import type { Decision } from './deciding.ts';
import { type Difference, differenceRows, queryOf, sumDifferences } from './reading.ts';
import { signed } from './wire.ts';

const columnNames = [
  'id',
  'version',
  'upstream',
  'day',
  'kind',
  'state',
  'risk',
  'ours',
  'theirs',
  'upstream_no',
  'our_no',
  'found_at',
  'owner',
  'note',
  'act',
  'outcome',
  'reason',
] as const satisfies readonly (keyof typeof differenceColumns)[];
type ColumnName = (typeof columnNames)[number];

function kindOf(name: ColumnName): SheetColumn['kind'] {
  if (name === 'found_at') return 'time';
  return name === 'risk' || name === 'ours' || name === 'theirs' ? 'amount' : 'text';
}

export function differenceExport({
  db,
  platform,
}: {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
}): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'reconciliation.view',
    filter: DifferenceFilter,
    async list({ language, now }, filter) {
      const { currency } = await platform.settings();
      if (filter.atRiskFrom !== undefined && parseAmountOrZero(filter.atRiskFrom, currency) === undefined)
        return { field: 'atRiskFrom', word: 'amount_form' };
      const query = await queryOf(db, filter, { currency, now }, unexpected);
      return {
        title: differenceColumns.differences[language],
        columns: columnNames.map((name) => ({ header: differenceColumns[name][language], kind: kindOf(name) })),
        count: async () => (await sumDifferences(db, query)).total,
        async *batches() {
          const rows = sql<Difference>`${differenceRows(query)} order by d.difference_id`;
          for await (const some of cursorBatches(db, rows))
            yield some.map((row) => {
              const cells = cellsOf(
                row,
                language,
                (minor) => signed(minor, currency),
                formatAmount(row.atRiskMinor, currency),
              );
              return columnNames.map((name) => cells[name]);
            });
        },
      };
    },
  });
}

function unexpected(): never {
  throw new Error('the filter was not checked');
}

function cellsOf(
  row: Difference,
  language: Language,
  amount: (minor: bigint) => string,
  atRisk: string,
): Readonly<Record<ColumnName, Cell>> {
  return {
    id: row.differenceId.toString(),
    version: String(row.version),
    upstream: row.upstream,
    day: row.day,
    kind: differenceKindWords[row.kind][language],
    state: differenceStateWords[row.state][language],
    risk: atRisk,
    ours: row.oursMinor === null ? null : amount(row.oursMinor),
    theirs: row.theirsMinor === null ? null : amount(row.theirsMinor),
    upstream_no: row.upstreamNo,
    our_no: row.ourNo,
    found_at: row.foundAt,
    owner: row.owner,
    note: row.note,
    act: null,
    outcome: row.outcome === null ? null : outcomeWords[row.outcome as keyof typeof outcomeWords][language],
    reason: row.reason,
  };
}

export interface SheetDecision {
  id: bigint;
  /** The row of the sheet, from 1. */
  line: number;
  version: number;
  /** Null: it can't be read. */
  decision: Pick<Decision, 'act' | 'outcome' | 'reason'> | null;
}

const MAX_ROWS = 20_000;
const bounds = { unpackedBytes: 64 * 1_048_576, texts: 400_000 };

/** The rows with an act, of the first visible sheet. Null if it is not an exported workbook. */
export async function readDecisions(bytes: Uint8Array): Promise<SheetDecision[] | null> {
  const rows: { line: number; cells: string[] }[] = [];
  try {
    const sheets = await openWorkbook(bytes, async () => undefined, bounds);
    await sheets
      .find(({ hidden }) => !hidden)
      ?.read({
        hiddenColumns: new Set(),
        line: (line, cells) =>
          void (
            rows.length <= MAX_ROWS && rows.push({ line, cells: Array.from(cells, (cell) => (cell ?? '').trim()) })
          ),
        refuse: () => undefined,
      });
  } catch (error) {
    if (error instanceof TableFault) return null;
    throw error;
  }
  const [head, ...body] = rows;
  const at = (name: ColumnName): number =>
    head?.cells.findIndex((text) => languages.some((language) => differenceColumns[name][language] === text)) ?? -1;
  const columns = {
    id: at('id'),
    version: at('version'),
    act: at('act'),
    outcome: at('outcome'),
    reason: at('reason'),
  };
  if (Object.values(columns).includes(-1) || rows.length > MAX_ROWS) return null;
  return body.flatMap(({ line, cells }): SheetDecision[] => {
    const cell = (name: keyof typeof columns): string => cells[columns[name]] ?? '';
    if (cell('act') === '') return [];
    if (!/^\d{1,18}$/.test(cell('id'))) return [{ id: 0n, line, version: 0, decision: null }];
    return [
      {
        id: BigInt(cell('id')),
        line,
        version: Number(cell('version')),
        decision: decisionOf(cell('act'), cell('outcome'), cell('reason')),
      },
    ];
  });
}

function decisionOf(actText: string, outcomeText: string, reasonText: string): SheetDecision['decision'] {
  const act = nameOf(actWords, actText);
  const outcome = nameOf(outcomeWords, outcomeText);
  const reason = Reason.safeParse(reasonText);
  if (act === undefined || !reason.success) return null;
  if (act !== 'resolve') return { act, outcome: null, reason: reason.data };
  const possible = outcomes.find((one): one is Outcome => one === outcome);
  return possible === undefined ? null : { act, outcome: possible, reason: reason.data };
}

/** Its text in any language, or its name. */
function nameOf<Table extends Words>(table: Table, text: string): keyof Table | undefined {
  const wanted = text.toLowerCase();
  return Object.keys(table).find(
    (name) => name === wanted || languages.some((language) => table[name]?.[language].toLowerCase() === wanted),
  );
}
