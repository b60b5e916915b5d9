/** Where a statement's file is chosen, and how far it has been sent. */
import { FileDrop } from '#foundation/console/form/FileDrop.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { reconciliationWords } from '../screen-words.ts';
import classes from './Reconciliation.module.css';
import type { ChosenFile } from './use-statement-file.ts';

const MAX_MEGABYTES = 128;
const STATEMENTS = '.xlsx,.csv,.txt,.xml,.sta,.mt940,.940';

export interface StatementDropProps {
  chosen: ChosenFile;
  label?: string;
  limits?: string;
}

export function StatementDrop({ chosen: { file, share, wrong, choose }, label, limits }: StatementDropProps) {
  const t = useWords(reconciliationWords);
  const percent = Math.round((share ?? 0) * 100);
  return (
    <FileDrop
      label={label ?? t('file')}
      texts={{
        drop_here: t('drop_here'),
        drop_now: t('drop_now'),
        choose: t('choose'),
        choose_other: t('choose_other'),
        remove: t('remove'),
        limits: limits ?? t('limits', { megabytes: MAX_MEGABYTES }),
      }}
      name={file?.name}
      wrong={wrong['file']}
      look="light"
      accept={STATEMENTS}
      onChoose={choose}
      onRemove={() => choose(undefined)}
    >
      {share !== undefined && (
        <span className={classes.quiet} role="status">
          {percent >= 100 ? t('reading') : t('sending', { percent })}
        </span>
      )}
    </FileDrop>
  );
}
