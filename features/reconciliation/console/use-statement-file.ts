/** A statement's file before it is filed: sent with progress, and what the server refused of it. */
import { useEffect, useRef, useState } from 'react';
import { CallFailed, CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { uploadFile } from '#foundation/console/wire/file-calls.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { reconciliationWords } from '../screen-words.ts';

export interface ChosenFile {
  file: File | undefined;
  /** From 0 to 1 while the file is sent; 1 while the server reads it. */
  share: number | undefined;
  /** Field → message; the empty name: the whole. */
  wrong: Readonly<Record<string, string>>;
  choose(file: File | undefined): void;
  setWrong(wrong: Readonly<Record<string, string>>): void;
  /** Resolves with the answer, or undefined if it is refused: then `wrong` says why. */
  send<Data>(path: string, fields: Readonly<Record<string, string>>): Promise<Data | undefined>;
}

export function useStatementFile(): ChosenFile {
  const t = useWords(reconciliationWords);
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const [wrong, setWrong] = useState<ChosenFile['wrong']>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    file,
    share,
    wrong,
    setWrong,
    choose(chosen) {
      running.current?.abort();
      setShare(undefined);
      setWrong({});
      setFile(chosen);
    },
    async send<Data>(path: string, fields: Readonly<Record<string, string>>) {
      if (!file) {
        setWrong({ file: t('file_needed') });
        return undefined;
      }
      running.current?.abort();
      const control = (running.current = new AbortController());
      setWrong({});
      setShare(0);
      try {
        return await uploadFile<Data>(path, file, { signal: control.signal, onProgress: setShare, fields });
      } catch (error) {
        if (control.signal.aborted) return undefined;
        if (error instanceof FieldErrors) setWrong(error.fields);
        else if (error instanceof CallRefused || error instanceof CallFailed) setWrong({ '': error.message });
        else throw error;
        return undefined;
      } finally {
        if (running.current === control) setShare(undefined);
      }
    },
  };
}
