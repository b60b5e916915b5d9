/**
 * A picture field in a form: chosen or dropped, previewed immediately, uploaded with progress. The field's value is the
 * id of the stored file; if a picture is rejected, the previous one stays.
 */
import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormState } from '#foundation/console/form/form.tsx';
import { CheckIcon } from '#foundation/console/display/icons.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { MAX_FILE_BYTES, PICTURE_TYPES } from '../rules.ts';
import { fileScreenWords } from '../screen-words.ts';
import classes from './PictureField.module.css';
import { useFileUrl } from './use-file-url.ts';
import { type PictureUpload, usePictureUpload } from './use-picture-upload.ts';

export interface PictureFieldProps {
  name: string;
  label: string;
  /** For a portrait or a card. */
  shape: 'round' | 'card';
  /** Shown while there is no picture. */
  empty: ReactNode;
  /** Called with whether an upload is running: the form should wait for it. */
  onBusy?: (busy: boolean) => void;
}

export function PictureField({ name, label, shape, empty, onBusy }: PictureFieldProps) {
  const t = useWords(fileScreenWords);
  const form = useFormState();
  const value = form.values[name] ?? '';
  const error = form.errors[name];
  const [over, setOver] = useState(false);
  const labelId = useId();
  const noteId = useId();
  const upload = usePictureUpload({
    onDone: (id) => form.set(name, id),
    onWrong: (message) => form.setError(name, message),
  });
  const busy = upload.share !== undefined;
  const stored = useFileUrl(upload.preview === undefined ? value : '');
  const picture = upload.preview ?? stored.url;
  useNotifyBusy(busy, onBusy);

  const drag = (event: DragEvent, within: boolean) => {
    event.preventDefault();
    setOver(within);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const [file] = event.dataTransfer.files;
    if (file) upload.start(file);
  };
  return (
    <div className={classes.field} data-shape={shape} role="group" aria-labelledby={labelId} aria-describedby={noteId}>
      <span className={classes.label} id={labelId}>
        {label}
      </span>
      <div
        className={classes.drop}
        role="presentation"
        data-over={over || undefined}
        data-wrong={error !== undefined || undefined}
        data-filled={picture !== undefined || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        <div className={classes.frame}>
          {picture === undefined ? (
            <span className={classes.empty}>{empty}</span>
          ) : (
            <img className={classes.picture} src={picture} alt={label} />
          )}
          {busy && <UploadShare share={upload.share ?? 0} label={label} />}
        </div>
        <div className={classes.about}>
          {picture === undefined && <span className={classes.hint}>{over ? t('drop_now') : t('drop_here')}</span>}
          <PictureButtons name={name} label={label} filled={picture !== undefined || value !== ''} upload={upload} />
          <PictureState
            busy={busy}
            kept={value !== '' && picture !== undefined}
            failed={stored.failed}
            retry={stored.retry}
          />
        </div>
      </div>
      <p
        className={classes.note}
        id={noteId}
        data-wrong={error !== undefined || undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('limits', { megabytes: MAX_FILE_BYTES / 1_048_576 })}
      </p>
    </div>
  );
}

function PictureButtons({
  name,
  label,
  filled,
  upload,
}: {
  name: string;
  label: string;
  filled: boolean;
  upload: PictureUpload;
}) {
  const t = useWords(fileScreenWords);
  const form = useFormState();
  const chooser = useRef<HTMLInputElement>(null);
  const remove = () => {
    upload.forget();
    form.set(name, '');
  };
  return (
    <span className={classes.buttons}>
      <input
        ref={chooser}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) upload.start(file);
          // Allows choosing the same file again.
          currentTarget.value = '';
        }}
      />
      <Button
        name={name}
        variant="default"
        size="xs"
        aria-label={t(filled ? 'replace_for' : 'choose_for', { field: label })}
        onClick={() => chooser.current?.click()}
      >
        {t(filled ? 'replace' : 'choose')}
      </Button>
      {filled && (
        <Button variant="subtle" size="xs" color="gray" aria-label={t('remove_for', { field: label })} onClick={remove}>
          {t('remove')}
        </Button>
      )}
    </span>
  );
}

function PictureState({
  busy,
  kept,
  failed,
  retry,
}: {
  busy: boolean;
  kept: boolean;
  failed: boolean;
  retry: () => void;
}) {
  const t = useWords(fileScreenWords);
  if (failed)
    return (
      <span className={classes.failed} role="status">
        {t('picture_failed')}{' '}
        <button type="button" onClick={retry}>
          {t('picture_again')}
        </button>
      </span>
    );
  return kept && !busy ? (
    <span className={classes.saved} role="status">
      <CheckIcon size={14} /> {t('uploaded')}
    </span>
  ) : null;
}

/** Shown over the picture. At 100% the server is still checking it. */
function UploadShare({ share, label }: { share: number; label: string }) {
  const t = useWords(fileScreenWords);
  const percent = Math.round(share * 100);
  const text = percent >= 100 ? t('checking') : t('uploading', { percent });
  return (
    <span className={classes.share}>
      <span>{text}</span>
      <progress className={classes.bar} max={100} value={percent} aria-label={`${label}: ${text}`} />
    </span>
  );
}

function useNotifyBusy(busy: boolean, onBusy: ((busy: boolean) => void) | undefined): void {
  const callback = useRef(onBusy);
  useEffect(() => {
    callback.current = onBusy;
  });
  useEffect(() => {
    callback.current?.(busy);
  }, [busy]);
}
