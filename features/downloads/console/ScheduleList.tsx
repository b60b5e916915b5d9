/** The user's schedules, with dialogs to add, change and remove one. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { Time } from '#foundation/console/display/format.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { type PageParams, usePageAddress } from '#foundation/console/page/page-address.tsx';
import { type Translate, usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { exportScreenWords } from '#features/exports/screen-words.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import { kindNames } from '../kind-names.ts';
import type { ScheduleRow } from '../schedule-contract.ts';
import { scheduleWords } from '../screen-words.ts';
import { scheduleCalls } from './calls.ts';
import classes from './Downloads.module.css';
import { KindName } from './KindName.tsx';
import type { WantedSchedule } from './ScheduleForm.tsx';
import { SCHEDULES } from './use-downloads.ts';

type Open = { act: 'add'; wanted?: WantedSchedule } | { act: 'edit' | 'remove'; schedule: ScheduleRow };

export function ScheduleList() {
  const t = useWords(scheduleWords);
  const formats = useWords(exportScreenWords);
  const translate = usePhrase();
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useCall(
    scheduleCalls,
    SCHEDULES,
    undefined,
  );
  const { params, change } = usePageAddress();
  const wanted = wantedIn(params);
  const [chosen, setOpen] = useState<Open>();
  const open: Open | undefined = chosen ?? (wanted && { act: 'add', wanted });
  const close = () => {
    setOpen(undefined);
    if (wanted) change(({ add: _add, filter: _filter, ...rest }) => rest, { replace: true });
  };
  const add = () => setOpen({ act: 'add' });
  const columns = useMemo(() => columnsOf(t, formats, translate, setOpen), [t, formats, translate]);
  const page = data && { total: data.list.length, list: data.list };
  return (
    <>
      <DataTable
        name="schedules"
        label={t('list')}
        counted={(count) => t('counted_schedules', { count })}
        columns={columns}
        phone={phoneRow(t)}
        source={{ data: page, isPending, isFetching, isPlaceholderData, error, refetch }}
        rowKey={({ id }) => id}
        sums={
          data && data.list.length > 0 && <span className={classes.count}>{t('at_most', { most: data.most })}</span>
        }
        mainAct={
          data &&
          data.list.length > 0 && (
            <Button size="xs" onClick={add}>
              {t('add')}
            </Button>
          )
        }
        empty={{ title: t('none'), hint: t('none_hint'), action: { label: t('add'), onClick: add } }}
      />
      {open && open.act !== 'remove' && data && (
        <Dialog opened title={t(open.act === 'add' ? 'add' : 'edit_title')} onClose={close}>
          <LazyPart load={loadForm} space={<FormSpace />}>
            {({ ScheduleForm }) => (
              <ScheduleForm
                schedule={open.act === 'edit' ? open.schedule : undefined}
                wanted={open.act === 'add' ? open.wanted : undefined}
                timeZone={data.timeZone}
                onClose={close}
              />
            )}
          </LazyPart>
        </Dialog>
      )}
      {open?.act === 'remove' && <RemoveSchedule schedule={open.schedule} onClose={close} />}
    </>
  );
}

/** The list in the address, with its filter, as `ExportButton` leads here. */
function wantedIn({ add, filter }: PageParams): WantedSchedule | undefined {
  const kind = (Object.keys(kindNames) as ExportKindName[]).find((name) => name === add);
  return kind && { kind, filter: filterIn(filter ?? '') };
}

function filterIn(text: string): WantedSchedule['filter'] {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {};
  } catch {
    return {};
  }
}

const loadForm = () => import('./ScheduleForm.tsx');

function FormSpace() {
  return (
    <SkeletonGroup>
      {['what', 'format', 'every', 'at'].map((field) => (
        <SkeletonBar key={field} height={48} />
      ))}
    </SkeletonGroup>
  );
}

function RemoveSchedule({
  schedule: { id, kind, every, at },
  onClose,
}: {
  schedule: ScheduleRow;
  onClose: () => void;
}) {
  const t = useWords(scheduleWords);
  const name = usePhrase()(kindNames[kind]);
  const remove = useAction(scheduleCalls, '/schedule/remove', { refreshes: [SCHEDULES] });
  return (
    <ConfirmDialog
      opened
      title={t('remove_title')}
      act={t('remove')}
      dangerous
      onConfirm={async () => {
        await remove.mutateAsync({ id });
        showToast(t('removed'), 'good');
      }}
      onClose={onClose}
    >
      {t('remove_what', { name, runs: t(`runs_${every}`, { at }) })}
    </ConfirmDialog>
  );
}

function phoneRow(t: Translate<typeof scheduleWords>): PhoneRow<ScheduleRow> {
  return {
    what: ({ kind }) => <KindName kind={kind} />,
    at: ({ nextAt }) => nextAt,
    facts: ({ every, at }) => [t(`runs_${every}`, { at })],
  };
}

function columnsOf(
  t: Translate<typeof scheduleWords>,
  formats: Translate<typeof exportScreenWords>,
  translate: ReturnType<typeof usePhrase>,
  open: (open: Open) => void,
): Column<ScheduleRow>[] {
  return [
    {
      id: 'kind',
      header: t('what'),
      cell: ({ kind }) => (
        <span className={classes.name}>
          <KindName kind={kind} />
        </span>
      ),
    },
    {
      id: 'filter',
      priority: 3,
      header: t('filter'),
      cell: ({ filterText }) => (
        <span className={classes.stack}>{filterText === '' ? t('everything') : filterText}</span>
      ),
    },
    {
      id: 'every',
      header: t('every'),
      cell: ({ every, at, notifyUrl }) => (
        <span className={classes.stack}>
          {t(`runs_${every}`, { at })}
          {notifyUrl !== null && <span className={classes.quiet}>{notifyUrl}</span>}
        </span>
      ),
    },
    { id: 'format', priority: 1, header: t('format'), cell: ({ format }) => formats(`export_${format}`) },
    { id: 'nextAt', priority: 4, header: t('next'), cell: ({ nextAt }) => <Time at={nextAt} short /> },
    { id: 'lastAt', priority: 2, header: t('last'), cell: ({ lastAt }) => <Time at={lastAt} short /> },
    {
      id: 'actions',
      header: t('actions'),
      cell: (schedule) => (
        <span className={classes.actions}>
          {(['edit', 'remove'] as const).map((act) => (
            <Button
              key={act}
              variant="subtle"
              size="compact-sm"
              fw={400}
              {...(act === 'remove' ? { color: 'red' } : {})}
              aria-label={t(`${act}_name`, { name: translate(kindNames[schedule.kind]) })}
              onClick={() => open({ act, schedule })}
            >
              {t(act)}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}
