/** Parts of a detail drawer: its title, a head with amount and number or with a name, and sections with a title. */
import type { ReactNode } from 'react';
import { CopyText } from './CopyText.tsx';
import classes from './detail.module.css';
import { SkeletonBar, SkeletonGroup } from './layout.tsx';

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

/** The head of what has a name: notes about it, its state, and what can be done with it. */
export function DetailName({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.named}>
      <h2 className={classes.name}>
        <bdi>{name}</bdi>
      </h2>
      {children}
    </div>
  );
}

/** Stands for the head and `lines` lines while they are loading. */
export function DetailSkeleton({ lines }: { lines: number }) {
  return (
    <SkeletonGroup>
      <SkeletonBar width="46%" height={28} />
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonBar key={index} width={`${92 - ((index * 23) % 40)}%`} />
      ))}
    </SkeletonGroup>
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
