/**
 * One picture being uploaded: checked before it leaves, shown while it is on its way, given up when another takes its
 * place.
 */
import { useEffect, useRef, useState } from 'react';
import { FieldErrors } from '#foundation/console/api-errors.ts';
import { uploadFile } from '#foundation/console/file-calls.ts';
import { useWords } from '#foundation/console/words.tsx';
import { fieldWords } from '#foundation/core/field-words.ts';
import { MOST_FILE_BYTES, PICTURE_TYPES } from '../rules.ts';
import { fileTexts } from '../words.ts';
import { useBlobUrl } from './use-file-url.ts';

export interface PictureUpload {
  /** Of the picture chosen last, from before it leaves. */
  preview: string | undefined;
  /** From 0 to 1 while it is on its way. */
  share: number | undefined;
  start(file: File): void;
  /** Forgets the picture, and gives it up if it is on its way. */
  forget(): void;
}

export interface PictureUploadOptions {
  onDone: (id: string) => void;
  /** What is wrong with the picture, for people. What is wrong with anything else was told already. */
  onWrong: (message: string) => void;
}

export function usePictureUpload({ onDone, onWrong }: PictureUploadOptions): PictureUpload {
  const say = useWords(fieldWords);
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
    if (chosen.size > MOST_FILE_BYTES)
      return onWrong(say('file_too_large', { megabytes: MOST_FILE_BYTES / 1_048_576 }));
    // A browser that knows no type leaves it to the server, which looks inside.
    if (chosen.type !== '' && !PICTURE_TYPES.split(',').includes(chosen.type)) return onWrong(t('picture_type'));
    const control = new AbortController();
    running.current = control;
    setFile(chosen);
    setShare(0);
    void upload(chosen, control);
  };
  return { preview: useBlobUrl(file), share, start, forget };
}
