/** Receivers of callbacks of all members, by backlog or failures; a row opens one with its callbacks and acts. */
import { useMemo } from 'react';
import { receiverStates } from '#features/callbacks/rules.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { callbackWords } from '#features/portal/callbacks-screen-words.ts';
import { healthNames, healthTones } from '#features/portal/console/callbacks/callback-tones.ts';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import type { OperatorReceiverRow } from '../../callback-contract.ts';
import { operatorCallbackWords } from '../../callback-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { operatorCallbackCalls } from './calls.ts';
import classes from './Callbacks.module.css';
import { ReceiverDrawer } from './ReceiverDrawer.tsx';

const states = [...receiverStates, 'waiting'] as const;
const sorts = ['failures', 'since'] as const;
const receiverAddress = {
  fields: { memberNo: textField(), host: textField(), state: choiceField(states), sort: choiceField(sorts) },
  sortable: ['waiting'],
} as const;

const REFETCH_MS = 15_000;
const keyOf = ({ memberNo, host }: OperatorReceiverRow) => `${memberNo}-${host}`;

function CallbacksScreen() {
  const t = useWords(operatorCallbackWords);
  const words = useWords(callbackWords);
  const title = useWords(operatorTitles)('callbacks');
  const format = useFormat();
  const list = useListAddress(receiverAddress);
  const { memberNo, host, state, sort } = list.filters;
  const { page, limit } = list.paging;
  const filter = { sort: sort ?? ('waiting' as const), ...given({ memberNo, host, state }) };
  const input = { page, limit, ...filter };
  const source = useCall(operatorCallbackCalls, '/operator/callback/receivers', input, {
    refetchEveryMs: REFETCH_MS,
  });
  const columns = useMemo(() => columnsOf(t, words), [t, words]);
  const rows = source.data?.list ?? [];
  const steps = useRowSteps(rows.map(keyOf), list.open);
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('memberNo')} label={t('member_no')} />
        <TextFilter {...list.bind('host')} label={t('host_begins')} />
        <ChoiceFilter
          {...list.bind('state')}
          label={words('state')}
          options={states.map((value) => ({
            value,
            label: value === 'waiting' ? t('state_waiting') : words(healthNames[value]),
          }))}
        />
        <ChoiceFilter
          {...list.bind('sort')}
          label={t('sort')}
          options={sorts.map((value) => ({ value, label: t(`sort_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorReceivers"
        label={title}
        counted={(count) => t('counted', { count })}
        columns={columns}
        phone={phoneRow(t, words, format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.host}
        list={list}
        onOpen={(row) => list.setOpen(keyOf(row))}
        openKey={list.open}
        actions={!isRefused(source.error) && <ExportButton kind="receiver" filter={filter} />}
        empty={{ title: t('none'), hint: t('none_hint') }}
      />
      <ReceiverDrawer
        open={list.open}
        row={rows.find((row) => keyOf(row) === list.open)}
        steps={steps}
        onClose={() => list.setOpen(undefined)}
      />
    </>
  );
}

type T = Translate<typeof operatorCallbackWords>;
type W = Translate<typeof callbackWords>;

function Health({ row, words, t }: { row: OperatorReceiverRow; words: W; t: T }) {
  return (
    <>
      <StatusBadge tone={healthTones[row.state]}>{words(healthNames[row.state])}</StatusBadge>
      {row.stopped && <StatusBadge tone="idle">{t('stopped')}</StatusBadge>}
      {row.asks && <StatusBadge tone="warn">{t('asks')}</StatusBadge>}
    </>
  );
}

function phoneRow(t: T, words: W, format: ReturnType<typeof useFormat>): PhoneRow<OperatorReceiverRow> {
  return {
    what: ({ host }) => <bdi>{host}</bdi>,
    state: (row) => <Health row={row} words={words} t={t} />,
    facts: ({ memberName, failures, waiting }) => [
      <bdi key="member">{memberName}</bdi>,
      waiting > 0 && `${t('backlog')}: ${format.number(waiting)}`,
      failures > 0 && words('in_row', { count: failures }),
    ],
  };
}

function columnsOf(t: T, words: W): Column<OperatorReceiverRow>[] {
  return [
    { id: 'host', header: t('receiver'), cell: ({ host }) => <bdi className={classes.wraps}>{host}</bdi> },
    {
      id: 'member',
      header: t('member'),
      cell: ({ memberNo, memberName }) => (
        <span className={classes.member}>
          <bdi className={classes.wraps}>{memberName}</bdi>
          <ScreenLink to="/operator/members" search={{ open: memberNo }} className={classes.number}>
            {memberNo}
          </ScreenLink>
        </span>
      ),
    },
    { id: 'state', header: words('state'), cell: (row) => <Health row={row} words={words} t={t} /> },
    { id: 'waiting', header: t('backlog'), numeric: true, cell: ({ waiting }) => waiting },
    {
      id: 'oldest',
      header: t('oldest'),
      priority: 2,
      cell: ({ oldestAt }) => (oldestAt === null ? '–' : <Time at={oldestAt} short />),
    },
    { id: 'failures', header: t('failures'), numeric: true, cell: ({ failures }) => failures },
    {
      id: 'failingSince',
      header: t('failing_since'),
      priority: 3,
      cell: ({ failingSince }) => (failingSince === null ? '–' : <Time at={failingSince} short />),
    },
    {
      id: 'last',
      header: words('last_at'),
      priority: 1,
      cell: ({ lastAt }) => (lastAt === null ? '–' : <Time at={lastAt} short />),
    },
  ];
}

export { CallbacksScreen as Screen };
