/** The user's choice of columns for a list, saved in this browser. Only differences from the default are saved. */
import { useCallback, useMemo, useState } from 'react';
import type { Column } from './column.ts';

export interface ColumnChoice {
  /** Column id → shown. */
  shown: Record<string, boolean>;
  /** Shown because the user said so: also if the table is then wider than its box. */
  isWanted(id: string): boolean;
  /** `always`: also if it is shown by default, where it could be left out. */
  show(id: string, shown: boolean, always?: boolean): void;
  reset(): void;
  isUsual: boolean;
}

export function useColumnChoice<Row>(name: string, columns: readonly Column<Row>[]): ColumnChoice {
  const [changed, setChanged] = useState<Record<string, boolean>>(() => storedChoice(name));
  const change = useCallback(
    (next: Record<string, boolean>) => {
      setChanged(next);
      storeChoice(name, next);
    },
    [name],
  );
  return useMemo(() => {
    const isDefault = (id: string) => !columns.find((column) => column.id === id)?.optional;
    return {
      // The first column is always shown, as it identifies the row.
      shown: Object.fromEntries(columns.map(({ id }, index) => [id, index === 0 || (changed[id] ?? isDefault(id))])),
      isWanted: (id) => changed[id] === true,
      show: (id, shown, always = false) => {
        const { [id]: _before, ...others } = changed;
        change(shown === isDefault(id) && !always ? others : { ...others, [id]: shown });
      },
      reset: () => change({}),
      isUsual: Object.keys(changed).length === 0,
    };
  }, [columns, changed, change]);
}

const PREFIX = 'columns:';

function storedChoice(name: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  } catch {
    return {};
  }
}

function storeChoice(name: string, choice: Record<string, boolean>): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(choice));
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
