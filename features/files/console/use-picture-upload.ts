/** Uploads one picture: checks it first, shows it during the upload, and cancels the upload if another is chosen. */
import { useEffect, useRef, useState } from 'react';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { uploadFile } from '#foundation/console/wire/file-calls.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { fieldWords } from '#foundation/core/field-words.ts';
import { MAX_FILE_BYTES, PICTURE_TYPES } from '../rules.ts';
import { fileTexts } from '../words.ts';
import { useBlobUrl } from './use-file-url.ts';

export interface PictureUpload {
  /** Address of the last chosen picture, set before the upload starts. */
  preview: string | undefined;
  /** From 0 to 1 during the upload. */
  share: number | undefined;
  start(file: File): void;
  /** Forgets the picture and cancels its upload. */
  forget(): void;
}

export interface PictureUploadOptions {
  onDone: (id: string) => void;
  /** What is wrong with the picture, as a message for the user. Any other error has already been shown. */
  onWrong: (message: string) => void;
}

export function usePictureUpload({ onDone, onWrong }: PictureUploadOptions): PictureUpload {
  const translate = useWords(fieldWords);
  const t = useWords(fileTexts);
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const forget = () => {
    running.current?.abort();
    running.current = undefined;
    setFile(undefined);
    setShare(undefined);
  };
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (chosen: File, { signal }: AbortController) => {
    try {
      const { id } = await uploadFile<{ id: string }>('/user/upload', chosen, {
        signal,
        onProgress: (sent) => signal.aborted || setShare(sent),
      });
      if (signal.aborted) return;
      setShare(undefined);
      onDone(id);
    } catch (error) {
      if (signal.aborted) return;
      forget();
      if (error instanceof FieldErrors) onWrong(error.fields.file ?? error.message);
    }
  };
  const start = (chosen: File) => {
    forget();
    if (chosen.size > MAX_FILE_BYTES)
      return onWrong(translate('file_too_large', { megabytes: MAX_FILE_BYTES / 1_048_576 }));
    // If the browser knows no type, the server checks the content.
    if (chosen.type !== '' && !PICTURE_TYPES.split(',').includes(chosen.type)) return onWrong(t('picture_type'));
    const control = new AbortController();
    running.current = control;
    setFile(chosen);
    setShare(0);
    void upload(chosen, control);
  };
  return { preview: useBlobUrl(file), share, start, forget };
}
