/** One figure with its label and a hint that says what it counts; a link to its rows. */
import type { ReactNode } from 'react';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import classes from './Figures.module.css';

export interface TileProps {
  label: string;
  hint?: ReactNode;
  large?: boolean;
  /** Which part of the bar the figure stands for. */
  sign?: 'good' | 'idle';
  /** Where its rows are. */
  to?: `/${string}`;
  search?: Readonly<Record<string, string>>;
  /** Beside the figure. */
  change?: ReactNode;
  /** Undefined while loading. */
  children: ReactNode;
}

export function Tile({ label, hint, large = false, sign, to, search, change, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.tileLabel}>
        {sign && <span className={classes.sign} data-tone={sign} aria-hidden="true" />}
        {label}
      </dt>
      <dd className={classes.tileFigure} data-large={large || undefined}>
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
      {change && <dd className={classes.tileChange}>{change}</dd>}
      {hint !== undefined && <dd className={classes.tileHint}>{hint}</dd>}
    </div>
  );
}
