/** The server's check of rows typed by hand: requested a moment after the last change, and never for empty rows. */
import { useEffect, useMemo, useState } from 'react';
import { callApi } from '#foundation/console/wire/api.ts';
import { useLanguage } from '#foundation/console/page/words.tsx';
import type { Language } from '#foundation/core/words.ts';
import type { RowTexts } from '../../columns.ts';
import type { BatchDraft, CheckedRow } from '../../contract.ts';
import { batchCalls } from '../calls.ts';
import { type GridRow, isEmptyRow } from './grid-rows.ts';

export interface CheckedGrid {
  /** The check of the current rows; undefined while it is pending. */
  draft: BatchDraft | undefined;
  /** By the row's texts: the check of a row is valid until the row changes. */
  checkedRows: ReadonlyMap<RowTexts, CheckedRow>;
  /** The server could not be reached. */
  failed: boolean;
  checkAgain: () => void;
}

interface Answer {
  rows: readonly GridRow[];
  language: Language;
  draft: BatchDraft | undefined;
}

const PAUSE_MS = 500;
/** From this number of rows, a table is not sent after every word. */
const MANY_ROWS = 500;
const LONG_PAUSE_MS = 2_000;
const NOTHING: BatchDraft = {
  rows: [],
  totals: { valid: 0, invalid: 0, amount: '0', fee: '0', debit: '0', available: '0' },
  source: null,
};

export function useCheckedGrid(rows: readonly GridRow[]): CheckedGrid {
  const { language } = useLanguage();
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  const filled = useMemo(
    () => rows.flatMap(({ texts }, index) => (isEmptyRow(texts) ? [] : [{ line: index + 1, ...texts }])),
    [rows],
  );
  const isEmpty = filled.length === 0;

  useEffect(() => {
    if (isEmpty) return;
    const control = new AbortController();
    const request = async () => {
      const draft = await callApi(
        batchCalls,
        '/batch/validate',
        { rows: filled },
        { signal: control.signal, quiet: true },
      ).catch(() => undefined);
      if (!control.signal.aborted) setAnswer({ rows, language, draft });
    };
    const timer = setTimeout(() => void request(), filled.length > MANY_ROWS ? LONG_PAUSE_MS : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [rows, filled, isEmpty, language, tries]);

  const checkedRows = useMemo(() => checkedRowsOf(answer), [answer]);
  const current = answer?.rows === rows && answer.language === language ? answer : undefined;
  return {
    draft: isEmpty ? NOTHING : current?.draft,
    checkedRows,
    failed: !isEmpty && current !== undefined && current.draft === undefined,
    checkAgain: () => {
      setAnswer(undefined);
      setTries((before) => before + 1);
    },
  };
}

function checkedRowsOf(answer: Answer | undefined): ReadonlyMap<RowTexts, CheckedRow> {
  return new Map(
    (answer?.draft?.rows ?? []).flatMap((checked) => {
      const row = answer?.rows[checked.line - 1];
      return row ? [[row.texts, checked] as const] : [];
    }),
  );
}
