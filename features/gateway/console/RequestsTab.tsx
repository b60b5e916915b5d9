/** The tab Requests: the errors of a day, the gateway log with its filters, and a drawer for one request. */
import { memo, useMemo } from 'react';
import {
  choiceField,
  choicesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { ViewTabs } from '#features/views/console/ViewTabs.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { gatewayRefusals } from '../contract.ts';
import type { LogFilter, LogRow, LogSums } from '../log-contract.ts';
import { logScreenWords } from '../log-screen-words.ts';
import { loggedPaths } from '../logged-paths.ts';
import { logCalls } from './calls.ts';
import { RequestDrawer } from './RequestDrawer.tsx';
import classes from './RequestsTab.module.css';

const signTypeNames = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const satisfies NonNullable<LogRow['signType']>[];
const results = ['ok', ...gatewayRefusals, 'unavailable', 'internal'] as const;

const address = {
  fields: {
    q: textField(),
    path: textField(),
    result: choicesField(results),
    sign: choicesField(signTypeNames),
    key: choiceField(['new', 'old']),
    range: dateRangeField(),
  },
  sortable: ['at'],
} as const;
type List = ListAddress<typeof address.fields, (typeof address.sortable)[number]>;

const keyOf = (row: LogRow) => row.requestId;

export function RequestsTab() {
  const t = useWords(logScreenWords);
  const format = useFormat();
  const list = useListAddress(address);
  const { change } = usePageAddress();
  const requests = useCall(logCalls, '/apisettings/gatewayLog', { ...list.paging, ...useFilter(list.filters) });
  const columns = useMemo(() => columnsOf(t), [t]);
  const steps = useRowSteps((requests.data?.list ?? []).map(keyOf), list.open);
  const sums = requests.data?.extend;
  return (
    <>
      <p className={classes.hint}>{t('hint', { zone: format.zone })}</p>
      {sums && <Errors sums={sums} list={list} />}
      <ViewTabs views="requests" list={list} />
      <RequestFilters list={list} error={requests.error} />
      <DataTable
        name="requests"
        label={t('requests')}
        counted={(count, atLeast) => t(atLeast ? 'counted_requests_at_least' : 'counted_requests', { count })}
        columns={columns}
        phone={phoneRow(t)}
        source={requests}
        rowKey={keyOf}
        rowLabel={(row) => row.orderNo ?? row.path}
        list={list}
        onOpen={(row) => list.setOpen(row.requestId)}
        openKey={list.open}
        totalCapped={sums?.capped ?? false}
        empty={{
          title: t('empty_title'),
          hint: t('empty_hint'),
          action: { label: t('open_samples'), onClick: () => change(() => ({ tab: 'reference' })) },
        }}
      />
      <RequestDrawer requestId={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

/** The filters as the call takes them. The value stays equal throughout a day of the platform. */
function useFilter({
  result,
  sign,
  range,
  ...rest
}: FilterValues<typeof address.fields>): Omit<LogFilter, 'page' | 'limit'> {
  const { timeZone } = useLocality();
  const between = wireRange(range, timeZone, useToday());
  return {
    ...rest,
    ...(result === undefined ? {} : { result: wireChoices(result) }),
    ...(sign === undefined ? {} : { signType: wireChoices(sign) }),
    ...(between === undefined ? {} : { range: between }),
  };
}

/** The errors of 24 hours; a click on one shows its requests. */
function Errors({ sums: { errors, notKept, servedPerSecond }, list }: { sums: LogSums; list: List }) {
  const t = useWords(logScreenWords);
  const format = useFormat();
  const show = (error: string, path: string) => {
    list.bind('path').onChange(path);
    const found = results.find((one) => one === error);
    list.bind('result').onChange(found && [found]);
  };
  const notes = [
    notKept.unsigned > 0 && t('not_kept_unsigned', { count: notKept.unsigned }),
    notKept.served > 0 && t('not_kept_served', { count: notKept.served, rate: servedPerSecond }),
    notKept.lost > 0 && t('not_kept_lost', { count: notKept.lost }),
  ].filter((note) => note !== false);
  return (
    <section className={classes.errors} aria-label={t('errors')}>
      <h2 className={classes.errorsTitle}>{t(errors.length === 0 ? 'errors_none' : 'errors')}</h2>
      {errors.length > 0 && (
        <ul className={classes.errorList}>
          {errors.map(({ error, path, count, lastAt }) => (
            <li key={`${error} ${path}`}>
              <button
                type="button"
                className={classes.error}
                aria-label={t('error_show', { count, error, path })}
                onClick={() => show(error, path)}
              >
                <span className={classes.errorCount}>{format.number(count)}</span>
                <span className={classes.errorName}>{error}</span>
                <span className={classes.errorPath}>{path}</span>
                <span className={classes.errorTime}>
                  <Time at={lastAt} short />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </section>
  );
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const pathOptions = plain(loggedPaths);
const signTypeOptions = plain(signTypeNames);

/** Memoized: rerenders when the address changes, not on each response. */
const RequestFilters = memo(function RequestFilters({ list, error }: { list: List; error: Error | null }) {
  const t = useWords(logScreenWords);
  const resultOptions = useMemo(
    () => results.map((value) => ({ value, label: value === 'ok' ? t('served') : value })),
    [t],
  );
  const keys = useMemo(
    () => [
      { value: 'new' as const, label: t('key_new') },
      { value: 'old' as const, label: t('key_old') },
    ],
    [t],
  );
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <ChoiceFilter {...list.bind('path')} label={t('path')} options={pathOptions} />
      <ChoicesFilter {...list.bind('result')} label={t('result')} options={resultOptions} />
      <ChoicesFilter {...list.bind('sign')} label={t('sign_type')} options={signTypeOptions} />
      <ChoiceFilter {...list.bind('key')} label={t('key')} options={keys} />
      <DateRangeFilter {...list.bind('range')} label={t('at')} />
    </FilterBar>
  );
});

function phoneRow(t: Translate<typeof logScreenWords>): PhoneRow<LogRow> {
  return {
    what: ({ path }) => path,
    amount: ({ durationMs }) => t('ms', { ms: durationMs }),
    state: ({ result }) => result !== 'ok' && <StatusBadge tone="bad">{result}</StatusBadge>,
    at: ({ at }) => at,
    sort: 'at',
    facts: ({ orderNo }) => [orderNo],
  };
}

function columnsOf(t: Translate<typeof logScreenWords>): Column<LogRow>[] {
  return [
    { id: 'at', header: t('at'), sortable: true, cell: ({ at }) => <Time at={at} short /> },
    {
      id: 'path',
      header: t('path'),
      cell: ({ path }) => <span className={classes.figures}>{path}</span>,
    },
    {
      id: 'result',
      header: t('result'),
      cell: ({ result }) => (
        <StatusBadge tone={result === 'ok' ? 'good' : 'bad'}>{result === 'ok' ? t('served') : result}</StatusBadge>
      ),
    },
    {
      id: 'orderNo',
      header: t('order_no'),
      cell: ({ orderNo }) => (orderNo === null ? <Nothing /> : <CopyText value={orderNo} most={20} />),
    },
    {
      id: 'duration',
      priority: 4,
      header: t('duration'),
      numeric: true,
      cell: ({ durationMs }) => t('ms', { ms: durationMs }),
    },
    { id: 'ip', priority: 3, header: t('ip'), cell: ({ ip }) => <span className={classes.figures}>{ip}</span> },
    { id: 'signType', priority: 1, header: t('sign_type'), cell: ({ signType }) => signType ?? <Nothing /> },
    { id: 'key', priority: 2, header: t('key'), cell: ({ key }) => (key === null ? <Nothing /> : t(`key_${key}`)) },
    {
      id: 'http',
      priority: 1,
      header: t('http_status'),
      numeric: true,
      optional: true,
      cell: ({ httpStatus }) => httpStatus,
    },
  ];
}

function Nothing() {
  return <span className={classes.empty}>–</span>;
}
