/** Parts of a detail drawer: a head with amount and number, and sections with a title. */
import type { ReactNode } from 'react';
import { CopyText } from './CopyText.tsx';
import classes from './detail.module.css';

export interface DetailHeadProps {
  /** Formatted for display. */
  amount: string;
  /** The record's number, with a copy button. */
  number: string;
  /** Status badges. */
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
