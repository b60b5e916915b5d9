/** Renders keyboard keys. */
import { Fragment } from 'react';
import classes from './Keys.module.css';

export function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      <kbd className={classes.key}>{key}</kbd>
    </Fragment>
  ));
}

/** The modifier key of the search shortcut: ⌘ on Apple's keyboards, else Ctrl. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
