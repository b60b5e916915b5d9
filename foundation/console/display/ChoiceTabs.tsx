/**
 * Chooses one of a few visible options: plain radio buttons styled as tabs, so that arrow keys and screen readers work.
 */
import { useEffect, useId, useRef } from 'react';
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
  const root = useRef<HTMLDivElement>(null);
  // Scrolls only the tabs: the browser's own scrollIntoView moves the page too.
  useEffect(() => {
    const tab = root.current?.querySelector('[data-chosen]');
    if (!root.current || !tab) return;
    const [box, around] = [tab.getBoundingClientRect(), root.current.getBoundingClientRect()];
    if (box.left < around.left) root.current.scrollLeft += box.left - around.left;
    else if (box.right > around.right) root.current.scrollLeft += box.right - around.right;
  }, [value]);
  return (
    <div ref={root} className={classes.root} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.tab} data-chosen={option.value === value || undefined}>
          <span className={classes.text} data-text={option.label}>
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
