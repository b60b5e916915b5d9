/** The gateway's requests of all members: the errors of a day, the list with filters, and one request explained. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { gatewayRefusals } from '#features/gateway/contract.ts';
import { loggedPaths } from '#features/gateway/logged-paths.ts';
import { logScreenWords } from '#features/gateway/log-screen-words.ts';
import type { OperatorErrorRow, OperatorRequestRow } from '#features/gateway/operator-log-contract.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import {
  choiceField,
  choicesField,
  dateRangeField,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { operatorGatewayWords } from '../../gateway-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { operatorLogCalls } from './calls.ts';
import classes from './Gateway.module.css';
import { RequestPanel } from './RequestPanel.tsx';

const results = ['ok', ...gatewayRefusals, 'unavailable', 'internal'] as const;
const gatewayAddress = {
  fields: {
    memberNo: textField(),
    served: choiceField(['yes', 'no']),
    result: choicesField(results),
    path: textField(),
    orderNo: textField(),
    ip: textField(),
    range: dateRangeField(),
  },
  sortable: ['at'],
} as const;

const REFETCH_MS = 20_000;
const keyOf = ({ memberNo, requestId }: OperatorRequestRow) => `${memberNo}-${requestId}`;

function GatewayScreen() {
  const t = useWords(logScreenWords);
  const own = useWords(operatorGatewayWords);
  const title = useWords(operatorTitles)('gateway');
  const format = useFormat();
  const { timeZone } = useLocality();
  const list = useListAddress(gatewayAddress);
  const today = useToday();
  const { memberNo, served, result, path, orderNo, ip, range } = list.filters;
  const filter = given({
    memberNo,
    served,
    path,
    orderNo,
    ip,
    result: result && wireChoices(result),
    range: wireRange(range, timeZone, today),
  });
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const source = useCall(operatorLogCalls, '/operator/gateway/list', input, { refetchEveryMs: REFETCH_MS });
  const columns = useMemo(() => columnsOf(t, own), [t, own]);
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const extend = source.data?.extend;
  const show = (error: OperatorErrorRow) => {
    list.bind('memberNo').onChange(error.memberNo);
    const found = results.find((one) => one === error.error);
    list.bind('result').onChange(found && [found]);
  };
  return (
    <>
      <PageHeader
        title={title}
        hint={extend && extend.lookedFrom !== null ? own('recent') : own('hint', { zone: format.zone })}
      />
      {extend && extend.errors.length > 0 && <Errors errors={extend.errors} onShow={show} />}
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('memberNo')} label={own('member_no')} />
        <ChoiceFilter
          {...list.bind('served')}
          label={own('outcome')}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: own(`served_${value}`) }))}
        />
        <ChoicesFilter
          {...list.bind('result')}
          label={t('result')}
          options={results.map((value) => ({ value, label: value === 'ok' ? t('served') : value }))}
        />
        <ChoiceFilter
          {...list.bind('path')}
          label={t('path')}
          options={loggedPaths.map((value) => ({ value, label: value }))}
        />
        <TextFilter {...list.bind('orderNo')} label={t('order_no')} />
        <TextFilter {...list.bind('ip')} label={t('ip')} />
        <DateRangeFilter {...list.bind('range')} label={t('at')} />
      </FilterBar>
      <DataTable
        name="operatorGateway"
        label={title}
        columns={columns}
        phone={phoneRow(t)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.orderNo ?? row.path}
        list={list}
        onOpen={(row) => list.setOpen(keyOf(row))}
        openKey={list.open}
        actions={!isRefused(source.error) && <ExportButton kind="gatewayRequest" filter={{ sort, order, ...filter }} />}
        counted={(count, atLeast) => t(atLeast ? 'counted_requests_at_least' : 'counted_requests', { count })}
        totalCapped={extend?.capped ?? false}
        empty={{ title: own('empty'), hint: own('empty_hint') }}
      />
      <RequestPanel open={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

function Errors({
  errors,
  onShow,
}: {
  errors: readonly OperatorErrorRow[];
  onShow: (error: OperatorErrorRow) => void;
}) {
  const t = useWords(operatorGatewayWords);
  const format = useFormat();
  return (
    <section className={classes.errors} aria-label={t('errors')}>
      <h2 className={classes.title}>{t('errors')}</h2>
      <ul className={classes.list}>
        {errors.map((one) => (
          <li key={`${one.memberNo} ${one.error}`}>
            <button
              type="button"
              className={classes.error}
              aria-label={t('error_show', { count: one.count, error: one.error, member: one.memberName })}
              onClick={() => onShow(one)}
            >
              <span className={classes.count}>{format.number(one.count)}</span>
              <span>{one.error}</span>
              <bdi className={classes.name}>{one.memberName}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type T = Translate<typeof logScreenWords>;

function phoneRow(t: T): PhoneRow<OperatorRequestRow> {
  return {
    what: ({ path }) => path,
    amount: ({ durationMs }) => t('ms', { ms: durationMs }),
    state: ({ result }) => result !== 'ok' && <StatusBadge tone="bad">{result}</StatusBadge>,
    at: ({ at }) => at,
    sort: 'at',
    facts: ({ memberName, orderNo }) => [<bdi key="member">{memberName}</bdi>, orderNo],
  };
}

function columnsOf(t: T, own: Translate<typeof operatorGatewayWords>): Column<OperatorRequestRow>[] {
  return [
    { id: 'at', header: t('at'), sortable: true, cell: ({ at }) => <Time at={at} short /> },
    {
      id: 'member',
      header: own('member'),
      cell: ({ memberNo, memberName }) => (
        <span className={classes.member}>
          <bdi className={classes.name}>{memberName}</bdi>
          <ScreenLink to="/operator/members" search={{ open: memberNo }} className={classes.number}>
            {memberNo}
          </ScreenLink>
        </span>
      ),
    },
    { id: 'path', header: t('path'), cell: ({ path }) => <span className={classes.count}>{path}</span> },
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
      priority: 4,
      cell: ({ orderNo }) => (orderNo === null ? '–' : <CopyText value={orderNo} most={20} />),
    },
    {
      id: 'duration',
      header: t('duration'),
      priority: 3,
      numeric: true,
      cell: ({ durationMs }) => t('ms', { ms: durationMs }),
    },
    { id: 'ip', header: t('ip'), priority: 2, cell: ({ ip }) => <span className={classes.count}>{ip}</span> },
    { id: 'signType', header: t('sign_type'), priority: 1, cell: ({ signType }) => signType ?? '–' },
  ];
}

export { GatewayScreen as Screen };
