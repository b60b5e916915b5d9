/** The user's operation log and sessions: two views under one address. */
import { useMemo } from 'react';
import { auditActionNames, auditActions } from '#features/audit-actions.ts';
import type { LogFilter, LogRow } from '#features/audit/contract.ts';
import { auditCalls } from '#features/audit/console/calls.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { ViewTabs } from '#features/views/console/ViewTabs.tsx';
import {
  choicesField,
  dateRangeField,
  type FilterValues,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoicesFilter } from '#foundation/console/list/filters.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { type Format, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { type Translate, usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { logWords } from '../screen-words.ts';
import { deviceText, objectParts } from './log-texts.ts';
import { SessionList } from './SessionList.tsx';
import classes from './UserLogsScreen.module.css';

const address = {
  fields: { action: choicesField(auditActionNames), range: dateRangeField() },
  sortable: ['createdAt'],
} as const;

function UserLogsScreen() {
  const t = useWords(logWords);
  const format = useFormat();
  const { params, change } = usePageAddress();
  const view = params['view'] === 'sessions' ? 'sessions' : 'log';
  return (
    <>
      <PageHeader
        title={t('operation_log')}
        hint={t('log_hint', { zone: format.zone })}
        actions={
          <ChoiceTabs
            label={t('views')}
            value={view}
            options={[
              { value: 'log', label: t('operation_log') },
              { value: 'sessions', label: t('sessions') },
            ]}
            // The other view has other filters, so its address starts empty.
            onChange={(next) => change(() => (next === 'sessions' ? { view: next } : {}))}
          />
        }
      />
      {view === 'sessions' ? <SessionList /> : <OperationLog />}
    </>
  );
}

function OperationLog() {
  const t = useWords(logWords);
  const translate = usePhrase();
  const list = useListAddress(address);
  const filter = useFilter(list.filters);
  const logs = useCall(auditCalls, '/user/logs', { ...list.paging, ...filter });
  const { sort, order } = list.paging;
  const format = useFormat();
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  const counted = (count: number) => t('counted', { count });
  const actions = useMemo(
    () => auditActionNames.map((value) => ({ value, label: translate(auditActions[value]) })),
    [translate],
  );
  return (
    <>
      <ViewTabs views="logs" list={list} />
      <FilterBar list={list} error={logs.error}>
        <ChoicesFilter {...list.bind('action')} label={t('action')} options={actions} />
        <DateRangeFilter {...list.bind('range')} label={t('time')} />
      </FilterBar>
      <DataTable
        name="logs"
        label={t('operation_log')}
        columns={columns}
        phone={phoneRow(t, format)}
        fills
        source={logs}
        rowKey={(row) => row.id}
        list={list}
        counted={counted}
        actions={<ExportButton kind="logs" filter={{ sort, order, ...filter }} counted={counted} />}
        empty={{ title: t('log_empty'), hint: t('log_empty_hint') }}
      />
    </>
  );
}

/** The filters as the call takes them. The value stays equal throughout a day of the platform. */
function useFilter({ action, range }: FilterValues<typeof address.fields>): Pick<LogFilter, 'action' | 'range'> {
  const { timeZone } = useLocality();
  const between = wireRange(range, timeZone, useToday());
  return {
    ...(action === undefined ? {} : { action: wireChoices(action) }),
    ...(between === undefined ? {} : { range: between }),
  };
}

function phoneRow(t: Translate<typeof logWords>, format: Format): PhoneRow<LogRow> {
  return {
    what: ({ actionText }) => actionText,
    state: ({ result }) => result !== 'done' && <StatusBadge tone="bad">{t(result)}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: ({ object, device }) => {
      const { number, rest } = objectParts(object, format);
      return [number === undefined ? rest : rest || number, deviceText(device, t)];
    },
  };
}

function columnsOf(t: Translate<typeof logWords>, format: Format): Column<LogRow>[] {
  return [
    { id: 'createdAt', header: t('time'), sortable: true, cell: ({ createdAt }) => <Time at={createdAt} short /> },
    {
      id: 'action',
      header: t('action'),
      cell: ({ actionText }) => <span className={classes.action}>{actionText}</span>,
    },
    {
      id: 'object',
      header: t('object'),
      cell: ({ object }) => (object === '' ? <Nothing /> : <Subject {...objectParts(object, format)} />),
    },
    {
      id: 'ip',
      priority: 2,
      header: t('ip'),
      cell: ({ ip }) => (ip === null ? <Nothing /> : <span className={classes.ip}>{ip}</span>),
    },
    {
      id: 'device',
      priority: 1,
      header: t('device'),
      cell: ({ device }) => <span className={classes.object}>{deviceText(device, t)}</span>,
    },
    {
      id: 'result',
      header: t('result'),
      cell: ({ result }) => <StatusBadge tone={result === 'done' ? 'good' : 'bad'}>{t(result)}</StatusBadge>,
    },
  ];
}

function Subject({ number, rest }: ReturnType<typeof objectParts>) {
  return (
    <span className={classes.object}>
      {number === undefined ? (
        rest
      ) : (
        <>
          <CopyText value={number} /> {rest}
        </>
      )}
    </span>
  );
}

function Nothing() {
  return <span className={classes.empty}>–</span>;
}

export { UserLogsScreen as Screen };
