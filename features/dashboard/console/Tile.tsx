/** One figure with its label and a hint that says what it counts. */
import type { ReactNode } from 'react';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import classes from './Figures.module.css';

export interface TileProps {
  label: string;
  hint?: ReactNode;
  large?: boolean;
  /** Which part of the bar the figure stands for. */
  sign?: 'good' | 'idle';
  /** Undefined while loading. */
  children: ReactNode;
}

export function Tile({ label, hint, large = false, sign, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.tileLabel}>
        {sign && <span className={classes.sign} data-tone={sign} aria-hidden="true" />}
        {label}
      </dt>
      <dd className={classes.tileFigure} data-large={large || undefined}>
        {children ?? <SkeletonBar width={large ? 170 : 110} height={large ? 26 : 20} />}
      </dd>
      {hint !== undefined && <dd className={classes.tileHint}>{hint}</dd>}
    </div>
  );
}
