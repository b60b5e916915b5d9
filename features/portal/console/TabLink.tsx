/** A link to another tab of the API page, within a text. */
import type { ReactNode } from 'react';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import classes from './Portal.module.css';

export function TabLink({ tab, children }: { tab: string; children: ReactNode }) {
  return (
    <ScreenLink to="/channel/api" search={{ tab }} className={classes.link}>
      {children}
    </ScreenLink>
  );
}
