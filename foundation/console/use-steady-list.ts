/**
 * A list that is read anew while somebody reads it. Rows change where they stand, but none moves, comes or goes until
 * the reader asks for it: what was answered meanwhile is held, and said to be there.
 */
import { useCallback, useMemo, useState } from 'react';
import type { Page, TableSource } from './data-table/column.ts';

export interface SteadyQuery<Answer> extends Omit<TableSource<unknown>, 'data' | 'refetch'> {
  readonly data: Answer | undefined;
  refetch(): Promise<{ data: Answer | undefined }>;
}

export interface SteadyList<Answer> {
  /** For the table; its refresh takes whatever comes. */
  readonly source: Omit<SteadyQuery<Answer>, 'refetch'> & { refetch(): Promise<void> };
  /** Something is held: how many rows more than shown there are (0: others, or fewer). */
  readonly news: number | undefined;
  /** Shows what is held. */
  show(): void;
}

type RowOf<Answer> = Answer extends Page<infer Row> ? Row : never;

/** `input` is what was asked, as text: other input is another list. */
export function useSteadyList<Answer extends Page<unknown>>(
  query: SteadyQuery<Answer>,
  input: string,
  rowKey: (row: RowOf<Answer>) => string,
): SteadyList<Answer> {
  const [kept, setKept] = useState<{ input: string; answer: Answer }>();
  const { data, isPending, isFetching, isPlaceholderData, error, refetch: ask } = query;
  const fresh = isPlaceholderData ? undefined : data;
  const shown = kept && kept.input === input ? kept.answer : undefined;
  const held = fresh !== undefined && shown !== undefined && !sameRows(shown, fresh, rowKey) ? fresh : undefined;
  if (fresh !== undefined && fresh !== shown && held === undefined) setKept({ input, answer: fresh });

  const patched = useMemo(() => (held && shown ? withRowsOf(shown, held, rowKey) : shown), [held, shown, rowKey]);
  const refetch = useCallback(async () => {
    const { data: answer } = await ask();
    if (answer !== undefined) setKept({ input, answer });
  }, [ask, input]);
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

/** The shown rows in their places, each as the newer answer has it. */
function withRowsOf<Answer extends Page<unknown>>(
  shown: Answer,
  newer: Answer,
  rowKey: (row: RowOf<Answer>) => string,
): Answer {
  const byKey = new Map(newer.list.map((row) => [rowKey(row as RowOf<Answer>), row]));
  return { ...shown, list: shown.list.map((row) => byKey.get(rowKey(row as RowOf<Answer>)) ?? row) };
}
