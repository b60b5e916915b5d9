/**
 * The field of a time of day in a form, on a clock of 24 hours in every language. Its value is `HH:MM`, or the text as
 * long as it is no time.
 */
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import { readTime } from '#foundation/core/time-text.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import { dayWords } from './day-words.ts';
import { useFormState } from './form.tsx';
import { typingHandlers } from './typed-field.ts';

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
  // What was typed, as long as the value is still the one that came of it.
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const [hasLeft, setLeft] = useState(true);
  const isTime = readTime(value) !== undefined;
  const fault = !isTime && !isBlank(value) ? t('time_form', { example: TIME_EXAMPLE }) : undefined;
  const error = form.errors[name];
  const type = (text: string) => {
    const kept = isBlank(text) ? '' : (readTime(text) ?? text);
    setTyped({ text, value: kept });
    if (kept !== value) form.set(name, kept);
  };
  return (
    <TextInput
      name={name}
      label={label}
      description={description}
      value={typed && typed.value === value ? typed.text : value}
      error={(hasLeft || error !== undefined ? fault : undefined) ?? error}
      placeholder={t('such_as', { example: TIME_EXAMPLE })}
      autoComplete="off"
      readOnly={form.sending}
      {...typingHandlers({ reading: 'text', maxLength: MAX_TYPED, onText: type })}
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setLeft(true);
        if (isTime) setTyped(undefined);
        form.leave(name);
      }}
    />
  );
}
