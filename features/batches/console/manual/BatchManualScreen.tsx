/**
 * Payouts typed by hand, or pasted from a spreadsheet: checked while typing, and paid in one go like a table from a
 * file.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useReducer, useRef } from 'react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PayoutGate } from '#features/disbursements/console/PayoutGate.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { savedInput } from '#foundation/console/form/saved-input.ts';
import { useSavedInput } from '#foundation/console/wire/use-saved-input.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { batchColumns } from '../../columns.ts';
import { batchTitles } from '../../screen-titles.ts';
import { gridWords, rowWords, tableWords } from '../../screen-words.ts';
import classes from './Grid.module.css';
import { emptyGrid, type Grid, restoredGrid, type GridStep, storedRows, stepGrid } from './grid-rows.ts';
import { isWrong } from './check-rows-here.ts';
import { ManualGrid } from './ManualGrid.tsx';
import { PayBatch } from '../pay/PayBatch.tsx';
import { type CellPlace, useCellFocus } from './use-cell-focus.ts';
import { type CheckedGrid, useCheckedGrid } from './use-checked-grid.ts';

/** The storage name of rows that are kept while the user is logged out. */
const STORAGE_NAME = 'batch rows';

function BatchManualScreen() {
  const t = useWords(gridWords);
  const title = useWords(batchTitles)('manual');
  const panel = useWords(rowWords)('rows');
  const navigate = useNavigate();
  const [grid, step] = useReducer(stepGridOrNew, undefined, () => restoredGrid(savedInput(STORAGE_NAME)));
  useSavedInput(STORAGE_NAME, () => storedRows(grid));
  const checked = useCheckedGrid(grid.rows);
  const box = useRef<HTMLDivElement>(null);
  const focus = useCellFocus(box, grid.rows.length, () => step({ do: 'add' }));
  const onMade = (batchNo: string) => {
    step({ do: 'new' });
    void navigate({ to: '/repay/batch', search: { no: batchNo } });
  };
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <PayoutGate />
      <div className={classes.sections}>
        <Panel title={panel} flush>
          <p className={classes.keys}>{t('keys')}</p>
          <ManualGrid box={box} rows={grid.rows} checkedRows={checked.checkedRows} focus={focus} step={step} />
          <div className={classes.foot}>
            <Button
              variant="default"
              size="xs"
              fw={400}
              onClick={() => {
                step({ do: 'add' });
                focus.go({ row: grid.rows.length, column: 'amount' });
              }}
            >
              {t('add')}
            </Button>
            <Button variant="subtle" size="xs" fw={400} color="gray" onClick={() => step({ do: 'clear' })}>
              {t('clear')}
            </Button>
            <GridStatus checked={checked} onGo={focus.go} />
            <LastDone grid={grid} onUndo={() => step({ do: 'undo' })} />
          </div>
        </Panel>
        <PayBatch draft={checked.draft} fileName={null} onMade={onMade} onOutdated={checked.checkAgain} />
      </div>
    </>
  );
}

/** Clears the undo step after a payment, so that paid rows cannot be restored and paid again. */
function stepGridOrNew(grid: Grid, step: GridStep | { do: 'new' }): Grid {
  return step.do === 'new' ? emptyGrid(grid.lastId) : stepGrid(grid, step);
}

/** How many rows are filled in, and how many of them are wrong, with a link to the first. */
function GridStatus({
  checked: { draft, failed, checkAgain },
  onGo,
}: {
  checked: CheckedGrid;
  onGo: (place: CellPlace) => void;
}) {
  const t = useWords(gridWords);
  const translate = useWords(tableWords);
  const format = useFormat();
  if (failed)
    return (
      <StatusText>
        <span className={classes.bad}>{translate('unchecked')}</span>
        <Button variant="default" size="compact-xs" fw={400} onClick={checkAgain}>
          {translate('check_again')}
        </Button>
      </StatusText>
    );
  if (!draft) return <StatusText>{translate('checking')}</StatusText>;
  const first = draft.rows.find(isWrong);
  const column = first && batchColumns.find((name) => first.errors[name] !== undefined);
  return (
    <StatusText>
      {t('filled', { count: draft.rows.length })}
      {first && column && (
        <>
          <span className={classes.bad}>{t('wrong', { count: draft.totals.invalid })}</span>
          <Button
            variant="default"
            size="compact-xs"
            fw={400}
            title={format.number(first.line)}
            onClick={() => onGo({ row: first.line - 1, column })}
          >
            {t('to_wrong')}
          </Button>
        </>
      )}
    </StatusText>
  );
}

function StatusText({ children }: { children: ReactNode }) {
  return (
    <span className={classes.status} role="status">
      {children}
    </span>
  );
}

/** The last removal or overwrite, with its undo. */
function LastDone({ grid: { undo }, onUndo }: { grid: Grid; onUndo: () => void }) {
  const t = useWords(gridWords);
  return (
    <span className={classes.done} role="status">
      {undo && (
        <>
          {undo.what === 'removed' ? t('removed', { row: undo.at + 1 }) : t(undo.what, { count: undo.count })}
          <Button variant="default" size="compact-xs" fw={400} onClick={onUndo}>
            {t('undo')}
          </Button>
        </>
      )}
    </span>
  );
}

export { BatchManualScreen as Screen };
