/** The order list: all filters in the address, the sums of the whole filter, and a drawer for one order. */
import { memo, useMemo, useState } from 'react';
import { channelCalls } from '#features/channels/console/calls.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { type FixedView, ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { useConfig } from '#features/platform/console/config.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { AmountRangeFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OrderRow } from '../contract.ts';
import { notifyFilters, orderStatuses } from '../statuses.ts';
import { orderCalls } from './calls.ts';
import { orderScreenWords } from '../screen-words.ts';
import { orderColumns, orderPhoneRow } from './order-columns.tsx';
import { orderAddress, wireFilter, type WireOrderFilter } from './order-filter.ts';
import { OrderDrawer } from './OrderDrawer.tsx';
import { OrderSums, SumsNote } from './OrderSums.tsx';
import { ResendMany } from './ResendMany.tsx';
import { notifyNames } from './status-tones.ts';

const CHANNELS_FRESH_MS = 5 * 60_000;
const keyOf = (row: OrderRow) => row.systemNo;

const orderViews: readonly FixedView[] = [
  { name: 'paid', query: { status: 'success' } },
  { name: 'unpaid', query: { status: 'unpaid' } },
  { name: 'attention', query: { notify: 'failed,retrying' } },
];

type List = ListAddress<typeof orderAddress.fields, (typeof orderAddress.sortable)[number]>;

function OrderListScreen() {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  const list = useListAddress(orderAddress);
  const config = useConfig();
  const filter = useWireFilter(list);
  const input = { ...list.paging, ...filter };
  const { sort, order } = list.paging;
  const answer = useCall(orderCalls, '/order/list', input);
  const orders = useStableList(answer, JSON.stringify(input), keyOf);
  const refreshSoon = useThrottledRefresh('/order/list');
  useLive('order.paid', refreshSoon);
  useLive('callback.changed', refreshSoon);
  const columns = useMemo(() => orderColumns(t, format), [t, format]);
  const { source, news } = orders;
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const sums = source.data?.extend;
  const isSummed = useIsSummed(filter, source);
  const show = () => (list.paging.page === 1 ? orders.show() : list.setPage(1));
  const docsUrl = config?.docsUrl;
  const counted = (count: number, atLeast = false) => t(atLeast ? 'counted_at_least' : 'counted', { count });
  return (
    <>
      <PageHeader title={t('orders')} hint={t('hint', { zone: format.zone })} />
      <ViewTabs views="orders" fixed={orderViews} list={list} />
      <OrderFilterBar list={list} error={source.error} />
      <DataTable
        name="orders"
        label={t('orders')}
        columns={columns}
        phone={orderPhoneRow(t, format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.orderNo}
        list={list}
        onOpen={(row) => list.setOpen(row.systemNo)}
        openKey={list.open}
        counted={counted}
        totalCapped={sums?.capped ?? false}
        sums={sums && <OrderSums sums={sums} />}
        mainAct={
          list.isFiltered &&
          isSummed &&
          sums &&
          sums.successCount > 0 && (
            <ResendMany filter={filter} count={sums.successCount} amount={sums.successAmount} capped={sums.capped} />
          )
        }
        actions={
          !isRefused(source.error) && (
            <ExportButton kind="order" filter={{ sort, order, ...filter }} counted={counted} />
          )
        }
        news={
          <>
            <NewRowsButton
              text={news === undefined ? undefined : news === 0 ? t('changed') : t('new_orders', { count: news })}
              onShow={show}
            />
            {sums && <SumsNote sums={sums} />}
          </>
        }
        empty={{
          title: t('empty_title'),
          hint: t('empty_hint'),
          action:
            docsUrl === undefined
              ? undefined
              : { label: t('read_reference'), onClick: () => window.open(docsUrl, '_blank', 'noopener') },
        }}
      />
      <OrderDrawer systemNo={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

/**
 * Whether the sums belong to this filter. While a new filter loads, they are still those of the previous one. Pages of
 * one filter share their sums.
 */
function useIsSummed(
  filter: WireOrderFilter,
  { data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean },
): boolean {
  const wanted = JSON.stringify(filter);
  const [summed, setSummed] = useState<string>();
  if (data !== undefined && !isPlaceholderData && summed !== wanted) setSummed(wanted);
  return summed === wanted;
}

/** Quick ranges move with the platform's day; within a day the filter stays the same. */
function useWireFilter({ filters }: List) {
  const { timeZone } = useLocality();
  return wireFilter(filters, timeZone, useToday());
}

/** Memoized: rerenders when the address changes, not on each response. */
const OrderFilterBar = memo(function OrderFilterBar({ list, error }: { list: List; error: Error | null }) {
  const t = useWords(orderScreenWords);
  const channels = useCall(channelCalls, '/channel/list', undefined, {
    staleMs: CHANNELS_FRESH_MS,
    quiet: true,
    deferred: true,
  });
  const chosen = list.filters.channel;
  const options = useMemo(() => {
    const known = (channels.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
    // An older link can name channels that are no longer open to this member.
    const gone = (chosen ?? []).filter((code) => !known.some(({ value }) => value === code));
    return [...known, ...gone.map((code) => ({ value: code, label: code }))];
  }, [channels.data, chosen]);
  const statuses = useMemo(() => orderStatuses.map((value) => ({ value, label: t(value) })), [t]);
  const notifies = useMemo(() => notifyFilters.map((value) => ({ value, label: t(notifyNames[value]) })), [t]);
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <ChoicesFilter {...list.bind('status')} label={t('status')} options={statuses} />
      <ChoicesFilter {...list.bind('channel')} label={t('channel')} options={options} />
      <ChoicesFilter {...list.bind('notify')} label={t('notify_status')} options={notifies} />
      <AmountRangeFilter {...list.bind('amount')} label={t('amount')} />
      <DateRangeFilter {...list.bind('created')} label={t('created')} />
      <DateRangeFilter {...list.bind('paid')} label={t('paid')} />
    </FilterBar>
  );
});

export { OrderListScreen as Screen };
