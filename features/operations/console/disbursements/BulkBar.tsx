/** What is selected, and the acts on it. An act that none of them allows can't be pressed. */
import { Button } from '@mantine/core';
import { isOpenAttempt } from '#features/disbursements/rules.ts';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OperatorDisbursementRow as Row } from '../../disbursement-contract.ts';
import { handPaymentWords } from '../../hand-payment-words.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { MAX_BULK, operatorActions, stepOf } from '../../rules.ts';
import type { Acting } from './DisbursementActDialog.tsx';
import type { Selection } from './use-selection.ts';
import classes from './Disbursements.module.css';

export interface BulkBarProps {
  selection: Selection;
  /** The rows on the page. */
  shown: readonly Row[];
  onAct(acting: Acting): void;
  onPayByHand(rows: readonly Row[]): void;
}

export function BulkBar({ selection, shown, onAct, onPayByHand }: BulkBarProps) {
  const t = useWords(operatorDisbursementWords);
  const hand = useWords(handPaymentWords);
  const rows = [...selection.rows.values()];
  // What is frozen or at an upstream isn't taken to a bank.
  const payable = rows.filter(({ status, submission }) => status === 'applying' && !isOpenAttempt(submission));
  if (shown.length === 0 && rows.length === 0) return null;
  return (
    <div className={classes.bar} data-print="never">
      <strong role="status">
        {rows.length >= MAX_BULK
          ? `${t('selected', { count: rows.length })} · ${t('selected_most', { most: MAX_BULK })}`
          : rows.length > 0 && t('selected', { count: rows.length })}
      </strong>
      {rows.length === 0 ? (
        <PlainButton quiet onClick={() => selection.add(shown)}>
          {t('select_shown', { count: shown.length })}
        </PlainButton>
      ) : (
        <>
          {operatorActions.map((act) => {
            const possible = rows.filter((row) => !('refused' in stepOf(row, act)));
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
          <Button
            size="compact-sm"
            variant="default"
            disabled={payable.length === 0}
            onClick={() => onPayByHand(payable)}
          >
            {hand('act')} ({payable.length})
          </Button>
          <PlainButton quiet onClick={selection.clear}>
            {t('unselect')}
          </PlainButton>
        </>
      )}
    </div>
  );
}
