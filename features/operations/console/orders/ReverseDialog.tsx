/** Proposes to reverse a paid order: the reason, whether a wallet may fall below zero, and the second step. */
import { Button, Checkbox } from '@mantine/core';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { OperatorOrderDetail as Detail } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorOrderTexts } from '../../words.ts';
import { operatorOrderCalls } from '../calls.ts';
import classes from '../disbursements/Disbursements.module.css';

export function ReverseDialog({ order, onClose }: { order: Detail | undefined; onClose(): void }) {
  const t = useWords(operatorOrderWords);
  const format = useFormat();
  const user = useMe().data?.userinfo;
  return (
    <Dialog
      opened={order !== undefined}
      title={order && t('reverse_title', { amount: format.amount(order.amount) })}
      onClose={onClose}
    >
      {order && user && <ReverseForm order={order} user={user} onClose={onClose} />}
    </Dialog>
  );
}

const FORCED = 'yes';
const Typed = z.strictObject({ reason: Reason, forced: z.enum(['', FORCED]), ...secondStepFields });

function ReverseForm({ order, user, onClose }: { order: Detail; user: CurrentUser; onClose(): void }) {
  const t = useWords(operatorOrderWords);
  const kit = useWords(kitWords);
  const step = useSecondStep('strongest' satisfies StepOf<typeof operatorOrderCalls, '/operator/order/reverse'>, user);
  const reverse = useAction(operatorOrderCalls, '/operator/order/reverse', {
    refreshes: ['/operator/order/detail', '/operator/order/reversals'],
  });
  const form = useForm({
    schema: Typed,
    texts: operatorOrderTexts,
    initial: { reason: '', forced: '', verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (typed) => {
      const { memberNo, systemNo: orderNo } = order;
      const isSent = await step.send(form, typed, () =>
        reverse.mutateAsync({ ...typed, memberNo, orderNo, forced: typed.forced === FORCED }),
      );
      if (!isSent) return;
      showToast(t('reverse_told'), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t('act_reverse')}>
      <p className={classes.what}>{t('reverse_what', { member: order.memberName })}</p>
      <TextField name="reason" label={t('reason')} description={t('reason_hint')} autoComplete="off" maxLength={200} />
      <Checkbox
        size="sm"
        label={t('forced')}
        checked={form.values.forced === FORCED}
        onChange={({ currentTarget }) => form.set('forced', currentTarget.checked ? FORCED : '')}
      />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('act_reverse')}</SubmitButton>
      </div>
    </Form>
  );
}
