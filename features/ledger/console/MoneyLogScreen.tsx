/** The wallet's entries, with the statement of the selected range above: opening + in − out − fees = closing. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { type Format, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { MoneyLogRow } from '../contract.ts';
import { moneyLogTypes } from '../money-log-types.ts';
import { ledgerCalls } from './calls.ts';
import { ledgerScreenWords } from '../screen-words.ts';
import { moneyLogAddress, wireFilter } from './money-log-filter.ts';
import classes from './MoneyLogScreen.module.css';
import { StatementLine } from './StatementLine.tsx';

function MoneyLogScreen() {
  const t = useWords(ledgerScreenWords);
  const format = useFormat();
  const list = useListAddress(moneyLogAddress);
  const { timeZone } = useLocality();
  // Stable during a platform day, because `useToday` changes at midnight.
  const filter = wireFilter(list.filters, timeZone, useToday());
  const input = { ...list.paging, ...filter };
  const { sort, order } = list.paging;
  const entries = useStableList(useCall(ledgerCalls, '/user/moneylog', input), JSON.stringify(input), (row) => row.id);
  useLive('balance.changed', useThrottledRefresh('/user/moneylog'));
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  const sums = entries.source.data?.extend;
  const { news } = entries;
  const show = () => (list.paging.page === 1 ? entries.show() : list.setPage(1));
  return (
    <>
      <PageHeader title={t('money_log')} hint={t('hint', { zone: format.zone })} />
      <FilterBar list={list} error={entries.source.error}>
        <TextFilter {...list.bind('orderNo')} label={t('order_no_whole')} />
        <ChoiceFilter
          {...list.bind('type')}
          label={t('type')}
          options={moneyLogTypes.map((value) => ({ value, label: t(value) }))}
        />
        <DateRangeFilter {...list.bind('range')} label={t('time')} />
      </FilterBar>
      <DataTable
        name="moneylog"
        label={t('money_log')}
        columns={columns}
        source={entries.source}
        rowKey={(row) => row.id}
        list={list}
        actions={
          !isRefused(entries.source.error) && <ExportButton kind="moneylog" filter={{ sort, order, ...filter }} />
        }
        sums={sums && <StatementLine sums={sums} whole={filter.orderNo === undefined && filter.type === undefined} />}
        news={
          <NewRowsButton
            text={news === undefined ? undefined : news === 0 ? t('changed') : t('new_entries', { count: news })}
            onShow={show}
          />
        }
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
    </>
  );
}

function columnsOf(t: Translate<typeof ledgerScreenWords>, format: Format): Column<MoneyLogRow>[] {
  return [
    {
      id: 'orderNo',
      header: t('order_no'),
      card: 'title',
      cell: (row) => (
        <span className={classes.number}>
          <SourceNumber row={row} />
        </span>
      ),
    },
    { id: 'type', header: t('type'), card: 'badge', cell: ({ type }) => t(type) },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ amount }) => (
        <span className={classes.amount} data-tone={amount.startsWith('-') ? 'out' : 'in'}>
          {format.amount(amount, { signed: true })}
        </span>
      ),
    },
    {
      id: 'fee',
      header: t('fee'),
      numeric: true,
      cell: ({ fee }) => (
        <span className={classes.fee} data-zero={/^[0.]*$/.test(fee) || undefined}>
          {format.amount(fee)}
        </span>
      ),
    },
    { id: 'before', header: t('before'), numeric: true, cell: ({ before }) => format.amount(before) },
    {
      id: 'after',
      header: t('after'),
      numeric: true,
      cell: ({ after }) => <span className={classes.after}>{format.amount(after)}</span>,
    },
    { id: 'createdAt', header: t('time'), sortable: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'remark', header: t('remark'), cell: (row) => <Remark row={row} /> },
    { id: 'systemNo', header: t('system_no'), optional: true, cell: ({ systemNo }) => <CopyText value={systemNo} /> },
  ];
}

const orders = { to: '/order/list', search: {} } as const;

const withdrawals = { to: '/repay/index', search: {} } as const;
const payouts = { to: '/repay/index', search: { tab: 'payouts' } } as const;

/** The link target of entries that belong to one of the member's own orders, withdrawals or payouts. */
function linkOf({
  type,
  id,
  orderNo,
}: MoneyLogRow): { to: `/${string}`; search: Readonly<Record<string, string>> } | undefined {
  // An agent's reversal concerns a merchant's order.
  if (type === 'payin' || type === 'recharge' || (type === 'reversal' && orderNo !== null)) return orders;
  if (type === 'withdrawal') return withdrawals;
  if (type === 'payout') return payouts;
  // A refund can be of either; its id ends with the journal kind.
  if (type === 'refund') return id.endsWith('-payout_cancelled') ? payouts : withdrawals;
  return undefined;
}

function SourceNumber({ row }: { row: MoneyLogRow }) {
  const { orderNo, systemNo } = row;
  const number = orderNo ?? systemNo;
  const link = linkOf(row);
  if (link === undefined) return <CopyText value={number} />;
  return (
    <CopyText value={number}>
      <ScreenLink to={link.to} search={{ ...link.search, open: systemNo }} className={classes.link}>
        {number}
      </ScreenLink>
    </CopyText>
  );
}

function Remark({ row: { type, remark } }: { row: MoneyLogRow }) {
  const t = useWords(ledgerScreenWords);
  // The ledger stores no sentences: a commission's remark is the member number of the order.
  const text = type === 'commission' && /^\d+$/.test(remark) ? t('of_member', { member: remark }) : remark;
  if (text === '') return <span className={classes.empty}>–</span>;
  return (
    <span className={classes.remark} title={text}>
      {text}
    </span>
  );
}

export { MoneyLogScreen as Screen };
