/**
 * Chooses one of a few visible options: plain radio buttons styled as tabs, so that arrow keys and screen readers work.
 */
import { useId } from 'react';
import classes from './ChoiceTabs.module.css';

export interface ChoiceTabsProps<Choice extends string> {
  label: string;
  value: Choice;
  /** `note`: a few words at a tab that needs the user, such as "3 failed". */
  options: readonly { value: Choice; label: string; note?: string | undefined }[];
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
            {...(option.note === undefined
              ? {}
              : { 'aria-label': option.label, 'aria-describedby': `${name}-${option.value}` })}
            onChange={() => onChange(option.value)}
          />
          <span className={classes.text} data-text={option.label}>
            {option.label}
          </span>
          {option.note !== undefined && (
            <span className={classes.note} id={`${name}-${option.value}`}>
              {option.note}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
