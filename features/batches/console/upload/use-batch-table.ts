/**
 * An uploaded table: read here at once to show its rows, and sent to the server, whose check is authoritative. A change
 * of language fetches the server's messages again.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { uploadFile } from '#foundation/console/wire/file-calls.ts';
import { useLocality } from '#foundation/console/display/format.tsx';
import { isCodeMissing } from '#foundation/console/wire/import-again.ts';
import { reportMissingCode } from '#foundation/console/wire/lazy-code.ts';
import { savedInput } from '#foundation/console/form/saved-input.ts';
import { useSavedInput } from '#foundation/console/wire/use-saved-input.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { BatchDraft, CheckedRow } from '../../contract.ts';
import { batchCalls } from '../calls.ts';
import { MAX_TABLE_BYTES } from '../../rules.ts';
import type { ReadRow, TableSource } from '../../table.ts';
import { batchTexts } from '../../words.ts';
import { checkRowsHere } from '../manual/check-rows-here.ts';
import { restoredTable, storedTable } from '../manual/stored-table.ts';

interface State {
  file: File | undefined;
  /** From 0 to 1 during the upload; 1 while the server checks it. */
  share: number | undefined;
  rows: readonly CheckedRow[] | undefined;
  /** The server's check of these rows. */
  draft: BatchDraft | undefined;
  /** Notes about the file besides its rows. */
  source: TableSource | undefined;
  /** The file's hidden rows are included in the rows. */
  withHidden: boolean;
  /** The language of the messages. */
  language: Language | undefined;
  /** Why the file is refused. */
  wrong: string | undefined;
  /** The server could not be reached. */
  failed: boolean;
}

export interface BatchTable extends Readonly<Omit<State, 'language'>> {
  start(file: File): void;
  checkAgain(): void;
  /** Includes the file's hidden rows in the rows, or removes them again. */
  includeHidden(withHidden: boolean): void;
  forget(): void;
}

const NOTHING: State = {
  file: undefined,
  share: undefined,
  rows: undefined,
  draft: undefined,
  source: undefined,
  withHidden: false,
  language: undefined,
  wrong: undefined,
  failed: false,
};
const MEGABYTES = MAX_TABLE_BYTES / 1_048_576;

/** Changes the state until another turn begins. */
interface Task {
  signal: AbortSignal;
  update(change: (before: State) => State): void;
  /** Refuses the file. */
  refuse(wrong: string): void;
}

export function useBatchTable(): BatchTable {
  const { language } = useLanguage();
  const { currency } = useLocality();
  const { state, begin } = useTask();
  const { rows, file, draft, source, withHidden: hasHidden } = state;
  useSavedInput(
    STORAGE_NAME,
    () => file && rows && storedTable({ fileName: file.name, rows, source, withHidden: hasHidden }),
  );

  const recheck = useCallback(
    (known: readonly ReadRow[], change: Partial<State> = {}) => {
      const turn = begin((before) => ({ ...before, language, failed: false, share: 1, draft: undefined }));
      const input = { rows: known.map(({ line, values }) => ({ line, ...values })) };
      callApi(batchCalls, '/batch/validate', input, { signal: turn.signal, quiet: true }).then(
        (answer) =>
          turn.update((before) => ({
            ...before,
            ...change,
            share: undefined,
            draft: answer,
            rows: withFileAmounts(answer.rows, known),
          })),
        () => turn.update((before) => ({ ...before, share: undefined, failed: true })),
      );
    },
    [begin, language],
  );
  const start = (chosen: File) => {
    const turn = begin(() => ({ ...NOTHING, file: chosen, language, share: 0 }));
    if (chosen.size > MAX_TABLE_BYTES)
      return turn.refuse(fieldMessage('file_too_large', { megabytes: MEGABYTES }, {}, language));
    void send(chosen, turn);
    // The server may be able to read a file that can't be read here.
    look(chosen, turn, currency, language).catch(
      (error: unknown) => void (isCodeMissing(error) && reportMissingCode()),
    );
  };
  useEffect(() => {
    // A restored table has not been checked in any language yet.
    if (rows && rows.length > 0 && (draft || state.language === undefined) && state.language !== language)
      recheck(rows);
  }, [rows, draft, state.language, language, recheck]);

  return {
    ...state,
    start,
    checkAgain: () => {
      if (rows && rows.length > 0) recheck(rows);
      else if (file) start(file);
    },
    includeHidden: (withHidden) => {
      if (!rows || !source) return;
      const lines = new Set(source.hidden.map(({ line }) => line));
      const shown = rows.filter(({ line }) => !lines.has(line));
      const wanted = withHidden ? [...shown, ...source.hidden].toSorted((a, b) => a.line - b.line) : shown;
      if (wanted.length > 0) recheck(wanted, { withHidden });
      else begin((before) => ({ ...before, rows: [], draft: undefined, share: undefined, failed: false, withHidden }));
    },
    forget: () => void begin(() => NOTHING),
  };
}

/** Adds how the file wrote the amounts, which rows returned by the server do not contain. */
function withFileAmounts(rows: readonly CheckedRow[], known: readonly ReadRow[]): CheckedRow[] {
  const written = new Map(known.map((row) => [row.line, row.written]));
  return rows.map((row) => {
    const text = row.written ?? written.get(row.line);
    return text === undefined ? row : { ...row, written: text };
  });
}

/** One task at a time: starting another aborts the current one. */
function useTask() {
  const [state, setState] = useState(() => restoredState(savedInput(STORAGE_NAME)));
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const begin = useCallback((next: (before: State) => State): Task => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState(next);
    const update: Task['update'] = (change) => {
      if (!control.signal.aborted) setState(change);
    };
    const refuse = (wrong: string) => {
      update(() => ({ ...NOTHING, wrong }));
      control.abort();
    };
    return { signal: control.signal, update, refuse };
  }, []);
  return { state, begin };
}

/** The storage name of a table that is kept while the user is logged out. */
const STORAGE_NAME = 'batch table';

/** Restores a kept table with everything that is checked, paid and shown, but without the file itself. */
function restoredState(stored: unknown): State {
  const table = restoredTable(stored);
  if (!table) return NOTHING;
  const { fileName, rows, source, withHidden } = table;
  return {
    ...NOTHING,
    file: new File([], fileName),
    rows: rows.map((row) => ({ ...row, errors: {}, duplicate: false })),
    source,
    withHidden,
  };
}
/** Reads the file in the browser, until the server has answered. */
async function look(
  file: File,
  { signal, update, refuse }: Task,
  currency: Currency,
  language: Language,
): Promise<void> {
  const [{ readTable }, bytes] = await Promise.all([import('../../reading.ts'), file.arrayBuffer()]);
  const rest = () => new Promise<void>((resolve) => setTimeout(resolve));
  const read = await readTable(new Uint8Array(bytes), currency, rest);
  if (signal.aborted) return;
  if ('fault' in read)
    return refuse(fieldMessage(read.fault.word, read.fault.valuesIn(language), batchTexts, language));
  const rows = await checkRowsHere(read.rows, currency, language, rest);
  update((before) => (before.draft ? before : { ...before, rows, source: read.source }));
}

async function send(file: File, { signal, update, refuse }: Task): Promise<void> {
  try {
    const onProgress = (share: number) =>
      update((before) => (before.share === undefined ? before : { ...before, share }));
    const draft = await uploadFile<BatchDraft>('/batch/validate', file, { signal, onProgress });
    update((before) => ({
      ...before,
      share: undefined,
      draft,
      rows: draft.rows,
      source: draft.source ?? before.source,
    }));
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof FieldErrors) refuse(error.fields.file ?? error.message);
    else update((before) => ({ ...before, share: undefined, failed: true }));
  }
}
