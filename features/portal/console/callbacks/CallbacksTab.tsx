/** The callbacks tab: receivers' health, the log with its filters, one callback in a drawer, the simulator. */
import { useMemo } from 'react';
import { callbackFaultWords, isCallbackFault } from '#features/callbacks/fault-words.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { callbackWords } from '../../callbacks-screen-words.ts';
import type { CallbackRow } from '../../callbacks-contract.ts';
import { callbackAddress, filterChoices, wireCallbackFilter } from './callback-filter.ts';
import { CallbackBadge } from './CallbackBadge.tsx';
import { CallbackDrawer } from './CallbackDrawer.tsx';
import classes from './Callbacks.module.css';
import { callbackCalls } from './calls.ts';
import { Receivers } from './Receivers.tsx';
import { ResendMany, RunProgress } from './ResendMany.tsx';
import { Simulator } from './Simulator.tsx';

const keyOf = (row: CallbackRow) => row.notifyId;

export function CallbacksTab() {
  const t = useWords(callbackWords);
  const fault = useWords(callbackFaultWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const list = useListAddress(callbackAddress);
  const { params, change } = usePageAddress();
  const setRun = (run: string | undefined) =>
    change(({ run: _run, ...others }) => (run === undefined ? others : { ...others, run }));
  const filter = wireCallbackFilter(list.filters, timeZone, useToday());
  const { page, limit } = list.paging;
  const source = useCall(callbackCalls, '/apisettings/callbackLog', { ...filter, page, limit });
  const columns = useMemo(() => callbackColumns(t, fault), [t, fault]);
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const extend = source.data?.extend;
  const run = params['run'];
  return (
    <div className={classes.tab}>
      <Receivers onShow={(host) => list.bind('host').onChange(host)} />
      {run !== undefined && <RunProgress key={run} runId={run} onHide={() => setRun(undefined)} />}
      <div>
        <ViewTabs views="callbacks" list={list} />
        <CallbackFilterBar list={list} error={source.error} />
        <DataTable
          name="callbacks"
          label={t('callbacks')}
          counted={(count, atLeast) => t(atLeast ? 'counted_callbacks_at_least' : 'counted_callbacks', { count })}
          columns={columns}
          phone={callbackPhoneRow(t)}
          source={source}
          rowKey={keyOf}
          rowLabel={keyOf}
          list={list}
          onOpen={(row) => list.setOpen(row.notifyId)}
          openKey={list.open}
          totalCapped={extend?.capped ?? false}
          mainAct={
            source.data !== undefined && source.data.total > 0 && <ResendMany filter={filter} onStarted={setRun} />
          }
          news={
            extend?.lookedFrom != null && (
              <p className={classes.note}>{t('looked_from', { time: format.time(extend.lookedFrom) })}</p>
            )
          }
          empty={{ title: t('empty_title'), hint: t('empty_hint') }}
        />
      </div>
      <Simulator />
      <CallbackDrawer notifyId={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </div>
  );
}

function CallbackFilterBar({
  list,
  error,
}: {
  list: ReturnType<typeof useListAddress<typeof callbackAddress.fields, 'createdAt'>>;
  error: Error | null;
}) {
  const t = useWords(callbackWords);
  const { kinds, states, errorClasses } = filterChoices;
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <ChoiceFilter
        {...list.bind('state')}
        label={t('state')}
        options={states.map((value) => ({ value, label: t(value) }))}
      />
      <ChoiceFilter
        {...list.bind('kind')}
        label={t('kind')}
        options={kinds.map((value) => ({ value, label: t(value) }))}
      />
      <ChoiceFilter
        {...list.bind('errorClass')}
        label={t('error_class')}
        options={errorClasses.map((value) => ({ value, label: t(`class_${value}`) }))}
      />
      <TextFilter {...list.bind('host')} label={t('host')} />
      <DateRangeFilter {...list.bind('range')} label={t('created')} />
    </FilterBar>
  );
}

function callbackPhoneRow(t: Translate<typeof callbackWords>): PhoneRow<CallbackRow> {
  return {
    what: ({ orderNo }) => orderNo,
    state: (row) => row.state !== 'delivered' && <CallbackBadge callback={row} />,
    at: ({ lastAt }) => lastAt,
    facts: ({ kind, host }) => [host, t(kind)],
  };
}

function callbackColumns(
  t: Translate<typeof callbackWords>,
  fault: Translate<typeof callbackFaultWords>,
): Column<CallbackRow>[] {
  const resultOf = (result: string | null): string =>
    result === null
      ? t('none_yet')
      : result === 'delivered'
        ? t('delivered')
        : isCallbackFault(result)
          ? fault(`fault_${result}`)
          : result;
  return [
    { id: 'orderNo', header: t('order_no'), cell: ({ orderNo }) => <CopyText value={orderNo} most={20} /> },
    { id: 'state', header: t('state'), cell: (row) => <CallbackBadge callback={row} /> },
    {
      id: 'lastResult',
      header: t('last_result'),
      // A delivery is said once.
      cell: ({ state, lastResult }) =>
        state === 'delivered' && lastResult === 'delivered' ? '–' : resultOf(lastResult),
    },
    { id: 'attempts', priority: 5, header: t('attempts'), numeric: true, cell: ({ attempts }) => attempts },
    { id: 'lastAt', priority: 4, header: t('last_at'), cell: ({ lastAt }) => <Time at={lastAt} short /> },
    { id: 'nextAt', priority: 6, header: t('next_at'), cell: ({ nextAt }) => <Time at={nextAt} short /> },
    { id: 'host', priority: 3, header: t('host'), cell: ({ host }) => <span className={classes.host}>{host}</span> },
    { id: 'kind', priority: 1, header: t('kind'), cell: ({ kind }) => t(kind) },
    {
      id: 'systemNo',
      priority: 2,
      header: t('system_no'),
      cell: ({ systemNo }) => <CopyText value={systemNo} most={11} />,
    },
  ];
}
