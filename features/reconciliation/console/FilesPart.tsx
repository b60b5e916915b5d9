/** The statements that are in: uploaded by operators, or fetched by connectors. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { type Format, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import {
  choiceField,
  dateRangeField,
  daysOf,
  type FilterValues,
  textField,
} from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import type { StatementFile } from '../contract.ts';
import { formatText } from '../format-text.ts';
import { reconciliationWords } from '../screen-words.ts';
import { reconciliationCalls } from './calls.ts';
import classes from './Reconciliation.module.css';
import { RECONCILIATION } from './path.ts';
import { upstreamIdIn, useUpstreamOptions } from './use-upstreams.ts';

const states = ['read', 'matched', 'replaced'] as const;
const fileAddress = {
  fields: { upstream: textField(), state: choiceField(states), days: dateRangeField() },
  sortable: ['uploadedAt'],
} as const;

const REFETCH_MS = 10_000;
const tones: Readonly<Record<StatementFile['state'], Tone>> = { read: 'busy', matched: 'good', replaced: 'idle' };

export function FilesPart() {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const list = useListAddress(fileAddress);
  const { timeZone } = useLocality();
  const filter = wireFilter(list.filters, timeZone, useToday());
  const source = useCall(
    reconciliationCalls,
    '/operator/reconciliation/files',
    { ...list.paging, ...filter },
    { refetchEveryMs: REFETCH_MS },
  );
  const { sort, order } = list.paging;
  const columns = useMemo(() => fileColumns(t, format), [t, format]);
  return (
    <>
      <FilterBar list={list} error={source.error}>
        <ChoiceFilter {...list.bind('upstream')} label={t('upstream')} options={useUpstreamOptions()} />
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={states.map((value) => ({ value, label: t(`file_${value}`) }))}
        />
        <DateRangeFilter {...list.bind('days')} label={t('days')} />
      </FilterBar>
      <DataTable
        name="operator-statements"
        label={t('part_files')}
        columns={columns}
        phone={phoneRow(t, format)}
        fills
        source={source}
        rowKey={({ upstreamId, fileId }) => `${upstreamId} ${fileId}`}
        list={list}
        actions={
          !isRefused(source.error) && (
            <ExportButton
              kind="statementFile"
              filter={{ sort, order, ...filter }}
              counted={(count) => t('counted_files', { count })}
            />
          )
        }
        counted={(count) => t('counted_files', { count })}
        empty={{ title: t('no_files'), hint: t('no_files_hint') }}
      />
    </>
  );
}

function phoneRow(t: Translate<typeof reconciliationWords>, format: Format): PhoneRow<StatementFile> {
  return {
    what: ({ upstream }) => <bdi>{upstream}</bdi>,
    amount: ({ day }) => format.day(day),
    state: ({ state }) => <StatusBadge tone={tones[state]}>{t(`file_${state}`)}</StatusBadge>,
    facts: (row) => [t('cell_lines', { count: row.rows }), formatText(t, row.format)],
  };
}

function wireFilter(
  { upstream, state, days }: FilterValues<typeof fileAddress.fields>,
  timeZone: string,
  today: Date,
): { upstreamId?: number; state?: StatementFile['state']; from?: string; to?: string } {
  return given({
    upstreamId: upstreamIdIn(upstream),
    state,
    ...(days === undefined ? {} : given(daysOf(days, timeZone, today))),
  });
}

function fileColumns(t: Translate<typeof reconciliationWords>, format: Format): Column<StatementFile>[] {
  return [
    {
      id: 'day',
      header: t('day'),
      cell: ({ upstreamId, day }) => (
        <ScreenLink to={RECONCILIATION} search={{ upstream: upstreamId.toString(), day }} className={classes.link}>
          {format.day(day)}
        </ScreenLink>
      ),
    },
    { id: 'upstream', header: t('upstream'), cell: ({ upstream }) => <bdi>{upstream}</bdi> },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(`file_${state}`)}</StatusBadge>,
    },
    { id: 'rows', header: t('rows'), numeric: true, cell: ({ rows }) => format.number(rows) },
    {
      id: 'closing',
      priority: 2,
      header: t('closing'),
      numeric: true,
      cell: ({ closing }) => (closing === null ? '–' : format.amount(closing)),
    },
    { id: 'name', priority: 1, header: t('file_name'), cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'format', priority: 1, header: t('format'), cell: (row) => formatText(t, row.format) },
    { id: 'by', priority: 2, header: t('uploaded_by'), cell: ({ by }) => <bdi>{by ?? t('by_connector')}</bdi> },
    {
      id: 'uploadedAt',
      priority: 3,
      header: t('uploaded_at'),
      sortable: true,
      cell: ({ uploadedAt }) => <Time at={uploadedAt} short />,
    },
  ];
}
