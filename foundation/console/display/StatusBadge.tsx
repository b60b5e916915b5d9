/**
 * Shows a state by colour and text; the text alone is enough. A state that is as it should be is quiet: text with a small
 * check. Plain elements, as a table shows a hundred of them.
 */
import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

/** good: as it should be · busy: in progress · warn: needs attention · bad: failed · idle: over, nothing to do. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle';

export interface StatusBadgeProps {
  tone: Tone;
  /** What the state means, on hover. */
  title?: string;
  children: ReactNode;
}

export function StatusBadge({ tone, title, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
