/** The number at an entry of the menu. Hidden from screen readers, so that it is not part of the entry's name. */
import { useFormat } from '#foundation/console/display/format.tsx';
import type { Badge } from './menu-badges.ts';
import classes from './Sidebar.module.css';

export function Count({ badge }: { badge: Badge | undefined }) {
  const format = useFormat();
  return (
    badge && (
      <span
        className={classes.count}
        aria-hidden="true"
        data-count={`${format.number(badge.count)}${badge.capped ? '+' : ''}`}
      />
    )
  );
}
