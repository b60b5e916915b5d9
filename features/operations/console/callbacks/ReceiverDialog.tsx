/** Pauses or resumes a receiver, or sends its failed callbacks again: what will happen, and why. */
import { Button } from '@mantine/core';
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import type { OperatorReceiverRow } from '../../callback-contract.ts';
import { operatorCallbackWords } from '../../callback-words.ts';
import { operatorCallbackTexts } from '../../words.ts';
import { operatorCallbackCalls } from './calls.ts';
import classes from './Callbacks.module.css';

export type ReceiverActName = 'pause' | 'resume' | 'discard' | 'resend';

const Why = z.strictObject({ reason: Reason });
const refreshes = ['/operator/callback/receivers', '/operator/callback/list', '/operator/callback/detail'] as const;
const PER_SECOND = 10;

interface ReceiverDialogProps {
  act: ReceiverActName;
  row: OperatorReceiverRow;
  onClose: () => void;
}

export function ReceiverDialog({ act, row, onClose }: ReceiverDialogProps) {
  const t = useWords(operatorCallbackWords);
  const kit = useWords(kitWords);
  const { memberNo, host } = row;
  const pause = useAction(operatorCallbackCalls, '/operator/callback/pause', {
    refreshes: [...refreshes],
    background: false,
  });
  const resume = useAction(operatorCallbackCalls, '/operator/callback/resume', {
    refreshes: [...refreshes],
    background: false,
  });
  const run = useAction(operatorCallbackCalls, '/operator/callback/run', {
    refreshes: [...refreshes],
    background: false,
  });
  const plan = useCall(
    operatorCallbackCalls,
    '/operator/callback/plan',
    { memberNo, filter: { host, state: 'failed' as const } },
    { enabled: act === 'resend', quiet: true },
  );
  const form = useForm({
    schema: Why,
    texts: operatorCallbackTexts,
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      if (act === 'pause') {
        await pause.mutateAsync({ memberNo, host, reason });
        showToast(t('paused'), 'good');
      } else if (act === 'resend') {
        if (!plan.data) return;
        const { total } = await run.mutateAsync({ memberNo, planId: plan.data.planId, perSecond: PER_SECOND, reason });
        showToast(t('started', { count: total }), 'good');
      } else {
        const { count } = await resume.mutateAsync({ memberNo, host, reason, send: act === 'resume' });
        showToast(t('resumed', { count }), 'good');
      }
      onClose();
    },
  });
  const isPlanned = act !== 'resend' || plan.data !== undefined;
  return (
    <Dialog opened onClose={onClose} title={t(act)} centered withCloseButton={false} padding="md">
      <Form form={form} label={t(act)}>
        <div className={classes.what}>
          <p>
            <bdi>{host}</bdi>
          </p>
          {act === 'resend' ? <Planned plan={plan} /> : <p>{t(`${act}_what`)}</p>}
        </div>
        {isPlanned && <TextField name="reason" label={t('reason')} maxLength={200} autoComplete="off" />}
        <div className={classes.acts}>
          {isPlanned && <SubmitButton>{t(act)}</SubmitButton>}
          <Button variant="default" disabled={form.sending} onClick={onClose}>
            {kit('cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface PlanAnswer {
  data: { count: number; amount: string; oldest: string; newest: string } | undefined;
  error: Error | null;
}

function Planned({ plan: { data, error } }: { plan: PlanAnswer }) {
  const t = useWords(operatorCallbackWords);
  const format = useFormat();
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  const { count, amount, oldest, newest } = data;
  return (
    <p>
      {t('resend_what', {
        count,
        amount: format.amount(amount),
        oldest: format.time(oldest),
        newest: format.time(newest),
        rate: PER_SECOND,
      })}
    </p>
  );
}
