/** A button in the top bar: an icon, optionally with a count or a text. */
import type { ComponentProps, ReactNode } from 'react';
import classes from './BarButton.module.css';
import { useFormat } from './format.tsx';

export interface BarButtonProps extends ComponentProps<'button'> {
  /** For screen readers, and shown on hover. */
  label: string;
}

export function BarButton({ label, className = '', ...props }: BarButtonProps) {
  return (
    <button type="button" className={`${classes.root} ${className}`} aria-label={label} title={label} {...props} />
  );
}

/** Larger counts are shown as "99+". */
const MAX_SHOWN = 99;

/** An icon with a count, hidden if it is 0. Screen readers don't read it, as the label includes the count. */
export function Counted({ count, children }: { count: number; children: ReactNode }) {
  const format = useFormat();
  return (
    <span className={classes.badged}>
      {children}
      {count > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {count > MAX_SHOWN ? `${format.number(MAX_SHOWN)}+` : format.number(count)}
        </span>
      )}
    </span>
  );
}
