/** The order list's columns, the most important first, so that they are visible without scrolling. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { type Format, Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { OrderRow } from '../contract.ts';
import type { orderScreenWords } from '../screen-words.ts';
import classes from './OrderListScreen.module.css';
import { NotifyBadge } from './NotifyBadge.tsx';
import { statusTones } from './status-tones.ts';

export function orderColumns(t: Translate<typeof orderScreenWords>, format: Format): Column<OrderRow>[] {
  return [
    {
      id: 'orderNo',
      header: t('order_no'),
      card: 'title',
      cell: ({ orderNo }) => <CopyText value={orderNo} className={classes.orderNo} />,
    },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ amount }) => <span className={classes.amount}>{format.amount(amount)}</span>,
    },
    { id: 'fee', header: t('fee'), numeric: true, cell: ({ fee }) => format.amount(fee) },
    { id: 'obtained', header: t('obtained'), numeric: true, cell: ({ obtained }) => format.amount(obtained) },
    {
      id: 'status',
      header: t('status'),
      card: 'badge',
      cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{t(status)}</StatusBadge>,
    },
    {
      id: 'notifyStatus',
      header: t('notify_status'),
      cell: (row) =>
        row.notifyStatus === 'none' ? <span className={classes.empty}>–</span> : <NotifyBadge order={row} />,
    },
    { id: 'createdAt', header: t('created'), sortable: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'paidAt', header: t('paid'), sortable: true, cell: ({ paidAt }) => <Time at={paidAt} /> },
    {
      id: 'channel',
      header: t('channel'),
      optional: true,
      cell: ({ channel }) => (
        <span className={classes.channel} title={channel.code}>
          {channel.name || channel.code}
        </span>
      ),
    },
    { id: 'type', header: t('type'), cell: ({ type }) => t(type) },
    { id: 'systemNo', header: t('system_no'), cell: ({ systemNo }) => <CopyText value={systemNo} /> },
  ];
}
