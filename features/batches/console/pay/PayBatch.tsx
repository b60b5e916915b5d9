/**
 * The payment of a table, from a file or typed by hand. One filled table is one batch, however often it is sent: a
 * request without an answer is sent again under the same id.
 */
import { Columns, SkeletonBar, SkeletonGroup, Panel } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { MissingPrerequisite } from '#features/disbursements/console/withdraw/MissingPrerequisite.tsx';
import { disbursementCalls } from '#features/disbursements/console/calls.ts';
import { useMe } from '#features/accounts/console/use-me.ts';
import { payWords } from '../../screen-words.ts';
import { BatchTotals } from '../BatchTotals.tsx';
import classes from './Pay.module.css';
import { PayForm, type PayFormProps } from './PayForm.tsx';

export type PayBatchProps = Pick<PayFormProps, 'draft' | 'fileName' | 'onMade' | 'onOutdated'>;

const NO_AMOUNT = { amount: '' } as const;

export function PayBatch({ draft, fileName, onMade, onOutdated }: PayBatchProps) {
  const t = useWords(payWords);
  const me = useMe();
  // What can be paid out, and from when: the same for withdrawals and payouts.
  const quote = useCall(disbursementCalls, '/withdrawal/quote', NO_AMOUNT, { quiet: true });
  const refreshSoon = useThrottledRefresh('/withdrawal/quote');
  useLive('balance.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const user = me.data?.userinfo;
  const error = me.error ?? quote.error;
  if (!user || !quote.data)
    return (
      <Panel title={t('pay')}>
        {error ? (
          <FailedRows
            title={t('load_failed')}
            error={error}
            onRetry={() => [me, quote].forEach(({ refetch }) => void refetch())}
          />
        ) : (
          <SkeletonGroup>
            <SkeletonBar width="40%" />
            <SkeletonBar height={36} />
            <SkeletonBar width="40%" height={36} />
          </SkeletonGroup>
        )}
      </Panel>
    );
  // An empty grid has nothing to pay.
  if (draft?.rows.length === 0)
    return (
      <Panel title={t('pay')}>
        <p className={classes.quiet}>{t('nothing')}</p>
      </Panel>
    );
  const first = user.certification !== 'approved' ? 'certification' : user.hasPayPassword ? undefined : 'pay_password';
  return (
    <Columns>
      <Panel title={t('pay')}>
        {first === undefined ? (
          <PayForm
            user={user}
            quote={quote.data}
            draft={draft}
            fileName={fileName}
            onMade={onMade}
            onOutdated={onOutdated}
          />
        ) : (
          <MissingPrerequisite what={first} />
        )}
      </Panel>
      <Panel title={t('totals')}>
        <BatchTotals totals={draft?.totals} available={quote.data.available} />
      </Panel>
    </Columns>
  );
}
