/** The columns of the statement's table. Those without a figure in the whole period are hidden until chosen. */
import type { Format } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { StatementFigures, StatementRow } from '../contract.ts';
import type { statementWords } from '../screen-words.ts';
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

/** Shown also while they are zero. */
const always: ReadonlySet<FigureName> = new Set(['opening', 'collections', 'collectionFees', 'withdrawals', 'closing']);

export function nameOfLine({ first, last }: StatementLine, text: PeriodText): string {
  return first === last ? text(first.period) : `${text(first.period)} – ${text(last.period)}`;
}

export function placeOf({ period }: Pick<StatementRow, 'period'>): Record<string, string> {
  return period.length === 10 ? dayParams(period) : { month: period };
}

export function statementColumns(look: StatementLook): Column<StatementLine>[] {
  const { words: t, format, text, group, totals } = look;
  const isUnused = (name: FigureName): boolean => {
    if (always.has(name) || !totals) return !always.has(name);
    const { value, count = 0 } = valueOf(totals, name);
    return isZero(value) && count === 0;
  };
  return [
    {
      id: 'period',
      header: group === 'day' ? t('day') : t('by_month'),
      card: 'title',
      cell: (line) => (
        <span className={classes.period}>
          {nameOfLine(line, text)} {line.folded > 0 && <span className={classes.quiet}>{t('no_movement')}</span>}
        </span>
      ),
    },
    {
      id: 'paidOrders',
      header: t('paid_orders'),
      numeric: true,
      optional: totals?.collections.count === 0,
      cell: (line) => <Count line={line} format={format} />,
    },
    ...(Object.keys(figures) as FigureName[]).map((name): Column<StatementLine> => ({
      id: name,
      header: t(name),
      numeric: true,
      optional: isUnused(name),
      cell: (line) => <Cell line={line} name={name} />,
    })),
    {
      id: 'state',
      header: t('state'),
      card: 'badge',
      cell: ({ last: { state, version } }) => (
        <span className={classes.state}>
          <StatusBadge tone={state === 'open' ? 'busy' : 'idle'}>{t(state)}</StatusBadge>
          {version > 1 && <StatusBadge tone="warn">{t('version', { version })}</StatusBadge>}
        </span>
      ),
    },
  ];
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
