/** How much a figure has changed against an earlier one. */
import { FigureChange } from '#foundation/console/display/FigureTile.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { dashboardWords } from '../screen-words.ts';

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
  return (
    <FigureChange value={value} title={title} inPoints={points ? (size) => t('points', { value: size }) : undefined} />
  );
}
