/** Uploads a table by drop or button, then shows its name, progress and errors. */
import { Button } from '@mantine/core';
import { FileDrop } from '#foundation/console/form/FileDrop.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { MAX_ROWS, MAX_TABLE_BYTES } from '../../rules.ts';
import { tableWords } from '../../screen-words.ts';
import classes from '../BatchTable.module.css';
import type { BatchTable } from './use-batch-table.ts';

export function TableDrop({ table }: { table: BatchTable }) {
  const t = useWords(tableWords);
  return (
    <FileDrop
      label={t('table')}
      texts={{
        drop_here: t('drop_here'),
        drop_now: t('drop_now'),
        choose: t('choose'),
        choose_other: t('choose_other'),
        remove: t('remove'),
        limits: t('limits', { megabytes: MAX_TABLE_BYTES / 1_048_576, rows: MAX_ROWS }),
      }}
      name={table.file?.name}
      wrong={table.wrong}
      onChoose={table.start}
      onRemove={table.forget}
    >
      <TableState table={table} />
    </FileDrop>
  );
}

function TableState({ table: { share, failed, checkAgain } }: { table: BatchTable }) {
  const t = useWords(tableWords);
  if (failed)
    return (
      <span className={classes.note} data-wrong role="alert">
        {t('unchecked')}{' '}
        <Button variant="default" size="compact-sm" fw={400} onClick={checkAgain}>
          {t('check_again')}
        </Button>
      </span>
    );
  if (share === undefined) return null;
  const percent = Math.round(share * 100);
  const text = percent >= 100 ? t('checking') : t('sending', { percent });
  return (
    <span className={classes.progress} role="status">
      <progress max={100} value={percent >= 100 ? undefined : percent} aria-label={text} />
      {text}
    </span>
  );
}
