/** Orders of all members: the search by any number, all filters in the address, sums, and a drawer for one. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { notifyFilters, orderStatuses } from '#features/orders/statuses.ts';
import { notifyNames } from '#features/orders/console/status-tones.ts';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { AmountRangeFilter, ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { operatorOrderCalls as contract } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { operatorOrderCalls } from '../calls.ts';
import { keyOf } from '../record-key.ts';
import classes from '../disbursements/Disbursements.module.css';
import { operatorColumns, operatorPhoneRow } from './order-columns.tsx';
import { orderAddress, wireFilter } from './order-filter.ts';
import { OrderPanel } from './OrderPanel.tsx';

type List = ListAddress<typeof orderAddress.fields, (typeof orderAddress.sortable)[number]>;
type Sums = OutputOf<(typeof contract)['calls']['/operator/order/list']>['extend'];
type Row = OutputOf<(typeof contract)['calls']['/operator/order/list']>['list'][number];

const REFETCH_MS = 10_000;
const keyOfRow = ({ memberNo, systemNo }: Row) => keyOf({ memberNo, orderNo: systemNo });

function OrdersScreen() {
  const t = useWords(operatorOrderWords);
  const words = useWords(orderScreenWords);
  const title = useWords(operatorTitles)('orders');
  const format = useFormat();
  const list = useListAddress(orderAddress);
  const { timeZone } = useLocality();
  const filter = wireFilter(list.filters, timeZone, useToday());
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const answer = useCall(operatorOrderCalls, '/operator/order/list', input, { refetchEveryMs: REFETCH_MS });
  const found = useStableList(answer, JSON.stringify(input), keyOfRow);
  const { source, news } = found;
  const steps = useRowSteps((source.data?.list ?? []).map(keyOfRow), list.open);
  const columns = useMemo(() => operatorColumns({ list: words, own: t }, format), [words, t, format]);
  const sums = source.data?.extend;
  return (
    <>
      <PageHeader
        title={title}
        hint={sums && sums.lookedFrom !== null ? t('recent') : t('hint', { zone: format.zone })}
      />
      <Filters list={list} sums={answer.data?.extend} error={source.error} />
      <DataTable
        name="operator-orders"
        label={title}
        columns={columns}
        phone={operatorPhoneRow({ list: words, own: t }, format)}
        fills
        source={source}
        rowKey={keyOfRow}
        rowLabel={({ orderNo }) => orderNo}
        list={list}
        onOpen={(row) => list.setOpen(keyOfRow(row))}
        openKey={list.open}
        counted={(count, atLeast) => t(atLeast ? 'counted_at_least' : 'counted', { count })}
        totalCapped={sums?.capped ?? false}
        actions={!isRefused(source.error) && <ExportButton kind="allOrder" filter={{ sort, order, ...filter }} />}
        sums={sums && <SumsOf sums={sums} />}
        news={
          <>
            <NewRowsButton
              text={
                news === undefined ? undefined : news === 0 ? words('changed') : words('new_orders', { count: news })
              }
              onShow={() => (list.paging.page === 1 ? found.show() : list.setPage(1))}
            />
            {sums?.capped === true && <p className={classes.quiet}>{t('sums_of_newest', { count: sums.count })}</p>}
          </>
        }
        empty={{ title: t('empty'), hint: t('empty_hint') }}
      />
      <OrderPanel open={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

function SumsOf({ sums }: { sums: Sums }) {
  const t = useWords(operatorOrderWords);
  const words = useWords(orderScreenWords);
  return (
    <>
      <Sum label={words('amount')} main>
        <Amount value={sums.amount} />
      </Sum>
      <Sum label={t('paid_sum')}>
        <Amount value={sums.paidAmount} />
      </Sum>
      <Sum label={t('fees')}>
        <Amount value={sums.fee} />
      </Sum>
      <Sum label={t('cost')}>
        <Amount value={sums.cost} />
      </Sum>
    </>
  );
}

function Filters({ list, sums, error }: { list: List; sums: Sums | undefined; error: Error | null }) {
  const t = useWords(operatorOrderWords);
  const words = useWords(orderScreenWords);
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <TextFilter {...list.bind('memberNo')} label={t('member_no')} />
      <ChoicesFilter
        {...list.bind('status')}
        label={words('status')}
        options={orderStatuses.map((value) => ({ value, label: words(value) }))}
      />
      <ChoicesFilter
        {...list.bind('channel')}
        label={words('channel')}
        options={(sums?.channels ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      />
      <ChoiceFilter
        {...list.bind('upstream')}
        label={t('upstream')}
        options={(sums?.upstreams ?? []).map(({ id, name }) => ({ value: id.toString(), label: name }))}
      />
      <ChoiceFilter
        {...list.bind('notifyStatus')}
        label={words('notify_status')}
        options={notifyFilters.map((value) => ({ value, label: words(notifyNames[value]) }))}
      />
      <AmountRangeFilter {...list.bind('amount')} label={words('amount')} />
      <DateRangeFilter {...list.bind('range')} label={words('created')} />
    </FilterBar>
  );
}

export { OrdersScreen as Screen };
