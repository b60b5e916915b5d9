/** A form field of several lines, with a character count. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormState } from './form.tsx';
import classes from './TextAreaField.module.css';

export interface TextAreaFieldProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  placeholder?: string;
  maxLength: number;
  rows?: number;
}

export function TextAreaField({ name, maxLength, rows = 3, ...props }: TextAreaFieldProps) {
  const form = useFormState();
  const value = form.values[name] ?? '';
  return (
    <div>
      <Textarea
        name={name}
        rows={rows}
        maxLength={maxLength}
        value={value}
        error={form.errors[name]}
        readOnly={form.sending}
        onChange={(event) => form.set(name, event.currentTarget.value)}
        onBlur={() => form.leave(name)}
        {...props}
      />
      <span className={classes.count} aria-hidden="true">
        {value.length} / {maxLength}
      </span>
    </div>
  );
}
