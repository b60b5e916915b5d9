/** A button of the bar above the pages: an icon, perhaps with a count on it or a word beside it. */
import type { ComponentProps, ReactNode } from 'react';
import classes from './BarButton.module.css';
import { useFormat } from './format.tsx';

export interface BarButtonProps extends ComponentProps<'button'> {
  /** Read aloud, and shown on hover. */
  label: string;
}

export function BarButton({ label, className = '', ...props }: BarButtonProps) {
  return (
    <button type="button" className={`${classes.root} ${className}`} aria-label={label} title={label} {...props} />
  );
}

/** More are said as "99+". */
const MOST_SHOWN = 99;

/** An icon with how many there are; none is not said. The label says it too: this is for the eye alone. */
export function Counted({ count, children }: { count: number; children: ReactNode }) {
  const format = useFormat();
  return (
    <span className={classes.badged}>
      {children}
      {count > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {count > MOST_SHOWN ? `${format.number(MOST_SHOWN)}+` : format.number(count)}
        </span>
      )}
    </span>
  );
}
