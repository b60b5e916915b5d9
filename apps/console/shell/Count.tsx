/** The number at an entry of the menu. Hidden from screen readers, so that it is not part of the entry's name. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Badge } from './menu-badges.ts';
import classes from './Sidebar.module.css';
import { shellWords } from './words.ts';

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

/** The same for screen readers, as a description of the entry. */
export function CountText({ id, badge }: { id: string; badge: Badge | undefined }) {
  const t = useWords(shellWords);
  return (
    badge && (
      <span id={id} hidden>
        {t('needs_you', { count: badge.count })}
      </span>
    )
  );
}
