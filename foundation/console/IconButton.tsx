/** A small quiet button beside what it acts on, with nothing but an icon on it. */
import type { ComponentProps } from 'react';
import classes from './IconButton.module.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Read aloud. */
  label: string;
}

export function IconButton({ label, className = '', ...props }: IconButtonProps) {
  return <button type="button" className={`${classes.root} ${className}`} aria-label={label} {...props} />;
}
