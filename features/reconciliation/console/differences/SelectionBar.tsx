/** What is selected and the acts on it; or the acts on all that the filter shows. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { differenceWords } from '../../difference-words.ts';
import type { DifferenceRow } from '../../matching-contract.ts';
import { canBecome } from '../../matching-rules.ts';
import classes from '../Reconciliation.module.css';
import type { Acting } from './DecideDialog.tsx';
import { acts } from './acts.ts';
import type { DifferenceFilter } from './difference-filter.ts';
import type { Selection } from './use-selection.ts';

export interface SelectionBarProps {
  selection: Selection;
  /** The rows on the page. */
  shown: readonly DifferenceRow[];
  /** How many the filter has. */
  total: number;
  filter: DifferenceFilter;
  onAct(acting: Acting): void;
}

export function SelectionBar({ selection, shown, total, filter, onAct }: SelectionBarProps) {
  const t = useWords(differenceWords);
  const [ofFilter, setOfFilter] = useState(false);
  const { rows } = selection;
  if (shown.length === 0 && rows.length === 0) return null;
  if (rows.length > 0)
    return (
      <div className={classes.selection} data-print="never">
        <strong role="status">{t('selected', { count: rows.length })}</strong>
        {acts.map((act) => {
          const possible = rows.filter(({ state }) => canBecome(state, act));
          return (
            <Button
              key={act}
              size="compact-sm"
              variant="default"
              disabled={possible.length === 0}
              onClick={() => onAct({ act, rows: possible })}
            >
              {t(`act_${act}`)} ({possible.length})
            </Button>
          );
        })}
        <PlainButton quiet onClick={selection.clear}>
          {t('unselect')}
        </PlainButton>
      </div>
    );
  return (
    <div className={classes.selection} data-print="never">
      {ofFilter ? (
        <>
          <strong role="status">{t('on_filter')}</strong>
          {acts.map((act) => (
            <Button key={act} size="compact-sm" variant="default" onClick={() => onAct({ act, filter, total })}>
              {t(`act_${act}`)}
            </Button>
          ))}
          <PlainButton quiet onClick={() => setOfFilter(false)}>
            {t('unselect')}
          </PlainButton>
        </>
      ) : (
        <>
          <PlainButton quiet onClick={() => selection.add(shown)}>
            {t('select_shown', { count: shown.length })}
          </PlainButton>
          <PlainButton quiet onClick={() => setOfFilter(true)}>
            {t('act_on_filter', { count: total })}
          </PlainButton>
        </>
      )}
    </div>
  );
}
