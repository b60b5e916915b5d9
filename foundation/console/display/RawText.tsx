/** A labelled text as it was sent or received. A long one scrolls. */
import classes from './RawText.module.css';

export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.raw}>
      <span className={classes.label}>{label}</span>
      <pre className={classes.text} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
