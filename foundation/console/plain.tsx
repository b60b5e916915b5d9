/**
 * The buttons and fields of bars and lists, where there are many on a page: plain elements in the look that the
 * component library gives those of a form.
 */
import type { ComponentProps, ReactNode } from 'react';
import { SortNoneIcon } from './icons.tsx';
import classes from './plain.module.css';

export interface PlainButtonProps extends ComponentProps<'button'> {
  /** Without a border. */
  quiet?: boolean;
  /** As high as a field. */
  tall?: boolean;
  /** Nothing but an icon. */
  square?: boolean;
  /** Before what it says. */
  icon?: ReactNode;
}

export function PlainButton({ quiet, tall, square, icon, className = '', children, ...props }: PlainButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.button} ${className}`}
      data-quiet={quiet || undefined}
      data-tall={tall || undefined}
      data-square={square || undefined}
      data-icon={icon !== undefined || undefined}
      {...props}
    >
      {icon}
      {children}
    </button>
  );
}

/** As high as a control; `tall` as a field. */
export function PlainField({ tall, className = '', ...props }: ComponentProps<'input'> & { tall?: boolean }) {
  return <input className={`${classes.field} ${className}`} data-tall={tall || undefined} {...props} />;
}

export interface PlainSelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly { value: string; label: string }[];
}

export function PlainSelect({ options, className = '', ...props }: PlainSelectProps) {
  return (
    <span className={`${classes.select} ${className}`}>
      <select className={classes.field} {...props}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <SortNoneIcon size={14} />
    </span>
  );
}
