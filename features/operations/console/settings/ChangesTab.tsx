/** Who changed which setting, when and why; a change can be undone. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { isSettingName, settingNames, snakeOf } from '#features/platform/setting-fields.ts';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { textField } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { callApi } from '#foundation/console/wire/api.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { calendarYear, withoutChange } from '../../calendar-changes.ts';
import type { SettingChangeRow, SpecialDay } from '../../setting-contract.ts';
import { settingText, settingTitle, type SettingTranslate } from '../../setting-text.ts';
import { settingWords } from '../../setting-words.ts';
import { operatorSettingCalls, SETTINGS_FRESH_MS } from './calls.ts';
import { CalendarDialog } from './CalendarDialog.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import classes from './Settings.module.css';

const changeAddress = { fields: { name: textField() }, sortable: ['changedAt'] } as const;

export function ChangesTab() {
  const t = useWords(settingWords);
  const format = useFormat();
  const configures = useRight('settings.configure');
  const list = useListAddress(changeAddress);
  const { sort, order } = list.paging;
  const filter = given(list.filters);
  const changes = useCall(
    operatorSettingCalls,
    '/operator/setting/changes',
    { ...list.paging, ...filter },
    { refetchEveryMs: SETTINGS_FRESH_MS },
  );
  const settings = useCall(operatorSettingCalls, '/operator/setting/list', undefined).data;
  const [undoing, setUndoing] = useState<SettingChangeRow>();
  const [calendar, setCalendar] = useState<UndoneCalendar>();
  const columns = useMemo(() => {
    const undo = async (row: SettingChangeRow): Promise<void> => {
      const undone = isSettingName(row.name) ? undefined : await undoneCalendar(row);
      if (undone) setCalendar(undone);
      else if (isSettingName(row.name)) setUndoing(row);
      else showToast(t('undo_nothing'));
    };
    // A refusal has been shown by then.
    return columnsOf(t, format, configures ? (row) => void undo(row).catch(() => undefined) : undefined);
  }, [t, format, configures]);
  const current = settings?.list.find((setting) => setting.name === undoing?.name);
  return (
    <>
      <FilterBar list={list} error={changes.error}>
        <ChoiceFilter
          {...list.bind('name')}
          label={t('setting')}
          options={settingNames.map((value) => ({ value, label: t(`name_${snakeOf(value)}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorSettingChanges"
        label={t('part_changes')}
        counted={(count) => t('counted_changes', { count })}
        columns={columns}
        phone={phoneRow(t, format)}
        source={changes}
        rowKey={(row) => row.id}
        list={list}
        actions={
          !isRefused(changes.error) && (
            <ExportButton
              kind="settingChange"
              filter={{ sort, order, ...filter }}
              counted={(count) => t('counted_changes', { count })}
            />
          )
        }
        empty={{ title: t('no_changes'), hint: t('no_changes_hint') }}
      />
      {undoing && current && (
        <SettingDialog
          name={current.name}
          was={current.value}
          to={undoing.before}
          undoes
          takesTwo={settings?.extend.takesTwo ?? false}
          onClose={() => setUndoing(undefined)}
        />
      )}
      {calendar && <CalendarDialog {...calendar} onClose={() => setCalendar(undefined)} />}
    </>
  );
}

interface UndoneCalendar {
  year: number;
  days: readonly SpecialDay[];
  was: readonly SpecialDay[];
  undone: string;
}

/** The year's days without a change; undefined if that is what they are. */
async function undoneCalendar({ name, before, after }: SettingChangeRow): Promise<UndoneCalendar | undefined> {
  const year = calendarYear(name);
  if (year === undefined) return undefined;
  const { today, list } = await callApi(operatorSettingCalls, '/operator/calendar/days', { year });
  const change = { before: before.value ?? '', after: after.value ?? '' };
  const days = withoutChange(list, change, today);
  return JSON.stringify(days) === JSON.stringify(list) ? undefined : { year, days, was: list, undone: change.before };
}

function textOf(t: SettingTranslate, format: Format, row: SettingChangeRow, which: 'before' | 'after'): string {
  const value = row[which];
  if (isSettingName(row.name)) return settingText(t, format, row.name, value);
  return value.value === undefined || value.value === '' ? t('none') : value.value;
}

function whoOf(t: SettingTranslate, { changedBy, confirmedBy }: SettingChangeRow): string {
  return confirmedBy === null ? changedBy : t('and_by', { one: changedBy, other: confirmedBy });
}

function phoneRow(t: SettingTranslate, format: Format): PhoneRow<SettingChangeRow> {
  return {
    what: (row) => settingTitle(t, row.name),
    at: ({ changedAt }) => changedAt,
    sort: 'changedAt',
    facts: (row) => [<bdi key="after">{textOf(t, format, row, 'after')}</bdi>, whoOf(t, row)],
  };
}

function columnsOf(
  t: SettingTranslate,
  format: Format,
  onUndo: ((row: SettingChangeRow) => void) | undefined,
): Column<SettingChangeRow>[] {
  const valueColumn = (id: 'before' | 'after'): Column<SettingChangeRow> => ({
    id,
    header: t(id),
    cell: (row) => <bdi className={classes.wraps}>{textOf(t, format, row, id)}</bdi>,
  });
  return [
    { id: 'changedAt', header: t('when'), sortable: true, cell: ({ changedAt }) => <Time at={changedAt} short /> },
    {
      id: 'name',
      header: t('setting'),
      cell: ({ name }) => <span className={classes.wraps}>{settingTitle(t, name)}</span>,
    },
    valueColumn('before'),
    valueColumn('after'),
    { id: 'who', header: t('who'), cell: (row) => <bdi className={classes.wraps}>{whoOf(t, row)}</bdi> },
    {
      id: 'reason',
      header: t('reason'),
      priority: 1,
      cell: ({ reason }) => <bdi className={classes.wraps}>{reason}</bdi>,
    },
    ...(onUndo
      ? [
          {
            id: 'undo',
            header: t('undo'),
            cell: (row: SettingChangeRow) => (
              <Button
                variant="subtle"
                size="compact-sm"
                fw={400}
                aria-label={t('undo_of', { name: settingTitle(t, row.name) })}
                onClick={() => onUndo(row)}
              >
                {t('undo')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
