/** The wallet's entries, with the statement of the selected range above: opening + in − out − fees = closing. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { moneyLogTypes } from '../money-log-types.ts';
import { ledgerCalls } from './calls.ts';
import { ledgerScreenWords } from '../screen-words.ts';
import { isWholeRange, moneyLogColumns, moneyLogPhoneRow } from './money-log-columns.tsx';
import classes from './MoneyLogScreen.module.css';
import { moneyLogAddress, wireFilter } from './money-log-filter.ts';
import { ReleaseFilter } from './ReleaseFilter.tsx';
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
  const withHeld = (filter.releaseAt ?? filter.releaseAfter) !== undefined;
  const columns = useMemo(() => moneyLogColumns(t, format, { withHeld }), [t, format, withHeld]);
  const sums = entries.source.data?.extend;
  const { news } = entries;
  const counted = (count: number, atLeast = false) => t(atLeast ? 'counted_at_least' : 'counted', { count });
  const isWhole = isWholeRange(filter) && (entries.source.data?.total ?? 0) > 0;
  const show = () => (list.paging.page === 1 ? entries.show() : list.setPage(1));
  return (
    <>
      <PageHeader title={t('money_log')} hint={t('hint', { zone: format.zone })} />
      <ViewTabs views="moneylog" list={list} />
      <FilterBar list={list} error={entries.source.error}>
        <TextFilter {...list.bind('orderNo')} label={t('find')} />
        <ChoicesFilter
          {...list.bind('type')}
          label={t('type')}
          options={moneyLogTypes.map((value) => ({ value, label: t(value) }))}
        />
        <DateRangeFilter {...list.bind('range')} label={t('time')} />
        <ReleaseFilter field="releaseAt" {...list.bind('releaseAt')} />
        <ReleaseFilter field="releaseAfter" {...list.bind('releaseAfter')} />
      </FilterBar>
      <DataTable
        name="moneylog"
        label={t('money_log')}
        columns={columns}
        phone={moneyLogPhoneRow(t, format)}
        fills
        source={entries.source}
        rowKey={(row) => row.id}
        list={list}
        actions={
          !isRefused(entries.source.error) && (
            <ExportButton kind="moneylog" filter={{ sort, order, ...filter }} counted={counted} />
          )
        }
        counted={counted}
        totalCapped={sums?.capped ?? false}
        sums={sums && <StatementLine sums={sums} whole={isWhole} />}
        news={
          <>
            <NewRowsButton
              text={news === undefined ? undefined : news === 0 ? t('changed') : t('new_entries', { count: news })}
              onShow={show}
            />
            {sums?.capped && (
              <p className={classes.note} role="note">
                {t('capped_note')}
              </p>
            )}
          </>
        }
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
    </>
  );
}

export { MoneyLogScreen as Screen };
