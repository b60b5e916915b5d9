/** A comparison before it is sent: the file, the days, the columns, and what the server refused of them. */
import { useEffect, useRef, useState } from 'react';
import { useDayFault } from '#foundation/console/form/DayField.tsx';
import { CallFailed, CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { uploadFile } from '#foundation/console/wire/file-calls.ts';
import { isCodeMissing } from '#foundation/console/wire/import-again.ts';
import { reportMissingCode } from '#foundation/console/wire/lazy-code.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import { columnIn, neededColumns, type RecordColumn, recordColumns } from '../columns.ts';
import { MAX_RECORDS_BYTES } from '../rules.ts';
import { recordCheckWords } from '../screen-words.ts';
import { readHeadings } from './read-headings.ts';

export interface ShownDays {
  first: string;
  last: string;
}

type Named = Readonly<Partial<Record<RecordColumn, string>>>;

interface Chosen {
  file: File;
  /** The file's headings; undefined until they are read, empty if they can't be. */
  headings: readonly string[] | undefined;
  /** The columns that the person named. */
  named: Named;
}

export interface RecordCheck {
  chosen: Chosen | undefined;
  days: ShownDays;
  /** From 0 to 1 while the file is sent; 1 while the server reads it. */
  share: number | undefined;
  /** `file`, `from`, `to` or a column → message; the empty name: the whole. */
  wrong: Readonly<Record<string, string>>;
  choose(file: File | undefined): void;
  setDays(days: Partial<ShownDays>): void;
  name(column: RecordColumn, heading: string): void;
  /** Resolves with the comparison's id, or undefined if it is refused: then `wrong` says why, and nothing is lost. */
  send(): Promise<string | undefined>;
}

/** `today`: the last day that can be compared. */
export function useRecordCheck(shown: ShownDays, today: string): RecordCheck {
  const t = useWords(recordCheckWords);
  const dayFault = useDayFault();
  const { language } = useLanguage();
  const [days, setDays] = useState(shown);
  const [chosen, setChosen] = useState<Chosen>();
  const [share, setShare] = useState<number>();
  const [wrong, setWrong] = useState<RecordCheck['wrong']>({});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const choose = (file: File | undefined) => {
    running.current?.abort();
    setShare(undefined);
    setWrong({});
    setChosen(file && { file, headings: undefined, named: {} });
    if (!file) return;
    const setHeadings = (headings: readonly string[]) =>
      setChosen((before) => (before?.file === file ? { ...before, headings } : before));
    headingsOf(file).then(setHeadings, (error: unknown) => {
      if (isCodeMissing(error)) void reportMissingCode();
      setHeadings([]);
    });
  };

  const faults = (): RecordCheck['wrong'] => {
    const wrongDays = Object.entries({ from: days.first, to: days.last }).flatMap(([name, day]) => {
      const fault = dayFault(day, { max: today });
      return fault === undefined ? [] : [[name, fault] as const];
    });
    if (wrongDays.length > 0) return Object.fromEntries(wrongDays);
    if (!chosen) return { file: t('file_needed') };
    if (chosen.file.size > MAX_RECORDS_BYTES)
      return { file: fieldMessage('file_too_large', { megabytes: MAX_RECORDS_BYTES / 1_048_576 }, {}, language) };
    const { headings = [], named } = chosen;
    if (headings.length === 0) return {};
    return Object.fromEntries(
      neededColumns
        .filter((column) => named[column] === undefined && recognized(column, headings) === undefined)
        .map((column) => [column, t('column_needed')]),
    );
  };

  const send = async () => {
    const found = faults();
    setWrong(found);
    if (!chosen || Object.keys(found).length > 0) return undefined;
    running.current?.abort();
    const control = (running.current = new AbortController());
    setShare(0);
    try {
      const { id } = await uploadFile<{ id: string }>('/reconciliation/check', chosen.file, {
        signal: control.signal,
        onProgress: setShare,
        fields: { from: days.first, to: days.last, ...chosen.named },
      });
      return id;
    } catch (error) {
      if (control.signal.aborted) return undefined;
      if (error instanceof FieldErrors) setWrong(error.fields);
      else if (error instanceof CallRefused || error instanceof CallFailed) setWrong({ '': error.message });
      else throw error;
      return undefined;
    } finally {
      if (running.current === control) setShare(undefined);
    }
  };

  return {
    chosen,
    days,
    share,
    wrong,
    choose,
    send,
    setDays: (changed) => {
      setDays((before) => ({ ...before, ...changed }));
      setWrong(({ from: _from, to: _to, ...others }) => others);
    },
    name: (column, heading) => {
      setChosen((before) => before && { ...before, named: withName(before.named, column, heading) });
      // What is wrong with the file may be that its columns were not found.
      setWrong(({ [column]: _column, file: _file, ...others }) => others);
    },
  };
}

async function headingsOf(file: File): Promise<readonly string[]> {
  return readHeadings(new Uint8Array(await file.arrayBuffer()));
}

function withName(named: Named, column: RecordColumn, heading: string): Named {
  return Object.fromEntries(
    recordColumns.flatMap((name) => {
      const value = name === column ? heading : named[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/** The heading that names a column by itself. */
export function recognized(column: RecordColumn, headings: readonly string[]): string | undefined {
  return headings.find((heading) => columnIn(heading) === column);
}
