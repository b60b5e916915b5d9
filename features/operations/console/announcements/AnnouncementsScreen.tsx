/** All announcements: drafts, published and withdrawn ones; a row opens one to read, change, publish or withdraw. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { announcementStates, audiences } from '#features/platform/announcements.ts';
import { Time } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import type { OperatorAnnouncementRow } from '../../announcement-contract.ts';
import { announcementWords } from '../../announcement-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { AnnouncementDrawer, NEW_ANNOUNCEMENT } from './AnnouncementDrawer.tsx';
import classes from './Announcements.module.css';
import { PhaseBadge } from './PhaseBadge.tsx';
import { operatorAnnouncementCalls } from './calls.ts';

const announcementAddress = {
  fields: { q: textField(), state: choiceField(announcementStates), audience: choiceField(audiences) },
  sortable: ['from'],
} as const;

/** Reads go on while it is shown. */
const FRESH_MS = 20_000;

type AnnouncementTranslate = Translate<typeof announcementWords>;

function AnnouncementsScreen() {
  const t = useWords(announcementWords);
  const title = useWords(operatorTitles)('announcements');
  const configures = useRight('announcements.configure');
  const list = useListAddress(announcementAddress);
  const filter = given(list.filters);
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const source = useCall(operatorAnnouncementCalls, '/operator/announcement/list', input, {
    refetchEveryMs: FRESH_MS,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <PageHeader
        title={title}
        hint={t('hint')}
        actions={configures && <Button onClick={() => list.setOpen(NEW_ANNOUNCEMENT)}>{t('add')}</Button>}
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('q')} label={t('find')} />
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={announcementStates.map((value) => ({ value, label: t(`state_${value}`) }))}
        />
        <ChoiceFilter
          {...list.bind('audience')}
          label={t('audience')}
          options={audiences.map((value) => ({ value, label: t(`audience_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorAnnouncements"
        label={title}
        counted={(count) => t('counted', { count })}
        columns={columns}
        phone={phoneRow(t)}
        fills
        source={source}
        rowKey={({ id }) => id}
        rowLabel={(row) => row.title}
        list={list}
        onOpen={({ id }) => list.setOpen(id)}
        openKey={list.open}
        actions={!isRefused(source.error) && <ExportButton kind="announcement" filter={{ sort, order, ...filter }} />}
        empty={{ title: t('none'), hint: t('none_hint') }}
      />
      <AnnouncementDrawer id={list.open} onOpen={list.setOpen} />
    </>
  );
}

function audienceText(t: AnnouncementTranslate, { audience, named }: OperatorAnnouncementRow): string {
  return audience === 'named' ? t('named', { count: named }) : t(`audience_${audience}`);
}

function phoneRow(t: AnnouncementTranslate): PhoneRow<OperatorAnnouncementRow> {
  return {
    what: (row) => <bdi>{row.title}</bdi>,
    state: (row) => <PhaseBadge row={row} />,
    at: ({ from }) => from,
    sort: 'from',
    facts: (row) => [audienceText(t, row), t('readers_of', { count: row.readers })],
  };
}

function columnsOf(t: AnnouncementTranslate): Column<OperatorAnnouncementRow>[] {
  return [
    { id: 'title', header: t('title'), cell: (row) => <bdi className={classes.wraps}>{row.title}</bdi> },
    { id: 'state', header: t('state'), cell: (row) => <PhaseBadge row={row} /> },
    { id: 'audience', header: t('audience'), cell: (row) => audienceText(t, row) },
    { id: 'from', header: t('shown_from'), sortable: true, cell: ({ from }) => <Time at={from} short /> },
    {
      id: 'until',
      header: t('shown_until'),
      priority: 2,
      cell: ({ until }) => (until === null ? '–' : <Time at={until} short />),
    },
    { id: 'readers', header: t('readers'), numeric: true, cell: ({ readers }) => t('readers_of', { count: readers }) },
    { id: 'languages', header: t('languages'), priority: 3, cell: ({ languages }) => languages.join(' ') },
    {
      id: 'changed',
      header: t('changed'),
      priority: 1,
      cell: ({ changedAt, changedBy }) => (
        <span className={classes.wraps}>
          <bdi>{changedBy ?? t('platform')}</bdi> {changedAt !== null && <Time at={changedAt} short />}
        </span>
      ),
    },
  ];
}

export { AnnouncementsScreen as Screen };
