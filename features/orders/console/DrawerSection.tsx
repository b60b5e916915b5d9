/** A part of the drawer under its own heading. */
import type { ReactNode } from 'react';
import classes from './OrderDrawer.module.css';

export function DrawerSection({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
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
