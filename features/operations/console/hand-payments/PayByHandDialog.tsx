/** Chosen withdrawals and payouts as a file for a bank: whose account pays, when, in which form, and why. */
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
import { fieldFault } from '#foundation/console/form/field-fault.ts';
import { DayField } from '#foundation/console/form/DayField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import { someLine } from '#foundation/core/typed-fields.ts';
import { Day } from '#foundation/core/wire.ts';
import type { OperatorDisbursementRow as Row } from '../../disbursement-contract.ts';
import { handPaymentWords } from '../../hand-payment-words.ts';
import { bankFileFormats } from '../../hand-payments.ts';
import { handPaymentTexts } from '../../words.ts';
import classes from '../disbursements/Disbursements.module.css';
import { handPaymentCalls, REFRESHED } from './calls.ts';
import { saveBankFile } from './save-bank-file.ts';

export interface PayByHandDialogProps {
  /** Undefined: closed. */
  rows: readonly Pick<Row, 'memberNo' | 'orderNo'>[] | undefined;
  upstreams: readonly { id: number; name: string }[];
  onClose(): void;
  /** Called with the file when it is made. */
  onMade(fileId: string): void;
}

export function PayByHandDialog({ rows, ...props }: PayByHandDialogProps) {
  const t = useWords(handPaymentWords);
  const user = useMe().data?.userinfo;
  const last = useLast(rows);
  return (
    <Dialog opened={rows !== undefined} title={last && t('title', { count: last.length })} onClose={props.onClose}>
      {rows && user && <PayForm rows={rows} user={user} {...props} />}
    </Dialog>
  );
}

const Typed = z.strictObject({
  upstreamId: z.string(),
  payerName: someLine({ error: 'payer_needed', most: 100 }),
  payerAccount: someLine({ error: 'payer_needed', most: 34 }),
  day: Day,
  format: z.enum(bankFileFormats),
  reason: Reason,
  ...secondStepFields,
});

type PayFormProps = PayByHandDialogProps & { rows: NonNullable<PayByHandDialogProps['rows']>; user: CurrentUser };

function PayForm({ rows, upstreams, user, onClose, onMade }: PayFormProps) {
  const t = useWords(handPaymentWords);
  const kit = useWords(kitWords);
  const { timeZone } = useLocality();
  const today = dayOf(useToday(), timeZone);
  // The same request if it is sent again after it was interrupted.
  const [fileId] = useState(() => crypto.randomUUID());
  const step = useSecondStep(
    'strongest' satisfies StepOf<typeof handPaymentCalls, '/operator/disbursement/payByHand'>,
    user,
  );
  const pay = useAction(handPaymentCalls, '/operator/disbursement/payByHand', { refreshes: REFRESHED });
  const form = useForm({
    schema: Typed,
    texts: handPaymentTexts,
    initial: {
      upstreamId: '',
      payerName: '',
      payerAccount: '',
      day: today,
      format: 'csv',
      reason: '',
      verifyType: '',
      verifyCode: '',
    },
    input: step.input,
    check: ({ upstreamId }) => (upstreamId === '' ? [fieldFault('upstreamId', 'upstream_needed')] : []),
    onSubmit: async (typed) => {
      const isSent = await step.send(form, typed, async () => {
        const { bankFile } = await pay.mutateAsync({
          ...typed,
          fileId,
          upstreamId: Number(typed.upstreamId),
          rows: rows.map(({ memberNo, orderNo }) => ({ memberNo, orderNo })),
        });
        saveBankFile(bankFile);
        showToast(t('made_told', { name: bankFile.name }), 'good');
      });
      if (!isSent) return;
      onMade(fileId);
      onClose();
    },
  });
  return (
    <Form form={form} label={t('act')}>
      <p className={classes.what}>{t('what')}</p>
      <Choice
        name="upstreamId"
        label={t('upstream')}
        options={[['', t('choose')], ...upstreams.map(({ id, name }) => [id.toString(), name] as const)]}
      />
      <TextField name="payerName" label={t('payer_name')} autoComplete="off" maxLength={100} />
      <TextField name="payerAccount" label={t('payer_account')} autoComplete="off" maxLength={34} />
      <DayField name="day" label={t('day')} />
      <Choice
        name="format"
        label={t('format')}
        options={bankFileFormats.map((format) => [format, t(`format_${format}`)] as const)}
      />
      <TextField name="reason" label={t('reason')} autoComplete="off" maxLength={200} />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('make')}</SubmitButton>
      </div>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

export function Choice({ name, label, options }: ChoiceProps) {
  const { values, errors, set } = useFormState();
  return (
    <NativeSelect
      name={name}
      label={label}
      value={values[name] ?? ''}
      error={errors[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={options.map(([value, text]) => ({ value, label: text }))}
    />
  );
}
