/**
 * One of several things, each with its facts: plain radio buttons in the look of cards; a field of the form around it.
 */
import { type ReactNode, useId } from 'react';
import classes from './ChoiceCards.module.css';
import { useFormState } from './form.tsx';

export interface ChoiceCardsProps {
  name: string;
  label: string;
  options: readonly { value: string; facts: ReactNode }[];
  /** Below the cards, and below what is wrong with the choice. */
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
