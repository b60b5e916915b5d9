/**
 * What the browser can check about rows before the server's answer: everything but limits, fees and earlier payments.
 */
import { fieldMessage } from '#foundation/core/field-errors.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import type { CheckedRow } from '../../contract.ts';
import { checkRow, payeeKey } from '../../rules.ts';
import type { ReadRow } from '../../table.ts';
import { batchTexts } from '../../words.ts';

/** Rows to check before the page gets a turn. */
const ROWS_AT_ONCE = 250;

export async function checkRowsHere(
  rows: readonly ReadRow[],
  currency: Currency,
  language: Language,
  rest: () => Promise<void>,
): Promise<CheckedRow[]> {
  const before = new Set<string>();
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    checked.push(checkedRow(row, before, currency, language));
    if (checked.length % ROWS_AT_ONCE === 0) await rest();
  }
  return checked;
}

function checkedRow(row: ReadRow, before: Set<string>, currency: Currency, language: Language): CheckedRow {
  const checked = checkRow(row.values, { currency });
  const key = 'good' in checked ? payeeKey(checked.good) : undefined;
  const duplicate = key !== undefined && before.has(key) ? 'file' : false;
  if (key !== undefined) before.add(key);
  return {
    ...row,
    values: { ...row.values },
    errors: 'faults' in checked ? messagesOf(checked.faults, language) : {},
    duplicate,
  };
}

/** As people read them. */
export function messagesOf(
  faults: Extract<ReturnType<typeof checkRow>, { faults: unknown }>['faults'],
  language: Language,
): CheckedRow['errors'] {
  return Object.fromEntries(
    Object.entries(faults).map(([column, { word, values }]) => [
      column,
      fieldMessage(word, values ?? {}, batchTexts, language),
    ]),
  );
}

export function isWrong({ errors }: Pick<CheckedRow, 'errors'>): boolean {
  return Object.keys(errors).length > 0;
}
