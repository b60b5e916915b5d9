/** How much a figure has changed against an earlier one, with an arrow. A fall is not red: it can be a Sunday. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { dashboardWords } from '../screen-words.ts';
import classes from './Figures.module.css';

export interface ChangeProps {
  /** Signed percent or percentage points, as text; null if there is nothing to compare with. */
  value: string | null;
  /** The value is a difference of two rates. */
  points?: boolean;
  /** What it is compared with. */
  title: string;
}

export function Change({ value, points = false, title }: ChangeProps) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  if (value === null) return null;
  const [isZero, isFall] = [!/[1-9]/.test(value), value.startsWith('-')];
  const size = value.replace('-', '');
  const text = points ? t('points', { value: format.grouped(size) }) : format.percent(size);
  const sign = isZero ? '' : isFall ? '−' : '+';
  return (
    <span className={classes.change} data-way={isZero ? 'same' : isFall ? 'down' : 'up'} title={title}>
      <span aria-hidden="true">{isZero ? '→' : isFall ? '↓' : '↑'}</span>
      {sign}
      {text}
    </span>
  );
}
