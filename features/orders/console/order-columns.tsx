/** The order list's columns, the most important first, and its rows on a phone. */
import { Clip } from '#foundation/console/display/Clip.tsx';
import { CopyText, ShortText } from '#foundation/console/display/CopyText.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { type Format, Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { OrderRow } from '../contract.ts';
import { wasPaid } from '../statuses.ts';
import type { orderScreenWords } from '../screen-words.ts';
import classes from './OrderListScreen.module.css';
import { NotifyBadge } from './NotifyBadge.tsx';
import { statusTones } from './status-tones.ts';

/** Characters of a merchant's number and of the system number in a list. */
const ORDER_NO_MOST = 20;
const SYSTEM_NO_MOST = 11;

export function orderColumns(t: Translate<typeof orderScreenWords>, format: Format): Column<OrderRow>[] {
  return [
    {
      id: 'orderNo',
      header: t('order_no'),
      cell: ({ orderNo }) => <CopyText value={orderNo} most={ORDER_NO_MOST} />,
    },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: (row) => <OrderAmount row={row} format={format} />,
    },
    {
      id: 'fee',
      header: t('fee'),
      numeric: true,
      priority: 4,
      cell: ({ status, fee }) => (wasPaid(status) ? format.amount(fee) : <Nothing />),
    },
    {
      id: 'obtained',
      header: t('obtained'),
      numeric: true,
      priority: 6,
      cell: ({ status, obtained }) => (wasPaid(status) ? format.amount(obtained) : <Nothing />),
    },
    {
      id: 'status',
      header: t('status'),
      cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{t(status)}</StatusBadge>,
    },
    {
      id: 'notifyStatus',
      header: t('notify_status'),
      cell: (row) => (row.notifyStatus === 'none' ? <Nothing /> : <NotifyBadge order={row} />),
    },
    {
      id: 'createdAt',
      header: t('created'),
      sortable: true,
      priority: 7,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'paidAt', header: t('paid'), sortable: true, priority: 3, cell: ({ paidAt }) => <Time at={paidAt} short /> },
    {
      id: 'channel',
      header: t('channel'),
      optional: true,
      priority: 5,
      cell: ({ channel }) => <Clip text={channel.name || channel.code} most={20} />,
    },
    { id: 'type', header: t('type'), priority: 1, cell: ({ type }) => t(type) },
    {
      id: 'systemNo',
      header: t('system_no'),
      priority: 2,
      cell: ({ systemNo }) => <CopyText value={systemNo} most={SYSTEM_NO_MOST} />,
    },
  ];
}

/** On a phone: the number and the amount; then status and callback if they are not as usual, time and channel. */
export function orderPhoneRow(t: Translate<typeof orderScreenWords>, format: Format): PhoneRow<OrderRow> {
  return {
    what: ({ orderNo }) => <ShortText text={orderNo} most={22} />,
    amount: (row) => <OrderAmount row={row} format={format} />,
    state: (row) => (
      <>
        {row.status !== 'success' && <StatusBadge tone={statusTones[row.status]}>{t(row.status)}</StatusBadge>}
        {(row.notifyStatus === 'pending' || row.notifyStatus === 'failed') && <NotifyBadge order={row} isNamed />}
      </>
    ),
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: ({ channel, type }) => [channel.name || channel.code, type === 'recharge' && t(type)],
  };
}

/** Muted if it was not paid and can't be any more. */
function OrderAmount({ row: { amount, status }, format }: { row: OrderRow; format: Format }) {
  return (
    <span className={classes.amount} data-muted={status === 'expired' || undefined}>
      {format.amount(amount)}
    </span>
  );
}

function Nothing() {
  return <span className={classes.empty}>–</span>;
}
