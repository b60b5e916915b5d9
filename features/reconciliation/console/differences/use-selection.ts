/** The chosen differences, also those of other pages; at most as many as one request takes. */
import { useMemo, useState } from 'react';
import type { DifferenceRow } from '../../matching-contract.ts';

const MOST = 500;

export interface Selection {
  rows: readonly DifferenceRow[];
  has(id: string): boolean;
  toggle(row: DifferenceRow): void;
  add(rows: readonly DifferenceRow[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [rows, setRows] = useState<ReadonlyMap<string, DifferenceRow>>(new Map());
  return useMemo(() => {
    const most = (entries: Iterable<[string, DifferenceRow]>) => new Map([...entries].slice(0, MOST));
    return {
      rows: [...rows.values()],
      has: (id) => rows.has(id),
      toggle: (row) =>
        setRows((before) =>
          before.has(row.id) ? new Map([...before].filter(([id]) => id !== row.id)) : most([...before, [row.id, row]]),
        ),
      add: (more) =>
        setRows((before) => most([...before, ...more.map((row): [string, DifferenceRow] => [row.id, row])])),
      clear: () => setRows(new Map()),
    };
  }, [rows]);
}
