/** One figure with its label and a hint that says what it counts; a link to its rows. */
import type { ReactNode } from 'react';
import { SkeletonBar } from './layout.tsx';
import { useFormat } from './format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import classes from './FigureTile.module.css';

export interface FigureTileProps {
  label: string;
  hint?: ReactNode;
  large?: boolean;
  /** Which part of a bar the figure stands for. */
  sign?: 'good' | 'idle';
  /** Where its rows are. */
  to?: `/${string}`;
  search?: Readonly<Record<string, string>>;
  /** Beside the figure. */
  change?: ReactNode;
  /** Undefined while loading. */
  children: ReactNode;
}

export function FigureTile({ label, hint, large = false, sign, to, search, change, children }: FigureTileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>
        {sign && <span className={classes.sign} data-tone={sign} aria-hidden="true" />}
        {label}
      </dt>
      <dd className={classes.figure} data-large={large || undefined}>
        {children === undefined ? (
          <SkeletonBar width={large ? 170 : 110} height={large ? 26 : 20} />
        ) : to === undefined ? (
          children
        ) : (
          <ScreenLink to={to} {...(search ? { search } : {})} className={classes.door}>
            {children}
          </ScreenLink>
        )}
      </dd>
      {change && <dd className={classes.beside}>{change}</dd>}
      {hint !== undefined && <dd className={classes.hint}>{hint}</dd>}
    </div>
  );
}

export interface FigureChangeProps {
  /** Signed percent or percentage points, as text; null if there is nothing to compare with. */
  value: string | null;
  /** What it is compared with. */
  title?: string;
  /** Names percentage points, if the value is a difference of two rates. */
  inPoints?: ((size: string) => string) | undefined;
}

/** How much a figure has changed against an earlier one, with an arrow. A fall is not red: it can be a Sunday. */
export function FigureChange({ value, title, inPoints }: FigureChangeProps) {
  const format = useFormat();
  if (value === null) return null;
  const [isZero, isFall] = [!/[1-9]/.test(value), value.startsWith('-')];
  const size = value.replace('-', '');
  return (
    <span className={classes.change} data-way={isZero ? 'same' : isFall ? 'down' : 'up'} title={title}>
      <span aria-hidden="true">{isZero ? '→' : isFall ? '↓' : '↑'}</span>
      {isZero ? '' : isFall ? '−' : '+'}
      {inPoints ? inPoints(format.grouped(size)) : format.percent(size)}
    </span>
  );
}
