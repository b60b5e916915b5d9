/** All members, with a search and filters. A row opens the member's standing: money, terms, holds. */
import { useMemo } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { certifications } from '#features/members/member.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OperatorMemberSums } from '../../member-contract.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { AddMember } from '../member/AddMember.tsx';
import { memberCalls } from './calls.ts';
import { memberColumns, memberPhoneRow } from './member-columns.tsx';
import { memberAddress, memberKinds, memberStates, wireMemberFilter } from './member-filter.ts';
import { MemberDrawer } from './MemberDrawer.tsx';

const REFETCH_MS = 30_000;

function MembersScreen() {
  const t = useWords(operatorMemberWords);
  const title = useWords(operatorTitles)('members');
  const format = useFormat();
  const { timeZone } = useLocality();
  const list = useListAddress(memberAddress);
  const filter = wireMemberFilter(list.filters, timeZone, useToday());
  const { sort, order } = list.paging;
  const source = useCall(
    memberCalls,
    '/operator/member/list',
    { ...list.paging, ...filter },
    { refetchEveryMs: REFETCH_MS },
  );
  const { data: summed } = useCall(memberCalls, '/operator/member/figures', filter, { refetchEveryMs: REFETCH_MS });
  const counted = (count: number): string => t('counted', { count });
  const adds = useRight('members.configure');
  const columns = useMemo(() => memberColumns(t, format), [t, format]);
  return (
    <>
      <PageHeader
        title={title}
        hint={summed && summed.asOf !== null && t('sums_as_of', { time: format.moment(summed.asOf) })}
        actions={adds && <AddMember />}
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('q')} label={t('find')} />
        <ChoiceFilter
          {...list.bind('kind')}
          label={t('kind')}
          options={memberKinds.map((value) => ({ value, label: t(value) }))}
        />
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={memberStates.map((value) => ({ value, label: t(value) }))}
        />
        <ChoicesFilter
          {...list.bind('certification')}
          label={t('certification')}
          options={certifications.map((value) => ({ value, label: t(`certification_${value}`) }))}
        />
        <TextFilter {...list.bind('upline')} label={t('upline_no')} />
        <DateRangeFilter {...list.bind('registered')} label={t('registered')} />
      </FilterBar>
      <DataTable
        name="operatorMembers"
        label={title}
        counted={counted}
        actions={
          !isRefused(source.error) && (
            <ExportButton kind="member" filter={{ sort, order, ...filter }} counted={counted} />
          )
        }
        columns={columns}
        phone={memberPhoneRow(t, format)}
        fills
        sums={summed?.sums && <SumsOf sums={summed.sums} />}
        source={source}
        rowKey={({ memberNo }) => memberNo}
        rowLabel={({ name }) => name}
        list={list}
        onOpen={({ memberNo }) => list.setOpen(memberNo)}
        openKey={list.open}
        empty={{ title: t('none_found'), hint: t('none_found_hint') }}
      />
      <MemberDrawer memberNo={list.open} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

function SumsOf({ sums }: { sums: NonNullable<OperatorMemberSums['sums']> }) {
  const t = useWords(operatorMemberWords);
  return (
    <>
      <Sum label={t('balance')} main>
        <Amount value={sums.balance} />
      </Sum>
      <Sum label={t('frozen')}>
        <Amount value={sums.frozen} />
      </Sum>
      <Sum label={t('amount_30d')}>
        <Amount value={sums.amount30d} />
      </Sum>
    </>
  );
}

export { MembersScreen as Screen };
