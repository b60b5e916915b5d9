/**
 * Chooses one of a few visible options: plain radio buttons styled as tabs, so that arrow keys and screen readers work.
 */
import { useId } from 'react';
import classes from './ChoiceTabs.module.css';

export interface ChoiceTabsProps<Choice extends string> {
  label: string;
  value: Choice;
  options: readonly { value: Choice; label: string }[];
  onChange(value: Choice): void;
}

export function ChoiceTabs<Choice extends string>({ label, value, options, onChange }: ChoiceTabsProps<Choice>) {
  const name = useId();
  return (
    <div className={classes.root} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.tab} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
