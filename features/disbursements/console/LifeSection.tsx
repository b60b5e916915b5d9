/** A part of one's life under its own heading. */
import type { ReactNode } from 'react';
import classes from './Repay.module.css';

export function LifeSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
