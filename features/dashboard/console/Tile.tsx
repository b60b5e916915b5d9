/** One figure: its name, the figure, one quiet line that says what it counts. */
import type { ReactNode } from 'react';
import { Bone } from '#foundation/console/layout.tsx';
import classes from './Dashboard.module.css';

/** `children` undefined: not yet known. */
export function Tile({ label, hint, large = false, children }: { label: string; hint?: ReactNode; large?: boolean; children: ReactNode }) {
  return (
    <div className={classes.tile}>
      <dt className={classes.tileLabel}>{label}</dt>
      <dd className={classes.tileFigure} data-large={large || undefined}>{children ?? <Bone width={large ? 170 : 110} height={large ? 26 : 20} />}</dd>
      {hint !== undefined && <dd className={classes.tileHint}>{hint}</dd>}
    </div>
  );
}
