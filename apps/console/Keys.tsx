/** Keys of the keyboard, as they are written on them. */
import classes from './Keys.module.css';

export function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => (
    <kbd key={key} className={classes.key}>
      {key}
    </kbd>
  ));
}

/** What goes with K: ⌘ on Apple's keyboards. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
