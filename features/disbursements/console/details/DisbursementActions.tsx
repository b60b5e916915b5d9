/** Cancel and retry, each after a confirmation with the figures. Offers what the server allows. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DisbursementDetail } from '../../contract.ts';
import { disbursementCalls } from '../calls.ts';
import type { DisbursementKind } from '../../rules.ts';
import { disbursementWords } from '../../screen-words.ts';
import { cancelCalls, detailCalls, listCalls, retryCalls } from '../disbursement-filter.ts';
import classes from '../Repay.module.css';

export interface DisbursementActionsProps {
  kind: DisbursementKind;
  one: DisbursementDetail;
  /** Amount plus fee. */
  debit: string;
}

export function DisbursementActions({ kind, one, debit }: DisbursementActionsProps) {
  const t = useWords(disbursementWords);
  const format = useFormat();
  const refresh = useRefresh();
  const [confirming, setConfirming] = useState<'cancel' | 'retry'>();
  const touched = [detailCalls[kind], listCalls[kind], '/withdrawal/quote', '/user/info'];
  const cancel = useAction(disbursementCalls, cancelCalls[kind], { refreshes: touched });
  const retry = useAction(disbursementCalls, retryCalls[kind], { refreshes: touched });
  const { orderNo, settlement } = one;
  const [total, amount] = [format.amount(debit), format.amount(one.amount)];
  // A refusal means that the state changed: refetch what is possible now.
  const act = (doing: Promise<unknown>, message: string) =>
    doing.then(
      () => showToast(message, 'good'),
      async (error: unknown) => {
        await refresh(detailCalls[kind]);
        throw error;
      },
    );
  if (!one.canCancel && !one.canRetry) return null;
  return (
    <div className={classes.actions}>
      {one.canRetry && <Button onClick={() => setConfirming('retry')}>{t('retry')}</Button>}
      {one.canCancel && (
        <Button variant="default" onClick={() => setConfirming('cancel')}>
          {t('cancel')}
        </Button>
      )}
      <ConfirmDialog
        opened={confirming === 'cancel' && one.canCancel}
        title={t('cancel_title')}
        act={t('cancel_act', { total })}
        leave={t('keep')}
        dangerous
        onConfirm={() => act(cancel.mutateAsync({ orderNo }), t('cancelled_told', { total }))}
        onClose={() => setConfirming(undefined)}
      >
        <p>{t('cancel_what', { total, amount, fee: format.amount(one.fee), holder: settlement.holder })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'retry' && one.canRetry}
        title={t('retry_title')}
        act={t('retry_act', { amount })}
        onConfirm={() => act(retry.mutateAsync({ orderNo }), t('retried_told'))}
        onClose={() => setConfirming(undefined)}
      >
        <p>{t('retry_what', { amount, holder: settlement.holder, account: settlement.account })}</p>
      </ConfirmDialog>
    </div>
  );
}
