/** A figure of the statement, which leads to exactly the rows that make it up. */
import type { ReactNode } from 'react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type FigureKey, isZero } from './figures.ts';
import { useStatementPlace } from './owner.ts';
import classes from './Statement.module.css';

export interface FigureLinkProps {
  /** The part of the address that names the period or the day. */
  place: Readonly<Record<string, string>>;
  figure: FigureKey;
  /** A channel's code. */
  channel?: string | undefined;
  value: string;
  /** Shows a plus before positive amounts. */
  signed?: boolean | undefined;
  /** Shows the magnitude as what it takes away. */
  taken?: boolean | undefined;
  /** Instead of the amount, such as a count. */
  children?: ReactNode;
}

export function FigureLink({ place, figure, channel, value, signed, taken, children }: FigureLinkProps) {
  const format = useFormat();
  const { path, at } = useStatementPlace();
  const zero = isZero(value);
  const text = format.amount(taken && !zero ? `-${value}` : value, { signed: signed ?? false });
  return (
    <ScreenLink
      to={path}
      search={at({ ...place, rows: figure, ...(channel === undefined ? {} : { channel }) })}
      className={zero && children === undefined ? `${classes.figure} ${classes.zero}` : classes.figure}
    >
      {children ?? text}
    </ScreenLink>
  );
}
