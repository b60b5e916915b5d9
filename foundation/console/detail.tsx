/**
 * The parts of a drawer that tells of one thing in a list: what it is worth and called, then its facts under headings.
 */
import type { ReactNode } from 'react';
import { CopyText } from './CopyText.tsx';
import classes from './detail.module.css';

export interface DetailHeadProps {
  /** As it is to be shown. */
  amount: string;
  /** By which it can be found again; copied with a click. */
  number: string;
  /** Badges of how it stands. */
  children: ReactNode;
}

export function DetailHead({ amount, number, children }: DetailHeadProps) {
  return (
    <div className={classes.head}>
      <p className={classes.amount}>{amount}</p>
      {children}
      <p className={classes.number}>
        <CopyText value={number} />
      </p>
    </div>
  );
}

export function DetailSection({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section}>
      <header className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
