/**
 * The commission statement: what the agent earned by day, month, member or channel. A row leads to the entries behind
 * it, at an address of its own.
 */
import { useState } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { commissionWords } from '../../commission-words.ts';
import { agentWords } from '../../screen-words.ts';
import { AgentsOnly } from '../AgentsOnly.tsx';
import { agentOrderCalls } from '../calls.ts';
import { commissionGroups } from '../commission-groups.ts';
import { MemberFilter } from '../MemberFilter.tsx';
import { addMonths, monthOf, monthText } from '#foundation/console/display/month-text.ts';
import { isNotFound } from '../not-found.ts';
import { useChannelOptions } from '../use-channel-options.ts';
import { groupField, statementAddress, wireCommissionFilter } from './commission-filter.ts';
import { Entries } from './Entries.tsx';
import { HeldPanel } from './HeldPanel.tsx';
import { Statement } from './Statement.tsx';
import { StatementChart } from './StatementChart.tsx';

const MONTHS_OFFERED = 12;

function CommissionScreen() {
  const t = useWords(commissionWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const { language } = useLanguage();
  const { params, change } = usePageAddress();
  const list = useListAddress(statementAddress);
  const today = useToday();
  const filter = wireCommissionFilter(list.filters, timeZone, today);
  const group = groupField.read(params['group'] ?? '') ?? 'day';
  const answer = useCall(agentOrderCalls, '/agent/commission', { ...list.paging, ...filter, group });
  const refreshSoon = useThrottledRefresh('/agent/commission', '/agent/commission/entries');
  useLive('commission.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const channels = useChannelOptions(list.filters.channel === undefined ? [] : [list.filters.channel]);
  const thisMonth = monthOf(dayOf(today, timeZone));
  const months = Array.from({ length: MONTHS_OFFERED }, (_, index) => {
    const month = addMonths(thisMonth, -index);
    return { value: month, label: monthText(month, language) };
  });
  /** Changes the address, leaves the opened row and returns to the first page. */
  const show = (changed: Readonly<Record<string, string | undefined>>) =>
    change((before) => {
      const { page: _page, open: _open, ...others } = { ...before, ...changed };
      return Object.fromEntries(
        Object.entries(others).filter((pair): pair is [string, string] => pair[1] !== undefined),
      );
    });
  // The rows of the previous grouping stay until the new ones have arrived.
  const [rowGroup, setRowGroup] = useState(group);
  if (answer.data !== undefined && !answer.isPlaceholderData && rowGroup !== group) setRowGroup(group);
  if (isNotFound(answer.error) && filter.memberNo === undefined)
    return <AgentsOnly title={shared('commission_statement')} />;
  return (
    <>
      <PageHeader
        title={shared('commission_statement')}
        hint={t('hint', { zone: format.zone })}
        actions={
          <ChoiceTabs
            label={t('group')}
            value={group}
            options={commissionGroups.map((value) => ({ value, label: t(`by_${value}`) }))}
            onChange={(value) =>
              show({ group: value === 'day' ? undefined : value, sort: undefined, order: undefined })
            }
          />
        }
      />
      <HeldPanel sums={answer.data?.extend} />
      <FilterBar list={list} error={answer.error}>
        <MemberFilter {...list.bind('member')} />
        <ChoiceFilter {...list.bind('channel')} label={shared('channel')} options={channels} />
        <ChoiceFilter
          label={t('month')}
          value={list.filters.month}
          options={months}
          onChange={(month) => show({ month, range: undefined })}
        />
        <DateRangeFilter
          label={t('range')}
          value={list.filters.range}
          onChange={(range) => show({ range: range && statementAddress.fields.range.write(range), month: undefined })}
        />
      </FilterBar>
      {list.open === undefined ? (
        <>
          <StatementChart filter={filter} group={group} />
          <Statement list={list} answer={answer} filter={filter} group={group} rowGroup={rowGroup} />
        </>
      ) : (
        <Entries key={list.open} filter={filter} group={group} rowKey={list.open} />
      )}
    </>
  );
}

export { CommissionScreen as Screen };
