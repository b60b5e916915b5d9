/** The holidays and extra working days of a year: edited or imported, and saved after its effect was shown. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { DayInput } from '#foundation/console/form/DayField.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { isDay } from '#foundation/core/time-zone.ts';
import { isSameCalendar } from '../../calendar-changes.ts';
import { readDays } from '../../calendar-files.ts';
import type { SpecialDay } from '../../setting-contract.ts';
import { settingWords } from '../../setting-words.ts';
import { operatorSettingCalls, SETTINGS_FRESH_MS } from './calls.ts';
import { CalendarDialog, type CalendarDialogProps } from './CalendarDialog.tsx';
import classes from './Settings.module.css';

const YEARS_SHOWN = 4;
export function HolidaysTab() {
  const t = useWords(settingWords);
  const { params, change } = usePageAddress();
  const thisYear = useToday().getUTCFullYear();
  const years = Array.from({ length: YEARS_SHOWN }, (_, index) => thisYear - 1 + index);
  const year = years.find((one) => String(one) === params['year']) ?? thisYear;
  const { data, error, refetch } = useCall(
    operatorSettingCalls,
    '/operator/calendar/days',
    { year },
    { refetchEveryMs: SETTINGS_FRESH_MS },
  );
  return (
    <>
      <p className={classes.quiet}>{t('holidays_hint')}</p>
      <div className={classes.bar}>
        <NativeSelect
          label={t('year')}
          value={String(year)}
          data={years.map(String)}
          onChange={({ currentTarget: { value } }) => change((before) => ({ ...before, year: value }))}
        />
        <ExportButton kind="holiday" filter={{ year }} />
      </div>
      {data ? (
        <Year key={year} year={year} today={data.today} saved={data.list} onLook={() => void refetch()} />
      ) : error ? (
        <FailedRows title={t('part_holidays')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="60%" />
          <SkeletonBar width="52%" />
        </SkeletonGroup>
      )}
    </>
  );
}

interface YearProps {
  year: number;
  today: string;
  saved: readonly SpecialDay[];
  /** Reads the saved days again. */
  onLook: () => void;
}

function Year({ year, today, saved, onLook }: YearProps) {
  const t = useWords(settingWords);
  const configures = useRight('settings.configure');
  // Undefined: the day becomes a plain one. They stay when somebody else changes other days.
  const [edits, setEdits] = useState<ReadonlyMap<string, SpecialDay | undefined>>(new Map());
  const [reviewed, setReviewed] = useState<Pick<CalendarDialogProps, 'days' | 'was'>>();
  const days = edited(saved, edits);
  const isChanged = !isSameCalendar(days, saved);
  const edit = (...changes: [day: string, special: SpecialDay | undefined][]) =>
    setEdits((before) => new Map([...before, ...changes]));
  const take = async (file: File) => {
    const read = readDays(await file.text(), year).filter(({ day }) => day >= today);
    if (read.length === 0) return showToast(t('import_wrong'), 'bad');
    edit(...read.map((special): [string, SpecialDay] => [special.day, special]));
    showToast(t('imported', { count: read.length, year: String(year) }), 'good');
  };
  return (
    <section aria-label={t('holidays_of', { year: String(year) })}>
      {days.length === 0 && <EmptyRows title={t('no_days')} hint={t('no_days_hint')} />}
      <ul className={classes.days}>
        {days.map((special) => (
          <DayRow
            key={special.day}
            special={special}
            isNew={!saved.some((one) => JSON.stringify(one) === JSON.stringify(special))}
            onRemove={configures && special.day >= today ? () => edit([special.day, undefined]) : undefined}
          />
        ))}
      </ul>
      {configures && (
        <>
          {`${year}-12-31` >= today && (
            <AddDay year={year} today={today} onAdd={(special) => edit([special.day, special])} />
          )}
          <ImportFile onFile={(file) => void take(file)} />
          {isChanged && (
            <div className={classes.bar}>
              <Button onClick={() => setReviewed({ days, was: saved })}>{t('review_save')}</Button>
            </div>
          )}
        </>
      )}
      {reviewed && (
        <CalendarDialog
          year={year}
          {...reviewed}
          onSaved={() => setEdits(new Map())}
          onClose={() => {
            setReviewed(undefined);
            onLook();
          }}
        />
      )}
    </section>
  );
}

function edited(saved: readonly SpecialDay[], edits: ReadonlyMap<string, SpecialDay | undefined>): SpecialDay[] {
  const kept = saved.filter(({ day }) => !edits.has(day));
  return [...kept, ...[...edits.values()].filter((special) => special !== undefined)].sort((a, b) =>
    a.day < b.day ? -1 : 1,
  );
}

function DayRow({
  special: { day, working, name },
  isNew,
  onRemove,
}: {
  special: SpecialDay;
  isNew: boolean;
  onRemove: (() => void) | undefined;
}) {
  const t = useWords(settingWords);
  return (
    <li className={classes.day}>
      <span className={classes.figures}>{day}</span>
      <span>{t(working ? 'working_day' : 'day_off')}</span>
      <bdi className={classes.wraps}>{name}</bdi>
      <span className={classes.dayEnd}>
        {isNew && <StatusBadge tone="busy">{t('unsaved')}</StatusBadge>}
        {onRemove && (
          <IconButton label={t('remove_day', { day })} onClick={onRemove}>
            <CrossIcon size={16} />
          </IconButton>
        )}
      </span>
    </li>
  );
}

function AddDay({ year, today, onAdd }: { year: number; today: string; onAdd: (special: SpecialDay) => void }) {
  const t = useWords(settingWords);
  const [day, setDay] = useState('');
  const [kind, setKind] = useState('off');
  const [name, setName] = useState('');
  const isOpen = isDay(day) && day >= today && day.startsWith(`${year}-`);
  return (
    <div className={classes.bar} role="group" aria-label={t('add_day')}>
      <DayInput
        label={t('day')}
        min={today > `${year}-01-01` ? today : `${year}-01-01`}
        max={`${year}-12-31`}
        value={day}
        onValue={setDay}
      />
      <NativeSelect
        label={t('day_kind')}
        value={kind}
        data={[
          { value: 'off', label: t('day_off') },
          { value: 'working', label: t('working_day') },
        ]}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      <TextInput
        label={t('day_name')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={!isOpen}
        onClick={() => {
          onAdd({ day, working: kind === 'working', name: name.trim() });
          setDay('');
          setName('');
        }}
      >
        {t('add_day')}
      </Button>
    </div>
  );
}

function ImportFile({ onFile }: { onFile: (file: File) => void }) {
  const t = useWords(settingWords);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.bar}>
      <input
        ref={chooser}
        type="file"
        accept=".ics,.csv,text/calendar,text/csv"
        hidden
        tabIndex={-1}
        aria-label={t('import')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => chooser.current?.click()}>
        {t('import')}
      </Button>
      <span className={classes.quiet}>{t('import_limits')}</span>
    </div>
  );
}
