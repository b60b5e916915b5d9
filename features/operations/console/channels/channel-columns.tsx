/** The columns of the operators' list of channels. */
import { RateText } from '#features/channels/console/RateText.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Format } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { OperatorChannelRow as Row } from '../../channel-contract.ts';
import { operatorChannelWords } from '../../channel-words.ts';
import classes from '../Records.module.css';

type Words = Translate<typeof operatorChannelWords>;

export function channelColumns(t: Words, format: Format): Column<Row>[] {
  return [
    { id: 'code', header: t('channel'), sortable: true, cell: (row) => <ChannelName row={row} /> },
    { id: 'state', header: t('state'), cell: (row) => <ChannelState row={row} /> },
    { id: 'mode', priority: 2, header: t('mode'), cell: ({ mode }) => t(`mode_${mode}`) },
    { id: 'rate', header: t('rate'), cell: ({ rate }) => <RateText rate={rate} /> },
    { id: 'range', priority: 4, header: t('range'), numeric: true, cell: (row) => rangeOf(row, format) },
    {
      id: 'limit',
      priority: 3,
      header: t('limit'),
      numeric: true,
      cell: ({ totalLimit }) => (totalLimit === null ? t('unlimited') : format.amount(totalLimit)),
    },
    { id: 'hours', priority: 3, header: t('hours'), cell: (row) => hoursOf(row, t) },
    { id: 'recharge', priority: 1, header: t('recharge'), cell: ({ recharge }) => t(recharge ? 'yes' : 'no') },
    {
      id: 'routes',
      priority: 5,
      header: t('routes'),
      cell: ({ openRoutes, routes }) => t('routes_of', { open: String(openRoutes), all: String(routes) }),
    },
    {
      id: 'orders24h',
      priority: 5,
      header: t('orders_24h'),
      numeric: true,
      sortable: true,
      cell: ({ orders24h }) => format.number(orders24h),
    },
    {
      id: 'amount24h',
      priority: 5,
      header: t('amount_24h'),
      numeric: true,
      cell: ({ amount24h }) => format.amount(amount24h),
    },
    {
      id: 'success',
      priority: 6,
      header: t('success_24h'),
      numeric: true,
      cell: ({ successRate24h }) => (successRate24h === null ? '–' : format.percent(successRate24h)),
    },
    {
      id: 'position',
      priority: 1,
      header: t('position'),
      numeric: true,
      sortable: true,
      optional: true,
      cell: ({ position }) => position,
    },
  ];
}

/** On a phone: the name and the rate; then what is not as usual, how payers pay, and the last day's success. */
export function channelPhoneRow(t: Words, format: Format): PhoneRow<Row> {
  return {
    what: ({ name }) => <bdi>{name}</bdi>,
    amount: ({ rate }) => <RateText rate={rate} />,
    state: (row) => (row.state === 'open' && row.openRoutes > 0 ? undefined : <ChannelState row={row} />),
    facts: ({ mode, successRate24h }) => [
      t(`mode_${mode}`),
      successRate24h !== null && `${t('success_24h')}: ${format.percent(successRate24h)}`,
    ],
  };
}

export function ChannelState({ row: { state, openRoutes } }: { row: Pick<Row, 'state' | 'openRoutes'> }) {
  const t = useWords(operatorChannelWords);
  if (state === 'closed') return <StatusBadge tone="idle">{t('closed')}</StatusBadge>;
  return openRoutes === 0 ? (
    <StatusBadge tone="bad">{t('no_route')}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t('open')}</StatusBadge>
  );
}

export function rangeOf({ minAmount, maxAmount }: Row, format: Format): string {
  return `${format.amount(minAmount)} – ${format.amount(maxAmount)}`;
}

export function hoursOf({ openHours }: Row, t: Words): string {
  return openHours === null ? t('always') : `${openHours.from} – ${openHours.to}`;
}

function ChannelName({ row: { name, code } }: { row: Row }) {
  return (
    <span className={classes.cell}>
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.quiet}>
        <CopyText value={code} />
      </span>
    </span>
  );
}
