/** The chosen rows of the list, also those of other pages; at most as many as one request takes. */
import { useMemo, useState } from 'react';
import type { OperatorDisbursementRow as Row } from '../../disbursement-contract.ts';
import { MAX_BULK } from '../../rules.ts';
import { keyOf } from '../record-key.ts';

export interface Selection {
  rows: ReadonlyMap<string, Row>;
  has(key: string): boolean;
  toggle(row: Row): void;
  add(rows: readonly Row[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  return useMemo(() => {
    const most = (entries: Iterable<[string, Row]>) => new Map([...entries].slice(0, MAX_BULK));
    return {
      rows,
      has: (key) => rows.has(key),
      toggle: (row) =>
        setRows((before) =>
          before.has(keyOf(row))
            ? new Map([...before].filter(([key]) => key !== keyOf(row)))
            : most([...before, [keyOf(row), row]]),
        ),
      add: (more) => setRows((before) => most([...before, ...more.map((row): [string, Row] => [keyOf(row), row])])),
      clear: () => setRows(new Map()),
    };
  }, [rows]);
}
