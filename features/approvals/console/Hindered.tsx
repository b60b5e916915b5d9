/** Why the caller can't confirm a proposal yet, and from when on: takes the place of the button that would be refused. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Hindrance } from '../fields.ts';
import { hindranceWords } from '../hindrance-words.ts';
import classes from './Hindered.module.css';

export interface HinderedProps {
  hindrance: Hindrance;
  expiresAt: string;
}

export function Hindered({ hindrance: { why, until }, expiresAt }: HinderedProps) {
  const t = useWords(hindranceWords);
  const format = useFormat();
  return (
    <p className={classes.why}>
      {t(why)}
      {until !== null && ` ${until < expiresAt ? t('until', { time: format.dateTime(until) }) : t('expires')}`}
    </p>
  );
}
