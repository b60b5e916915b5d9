/** The runs of the check of the books, newest first. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { choiceField } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import type { BooksRun } from '../../books-contract.ts';
import { booksWords } from '../../books-words.ts';
import classes from './Books.module.css';
import { booksCalls } from './calls.ts';

type Words = Translate<typeof booksWords>;

const kinds = ['recent', 'full', 'asked'] as const;
const checkAddress = { fields: { kind: choiceField(kinds) }, sortable: ['startedAt'] } as const;
const REFETCH_MS = 5_000;

export function CheckList() {
  const t = useWords(booksWords);
  const format = useFormat();
  const list = useListAddress(checkAddress);
  const { sort, order } = list.paging;
  const filter = given(list.filters);
  const source = useCall(
    booksCalls,
    '/operator/books/list',
    { ...list.paging, ...filter },
    { refetchEveryMs: REFETCH_MS },
  );
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <section>
      <h2 className={classes.heading}>{t('checks')}</h2>
      <FilterBar list={list} error={source.error}>
        <ChoiceFilter
          {...list.bind('kind')}
          label={t('kind')}
          options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operator-books"
        label={t('checks')}
        columns={columns}
        phone={phoneRow(t, format)}
        source={source}
        rowKey={({ id }) => id}
        list={list}
        actions={
          !isRefused(source.error) && (
            <ExportButton
              kind="booksRun"
              filter={{ sort, order, ...filter }}
              counted={(count) => t('counted', { count })}
            />
          )
        }
        counted={(count) => t('counted', { count })}
        empty={{ title: t('empty'), hint: t('empty_hint') }}
      />
    </section>
  );
}

function columnsOf(t: Words): Column<BooksRun>[] {
  return [
    { id: 'startedAt', header: t('started'), cell: ({ startedAt }) => <Time at={startedAt} short /> },
    { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
    { id: 'result', header: t('result'), cell: (row) => <Result row={row} t={t} /> },
    { id: 'by', priority: 2, header: t('by'), cell: ({ by }) => <bdi>{by ?? t('by_job')}</bdi> },
    { id: 'endedAt', priority: 1, header: t('ended'), cell: ({ endedAt }) => <Time at={endedAt} short /> },
  ];
}

function phoneRow(t: Words, format: Format): PhoneRow<BooksRun> {
  return {
    what: ({ kind }) => t(`kind_${kind}`),
    amount: ({ startedAt }) => format.moment(startedAt),
    state: (row) => <Result row={row} t={t} />,
    facts: ({ by }) => [by ?? t('by_job')],
  };
}

function Result({ row: { endedAt, failed }, t }: { row: BooksRun; t: Words }) {
  if (endedAt === null) return <StatusBadge tone="busy">{t('running')}</StatusBadge>;
  if (failed.length === 0) return <StatusBadge tone="good">{t('passed')}</StatusBadge>;
  return (
    <span className={classes.failed}>
      <StatusBadge tone="bad">{t('failed', { count: failed.length })}</StatusBadge>
      {failed.map(({ check, promise, violations }) => (
        <span key={check} className={classes.quiet}>
          {check}: {promise}. {violations[0]}
        </span>
      ))}
    </span>
  );
}
