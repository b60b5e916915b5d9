/** The orders of all members below an agent: the order list's filters, the agent's commission, one order in a drawer. */
import { memo, useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { OrderSums, SumsNote } from '#features/orders/console/OrderSums.tsx';
import { notifyNames } from '#features/orders/console/status-tones.ts';
import { type FixedView, ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { notifyStatuses, orderStatuses } from '#features/orders/statuses.ts';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { AmountRangeFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { agentOrderWords } from '../../agent-order-words.ts';
import { agentWords } from '../../screen-words.ts';
import { AgentsOnly } from '../AgentsOnly.tsx';
import { agentOrderCalls } from '../calls.ts';
import { MemberFilter } from '../MemberFilter.tsx';
import { isNotFound } from '../not-found.ts';
import { useChannelOptions } from '../use-channel-options.ts';
import { agentOrderColumns, agentOrderPhoneRow } from './agent-order-columns.tsx';
import { agentOrderAddress, keyOf, wireAgentOrderFilter } from './agent-order-filter.ts';
import { AgentOrderDrawer } from './AgentOrderDrawer.tsx';

/** An agent doesn't see whether a callback is retried. */
const agentOrderViews: readonly FixedView[] = [
  { name: 'paid', query: { status: 'success' } },
  { name: 'unpaid', query: { status: 'unpaid' } },
  { name: 'attention', query: { notify: 'failed' } },
];

type List = ListAddress<typeof agentOrderAddress.fields, (typeof agentOrderAddress.sortable)[number]>;

function AgentOrderListScreen() {
  const t = useWords(agentOrderWords);
  const shared = useWords(agentWords);
  const orderWords = useWords(orderScreenWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const list = useListAddress(agentOrderAddress);
  const filter = wireAgentOrderFilter(list.filters, timeZone, useToday());
  const input = { ...list.paging, ...filter };
  const { sort, order } = list.paging;
  const counted = (count: number, atLeast = false) => orderWords(atLeast ? 'counted_at_least' : 'counted', { count });
  const answer = useCall(agentOrderCalls, '/agent/orderlist', input);
  const { source, news, show } = useStableList(answer, JSON.stringify(input), keyOf);
  const refreshSoon = useThrottledRefresh('/agent/orderlist');
  useLive('commission.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const columns = useMemo(
    () => agentOrderColumns({ order: orderWords, agent: shared, own: t }, format),
    [orderWords, shared, t, format],
  );
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const sums = source.data?.extend;
  // With a member in the filter, the answer can be about that member.
  if (isNotFound(source.error) && filter.memberNo === undefined) return <AgentsOnly title={shared('member_orders')} />;
  return (
    <>
      <PageHeader title={shared('member_orders')} hint={t('hint', { zone: format.zone })} />
      <ViewTabs views="agentOrders" fixed={agentOrderViews} list={list} />
      <AgentOrderFilterBar list={list} error={source.error} />
      <DataTable
        name="agentOrders"
        label={shared('member_orders')}
        columns={columns}
        phone={agentOrderPhoneRow({ order: orderWords, agent: shared, own: t }, format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.orderNo}
        list={list}
        onOpen={(row) => list.setOpen(keyOf(row))}
        openKey={list.open}
        counted={counted}
        totalCapped={sums?.capped ?? false}
        sums={
          sums && (
            <>
              <OrderSums sums={sums} />
              <Sum label={shared('commission')}>
                <Amount value={sums.commission} />
              </Sum>
            </>
          )
        }
        actions={
          !isRefused(source.error) && (
            <ExportButton kind="agentOrder" filter={{ sort, order, ...filter }} counted={counted} />
          )
        }
        news={
          <>
            <NewRowsButton
              text={
                news === undefined
                  ? undefined
                  : news === 0
                    ? orderWords('changed')
                    : orderWords('new_orders', { count: news })
              }
              onShow={() => (list.paging.page === 1 ? show() : list.setPage(1))}
            />
            {sums && <SumsNote sums={sums} />}
          </>
        }
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
      <AgentOrderDrawer orderKey={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

/** Memoized: rerenders when the address changes, not on each response. */
const AgentOrderFilterBar = memo(function AgentOrderFilterBar({ list, error }: { list: List; error: Error | null }) {
  const t = useWords(orderScreenWords);
  const channels = useChannelOptions(list.filters.channel);
  const statuses = useMemo(() => orderStatuses.map((value) => ({ value, label: t(value) })), [t]);
  const notifies = useMemo(() => notifyStatuses.map((value) => ({ value, label: t(notifyNames[value]) })), [t]);
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <MemberFilter {...list.bind('member')} />
      <ChoicesFilter {...list.bind('status')} label={t('status')} options={statuses} />
      <ChoicesFilter {...list.bind('channel')} label={t('channel')} options={channels} />
      <ChoicesFilter {...list.bind('notify')} label={t('notify_status')} options={notifies} />
      <AmountRangeFilter {...list.bind('amount')} label={t('amount')} />
      <DateRangeFilter {...list.bind('created')} label={t('created')} />
      <DateRangeFilter {...list.bind('paid')} label={t('paid')} />
    </FilterBar>
  );
});

export { AgentOrderListScreen as Screen };
