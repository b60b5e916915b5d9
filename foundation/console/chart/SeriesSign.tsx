/** How a series is drawn, for a legend: as bars, as a line, or dotted for the period before. */
import classes from './SeriesSign.module.css';

export function SeriesSign({ kind }: { kind: 'bar' | 'line' | 'before' }) {
  return <span className={classes[kind]} aria-hidden="true" />;
}
