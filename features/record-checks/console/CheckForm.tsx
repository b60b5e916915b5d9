/** What is compared: the file, the days, and which of its columns is which. */
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useId } from 'react';
import { useLocality } from '#foundation/console/display/format.tsx';
import { DayInput } from '#foundation/console/form/DayField.tsx';
import { FileDrop } from '#foundation/console/form/FileDrop.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { dayOf } from '#foundation/core/time-zone.ts';
import { neededColumns, type RecordColumn, recordColumns } from '../columns.ts';
import { comparableDays, MAX_CHECKED_DAYS, MAX_RECORDS, MAX_RECORDS_BYTES } from '../rules.ts';
import { recordCheckWords } from '../screen-words.ts';
import classes from './RecordCheck.module.css';
import { type RecordCheck, recognized, type ShownDays, useRecordCheck } from './use-record-check.ts';

export function CheckForm({ days, onStarted }: { days: ShownDays; onStarted: (id: string) => void }) {
  const t = useWords(recordCheckWords);
  const { timeZone } = useLocality();
  const today = dayOf(useToday(), timeZone);
  const check = useRecordCheck(comparableDays(days, today), today);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = await check.send();
    if (id !== undefined) onStarted(id);
  };
  const isSending = check.share !== undefined;
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={t('title')}
      aria-busy={isSending}
      onSubmit={(event) => void submit(event)}
    >
      <p className={classes.quiet}>{t('hint')}</p>
      <RecordsFile check={check} />
      <DayFields check={check} today={today} />
      {check.chosen?.headings !== undefined && check.chosen.headings.length > 0 && (
        <ColumnFields check={check} headings={check.chosen.headings} named={check.chosen.named} />
      )}
      {check.wrong[''] !== undefined && (
        <p className={classes.wrong} role="alert">
          {check.wrong['']}
        </p>
      )}
      <div className={classes.end}>
        <Sending share={check.share} />
        <Button type="submit" loading={isSending}>
          {t('compare')}
        </Button>
      </div>
    </form>
  );
}

function RecordsFile({ check: { chosen, wrong, choose } }: { check: RecordCheck }) {
  const t = useWords(recordCheckWords);
  return (
    <FileDrop
      label={t('file')}
      texts={{
        drop_here: t('drop_here'),
        drop_now: t('drop_now'),
        choose: t('choose'),
        choose_other: t('choose_other'),
        remove: t('remove'),
        limits: t('limits', { megabytes: MAX_RECORDS_BYTES / 1_048_576, rows: MAX_RECORDS }),
      }}
      name={chosen?.file.name}
      wrong={wrong['file']}
      look="light"
      onChoose={choose}
      onRemove={() => choose(undefined)}
    />
  );
}

function DayFields({ check: { days, setDays, wrong }, today }: { check: RecordCheck; today: string }) {
  const t = useWords(recordCheckWords);
  const { timeZone } = useLocality();
  const noteId = useId();
  return (
    <div>
      <div className={classes.pair}>
        {(['first', 'last'] as const).map((bound) => {
          const name = bound === 'first' ? 'from' : 'to';
          return (
            <DayInput
              key={bound}
              name={name}
              label={t(name)}
              aria-describedby={noteId}
              value={days[bound]}
              max={today}
              error={wrong[name]}
              onValue={(day) => setDays({ [bound]: day })}
            />
          );
        })}
      </div>
      <p className={classes.quiet} id={noteId}>
        {t('days_zone', { zone: timeZone, most: MAX_CHECKED_DAYS })}
      </p>
    </div>
  );
}

interface ColumnFieldsProps {
  check: RecordCheck;
  headings: readonly string[];
  named: Readonly<Partial<Record<RecordColumn, string>>>;
}

function ColumnFields({ check: { name, wrong }, headings, named }: ColumnFieldsProps) {
  const t = useWords(recordCheckWords);
  const needed: readonly RecordColumn[] = neededColumns;
  return (
    <fieldset className={classes.columns}>
      <legend>{t('columns')}</legend>
      <p className={classes.quiet}>{t('columns_hint')}</p>
      <div className={classes.pair}>
        {recordColumns.map((column) => {
          const known = recognized(column, headings);
          const unnamed =
            known === undefined ? t(needed.includes(column) ? 'column_choose' : 'column_none') : undefined;
          return (
            <NativeSelect
              key={column}
              name={column}
              label={t(`column_${column}`)}
              value={named[column] ?? ''}
              error={wrong[column]}
              onChange={({ currentTarget }) => name(column, currentTarget.value)}
              data={[
                { value: '', label: unnamed ?? t('column_recognized', { heading: known ?? '' }) },
                ...headings.map((heading) => ({ value: heading, label: heading })),
              ]}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function Sending({ share }: { share: number | undefined }) {
  const t = useWords(recordCheckWords);
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  const text = percent >= 100 ? t('reading') : t('sending', { percent });
  return (
    <span className={classes.sending} role="status">
      <progress max={100} value={percent >= 100 ? undefined : percent} aria-label={text} />
      {text}
    </span>
  );
}
