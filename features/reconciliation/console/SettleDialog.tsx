/** Books money between an upstream and our bank, by hand or as a line of a statement says it. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { amountFieldFault } from '#foundation/console/form/amount-fault.ts';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { DayField } from '#foundation/console/form/DayField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { someLine } from '#foundation/core/typed-fields.ts';
import { Day } from '#foundation/core/wire.ts';
import type { Clearing } from '../matching-contract.ts';
import { settlementDirections } from '../matching-rules.ts';
import { matchingTexts } from '../matching-words.ts';
import { reconciliationWords } from '../screen-words.ts';
import { matchingCalls, REFRESHED } from './calls.ts';
import classes from './Reconciliation.module.css';

export interface Settling {
  upstreamId: number;
  upstream: string;
  /** What a statement says of it. */
  line?: Clearing['unbooked'][number];
}

export function SettleDialog({ settling, onClose }: { settling: Settling | undefined; onClose(): void }) {
  const t = useWords(reconciliationWords);
  const user = useMe().data?.userinfo;
  return (
    <Dialog opened={settling !== undefined} title={t('settle')} onClose={onClose}>
      {settling && user && <SettleForm settling={settling} user={user} onClose={onClose} />}
    </Dialog>
  );
}

const settleTexts = { ...amountWords, ...matchingTexts };

const Typed = z.strictObject({
  direction: z.enum(settlementDirections),
  amount: z.string(),
  day: Day,
  bankReference: someLine({ error: 'bank_reference_needed', most: 64 }),
  reason: Reason,
  ...secondStepFields,
});

interface SettleFormProps {
  settling: Settling;
  user: CurrentUser;
  onClose(): void;
}

function SettleForm({ settling: { upstreamId, upstream, line }, user, onClose }: SettleFormProps) {
  const t = useWords(reconciliationWords);
  const kit = useWords(kitWords);
  const { currency, timeZone } = useLocality();
  const { language } = useLanguage();
  const today = dayOf(useToday(), timeZone);
  // The same request if it is sent again after it was interrupted.
  const [requestId] = useState(() => crypto.randomUUID());
  const step = useSecondStep(
    'strongest' satisfies StepOf<typeof matchingCalls, '/operator/reconciliation/settle'>,
    user,
  );
  const settle = useAction(matchingCalls, '/operator/reconciliation/settle', { refreshes: REFRESHED });
  const form = useForm({
    schema: Typed,
    texts: settleTexts,
    initial: {
      direction: line?.direction ?? 'received',
      amount: line?.amount ?? '',
      day: line?.day ?? today,
      bankReference: line?.number ?? '',
      reason: '',
      verifyType: '',
      verifyCode: '',
    },
    input: step.input,
    check: ({ amount }) => {
      const fault = amountFieldFault('amount', amount, { currency, language });
      return typeof fault === 'bigint' ? [] : [fault];
    },
    onSubmit: async (typed) => {
      let reference = '';
      const isSent = await step.send(form, typed, async () => {
        ({ reference } = await settle.mutateAsync({
          ...typed,
          upstreamId,
          requestId,
          ...(line ? { line: { upstreamId, fileId: line.fileId, lineNo: line.lineNo } } : {}),
        }));
      });
      if (!isSent) return;
      showToast(t('settled_told', { reference }), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t('settle')}>
      <p className={classes.text}>
        <strong>
          <bdi>{upstream}</bdi>
        </strong>
        . {t('settle_what')}
      </p>
      <NativeSelect
        name="direction"
        label={t('direction')}
        value={form.values.direction}
        disabled={line !== undefined}
        onChange={({ currentTarget }) => form.set('direction', currentTarget.value as 'received')}
        data={[
          { value: 'received', label: t('received_from') },
          { value: 'paid', label: t('paid_to') },
        ]}
      />
      <AmountField name="amount" label={t('amount')} readOnly={line !== undefined} />
      <DayField name="day" label={t('bank_day')} />
      <TextField name="bankReference" label={t('bank_reference')} autoComplete="off" maxLength={64} />
      <TextField name="reason" label={t('reason')} autoComplete="off" maxLength={200} />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('settle')}</SubmitButton>
      </div>
    </Form>
  );
}
