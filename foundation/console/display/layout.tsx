/** Layout parts of a screen: heading, panels, columns, label-value pairs and skeletons. Plain elements. */
import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  /** A short line below the title. */
  hint?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

export function PageHeader({ title, hint, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

export interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for a table or a chart that reaches the edge. */
  flush?: boolean;
  children: ReactNode;
}

export function Panel({ title, actions, flush = false, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      {(title || actions) && (
        <header className={classes.panelHeader}>
          {title && <h2 className={classes.panelTitle}>{title}</h2>}
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      <div className={classes.panelBody} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}

/** Two columns, such as a form and its help. They stack if there is no room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

/**
 * `<Facts><Fact label={t('fee')}><Amount value={order.fee} /></Fact></Facts>`: a drawer's or panel's label-value pairs.
 */
export function Facts({
  figures = false,
  children,
}: {
  /** Amounts, which stand at the end of their lines. */ figures?: boolean;
  children: ReactNode;
}) {
  return (
    <dl className={classes.facts} data-figures={figures || undefined}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A grey skeleton bar in place of text that is loading. `width` is a CSS value. */
export function SkeletonBar({ width = '100%', height = 12 }: { width?: string | number; height?: number }) {
  return <span className={classes.skeletonBar} style={{ width, height }} aria-hidden="true" />;
}

export interface BonesProps {
  /** For another distance between the bars, or space around them. */
  className?: string | undefined;
  children: ReactNode;
}

/** `<SkeletonGroup><SkeletonBar width="80%" /><SkeletonBar width="65%" /></SkeletonGroup>`: stacked skeleton bars, marked as busy. */
export function SkeletonGroup({ className, children }: BonesProps) {
  return (
    <div
      className={className === undefined ? classes.skeletonGroup : `${classes.skeletonGroup} ${className}`}
      aria-busy="true"
    >
      {children}
    </div>
  );
}
