/** What was done by a member's users and by operators to the member, newest first. */
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Time, useLocality } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { dateRangeField, wireRange } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import type { HistoryRow } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { MEMBER_FRESH_MS, memberPageCalls } from './calls.ts';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';

const historyAddress = { fields: { range: dateRangeField() }, sortable: ['createdAt'] } as const;

export function HistoryPart({ member: { memberNo } }: PartProps) {
  const t = useWords(memberPageWords);
  const { timeZone } = useLocality();
  const list = useListAddress(historyAddress);
  const filter = { memberNo, ...given({ range: wireRange(list.filters.range, timeZone, useToday()) }) };
  const { sort, order } = list.paging;
  const history = useCall(
    memberPageCalls,
    '/operator/member/history',
    { ...list.paging, ...filter },
    { refetchEveryMs: MEMBER_FRESH_MS },
  );
  return (
    <>
      <FilterBar list={list} error={history.error}>
        <DateRangeFilter {...list.bind('range')} label={t('time')} />
      </FilterBar>
      <DataTable
        name="operatorMemberHistory"
        label={t('part_history')}
        counted={(count, atLeast) => t(atLeast ? 'counted_at_least' : 'counted_history', { count })}
        totalCapped={history.data?.extend.capped ?? false}
        columns={historyColumns(t)}
        phone={historyPhoneRow(t)}
        source={history}
        rowKey={(row) => row.id}
        list={list}
        actions={
          !isRefused(history.error) && (
            <ExportButton
              kind="memberHistory"
              filter={{ sort, order, ...filter }}
              counted={(count) => t('counted_history', { count })}
            />
          )
        }
        empty={{ title: t('no_history'), hint: t('no_history_hint') }}
      />
    </>
  );
}

function historyColumns(t: Translate<typeof memberPageWords>): Column<HistoryRow>[] {
  return [
    { id: 'action', header: t('what'), cell: (row) => <What row={row} /> },
    {
      id: 'object',
      priority: 2,
      header: t('object'),
      cell: ({ object }) => <bdi className={classes.wrap}>{object}</bdi>,
    },
    { id: 'by', priority: 4, header: t('by'), cell: (row) => <By row={row} /> },
    {
      id: 'where',
      priority: 1,
      header: t('where'),
      cell: ({ ip, device }) => [ip, device].filter((text) => text !== null && text !== '').join(' · '),
    },
    {
      id: 'createdAt',
      priority: 5,
      header: t('time'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
  ];
}

function historyPhoneRow(t: Translate<typeof memberPageWords>): PhoneRow<HistoryRow> {
  return {
    what: ({ actionText }) => actionText,
    state: ({ result }) => result === 'refused' && <StatusBadge tone="bad">{t('refused')}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: (row) => [row.object, row.by ?? t('platform')].filter((text) => text !== ''),
  };
}

function What({ row: { actionText, result } }: { row: HistoryRow }) {
  const t = useWords(memberPageWords);
  return (
    <>
      {actionText} {result === 'refused' && <StatusBadge tone="bad">{t('refused')}</StatusBadge>}
    </>
  );
}

function By({ row: { by, operator } }: { row: HistoryRow }) {
  const t = useWords(memberPageWords);
  if (by === null) return t('platform');
  return (
    <>
      <bdi>{by}</bdi> {operator && <span className={classes.quiet}>{t('operator')}</span>}
    </>
  );
}
