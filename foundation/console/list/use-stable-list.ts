/**
 * A list that is refetched while the user reads it. Rows change in place, but no row moves, appears or disappears until
 * the user asks for it. Newer data is held until then, and the page says that it exists.
 */
import { useCallback, useMemo, useState } from 'react';
import type { Page, TableSource } from './data-table/column.ts';

export interface StableQuery<Answer> extends Omit<TableSource<unknown>, 'data' | 'refetch'> {
  readonly data: Answer | undefined;
  refetch(): Promise<{ data: Answer | undefined }>;
}

export interface StableList<Answer> {
  /** For the table. Its `refetch` shows the new data at once. */
  readonly source: Omit<StableQuery<Answer>, 'refetch'> & { refetch(): Promise<void> };
  /** Set if newer data is held: the number of additional rows (0 if there are other rows or fewer). */
  readonly news: number | undefined;
  /** Shows the held data. */
  show(): void;
}

type RowOf<Answer> = Answer extends Page<infer Row> ? Row : never;

/** `input` is the call's input as text; other input is another list. */
export function useStableList<Answer extends Page<unknown>>(
  query: StableQuery<Answer>,
  input: string,
  rowKey: (row: RowOf<Answer>) => string,
): StableList<Answer> {
  const [kept, setKept] = useState<{ input: string; answer: Answer }>();
  const { data, isPending, isFetching, isPlaceholderData, error, refetch: refetchRows } = query;
  const fresh = isPlaceholderData ? undefined : data;
  const shown = kept && kept.input === input ? kept.answer : undefined;
  const held = fresh !== undefined && shown !== undefined && !sameRows(shown, fresh, rowKey) ? fresh : undefined;
  if (fresh !== undefined && fresh !== shown && held === undefined) setKept({ input, answer: fresh });

  const patched = useMemo(() => (held && shown ? withRowsOf(shown, held, rowKey) : shown), [held, shown, rowKey]);
  const refetch = useCallback(async () => {
    const { data: answer } = await refetchRows();
    if (answer !== undefined) setKept({ input, answer });
  }, [refetchRows, input]);
  const show = useCallback(() => {
    if (held) setKept({ input, answer: held });
  }, [held, input]);
  return {
    source: {
      data: patched ?? data,
      isPending,
      isFetching,
      isPlaceholderData: isPlaceholderData && shown === undefined,
      error,
      refetch,
    },
    news: held && shown ? Math.max(0, held.total - shown.total) : undefined,
    show,
  };
}

function sameRows<Answer extends Page<unknown>>(a: Answer, b: Answer, rowKey: (row: RowOf<Answer>) => string): boolean {
  if (a === b) return true;
  return (
    a.list.length === b.list.length &&
    a.list.every((row, index) => rowKey(row as RowOf<Answer>) === rowKey(b.list[index] as RowOf<Answer>))
  );
}

/** The shown rows in their order, each with its newer data. */
function withRowsOf<Answer extends Page<unknown>>(
  shown: Answer,
  newer: Answer,
  rowKey: (row: RowOf<Answer>) => string,
): Answer {
  const byKey = new Map(newer.list.map((row) => [rowKey(row as RowOf<Answer>), row]));
  return { ...shown, list: shown.list.map((row) => byKey.get(rowKey(row as RowOf<Answer>)) ?? row) };
}
