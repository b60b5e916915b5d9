/**
 * Rows typed by hand: a table of fields that renders only the rows near the viewport; on a narrow screen each row is a
 * card.
 */
import { type ClipboardEvent, Fragment, type RefObject, useCallback, useMemo, useRef } from 'react';
import { useVisibleRows } from '#foundation/console/list/data-table/use-visible-rows.ts';
import { Spacer } from '#foundation/console/list/data-table/GridRow.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import type { Currency } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { columnWords } from '../../column-words.ts';
import { batchColumns, type RowTexts } from '../../columns.ts';
import type { CheckedRow } from '../../contract.ts';
import { checkRow } from '../../rules.ts';
import { gridWords, rowWords } from '../../screen-words.ts';
import { messagesOf } from './check-rows-here.ts';
import { type GridRow, type GridStep, isEmptyRow } from './grid-rows.ts';
import classes from './Grid.module.css';
import { GridLine } from './GridLine.tsx';
import { rowsOfPaste } from './pasted-block.ts';
import type { CellFocus } from './use-cell-focus.ts';

export interface ManualGridProps {
  /** The grid's own scroll container, when it is long. */
  box: RefObject<HTMLDivElement | null>;
  rows: readonly GridRow[];
  checkedRows: ReadonlyMap<RowTexts, CheckedRow>;
  focus: CellFocus;
  step: (step: GridStep) => void;
}

const NO_ERRORS: CheckedRow['errors'] = {};

export function ManualGrid({ box, rows, checkedRows, focus, step }: ManualGridProps) {
  const t = useWords(gridWords);
  const label = useWords(rowWords)('rows');
  const translate = useWords(columnWords);
  const { currency } = useLocality();
  const errorsIn = useErrors(checkedRows);
  const keys = useMemo(() => rows.map(({ id }) => String(id)), [rows]);
  const visible = useVisibleRows(box, keys, focus.current?.row ?? 0);
  const paste = (event: ClipboardEvent) => {
    if (!focus.current) return;
    const block = rowsOfPaste(event.clipboardData.getData('text/plain'), focus.current.column, currency);
    if (!block) return;
    event.preventDefault();
    step({ do: 'paste', at: focus.current.row, rows: block });
  };
  return (
    <div ref={box} className={classes.box} data-part={visible.isPart || undefined} onPaste={paste} {...focus.handlers}>
      <table className={classes.grid} aria-label={label} aria-rowcount={visible.isPart ? rows.length + 1 : undefined}>
        <thead>
          <tr>
            <th scope="col">{t('row_short')}</th>
            {batchColumns.map((column) => (
              <th key={column} scope="col" data-of={column}>
                {translate(`column_${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className={classes.visuallyHidden}>{t('acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {visible.rows.map(({ index, room }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <Fragment key={row.id}>
                <Spacer height={room} />
                <GridLine
                  at={index}
                  texts={row.texts}
                  errors={errorsIn(row.texts, focus.current?.row === index)}
                  duplicate={checkedRows.get(row.texts)?.duplicate ?? false}
                  step={step}
                  measure={visible.measure}
                  isPart={visible.isPart}
                />
              </Fragment>
            );
          })}
          <Spacer height={visible.roomBehind} />
        </tbody>
      </table>
    </div>
  );
}

/**
 * The errors of a row: the server's if there are any, else our own. Missing fields do not count while a row is being
 * typed.
 */
function useErrors(checkedRows: ReadonlyMap<RowTexts, CheckedRow>) {
  const { language } = useLanguage();
  const { currency } = useLocality();
  const known = useRef(
    new WeakMap<RowTexts, { language: Language; currency: Currency; errors: CheckedRow['errors'] }>(),
  );
  return useCallback(
    (texts: RowTexts, isBeingTyped: boolean): CheckedRow['errors'] => {
      if (isEmptyRow(texts)) return NO_ERRORS;
      let errors = checkedRows.get(texts)?.errors;
      if (errors === undefined) {
        const before = known.current.get(texts);
        errors =
          before && before.language === language && before.currency === currency
            ? before.errors
            : errorsHere(texts, currency, language);
        known.current.set(texts, { language, currency, errors });
      }
      if (!isBeingTyped) return errors;
      return Object.fromEntries(
        Object.entries(errors).filter(([column]) => texts[column as keyof RowTexts].trim() !== ''),
      );
    },
    [checkedRows, language, currency],
  );
}

function errorsHere(texts: RowTexts, currency: Currency, language: Language): CheckedRow['errors'] {
  const checked = checkRow(texts, { currency });
  return 'faults' in checked ? messagesOf(checked.faults, language) : NO_ERRORS;
}
