/**
 * The field of a percentage: takes a comma and a point, and shows the one of the reader's language when it is left. Its
 * value is the percentage in wire form, or the text as long as it is none.
 */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { parsePercent } from '#foundation/core/money.ts';
import { percentAsTyped, percentChangeOnWire, percentOnWire } from '#foundation/core/typed-percent.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';
import { useFormState } from './form.tsx';
import { typingHandlers } from './typed-field.ts';

export interface PercentInputProps {
  value: string;
  onValue: (value: string) => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  name?: string;
  placeholder?: string;
  /** A change of a percentage, which can be negative. */
  signed?: boolean;
  readOnly?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

const MAX_TYPED = 9;

export function PercentInput({ value, onValue, onLeave, signed = false, ...props }: PercentInputProps) {
  const { language } = useLanguage();
  // What was typed, as long as the value is still the one that came of it.
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const type = (text: string) => {
    const kept = (signed ? percentChangeOnWire : percentOnWire)(text);
    setTyped({ text, value: kept });
    if (kept !== value) onValue(kept);
  };
  return (
    <TextInput
      {...props}
      value={typed && typed.value === value ? typed.text : percentAsTyped(value, language)}
      // A phone's keys for decimals have no minus.
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      rightSection={<span aria-hidden="true">%</span>}
      {...typingHandlers({ reading: 'number', maxLength: MAX_TYPED, onText: type })}
      onBlur={() => {
        if (parsePercent(value.replace(/^-/, '')) !== undefined) setTyped(undefined);
        onLeave?.();
      }}
    />
  );
}

export interface PercentFieldProps extends Omit<PercentInputProps, 'value' | 'onValue' | 'onLeave' | 'name'> {
  name: string;
}

/** A percentage field of a form. */
export function PercentField({ name, error, ...props }: PercentFieldProps) {
  const form = useFormState();
  return (
    <PercentInput
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
