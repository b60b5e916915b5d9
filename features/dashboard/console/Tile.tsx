/** One figure: its name, the figure, one quiet line that says what it counts. */
import type { ReactNode } from 'react';
import { Bone } from '#foundation/console/layout.tsx';
import classes from './Figures.module.css';

export interface TileProps {
  label: string;
  hint?: ReactNode;
  large?: boolean;
  /** Which part of a bar the figure is. */
  sign?: 'good' | 'idle';
  /** `undefined`: not yet known. */
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
        {children ?? <Bone width={large ? 170 : 110} height={large ? 26 : 20} />}
      </dd>
      {hint !== undefined && <dd className={classes.tileHint}>{hint}</dd>}
    </div>
  );
}
