/** The columns of the operators' list of upstreams. */
import type { Format } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { OperatorUpstreamRow as Row } from '../../upstream-contract.ts';
import { operatorUpstreamWords } from '../../upstream-words.ts';
import classes from '../Records.module.css';

type Words = Translate<typeof operatorUpstreamWords>;

export function upstreamColumns(t: Words, format: Format): Column<Row>[] {
  return [
    { id: 'name', header: t('upstream'), sortable: true, cell: (row) => <UpstreamName row={row} /> },
    { id: 'state', header: t('state'), cell: (row) => <UpstreamState row={row} /> },
    { id: 'channels', priority: 3, header: t('channels'), cell: ({ channels }) => channels.join(', ') || '–' },
    { id: 'payouts', priority: 1, header: t('payouts'), cell: ({ payouts }) => t(payouts ? 'yes' : 'no') },
    {
      id: 'orders24h',
      priority: 5,
      header: t('orders_24h'),
      numeric: true,
      sortable: true,
      cell: ({ orders24h }) => format.number(orders24h),
    },
    { id: 'success', priority: 6, header: t('success_24h'), numeric: true, cell: (row) => successOf(row, format) },
    {
      id: 'amount24h',
      priority: 4,
      header: t('amount_24h'),
      numeric: true,
      cell: ({ amount24h }) => format.amount(amount24h),
    },
    {
      id: 'requests24h',
      priority: 2,
      header: t('requests_24h'),
      numeric: true,
      cell: ({ requests24h }) => format.number(requests24h),
    },
    {
      id: 'failures24h',
      priority: 5,
      header: t('failures_24h'),
      numeric: true,
      sortable: true,
      cell: ({ failures24h }) => format.number(failures24h),
    },
    {
      id: 'average',
      priority: 4,
      header: t('average'),
      numeric: true,
      cell: ({ averageMs }) => (averageMs === null ? '–' : t('ms', { count: averageMs })),
    },
    { id: 'id', header: '#', numeric: true, sortable: true, optional: true, cell: ({ id }) => id },
  ];
}

/** On a phone: the name and the last day's money; then what is not as usual, its success, and failures. */
export function upstreamPhoneRow(t: Words, format: Format): PhoneRow<Row> {
  return {
    what: ({ name }) => <bdi>{name}</bdi>,
    amount: ({ amount24h }) => format.amount(amount24h),
    state: (row) => (row.state === 'open' && row.configured ? undefined : <UpstreamState row={row} />),
    facts: (row) => [
      row.connector,
      row.successRate24h !== null && `${t('success_24h')}: ${successOf(row, format)}`,
      row.failures24h > 0 && `${t('failures_24h')}: ${format.number(row.failures24h)}`,
    ],
  };
}

export function successOf({ successRate24h }: Row, format: Format): string {
  return successRate24h === null ? '–' : format.percent(successRate24h);
}

export function UpstreamState({ row: { state, configured, pausedBy } }: { row: Row }) {
  const t = useWords(operatorUpstreamWords);
  if (!configured) return <StatusBadge tone="bad">{t('unconfigured')}</StatusBadge>;
  if (state === 'open') return <StatusBadge tone="good">{t('open')}</StatusBadge>;
  return pausedBy === 'failures' ? (
    <StatusBadge tone="bad">{t('paused_itself')}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{t('closed')}</StatusBadge>
  );
}

function UpstreamName({ row: { name, connector } }: { row: Row }) {
  return (
    <span className={classes.cell}>
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.quiet}>{connector}</span>
    </span>
  );
}
