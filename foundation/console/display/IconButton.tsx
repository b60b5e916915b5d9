/** A small button that shows only an icon. */
import type { ComponentProps } from 'react';
import classes from './IconButton.module.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** For screen readers. */
  label: string;
}

export function IconButton({ label, className = '', ...props }: IconButtonProps) {
  return <button type="button" className={`${classes.root} ${className}`} aria-label={label} {...props} />;
}
