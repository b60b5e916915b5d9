/** What can be done with all failed payouts of a batch at once: pay them again, or take the money back. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PaymentDialog } from '#features/accounts/console/PaymentDialog.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { ActedOn, Batch } from '../contract.ts';
import { MAX_AT_ONCE } from '../rules.ts';
import { failedWords } from '../screen-words.ts';
import { batchTexts } from '../words.ts';
import { batchCalls } from './calls.ts';
import classes from './Batch.module.css';

const touched = [
  '/batch/detail',
  '/batch/list',
  '/payout/list',
  '/withdrawal/quote',
  '/user/info',
  '/dashboard/attention',
];

export function FailedActions({ batch: { batchNo, counts } }: { batch: Batch }) {
  const t = useWords(failedWords);
  const format = useFormat();
  const user = useMe().data?.userinfo;
  const [asking, setAsking] = useState<'retry' | 'cancel'>();
  const [done, setDone] = useState<{ what: 'retry' | 'cancel'; acted: ActedOn }>();
  const retry = useAction(batchCalls, '/batch/retryFailed', { refreshes: touched, quiet: true });
  const cancel = useAction(batchCalls, '/batch/cancelFailed', { refreshes: touched });
  const count = Math.min(counts.failed, MAX_AT_ONCE);
  return (
    <>
      {counts.failed > 0 && (
        <div className={classes.acts}>
          {user?.hasPayPassword === true && (
            <Button size="sm" onClick={() => setAsking('retry')}>
              {t('retry', { count })}
            </Button>
          )}
          <Button variant="default" size="sm" onClick={() => setAsking('cancel')}>
            {t('cancel', { count })}
          </Button>
        </div>
      )}
      {done && (
        <p className={classes.notified} role="status">
          {t(done.what === 'retry' ? 'retried' : 'cancelled', {
            count: done.acted.changed,
            amount: format.amount(done.acted.amount),
            fee: format.amount(done.acted.fee),
          })}
          {leftOf(done.acted) > 0 && ` ${t('left', { count: leftOf(done.acted), lines: linesLeft(done.acted) })}`}
          {done.acted.more && ` ${t('more')}`}
        </p>
      )}
      {user && (
        <PaymentDialog
          opened={asking === 'retry'}
          title={t('retry_title', { count })}
          act={t('retry', { count })}
          texts={batchTexts}
          policy="strongest"
          user={user}
          onPay={async (proof) => setDone({ what: 'retry', acted: await retry.mutateAsync({ batchNo, ...proof }) })}
          onClose={() => setAsking(undefined)}
        >
          <p>{t('retry_what')}</p>
        </PaymentDialog>
      )}
      <ConfirmDialog
        opened={asking === 'cancel'}
        title={t('cancel_title', { count })}
        act={t('cancel', { count })}
        dangerous
        onConfirm={async () => setDone({ what: 'cancel', acted: await cancel.mutateAsync({ batchNo }) })}
        onClose={() => setAsking(undefined)}
      >
        <p>{t('cancel_what')}</p>
      </ConfirmDialog>
    </>
  );
}

function leftOf({ rows, changed }: ActedOn): number {
  return rows.length - changed;
}

/** Enough to find them; the list has them all. */
const MAX_LINES = 20;

function linesLeft({ rows }: ActedOn): string {
  const left = rows.filter(({ outcome }) => outcome === 'left').map(({ line }) => line);
  return left.length > MAX_LINES ? `${left.slice(0, MAX_LINES).join(', ')}, …` : left.join(', ');
}
