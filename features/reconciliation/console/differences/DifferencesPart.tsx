/** The queue of differences: filters in the address, sums, a drawer for one, and acts on one, some or all of a filter. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Amount, type Format, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { AmountRangeFilter, ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { differenceWords } from '../../difference-words.ts';
import type { DifferenceRow } from '../../matching-contract.ts';
import { differenceColumns, differenceKindWords, differenceStateWords } from '../../matching-export-words.ts';
import { differenceKinds, differenceStates } from '../../matching-rules.ts';
import { matchingCalls } from '../calls.ts';
import classes from '../Reconciliation.module.css';
import { useUpstreamOptions } from '../use-upstreams.ts';
import { type Acting, DecideDialog } from './DecideDialog.tsx';
import { ages, differenceAddress, NO_OWNER, wireFilter } from './difference-filter.ts';
import { DifferenceDrawer } from './DifferenceDrawer.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SheetButton } from './SheetButton.tsx';
import { stateTones } from './state-tones.ts';
import { type Selection, useSelection } from './use-selection.ts';

const REFETCH_MS = 15_000;

type List = ListAddress<typeof differenceAddress.fields, (typeof differenceAddress.sortable)[number]>;

export function DifferencesPart() {
  const words = {
    t: useWords(differenceWords),
    columns: useWords(differenceColumns),
    kinds: useWords(differenceKindWords),
    states: useWords(differenceStateWords),
  };
  const { t } = words;
  const format = useFormat();
  const list = useListAddress(differenceAddress);
  const { timeZone } = useLocality();
  const filter = wireFilter(list.filters, timeZone, useToday());
  const source = useCall(
    matchingCalls,
    '/operator/reconciliation/differences',
    { ...list.paging, ...filter },
    { refetchEveryMs: REFETCH_MS },
  );
  const mayAct = useRight('reconciliation.act');
  const selection = useSelection();
  const [acting, setActing] = useState<Acting>();
  const rows = source.data?.list ?? [];
  const steps = useRowSteps(
    rows.map(({ id }) => id),
    list.open,
  );
  const columns = columnsOf(words, format, mayAct ? selection : undefined);
  const sums = source.data?.extend;
  return (
    <>
      <Filters list={list} error={source.error} />
      <DataTable
        name="operator-differences"
        label={words.columns('differences')}
        columns={columns}
        phone={phoneRow(words, format)}
        fills
        source={source}
        rowKey={({ id }) => id}
        rowLabel={({ id }) => id}
        list={list}
        onOpen={({ id }) => list.setOpen(id)}
        openKey={list.open}
        counted={(count) => t('counted', { count })}
        sums={
          sums && (
            <>
              <Sum label={words.columns('risk')} main>
                <Amount value={sums.atRisk} />
              </Sum>
              <Sum label={t('open')}>{format.number(sums.open)}</Sum>
              <Sum label={t('waiting')}>{format.number(sums.waiting)}</Sum>
            </>
          )
        }
        actions={
          <>
            {mayAct && <SheetButton />}
            <ExportButton kind="differences" filter={filter} counted={(count) => t('counted', { count })} />
          </>
        }
        news={
          mayAct && (
            <SelectionBar
              selection={selection}
              shown={rows}
              total={source.data?.total ?? 0}
              filter={filter}
              onAct={setActing}
            />
          )
        }
        empty={{ title: t('empty'), hint: t('empty_hint') }}
      />
      <DifferenceDrawer
        id={list.open}
        row={rows.find(({ id }) => id === list.open)}
        isLoading={source.isPending}
        steps={steps}
        onAct={setActing}
        onClose={() => list.setOpen(undefined)}
      />
      <DecideDialog acting={acting} onDone={selection.clear} onClose={() => setActing(undefined)} />
    </>
  );
}

function Filters({ list, error }: { list: List; error: Error | null }) {
  const t = useWords(differenceWords);
  const columns = useWords(differenceColumns);
  const kinds = useWords(differenceKindWords);
  const states = useWords(differenceStateWords);
  const options = useUpstreamOptions();
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <ChoiceFilter
        {...list.bind('state')}
        label={columns('state')}
        options={[...differenceStates, 'all' as const].map((value) => ({
          value,
          label: value === 'all' ? t('state_all') : states(value),
        }))}
      />
      <ChoiceFilter {...list.bind('upstream')} label={columns('upstream')} options={options} />
      <ChoiceFilter
        {...list.bind('kind')}
        label={columns('kind')}
        options={differenceKinds.map((value) => ({ value, label: kinds(value) }))}
      />
      <ChoiceFilter
        {...list.bind('age')}
        label={t('found_at_least')}
        options={ages.map((value) => ({ value, label: t(`days_${value}`) }))}
      />
      <TextFilter {...list.bind('owner')} label={t('owner_filter', { none: NO_OWNER })} />
      <AmountRangeFilter {...list.bind('risk')} label={columns('risk')} />
      <DateRangeFilter {...list.bind('days')} label={columns('day')} />
    </FilterBar>
  );
}

interface Words {
  t: Translate<typeof differenceWords>;
  columns: Translate<typeof differenceColumns>;
  kinds: Translate<typeof differenceKindWords>;
  states: Translate<typeof differenceStateWords>;
}

function columnsOf(
  { t, columns, kinds, states }: Words,
  format: Format,
  selection: Selection | undefined,
): Column<DifferenceRow>[] {
  const amount = (text: string | null) => (text === null ? '–' : format.amount(text));
  return [
    ...(selection ? [selectColumn(t, selection)] : []),
    {
      id: 'kind',
      header: columns('kind'),
      cell: ({ kind, upstreamNo, ourNo, orderNo }) => (
        <span className={classes.stack}>
          <span>{kinds(kind)}</span>
          <bdi className={classes.quiet}>{orderNo ?? (upstreamNo || ourNo)}</bdi>
        </span>
      ),
    },
    {
      id: 'state',
      header: columns('state'),
      cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{states(state)}</StatusBadge>,
    },
    { id: 'upstream', priority: 4, header: columns('upstream'), cell: ({ upstream }) => <bdi>{upstream}</bdi> },
    { id: 'day', priority: 4, header: columns('day'), sortable: true, cell: ({ day }) => format.day(day) },
    { id: 'ours', priority: 3, header: columns('ours'), numeric: true, cell: ({ ours }) => amount(ours) },
    { id: 'theirs', priority: 3, header: columns('theirs'), numeric: true, cell: ({ theirs }) => amount(theirs) },
    { id: 'atRisk', header: columns('risk'), numeric: true, sortable: true, cell: ({ atRisk }) => amount(atRisk) },
    {
      id: 'owner',
      priority: 2,
      header: columns('owner'),
      cell: ({ owner, note }) => (
        <span className={classes.stack}>
          <bdi>{owner || '–'}</bdi>
          <bdi className={classes.quiet}>{note}</bdi>
        </span>
      ),
    },
    { id: 'age', priority: 1, header: t('age'), numeric: true, cell: ({ days }) => t('age_days', { count: days }) },
    {
      id: 'foundAt',
      priority: 1,
      header: columns('found_at'),
      sortable: true,
      cell: ({ foundAt }) => <Time at={foundAt} short />,
    },
    { id: 'id', priority: 1, header: columns('id'), optional: true, cell: ({ id }) => id },
  ];
}

function selectColumn(t: Words['t'], selection: Selection): Column<DifferenceRow> {
  return {
    id: 'select',
    header: t('select'),
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={t('select_row', { number: row.id })}
        checked={selection.has(row.id)}
        onChange={() => selection.toggle(row)}
      />
    ),
  };
}

function phoneRow({ t, kinds, states }: Words, format: Format): PhoneRow<DifferenceRow> {
  return {
    what: ({ kind }) => kinds(kind),
    amount: ({ atRisk }) => format.amount(atRisk),
    state: ({ state }) => <StatusBadge tone={stateTones[state]}>{states(state)}</StatusBadge>,
    facts: ({ upstream, days }) => [<bdi key="upstream">{upstream}</bdi>, t('age_days', { count: days })],
  };
}
