/** Uploads a table by drop or button, then shows its name, progress and errors. */
import { Button } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import { MAX_ROWS, MAX_TABLE_BYTES } from '../../rules.ts';
import { tableWords } from '../../screen-words.ts';
import classes from '../BatchTable.module.css';
import type { BatchTable } from './use-batch-table.ts';

/** Browsers show these first; the file's bytes decide its type. */
const ACCEPTED = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function TableDrop({ table }: { table: BatchTable }) {
  const t = useWords(tableWords);
  const [over, setOver] = useState(false);
  const noteId = useId();
  const { file, wrong } = table;
  const drag = (event: DragEvent, within: boolean) => {
    event.preventDefault();
    setOver(within);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) table.start(dropped);
  };
  return (
    <div role="group" aria-label={t('table')} aria-describedby={file === undefined ? noteId : undefined}>
      <div
        className={classes.drop}
        role="presentation"
        data-over={over || undefined}
        data-filled={file !== undefined || undefined}
        data-wrong={wrong !== undefined || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        {file === undefined ? (
          <p className={classes.call}>{t(over ? 'drop_now' : 'drop_here')}</p>
        ) : (
          <span className={classes.file}>{file.name}</span>
        )}
        <TableState table={table} />
        <TableButtons table={table} />
        {file === undefined && (
          <p className={classes.note} id={noteId}>
            {t('limits', { megabytes: MAX_TABLE_BYTES / 1_048_576, rows: MAX_ROWS })}
          </p>
        )}
        {wrong !== undefined && (
          <p className={classes.note} data-wrong role="alert">
            {wrong}
          </p>
        )}
      </div>
    </div>
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

function TableButtons({ table: { file, start, forget } }: { table: BatchTable }) {
  const t = useWords(tableWords);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <span className={classes.buttons}>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        hidden
        tabIndex={-1}
        aria-label={t('choose')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) start(chosen);
          // Allows the corrected file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        variant={file === undefined ? 'filled' : 'default'}
        size={file === undefined ? 'sm' : 'xs'}
        onClick={() => chooser.current?.click()}
      >
        {t(file === undefined ? 'choose' : 'choose_other')}
      </Button>
      {file !== undefined && (
        <Button variant="subtle" size="xs" color="gray" onClick={forget}>
          {t('remove')}
        </Button>
      )}
    </span>
  );
}
