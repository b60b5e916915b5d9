/** The latest recharges from the console, found by their number's prefix; each opens in place of the form. */
import { useMemo } from 'react';
import { statusTones } from '#features/orders/console/status-tones.ts';
import type { OrderRow } from '#features/orders/contract.ts';
import { orderCalls } from '#features/orders/console/calls.ts';
import { wasPaid } from '#features/orders/statuses.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { RECHARGE_NO_PREFIX } from '../rules.ts';
import { rechargeWords } from '../screen-words.ts';
import classes from './RechargeScreen.module.css';

const SHOWN = 5;
const recent = { q: RECHARGE_NO_PREFIX, limit: SHOWN };

export interface RecentRechargesProps {
  onOpen: (systemNo: string) => void;
  openKey: string | undefined;
}

export function RecentRecharges({ onOpen, openKey }: RecentRechargesProps) {
  const t = useWords(rechargeWords);
  const order = useWords(orderScreenWords);
  const format = useFormat();
  const answer = useCall(orderCalls, '/order/list', recent);
  const columns = useMemo(() => columnsOf(t, order, format), [t, order, format]);
  // A merchant's program can use a number with the same prefix.
  const list = useMemo(() => answer.data?.list.filter(({ type }) => type === 'recharge'), [answer.data]);
  return (
    <div className={classes.recent}>
      <h2 className={classes.recentTitle}>{t('recent')}</h2>
      <DataTable
        name="recharges"
        label={t('recent')}
        counted={(count) => t('counted', { count })}
        columns={columns}
        phone={phoneRow(order, format)}
        source={{ ...answer, data: list && { list, total: list.length } }}
        rowKey={(row) => row.systemNo}
        rowLabel={(row) => row.orderNo}
        onOpen={(row) => onOpen(row.systemNo)}
        openKey={openKey}
        mainAct={
          <ScreenLink to="/order/list" search={{ q: RECHARGE_NO_PREFIX }} className={classes.link}>
            {t('all_recharges')}
          </ScreenLink>
        }
        empty={{ title: t('recent_none'), hint: t('recent_none_hint') }}
      />
    </div>
  );
}

function phoneRow(order: Translate<typeof orderScreenWords>, format: Format): PhoneRow<OrderRow> {
  return {
    what: ({ orderNo }) => orderNo,
    amount: ({ amount }) => format.amount(amount),
    state: ({ status }) =>
      status !== 'success' && <StatusBadge tone={statusTones[status]}>{order(status)}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    facts: ({ channel }) => [channel.name || channel.code],
  };
}

function columnsOf(
  t: Translate<typeof rechargeWords>,
  order: Translate<typeof orderScreenWords>,
  format: Format,
): Column<OrderRow>[] {
  return [
    { id: 'orderNo', header: t('order_no'), cell: ({ orderNo }) => <CopyText value={orderNo} /> },
    { id: 'amount', header: t('amount'), numeric: true, cell: ({ amount }) => format.amount(amount) },
    {
      id: 'fee',
      priority: 1,
      header: t('fee'),
      numeric: true,
      cell: ({ status, fee }) => (wasPaid(status) ? format.amount(fee) : '–'),
    },
    {
      id: 'obtained',
      priority: 3,
      header: t('gets'),
      numeric: true,
      cell: ({ status, obtained }) => (wasPaid(status) ? format.amount(obtained) : '–'),
    },
    {
      id: 'status',
      header: t('status'),
      cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{order(status)}</StatusBadge>,
    },
    { id: 'channel', priority: 2, header: t('channel'), cell: ({ channel }) => channel.name || channel.code },
    { id: 'createdAt', priority: 4, header: t('created'), cell: ({ createdAt }) => <Time at={createdAt} short /> },
  ];
}
