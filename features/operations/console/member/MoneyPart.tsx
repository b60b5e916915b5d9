/** A member's wallet entry by entry, as the member sees it. Its orders are links to the operators' lists. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { isWholeRange, moneyLogColumns, moneyLogPhoneRow } from '#features/ledger/console/money-log-columns.tsx';
import { moneyLogAddress, wireFilter } from '#features/ledger/console/money-log-filter.ts';
import { ReleaseFilter } from '#features/ledger/console/ReleaseFilter.tsx';
import { StatementLine } from '#features/ledger/console/StatementLine.tsx';
import { moneyLogTypes } from '#features/ledger/money-log-types.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { MEMBER_FRESH_MS, memberPageCalls } from './calls.ts';
import { operatorEntryLink } from './entry-link.ts';
import type { PartProps } from './part-props.ts';

export function MoneyPart({ member: { memberNo } }: PartProps) {
  const t = useWords(ledgerScreenWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const list = useListAddress(moneyLogAddress);
  const filter = wireFilter(list.filters, timeZone, useToday());
  const { sort, order } = list.paging;
  const entries = useCall(
    memberPageCalls,
    '/operator/member/moneyLog',
    { ...list.paging, ...filter, memberNo },
    { refetchEveryMs: MEMBER_FRESH_MS },
  );
  const withHeld = (filter.releaseAt ?? filter.releaseAfter) !== undefined;
  const columns = useMemo(
    () => moneyLogColumns(t, format, { withHeld, linkOf: operatorEntryLink }),
    [t, format, withHeld],
  );
  const sums = entries.data?.extend;
  const isWhole = isWholeRange(filter) && (entries.data?.total ?? 0) > 0;
  return (
    <>
      <FilterBar list={list} error={entries.error}>
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
        name="operatorMemberMoney"
        label={t('money_log')}
        counted={(count, atLeast) => t(atLeast ? 'counted_at_least' : 'counted', { count })}
        totalCapped={sums?.capped ?? false}
        sums={sums && <StatementLine sums={sums} whole={isWhole} />}
        columns={columns}
        phone={moneyLogPhoneRow(t, format)}
        fills
        source={entries}
        rowKey={(row) => row.id}
        list={list}
        actions={
          !isRefused(entries.error) && (
            <ExportButton
              kind="memberMoney"
              filter={{ sort, order, ...filter, memberNo }}
              counted={(count) => t('counted', { count })}
            />
          )
        }
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
    </>
  );
}
