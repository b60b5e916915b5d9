/** Keys of the keyboard, as they are written on them. */
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

/** What goes with K: ⌘ on Apple's keyboards. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
