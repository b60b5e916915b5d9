/**
 * The members directly below the agent, or below another agent of its tree: walking down by click, with the path back
 * above the list. A search covers the whole tree of the agent looked at.
 */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { certifications } from '#features/members/member.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OutputOf } from '#foundation/core/calls.ts';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { memberWords } from '../../member-words.ts';
import { attentions } from '../../rules.ts';
import { agentWords } from '../../screen-words.ts';
import type { treeCalls as contract, UserRow } from '../../tree-contract.ts';
import { AddMemberButton } from '../AddMemberButton.tsx';
import { AgentsOnly } from '../AgentsOnly.tsx';
import { treeCalls } from '../calls.ts';
import { isNotFound } from '../not-found.ts';
import { memberColumns, memberPhoneRow } from './member-columns.tsx';
import { agentIn, memberAddress, memberStates, memberTypes, wireMemberFilter } from './member-filter.ts';
import { MemberDrawer } from './MemberDrawer.tsx';
import { MemberPath } from './MemberPath.tsx';

type MemberSums = OutputOf<(typeof contract)['calls']['/agent/userlist']>['extend'];

const keyOf = (row: UserRow) => row.memberNo;
const attentionWords = { belowOwn: 'below_own', successFell: 'success_fell' } as const;

function UserListScreen() {
  const t = useWords(memberWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const navigate = useNavigate();
  const list = useListAddress(memberAddress);
  const agent = agentIn(usePageAddress().params);
  const filter = {
    ...(agent === undefined ? {} : { memberNo: agent }),
    ...wireMemberFilter(list.filters, timeZone, useToday()),
  };
  const input = { ...list.paging, ...filter };
  const { sort, order } = list.paging;
  const { source, news, show } = useStableList(
    useCall(treeCalls, '/agent/userlist', input),
    JSON.stringify(input),
    keyOf,
  );
  const refreshSoon = useThrottledRefresh('/agent/userlist');
  useLive('commission.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const columns = useMemo(
    () => memberColumns({ member: t, agent: shared }, format, timeZone),
    [t, shared, format, timeZone],
  );
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  if (isNotFound(source.error))
    return agent === undefined ? <AgentsOnly title={shared('members')} /> : <UnknownAgent />;
  const sums = source.data?.extend;
  const counted = (count: number) => t('counted_members', { count });
  return (
    <>
      <PageHeader title={shared('members')} hint={t('hint')} actions={<AddMemberButton />} />
      {sums && <MemberPath path={sums.path} />}
      <ViewTabs views="members" list={list} />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('q')} label={shared('find_member')} />
        <ChoiceFilter
          {...list.bind('type')}
          label={t('type')}
          options={memberTypes.map((value) => ({ value, label: shared(value) }))}
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
        <ChoiceFilter
          {...list.bind('attention')}
          label={t('attention')}
          options={attentions.map((value) => ({ value, label: shared(attentionWords[value]) }))}
        />
        <DateRangeFilter {...list.bind('registered')} label={t('registered')} />
      </FilterBar>
      <DataTable
        name="agentMembers"
        label={shared('members')}
        counted={counted}
        columns={columns}
        phone={memberPhoneRow({ member: t, agent: shared }, format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.name}
        list={list}
        onOpen={(row) => list.setOpen(row.memberNo)}
        openKey={list.open}
        sums={sums && <Sums sums={sums} />}
        actions={
          !isRefused(source.error) && (
            <ExportButton kind="agentUser" filter={{ sort, order, ...filter }} counted={counted} />
          )
        }
        news={
          <NewRowsButton
            text={news === undefined ? undefined : news === 0 ? t('changed') : t('new_members', { count: news })}
            onShow={() => (list.paging.page === 1 ? show() : list.setPage(1))}
          />
        }
        empty={
          agent === undefined
            ? {
                title: t('empty_title'),
                hint: t('empty_hint'),
                action: { label: t('to_invitation'), onClick: () => void navigate({ to: '/agent/detail' }) },
              }
            : { title: t('empty_below_title') }
        }
      />
      <MemberDrawer
        memberNo={list.open}
        members={source.data?.list}
        waiting={source.isPending}
        steps={steps}
        onClose={() => list.setOpen(undefined)}
      />
    </>
  );
}

function Sums({ sums }: { sums: MemberSums }) {
  const t = useWords(memberWords);
  return (
    <>
      <Sum label={t('balance')}>
        <Amount value={sums.balance} />
      </Sum>
      <Sum label={t('paid_out')}>
        <Amount value={sums.paidOut} />
      </Sum>
      <Sum label={t('amount_30d')}>
        <Amount value={sums.amount30d} />
      </Sum>
      <Sum label={t('commission_30d')}>
        <Amount value={sums.commission30d} />
      </Sum>
    </>
  );
}

/** The address names a member that is not an agent of the tree. */
function UnknownAgent() {
  const t = useWords(agentWords);
  const { change } = usePageAddress();
  return (
    <>
      <PageHeader title={t('members')} />
      <Panel>
        <EmptyRows
          title={t('not_below_title')}
          hint={t('not_below_hint')}
          action={{ label: t('show_own'), onClick: () => change(() => ({})) }}
        />
      </Panel>
    </>
  );
}

export { UserListScreen as Screen };
