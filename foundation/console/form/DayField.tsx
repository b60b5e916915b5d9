/**
 * The field of a day: typed in the reader's form or copied from a page, or chosen in a calendar, which loads when it is
 * first opened. Its value is `YYYY-MM-DD`, or the text as long as it is no day.
 */
import { TextInput } from '@mantine/core';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { CalendarIcon } from '#foundation/console/display/icons.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { readDay } from '#foundation/core/day-text.ts';
import { dayOf, isDay } from '#foundation/core/time-zone.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import classes from './DayField.module.css';
import { dayWords } from './day-words.ts';
import { useFormState } from './form.tsx';
import { typingHandlers } from './typed-field.ts';
import { useTypedValue } from './typed-value.ts';

const loadChooser = () => import('#foundation/console/list/DaysChooser.tsx');

const MAX_TYPED = 40;

export interface DayInputProps {
  /** `YYYY-MM-DD`; empty: none. */
  value: string;
  onValue: (value: string) => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
  label: string;
  error?: string | undefined;
  name?: string;
  /** The first and the last day that is taken. */
  min?: string | undefined;
  max?: string | undefined;
  readOnly?: boolean;
  'aria-describedby'?: string;
}

export function DayInput({
  value,
  onValue,
  onLeave,
  label,
  error,
  min,
  max,
  readOnly = false,
  ...props
}: DayInputProps) {
  const t = useWords(dayWords);
  const { language } = useLanguage();
  const { timeZone } = useLocality();
  const format = useFormat();
  const today = dayOf(useToday(), timeZone);
  const dayFault = useDayFault();
  const { typed, hasLeft, type, leave } = useTypedValue(value, onValue, (text) => {
    const read = readDay(text, language);
    return 'day' in read ? read.day : undefined;
  });
  const fault = isBlank(value) ? undefined : dayFault(value, { min, max });
  return (
    <Popup
      renderButton={({ ref, ...button }) => (
        <TextInput
          {...props}
          wrapperProps={{ ref }}
          label={label}
          value={typed ?? (isDay(value) ? format.day(value) : value)}
          error={(hasLeft || error !== undefined ? fault : undefined) ?? error}
          placeholder={t('such_as', { example: format.day(today) })}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          rightSectionWidth="var(--field-height)"
          rightSection={
            <IconButton
              {...button}
              label={t('calendar_of', { field: label })}
              className={classes.open}
              disabled={readOnly}
            >
              <CalendarIcon />
            </IconButton>
          }
          {...typingHandlers({ reading: 'text', maxLength: MAX_TYPED, onText: type })}
          onBlur={() => {
            leave();
            onLeave?.();
          }}
        />
      )}
    >
      {(close) => (
        <LazyPart load={loadChooser} space={<div className={classes.space} aria-busy="true" />}>
          {({ DayChooser }) => (
            <DayChooser
              day={isDay(value) ? value : undefined}
              today={today}
              min={min}
              max={max}
              onChange={(day) => {
                leave();
                onValue(day);
                close();
              }}
            />
          )}
        </LazyPart>
      )}
    </Popup>
  );
}

/** Says what is wrong with a day, or with text that is none. `min` and `max` are the first and the last day that is taken. */
export function useDayFault(): (
  value: string,
  bounds?: { min?: string | undefined; max?: string | undefined },
) => string | undefined {
  const t = useWords(dayWords);
  const { language } = useLanguage();
  const { timeZone } = useLocality();
  const format = useFormat();
  const today = dayOf(useToday(), timeZone);
  return (value, { min, max } = {}) => {
    if (!isDay(value)) {
      const read = readDay(value, language);
      return t('fault' in read ? read.fault : 'day_form', { example: format.day(today) });
    }
    if (min !== undefined && value < min) return t('day_too_early', { day: format.day(min) });
    return max !== undefined && value > max ? t('day_too_late', { day: format.day(max) }) : undefined;
  };
}

export interface DayFieldProps extends Omit<DayInputProps, 'value' | 'onValue' | 'onLeave' | 'name'> {
  name: string;
}

/** The field of a day in a form. */
export function DayField({ name, error, ...props }: DayFieldProps) {
  const form = useFormState();
  return (
    <DayInput
      name={name}
      value={form.values[name] ?? ''}
      error={form.errors[name] ?? error}
      onValue={(value) => form.set(name, value)}
      onLeave={() => form.leave(name)}
      readOnly={form.sending}
      {...props}
    />
  );
}
