/** Proposes to book an order as paid that its upstream was paid for and did not report: what it received, and the proof. */
import { Button } from '@mantine/core';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { amountFieldFault } from '#foundation/console/form/amount-fault.ts';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { someLine } from '#foundation/core/typed-fields.ts';
import type { OperatorOrderDetail as Detail } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorOrderTexts } from '../../words.ts';
import { operatorOrderCalls } from '../calls.ts';
import classes from '../disbursements/Disbursements.module.css';

export function ConfirmOrderDialog({ order, onClose }: { order: Detail | undefined; onClose(): void }) {
  const t = useWords(operatorOrderWords);
  const format = useFormat();
  const user = useMe().data?.userinfo;
  return (
    <Dialog
      opened={order !== undefined}
      title={order && t('confirm_title', { amount: format.amount(order.amount) })}
      onClose={onClose}
    >
      {order && user && <ConfirmForm order={order} user={user} onClose={onClose} />}
    </Dialog>
  );
}

const confirmTexts = { ...amountWords, ...operatorOrderTexts };
const Typed = z.strictObject({
  amount: z.string(),
  proof: someLine({ error: 'proof_needed', most: 200 }),
  reason: Reason,
  ...secondStepFields,
});

function ConfirmForm({ order, user, onClose }: { order: Detail; user: CurrentUser; onClose(): void }) {
  const t = useWords(operatorOrderWords);
  const kit = useWords(kitWords);
  const { currency } = useLocality();
  const { language } = useLanguage();
  const step = useSecondStep('strongest' satisfies StepOf<typeof operatorOrderCalls, '/operator/order/confirm'>, user);
  const confirm = useAction(operatorOrderCalls, '/operator/order/confirm', {
    refreshes: ['/operator/order/detail', '/operator/approval/list'],
  });
  const form = useForm({
    schema: Typed,
    texts: confirmTexts,
    initial: { amount: '', proof: '', reason: '', verifyType: '', verifyCode: '' },
    input: step.input,
    check: ({ amount }) => {
      const fault = amountFieldFault('amount', amount, { currency, language });
      return typeof fault === 'bigint' ? [] : [fault];
    },
    onSubmit: async (typed) => {
      const { memberNo, systemNo: orderNo } = order;
      if (!(await step.send(form, typed, () => confirm.mutateAsync({ ...typed, memberNo, orderNo })))) return;
      showToast(t('reverse_told'), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t('act_confirm')}>
      <p className={classes.what}>{t('confirm_what', { upstream: order.upstream.name })}</p>
      <AmountField name="amount" label={t('confirm_amount')} />
      <TextField
        name="proof"
        label={t('confirm_proof')}
        description={t('confirm_proof_hint')}
        autoComplete="off"
        maxLength={200}
      />
      <TextField name="reason" label={t('reason')} autoComplete="off" maxLength={200} />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('act_confirm')}</SubmitButton>
      </div>
    </Form>
  );
}
