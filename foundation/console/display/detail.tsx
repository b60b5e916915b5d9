/** Parts of a detail drawer: its title, a head with amount and number, and sections with a title. */
import type { ReactNode } from 'react';
import { CopyText } from './CopyText.tsx';
import classes from './detail.module.css';

/** `Order 2611…`: what it is, quietly, and which one. */
export function DetailTitle({ kind, number }: { kind: string; number: string | undefined }) {
  return (
    <>
      <span className={classes.kind}>{kind}</span> <span className={classes.which}>{number}</span>
    </>
  );
}

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
