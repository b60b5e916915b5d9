/**
 * The field of a time of day in a form, on a clock of 24 hours in every language. Its value is `HH:MM`, or the text as
 * long as it is no time.
 */
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import { readTime } from '#foundation/core/time-text.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import { dayWords } from './day-words.ts';
import { useFormState } from './form.tsx';
import { typingHandlers } from './typed-field.ts';
import { useTypedValue } from './typed-value.ts';

export const TIME_EXAMPLE = '09:30';
const MAX_TYPED = 10;

export interface TimeFieldProps {
  name: string;
  label: string;
  description?: ReactNode;
}

export function TimeField({ name, label, description }: TimeFieldProps) {
  const t = useWords(dayWords);
  const form = useFormState();
  const value = form.values[name] ?? '';
  const { typed, hasLeft, type, leave } = useTypedValue(value, (next) => form.set(name, next), readTime);
  const fault =
    readTime(value) === undefined && !isBlank(value) ? t('time_form', { example: TIME_EXAMPLE }) : undefined;
  const error = form.errors[name];
  return (
    <TextInput
      name={name}
      label={label}
      description={description}
      value={typed ?? value}
      error={(hasLeft || error !== undefined ? fault : undefined) ?? error}
      placeholder={t('such_as', { example: TIME_EXAMPLE })}
      autoComplete="off"
      readOnly={form.sending}
      {...typingHandlers({ reading: 'text', maxLength: MAX_TYPED, onText: type })}
      onBlur={() => {
        leave();
        form.leave(name);
      }}
    />
  );
}
