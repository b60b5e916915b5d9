/**
 * The form for a new or a changed schedule. Its bounds are the contract's; a refusal keeps what was typed. Loaded when it
 * is opened, as it needs the contract itself.
 */
import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { session } from '#features/accounts/console/session.ts';
import { type ExportFormat, exportFormats, formatsOf } from '#features/exports/rules.ts';
import { exportScreenWords } from '#features/exports/screen-words.ts';
import { CallFailed, CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { TimeField } from '#foundation/console/form/TimeField.tsx';
import {
  Form,
  type FormValues,
  SubmitButton,
  useForm,
  useFormState,
  WHOLE_FORM,
} from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useLanguage, usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { ExportKindName } from '#features/export-kinds.ts';
import { filterText } from '../filter-words.ts';
import { kindNames, schedulableKinds } from '../kind-names.ts';
import { type ScheduleStep, scheduleSteps } from '../rules.ts';
import { scheduleCalls as contract, type ScheduleRow } from '../schedule-contract.ts';
import { scheduleWords } from '../screen-words.ts';
import { scheduleTexts } from '../words.ts';
import { scheduleCalls } from './calls.ts';
import classes from './Downloads.module.css';
import { SCHEDULES } from './use-downloads.ts';

/** A list with the filter that a new schedule takes along. */
export interface WantedSchedule {
  kind: ExportKindName;
  filter: ScheduleRow['filter'];
}

export interface ScheduleFormProps {
  /** The schedule to change; undefined for a new one. */
  schedule: ScheduleRow | undefined;
  /** Of a new one. */
  wanted?: WantedSchedule | undefined;
  timeZone: string;
  onClose: () => void;
}

const FIELDS = ['kind', 'format', 'every', 'at', 'notifyUrl'] as const;
/** Most days are closed by then. */
const USUAL_TIME = '08:00';

export function ScheduleForm({ schedule, wanted, timeZone, onClose }: ScheduleFormProps) {
  const t = useWords(scheduleWords);
  const kit = useWords(kitWords);
  const { language } = useLanguage();
  const user = useCell(session);
  const kinds = schedulableKinds(user?.roles ?? []);
  const list: FilteredList | undefined =
    schedule ?? (wanted && { ...wanted, filterText: filterText(wanted.filter, { language, timeZone }) });
  const save = useAction(scheduleCalls, '/schedule/save', { refreshes: [SCHEDULES], quiet: true });
  const form = useForm({
    schema: contract.calls['/schedule/save'].input,
    texts: scheduleTexts,
    initial: {
      kind: list?.kind ?? kinds[0] ?? '',
      format: schedule?.format ?? exportFormats[0],
      every: schedule?.every ?? 'day',
      at: schedule?.at ?? USUAL_TIME,
      notifyUrl: schedule?.notifyUrl ?? '',
    },
    savedAs: { name: `schedule ${schedule?.id ?? wanted?.kind ?? 'new'}`, fields: FIELDS },
    input: (values: FormValues) => ({
      ...values,
      ...(schedule ? { id: schedule.id } : {}),
      filter: filterIn(values, list),
      format: formatIn(values, list),
      notifyUrl: values['notifyUrl']?.trim() || null,
    }),
    onSubmit: async (typed) => {
      try {
        await save.mutateAsync(typed);
      } catch (error) {
        if (error instanceof FieldErrors) throw shownBeside(error);
        if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
        form.setError(WHOLE_FORM, error.message);
        return;
      }
      showToast(t('saved'), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t(schedule ? 'edit_title' : 'add')}>
      <KindField kinds={list && !kinds.includes(list.kind) ? [...kinds, list.kind] : kinds} />
      <KeptFilter list={list} />
      <FormatField list={list} />
      <EveryField />
      <TimeField name="at" label={t('at')} description={t('at_zone', { zone: timeZone })} />
      {user?.person.memberNo != null && (
        <TextField
          name="notifyUrl"
          label={t('notify')}
          description={t('notify_hint')}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          reading="line"
          maxLength={500}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('save')}</SubmitButton>
      </div>
    </Form>
  );
}

/** Errors of the filter have no field here: they are shown above the button. */
function shownBeside({ message, fields }: FieldErrors): FieldErrors {
  const known: readonly string[] = FIELDS;
  return new FieldErrors(
    message,
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [known.includes(name) ? name : WHOLE_FORM, text])),
  );
}

function KindField({ kinds }: { kinds: ReturnType<typeof schedulableKinds> }) {
  const t = useWords(scheduleWords);
  const translate = usePhrase();
  const { values, errors, set } = useFormState();
  return (
    <NativeSelect
      name="kind"
      label={t('what')}
      value={values['kind'] ?? ''}
      error={errors['kind']}
      onChange={({ currentTarget }) => set('kind', currentTarget.value)}
      data={kinds.map((value) => ({ value, label: translate(kindNames[value]) }))}
    />
  );
}

/** What a schedule is of before it is changed, or as it was chosen. */
type FilteredList = Pick<ScheduleRow, 'kind' | 'filter' | 'filterText'>;

/** The filter that the schedule keeps while it is of the same list. */
function KeptFilter({ list }: { list: FilteredList | undefined }) {
  const t = useWords(scheduleWords);
  const { values } = useFormState();
  const text = list && list.kind === values['kind'] ? list.filterText : '';
  if (text === '') return null;
  return (
    <Field label={t('filter')}>
      <p className={classes.text}>{text}</p>
    </Field>
  );
}

function FormatField({ list }: { list: FilteredList | undefined }) {
  const t = useWords(scheduleWords);
  const formats = useWords(exportScreenWords);
  const { values, errors, set } = useFormState();
  return (
    <Field label={t('format')}>
      <ChoiceTabs<ExportFormat>
        label={t('format')}
        value={formatIn(values, list)}
        options={formatsIn(values, list).map((value) => ({ value, label: formats(`export_${value}`) }))}
        onChange={(value) => set('format', value)}
      />
      {errors['format'] !== undefined && <p className={classes.error}>{errors['format']}</p>}
    </Field>
  );
}

/** The formats of the chosen list. */
function formatsIn(values: FormValues, list: FilteredList | undefined): readonly ExportFormat[] {
  return formatsOf(values['kind'] ?? '', filterIn(values, list));
}

/** The chosen format, or the list's first if it does not have it. */
function formatIn(values: FormValues, list: FilteredList | undefined): ExportFormat {
  return formatsIn(values, list).find((format) => format === values['format']) ?? exportFormats[0];
}

/** The filter stays while the schedule is of the same list. */
function filterIn(values: FormValues, list: FilteredList | undefined): ScheduleRow['filter'] {
  return list && list.kind === values['kind'] ? list.filter : {};
}

function EveryField() {
  const t = useWords(scheduleWords);
  const { values, set } = useFormState();
  const every = scheduleSteps.find((step) => step === values['every']) ?? 'day';
  return (
    <Field label={t('every')}>
      <ChoiceTabs<ScheduleStep>
        label={t('every')}
        value={every}
        options={scheduleSteps.map((value) => ({ value, label: t(`every_${value}`) }))}
        onChange={(value) => set('every', value)}
      />
      <p className={classes.hint}>{t(`runs_${every}`, { at: values['at'] ?? '' })}</p>
      <p className={classes.hint}>{t(`period_${every}`)}</p>
    </Field>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      {children}
    </div>
  );
}
