/** Takes the file by drop or button, and shows its name and what is wrong with it. */
import { Button } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import { MAX_RECORDS, MAX_RECORDS_BYTES } from '../rules.ts';
import { recordCheckWords } from '../screen-words.ts';
import classes from './RecordCheck.module.css';
import type { RecordCheck } from './use-record-check.ts';

/** Browsers show these first; the file's bytes decide its type. */
const ACCEPTED = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function RecordsDrop({ check: { chosen, wrong, choose } }: { check: RecordCheck }) {
  const t = useWords(recordCheckWords);
  const [over, setOver] = useState(false);
  const noteId = useId();
  const drag = (event: DragEvent, within: boolean) => {
    event.preventDefault();
    setOver(within);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) choose(dropped);
  };
  return (
    <div role="group" aria-label={t('file')} aria-describedby={chosen ? undefined : noteId}>
      <div
        className={classes.drop}
        role="presentation"
        data-over={over || undefined}
        data-filled={chosen !== undefined || undefined}
        data-wrong={wrong['file'] !== undefined || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        {chosen ? (
          <span className={classes.file}>{chosen.file.name}</span>
        ) : (
          <p className={classes.call}>{t(over ? 'drop_now' : 'drop_here')}</p>
        )}
        <Buttons filled={chosen !== undefined} onChoose={choose} />
        {!chosen && (
          <p className={classes.note} id={noteId}>
            {t('limits', { megabytes: MAX_RECORDS_BYTES / 1_048_576, rows: MAX_RECORDS })}
          </p>
        )}
        {wrong['file'] !== undefined && (
          <p className={classes.wrong} role="alert">
            {wrong['file']}
          </p>
        )}
      </div>
    </div>
  );
}

function Buttons({ filled, onChoose }: { filled: boolean; onChoose: (file: File | undefined) => void }) {
  const t = useWords(recordCheckWords);
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
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          // Allows the corrected file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        variant={filled ? 'default' : 'light'}
        size={filled ? 'xs' : 'sm'}
        onClick={() => chooser.current?.click()}
      >
        {t(filled ? 'choose_other' : 'choose')}
      </Button>
      {filled && (
        <Button variant="subtle" size="xs" color="gray" onClick={() => onChoose(undefined)}>
          {t('remove')}
        </Button>
      )}
    </span>
  );
}
