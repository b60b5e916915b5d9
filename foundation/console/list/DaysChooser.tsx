/**
 * Chooses a first and a last day: by typing in the reader's form, or in a calendar of two months, one on a phone. And
 * the calendar of one day. A separate chunk, with the date library and its locales.
 */
import { Button, TextInput } from '@mantine/core';
import { DatePicker, type DatePickerProps } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import 'dayjs/locale/es';
import 'dayjs/locale/th';
import 'dayjs/locale/zh-cn';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readDay } from '#foundation/core/day-text.ts';
import { addDays } from '#foundation/core/time-zone.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import type { Language } from '#foundation/core/words.ts';
import '@mantine/dates/styles.layer.css';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { dayWords } from '#foundation/console/form/day-words.ts';
import { datePanelWords } from './date-panel-words.ts';
import classes from './DaysChooser.module.css';
import { NARROW } from './data-table/DataTable.tsx';

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

export interface DaysChooserProps {
  /** `YYYY-MM-DD`, both inclusive. */
  days: Days;
  /** In the platform's time zone. */
  today: string | undefined;
  /** Undefined: no range any more. */
  onChange: (days: Days | undefined) => void;
}

const dayjsLocales: Record<Language, string> = { en: 'en', zh: 'zh-cn', es: 'es', th: 'th' };

export function DaysChooser({ days, today, onChange }: DaysChooserProps) {
  const t = useWords(datePanelWords);
  const { language } = useLanguage();
  const format = useFormat();
  const common = useCalendar();
  const fieldText = useWords(dayWords);
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const textOf = (day: string | undefined) => (day === undefined ? '' : format.day(day));
  const [typed, setTyped] = useState({ from: textOf(days.from), to: textOf(days.to) });
  /** The first day was clicked, and the last one not yet. */
  const [first, setFirst] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const example = format.day(today ?? '2026-11-26');
  const read = { from: dayIn(typed.from, language), to: dayIn(typed.to, language) };
  const chosen: Days = {
    from: read.from && 'day' in read.from ? read.from.day : undefined,
    to: read.to && 'day' in read.to ? read.to.day : undefined,
  };
  const isReversed = chosen.from !== undefined && chosen.to !== undefined && chosen.from > chosen.to;
  const faultOf = (name: 'from' | 'to') => {
    const found = read[name];
    if (found && 'fault' in found) return fieldText(found.fault, { example });
    return name === 'to' && isReversed ? t('order') : undefined;
  };
  // A phone's page scrolls until the panel is in sight, down to its buttons.
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!narrow) return;
    const frame = requestAnimationFrame(() =>
      root.current?.closest('[role="dialog"]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [narrow]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faultOf('from') !== undefined || faultOf('to') !== undefined) return;
    onChange(chosen.from === undefined && chosen.to === undefined ? undefined : chosen);
  };
  const click = ([from, to]: [string | null, string | null]) => {
    if (from !== null && to !== null) return onChange({ from, to });
    setFirst(from ?? undefined);
    setTyped({ from: textOf(from ?? undefined), to: '' });
  };
  const type = (name: 'from' | 'to', text: string) => {
    setFirst(undefined);
    setTyped({ ...typed, [name]: text });
  };
  const shown = first === undefined || pointed === undefined ? chosen : inOrder(first, pointed);
  const length = isReversed ? undefined : lengthOf(shown);
  const note =
    first !== undefined
      ? t('choose_last')
      : shown.from === undefined && shown.to === undefined
        ? t('choose')
        : shown.to === undefined
          ? t('from_then')
          : shown.from === undefined
            ? t('until_then')
            : undefined;
  return (
    <form ref={root} onSubmit={submit}>
      <div className={classes.fields}>
        <RangeEnd
          label={t('first_day')}
          example={example}
          text={typed.from}
          fault={faultOf('from')}
          onType={(text) => type('from', text)}
        />
        <RangeEnd
          label={t('last_day')}
          example={example}
          text={typed.to}
          fault={faultOf('to')}
          onType={(text) => type('to', text)}
        />
      </div>
      <p className={classes.note} role="status">
        {length !== undefined && <strong>{t('length', { count: length })}</strong>} {note}
      </p>
      <DatePicker
        type="range"
        allowSingleDateInRange
        numberOfColumns={narrow ? 1 : 2}
        columnsToScroll={1}
        {...common}
        value={
          first === undefined
            ? [isReversed ? null : (chosen.from ?? null), isReversed ? null : (chosen.to ?? null)]
            : [first, null]
        }
        defaultDate={firstShown(days, today, narrow)}
        getDayProps={(day) => ({
          onMouseEnter: () => setPointed(day),
          onFocus: () => setPointed(day),
          ...dayMark(day, today),
        })}
        onChange={click}
      />
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(undefined)}>
          {t('clear')}
        </Button>
        <Button type="submit" size="compact-sm">
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}

export interface DayChooserProps {
  /** `YYYY-MM-DD`. */
  day: string | undefined;
  /** In the platform's time zone. */
  today: string;
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** A calendar of one month, in which one day is chosen. */
export function DayChooser({ day, today, min, max, onChange }: DayChooserProps) {
  const common = useCalendar();
  const wanted = day ?? today;
  // A day that can't be chosen can't have the focus.
  const shown = min !== undefined && wanted < min ? min : max !== undefined && wanted > max ? max : wanted;
  // The panel has the focus before this part is loaded.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={root}>
      <DatePicker
        {...common}
        value={day ?? null}
        defaultDate={shown}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max })}
        getDayProps={(one) => ({ ...dayMark(one, today), ...(one === shown ? { 'data-autofocus': true } : {}) })}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
      />
    </div>
  );
}

/** What both calendars have: the reader's language, weeks from Monday, and names for their buttons. */
function useCalendar() {
  const t = useWords(datePanelWords);
  const { language } = useLanguage();
  return {
    hideOutsideDates: true,
    locale: dayjsLocales[language],
    firstDayOfWeek: 1,
    weekendDays: [],
    ariaLabels: {
      previousMonth: t('previous_month'),
      nextMonth: t('next_month'),
      previousYear: t('previous_year'),
      nextYear: t('next_year'),
      previousDecade: t('previous_decade'),
      nextDecade: t('next_decade'),
      monthLevelControl: t('choose_month'),
      yearLevelControl: t('choose_year'),
    },
  } as const satisfies DatePickerProps;
}

function dayMark(day: string, today: string | undefined) {
  return day === today ? { className: classes.today, 'aria-current': 'date' as const } : {};
}

function RangeEnd({
  label,
  example,
  text,
  fault,
  onType,
}: {
  label: string;
  example: string;
  text: string;
  fault: string | undefined;
  onType: (text: string) => void;
}) {
  // A fault is said when the field is left, not while somebody types.
  const [left, setLeft] = useState(true);
  return (
    <TextInput
      label={label}
      placeholder={example}
      value={text}
      error={left ? fault : undefined}
      autoComplete="off"
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        setLeft(false);
        onType(event.currentTarget.value);
      }}
    />
  );
}

function dayIn(text: string, language: Language) {
  return isBlank(text) ? undefined : readDay(text, language);
}

function inOrder(one: string, other: string): Days {
  return one < other ? { from: one, to: other } : { from: other, to: one };
}

/** How many days there are, both ends included. Undefined for a range without an end. */
function lengthOf({ from, to }: Days): number | undefined {
  return from === undefined || to === undefined
    ? undefined
    : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The chosen range's end is in the last month that is shown; without a range, today is. */
function firstShown({ from, to }: Days, today: string | undefined, single: boolean): string {
  const last = to ?? from ?? today ?? '2026-11-26';
  return single ? last : `${addDays(`${last.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
}
