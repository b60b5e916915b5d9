/** Buttons and fields for bars and lists, where a page has many: plain elements styled like the component library's. */
import type { ComponentProps, ReactNode } from 'react';
import { SortNoneIcon } from './icons.tsx';
import classes from './plain.module.css';

export interface PlainButtonProps extends ComponentProps<'button'> {
  /** Without a border. */
  quiet?: boolean;
  /** As tall as a form field. */
  tall?: boolean;
  /** Shows only an icon. */
  square?: boolean;
  /** Before the text. */
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

/** A text field as tall as a button; with `tall`, as tall as a form field. */
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
