/** Withdrawals or payouts: all filters in the address, the sums of the whole filter, and a drawer for one. */
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { type FixedView, ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { useConfig } from '#features/platform/console/config.ts';
import { DataTable, NARROW } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import type { EmptyTexts } from '#foundation/console/display/states.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DisbursementRow } from '../contract.ts';
import { disbursementCalls } from './calls.ts';
import { type DisbursementKind, disbursementFilters } from '../rules.ts';
import { disbursementWords } from '../screen-words.ts';
import { disbursementColumns, disbursementPhoneRow } from './disbursement-columns.tsx';
import { disbursementAddress, listCalls, wireFilter } from './disbursement-filter.ts';
import { DisbursementDrawer } from './details/DisbursementDrawer.tsx';
import { BarSums, Totals } from './Totals.tsx';

const keyOf = (row: DisbursementRow) => row.orderNo;

const views: readonly FixedView[] = [
  { name: 'paid', query: { status: 'paid' } },
  { name: 'on_their_way', query: { status: 'applying,frozen' } },
  { name: 'attention', query: { status: 'failed' } },
];

type List = ListAddress<typeof disbursementAddress.fields, (typeof disbursementAddress.sortable)[number]>;

export function DisbursementList({ kind }: { kind: DisbursementKind }) {
  const t = useWords(disbursementWords);
  const format = useFormat();
  const list = useListAddress(disbursementAddress);
  const { timeZone } = useLocality();
  const filter = wireFilter(list.filters, timeZone, useToday());
  const input = { ...list.paging, ...filter };
  const { sort, order } = list.paging;
  const answer = useCall(disbursementCalls, listCalls[kind], input);
  const found = useStableList(answer, JSON.stringify(input), keyOf);
  const refreshSoon = useThrottledRefresh(listCalls[kind]);
  useLive('payout.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const columns = useMemo(() => disbursementColumns(t, format), [t, format]);
  const { source, news } = found;
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const phone = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const sums = source.data?.extend;
  const show = () => (list.paging.page === 1 ? found.show() : list.setPage(1));
  const label = t(`${kind}s`);
  const counted = (count: number) => t(`counted_${kind}s`, { count });
  return (
    <>
      {/* The totals update live, even while new rows are held back. */}
      {!phone && <Totals sums={answer.data?.extend} />}
      <ViewTabs views={kind} fixed={views} list={list} />
      <DisbursementFilters list={list} kind={kind} error={source.error} />
      <DataTable
        name={kind}
        label={label}
        columns={columns}
        phone={disbursementPhoneRow(format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={keyOf}
        list={list}
        onOpen={(row) => list.setOpen(row.orderNo)}
        openKey={list.open}
        counted={counted}
        sums={sums && <BarSums sums={sums} totals={phone ? answer.data?.extend : undefined} />}
        actions={
          !isRefused(source.error) && <ExportButton kind={kind} filter={{ sort, order, ...filter }} counted={counted} />
        }
        news={
          <NewRowsButton
            text={news === undefined ? undefined : news === 0 ? t('changed') : t('news', { count: news })}
            onShow={show}
          />
        }
        empty={useEmptyTexts(kind)}
      />
      <DisbursementDrawer kind={kind} orderNo={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

function DisbursementFilters({ list, kind, error }: { list: List; kind: DisbursementKind; error: Error | null }) {
  const t = useWords(disbursementWords);
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t(kind === 'payout' ? 'find' : 'find_withdrawal')} />
      <ChoicesFilter
        {...list.bind('status')}
        label={t('status')}
        options={disbursementFilters.map((value) => ({ value, label: t(`status_${value}`) }))}
      />
      <ChoicesFilter
        {...list.bind('type')}
        label={t('type')}
        options={beneficiaryTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
      />
      <DateRangeFilter {...list.bind('range')} label={t('applied')} />
    </FilterBar>
  );
}

/** The next step: withdraw, or read how a program makes payouts. */
function useEmptyTexts(kind: DisbursementKind): EmptyTexts {
  const t = useWords(disbursementWords);
  const docsUrl = useConfig()?.docsUrl;
  const navigate = useNavigate();
  if (kind === 'withdrawal')
    return {
      title: t('no_withdrawals'),
      hint: t('no_withdrawals_hint'),
      action: { label: t('act_withdraw'), onClick: () => void navigate({ to: '/repay/apply', search: {} }) },
    };
  return {
    title: t('no_payouts'),
    hint: t('no_payouts_hint'),
    action:
      docsUrl === undefined
        ? undefined
        : { label: t('read_reference'), onClick: () => window.open(docsUrl, '_blank', 'noopener') },
  };
}
