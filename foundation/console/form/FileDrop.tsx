/** Takes a file by drop or button, and shows its name, its state and what is wrong with it. */
import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import classes from './FileDrop.module.css';

/** Browsers show these first; the file's bytes decide its type. */
const TABLES = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface FileDropProps {
  label: string;
  texts: Readonly<Record<'drop_here' | 'drop_now' | 'choose' | 'choose_other' | 'remove' | 'limits', string>>;
  /** Of the chosen file; undefined while there is none. */
  name: string | undefined;
  wrong: string | undefined;
  /** How much the button stands out that chooses the first file. */
  look?: 'filled' | 'light';
  /** The file types that browsers show first, if not those of tables. */
  accept?: string;
  onChoose: (file: File) => void;
  onRemove: () => void;
  /** The file's state. */
  children?: ReactNode;
}

export function FileDrop({
  label,
  texts,
  name,
  wrong,
  look = 'filled',
  accept = TABLES,
  onChoose,
  onRemove,
  children,
}: FileDropProps) {
  const [over, setOver] = useState(false);
  const noteId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const isFilled = name !== undefined;
  const drag = (event: DragEvent, within: boolean) => {
    event.preventDefault();
    setOver(within);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  };
  return (
    <div role="group" aria-label={label} aria-describedby={isFilled ? undefined : noteId}>
      <div
        className={classes.drop}
        role="presentation"
        data-over={over || undefined}
        data-filled={isFilled || undefined}
        data-wrong={wrong !== undefined || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        {isFilled ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <p className={classes.call}>{over ? texts.drop_now : texts.drop_here}</p>
        )}
        {children}
        <span className={classes.buttons}>
          <input
            ref={chooser}
            type="file"
            accept={accept}
            hidden
            tabIndex={-1}
            aria-label={texts.choose}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              if (chosen) onChoose(chosen);
              // Allows the corrected file to be chosen again.
              currentTarget.value = '';
            }}
          />
          <Button
            variant={isFilled ? 'default' : look}
            size={isFilled ? 'xs' : 'sm'}
            onClick={() => chooser.current?.click()}
          >
            {isFilled ? texts.choose_other : texts.choose}
          </Button>
          {isFilled && (
            <Button variant="subtle" size="xs" color="gray" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </span>
        {!isFilled && (
          <p className={classes.note} id={noteId}>
            {texts.limits}
          </p>
        )}
        {wrong !== undefined && (
          <p className={classes.wrong} role="alert">
            {wrong}
          </p>
        )}
      </div>
    </div>
  );
}
