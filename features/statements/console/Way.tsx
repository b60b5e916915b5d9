/** Where a day, or the rows behind a figure, are in the statement, with links to what is around them. */
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { statementWords } from '../screen-words.ts';
import { useStatementPlace } from './owner.ts';
import classes from './Statement.module.css';

export interface WayProps {
  /** From the outermost. */
  steps: readonly { name: string; params: Readonly<Record<string, string>> }[];
  here: string;
}

export function Way({ steps, here }: WayProps) {
  const t = useWords(statementWords);
  const { path, at } = useStatementPlace();
  return (
    <nav className={classes.way} aria-label={t('way')}>
      {steps.map(({ name, params }) => (
        <span key={name} className={classes.wayStep}>
          <ScreenLink to={path} search={at(params)} className={classes.link}>
            {name}
          </ScreenLink>
          <span aria-hidden="true">›</span>
        </span>
      ))}
      <h2 className={classes.here}>{here}</h2>
    </nav>
  );
}
