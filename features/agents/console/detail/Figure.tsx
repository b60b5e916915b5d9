/** One figure with its label and, if needed, a hint that says what it counts. */
import type { ReactNode } from 'react';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import classes from './AgentDetail.module.css';

export interface FigureProps {
  label: string;
  hint?: ReactNode;
  large?: boolean;
  /** Undefined while loading. */
  children: ReactNode;
}

export function Figure({ label, hint, large = false, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.figureLabel}>{label}</dt>
      <dd className={classes.figureValue} data-large={large || undefined}>
        {children ?? <SkeletonBar width={large ? 150 : 110} height={large ? 24 : 20} />}
      </dd>
      {hint !== undefined && <dd className={classes.figureLabel}>{hint}</dd>}
    </div>
  );
}
