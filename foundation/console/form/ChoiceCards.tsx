/** A form field that chooses one of several options with details: plain radio buttons styled as cards. */
import { type ReactNode, useId } from 'react';
import classes from './ChoiceCards.module.css';
import { useFormState } from './form.tsx';

export interface ChoiceCardsProps {
  name: string;
  label: string;
  options: readonly { value: string; facts: ReactNode }[];
  /** Shown below the cards and the error. */
  children?: ReactNode;
}

export function ChoiceCards({ name, label, options, children }: ChoiceCardsProps) {
  const form = useFormState();
  const errorId = useId();
  const error = form.errors[name];
  return (
    <fieldset className={classes.choice} aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{label}</legend>
      <div className={classes.cards}>
        {options.map(({ value, facts }) => (
          <label key={value} className={classes.card}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={form.values[name] === value}
              onChange={() => form.set(name, value)}
            />
            <span className={classes.facts}>{facts}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
