/** The columns of the statement's table. Those without a figure in the whole period are hidden until chosen. */
import type { Format } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { StatementFigures, StatementRow } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { FigureLink } from './FigureLink.tsx';
import { type FigureName, figures, isZero, valueOf } from './figures.ts';
import { dayParams } from './period.ts';
import type { StatementLine } from './statement-lines.ts';
import classes from './Statement.module.css';
import type { PeriodText } from './use-period-text.ts';

export interface StatementLook {
  words: Translate<typeof statementWords>;
  format: Format;
  text: PeriodText;
  group: 'day' | 'month';
  /** Of the whole period. */
  totals: StatementFigures | undefined;
}

const taken: ReadonlySet<FigureName> = new Set([
  'collectionFees',
  'rechargeFees',
  'withdrawals',
  'payouts',
  'disbursementFees',
]);

/** Shown also while they are zero. The opening balance is the line before's closing balance. */
const always: ReadonlySet<FigureName> = new Set(['collections', 'collectionFees', 'withdrawals', 'closing']);
/** The balances first, where they are in view also when the table is wider than the page. */
const inTable: readonly FigureName[] = [
  'opening',
  'closing',
  ...(Object.keys(figures) as FigureName[]).filter((name) => name !== 'opening' && name !== 'closing'),
];

export function nameOfLine({ first, last }: StatementLine, text: PeriodText): string {
  return first === last ? text(first.period) : `${text(first.period)} – ${text(last.period)}`;
}

export function placeOf({ period }: Pick<StatementRow, 'period'>): Record<string, string> {
  return period.length === 10 ? dayParams(period) : { month: period };
}

/** The figures at the end of the table give way first; those that are always shown, last. */
function figurePriority(name: FigureName): number {
  return (always.has(name) ? 100 : 50) - inTable.indexOf(name);
}

/** On a phone: the day or month and the closing balance; then what came in and what went out. */
export function statementPhoneRow({ words: t, format, text }: StatementLook): PhoneRow<StatementLine> {
  const figureOf = (row: StatementRow, name: FigureName) => format.amount(valueOf(row, name).value);
  return {
    what: (line) => nameOfLine(line, text),
    amount: ({ last }) => figureOf(last, 'closing'),
    state: ({ last }) => <Marks row={last} />,
    facts: ({ first, folded }) =>
      folded > 0
        ? [t('no_movement')]
        : [
            `${t('collections')} ${figureOf(first, 'collections')}`,
            `${t('withdrawals')} ${figureOf(first, 'withdrawals')}`,
          ],
  };
}

export function statementColumns(look: StatementLook): Column<StatementLine>[] {
  const { words: t, format, text, group, totals } = look;
  const isUnused = (name: FigureName): boolean => {
    if (always.has(name)) return false;
    if (!totals || name === 'opening') return true;
    const { value, count = 0 } = valueOf(totals, name);
    return isZero(value) && count === 0;
  };
  return [
    {
      id: 'period',
      header: group === 'day' ? t('day') : t('by_month'),
      cell: (line) => (
        <span className={classes.period}>
          {nameOfLine(line, text)} {line.folded > 0 && <span className={classes.quiet}>{t('no_movement')}</span>}
          <Marks row={line.last} />
        </span>
      ),
    },
    {
      id: 'paidOrders',
      header: t('paid_orders'),
      numeric: true,
      optional: true,
      cell: (line) => <Count line={line} format={format} />,
    },
    ...inTable.map((name): Column<StatementLine> => ({
      id: name,
      header: t(name),
      numeric: true,
      optional: isUnused(name),
      priority: figurePriority(name),
      cell: (line) => <Cell line={line} name={name} />,
    })),
  ];
}

/** What is not usual about a row: usually it is closed, in its first version. */
function Marks({ row: { state, version } }: { row: StatementRow }) {
  const t = useWords(statementWords);
  return (
    <>
      {state === 'open' && <StatusBadge tone="busy">{t('open')}</StatusBadge>}
      {version > 1 && <StatusBadge tone="warn">{t('version', { version })}</StatusBadge>}
    </>
  );
}

function Cell({ line: { first, last, folded }, name }: { line: StatementLine; name: FigureName }) {
  if (folded > 0 && name !== 'opening' && name !== 'closing') return <span className={classes.quiet}>–</span>;
  const row = name === 'opening' ? first : last;
  const { value, signed } = valueOf(row, name);
  return <FigureLink place={placeOf(row)} figure={name} value={value} signed={signed} taken={taken.has(name)} />;
}

function Count({ line: { first, folded }, format }: { line: StatementLine; format: Format }) {
  const { count, amount } = first.collections;
  if (folded > 0 || count === 0) return <span className={classes.quiet}>–</span>;
  return (
    <FigureLink place={placeOf(first)} figure="collections" value={amount}>
      {format.number(count)}
    </FigureLink>
  );
}
