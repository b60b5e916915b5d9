/** A draft: its text in each language with a preview, for whom it is, and how long. */
import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { audiences } from '#features/platform/announcements.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Markdown } from '#foundation/console/display/Markdown.tsx';
import { DayField } from '#foundation/console/form/DayField.tsx';
import { dayWords } from '#foundation/console/form/day-words.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import { Form, type FormValues, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { TIME_EXAMPLE, TimeField } from '#foundation/console/form/TimeField.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { dayOf, isDay, wallTime } from '#foundation/core/time-zone.ts';
import { readTime } from '#foundation/core/time-text.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import { instantOf } from '#foundation/core/wall-time.ts';
import { type Language, languageNames, languages } from '#foundation/core/words.ts';
import { MAX_BODY, MAX_TITLE, type OperatorAnnouncement, SaveAnnouncement } from '../../announcement-contract.ts';
import { announcementWords } from '../../announcement-words.ts';
import { operatorAnnouncementTexts } from '../../words.ts';
import classes from './Announcements.module.css';
import { operatorAnnouncementCalls } from './calls.ts';

export interface AnnouncementFormProps {
  /** Undefined for a new one. */
  announcement: OperatorAnnouncement | undefined;
  onSaved: (id: string) => void;
}

export function AnnouncementForm({ announcement, onSaved }: AnnouncementFormProps) {
  const t = useWords(announcementWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const today = dayOf(useToday(), timeZone);
  const save = useAction(operatorAnnouncementCalls, '/operator/announcement/save', {
    refreshes: ['/operator/announcement/list', '/operator/announcement/detail'],
    background: false,
  });
  const form = useForm({
    schema: SaveAnnouncement,
    texts: { ...operatorAnnouncementTexts, ...announcementWords, ...dayWords },
    initial: valuesOf(announcement, timeZone),
    input: (values) => inputOf(announcement?.id, values, timeZone),
    check: (values) => [
      ...(values['audience'] === 'named' && numbersOf(values).some((number) => !/^\d{8}$/.test(number))
        ? [fieldFault('memberNos', 'member_form')]
        : []),
      ...(['from', 'until'] as const).flatMap((end) => timeFaults(end, values, format.day(today))),
    ],
    onSubmit: async (_output, values) => {
      const { id } = await save.mutateAsync(inputOf(announcement?.id, values, timeZone));
      showToast(t('saved'), 'good');
      onSaved(id);
    },
  });
  return (
    <Form form={form} label={t('announcement')}>
      <TextsField />
      <AudienceField />
      <div className={classes.times}>
        <DayField name="from" label={t('from')} />
        <TimeField name="fromTime" label={t('from_time')} />
        <DayField name="until" label={t('until')} />
        <TimeField name="untilTime" label={t('until_time')} />
      </div>
      <p className={classes.quiet}>{t('zone', { zone: format.zone })}</p>
      <PinnedField />
      <div className={classes.acts}>
        <SubmitButton>{t('save')}</SubmitButton>
      </div>
    </Form>
  );
}

function TextsField() {
  const t = useWords(announcementWords);
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const { values } = useFormState();
  const titleOf = (one: Language): string => values[`texts.${one}.title`] ?? '';
  const first = languages.find((one) => titleOf(one).trim() !== '');
  const body = values[`texts.${language}.body`] ?? '';
  const isEmpty = titleOf(language).trim() === '';
  return (
    <>
      <ChoiceTabs<Language>
        label={t('language')}
        value={language}
        options={languages.map((value) => ({
          value,
          label: languageNames[value],
          note: titleOf(value).trim() === '' ? '–' : undefined,
        }))}
        onChange={setLanguage}
      />
      <TextField key={`title ${language}`} name={`texts.${language}.title`} label={t('title')} maxLength={MAX_TITLE} />
      <TextAreaField
        key={`body ${language}`}
        name={`texts.${language}.body`}
        label={t('body')}
        maxLength={MAX_BODY}
        rows={8}
      />
      {isEmpty && first !== undefined && (
        <p className={classes.quiet}>{t('falls_back', { language: languageNames[first] })}</p>
      )}
      <section className={classes.text} aria-label={t('preview')} lang={language}>
        <p className={classes.quiet}>{t('preview')}</p>
        {isEmpty && body === '' ? (
          <p className={classes.quiet}>{t('no_text')}</p>
        ) : (
          <>
            <h3 className={classes.title}>
              <bdi>{titleOf(language)}</bdi>
            </h3>
            <Markdown text={body} topLevel={4} />
          </>
        )}
      </section>
    </>
  );
}

function AudienceField() {
  const t = useWords(announcementWords);
  const form = useFormState();
  const audience = form.values['audience'] ?? 'all';
  return (
    <>
      <NativeSelect
        label={t('audience')}
        value={audience}
        data={audiences.map((value) => ({ value, label: t(`audience_${value}`) }))}
        onChange={({ currentTarget: { value } }) => form.set('audience', value)}
      />
      {audience === 'named' && <TextAreaField name="memberNos" label={t('member_nos')} maxLength={5_000} rows={2} />}
    </>
  );
}

function PinnedField() {
  const t = useWords(announcementWords);
  const form = useFormState();
  return (
    <Checkbox
      label={t('pinned')}
      checked={form.values['pinned'] === 'true'}
      onChange={({ currentTarget: { checked } }) => form.set('pinned', String(checked))}
    />
  );
}

function valuesOf(announcement: OperatorAnnouncement | undefined, timeZone: string): FormValues {
  const texts = languages.flatMap((language) =>
    (['title', 'body'] as const).map(
      (part) => [`texts.${language}.${part}`, announcement?.texts[language][part] ?? ''] as const,
    ),
  );
  return {
    ...Object.fromEntries(texts),
    audience: announcement?.audience ?? 'all',
    memberNos: announcement?.memberNos.join(' ') ?? '',
    ...localOf('from', announcement?.from, timeZone),
    ...localOf('until', announcement?.until, timeZone),
    pinned: String(announcement?.pinned ?? false),
  };
}

function inputOf(id: string | undefined, values: FormValues, timeZone: string) {
  const textOf = (language: Language) => ({
    title: values[`texts.${language}.title`] ?? '',
    body: values[`texts.${language}.body`] ?? '',
  });
  const audience = audiences.find((one) => one === values['audience']) ?? 'all';
  return {
    ...(id === undefined ? {} : { id }),
    texts: { en: textOf('en'), zh: textOf('zh'), es: textOf('es'), th: textOf('th') },
    audience,
    memberNos: audience === 'named' ? numbersOf(values) : [],
    from: timeOf('from', values, timeZone),
    until: timeOf('until', values, timeZone),
    pinned: values['pinned'] === 'true',
  };
}

function numbersOf(values: FormValues): string[] {
  return (values['memberNos'] ?? '').split(/[\s,;，；、]+/).filter((number) => number !== '');
}

/** A time of the platform's zone as a day and a time of day, in the fields `from` and `fromTime`, or those of the end. */
function localOf(end: 'from' | 'until', time: string | null | undefined, timeZone: string): FormValues {
  const [day = '', clock = ''] = time ? new Date(wallTime(new Date(time), timeZone)).toISOString().split('T') : [];
  return { [end]: day, [`${end}Time`]: clock.slice(0, 5) };
}

function timeOf(end: 'from' | 'until', values: FormValues, timeZone: string): string | null {
  const wallMs = Date.parse(`${values[end] ?? ''}T${values[`${end}Time`] ?? ''}Z`);
  return Number.isNaN(wallMs) ? null : instantOf(wallMs, timeZone).toISOString();
}

/** Both fields are empty, or both are filled. */
function timeFaults(end: 'from' | 'until', values: FormValues, example: string): FieldFault[] {
  const day = values[end] ?? '';
  const clock = values[`${end}Time`] ?? '';
  if (isBlank(day) && isBlank(clock)) return [];
  return [
    ...(isDay(day) ? [] : [fieldFault(end, 'day_form', { example })]),
    ...(readTime(clock) === undefined ? [fieldFault(`${end}Time`, 'time_form', { example: TIME_EXAMPLE })] : []),
  ];
}
