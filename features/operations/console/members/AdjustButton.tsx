/** Adds money to a member's wallet or takes it away: a button for those who may, and its dialog. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
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
import { oneLine } from '#foundation/core/typed-fields.ts';
import { adjustmentDirections } from '../../adjustments.ts';
import { adjustmentWords } from '../../adjustment-words.ts';
import { adjustmentTexts } from '../../words.ts';
import { adjustmentCalls } from './calls.ts';
import classes from '../disbursements/Disbursements.module.css';

export interface AdjustedMember {
  memberNo: string;
  name: string;
}

export function AdjustButton({ member }: { member: AdjustedMember }) {
  const t = useWords(adjustmentWords);
  const mayAdjust = useRight('adjustments.act');
  const [opened, setOpened] = useState(false);
  if (!mayAdjust) return null;
  return (
    <>
      <Button variant="default" size="sm" w="fit-content" onClick={() => setOpened(true)}>
        {t('act')}
      </Button>
      <AdjustDialog member={opened ? member : undefined} onClose={() => setOpened(false)} />
    </>
  );
}

function AdjustDialog({ member, onClose }: { member: AdjustedMember | undefined; onClose(): void }) {
  const t = useWords(adjustmentWords);
  const user = useMe().data?.userinfo;
  return (
    <Dialog opened={member !== undefined} title={member && t('title', { member: member.name })} onClose={onClose}>
      {member && user && <AdjustForm member={member} user={user} onClose={onClose} />}
    </Dialog>
  );
}

const formTexts = { ...amountWords, ...adjustmentTexts };
const Typed = z.strictObject({
  direction: z.enum(adjustmentDirections),
  amount: z.string(),
  reason: Reason,
  reference: oneLine({ error: 'reference_form', most: 64 }),
  ...secondStepFields,
});

interface AdjustFormProps {
  member: AdjustedMember;
  user: CurrentUser;
  onClose(): void;
}

function AdjustForm({ member: { memberNo }, user, onClose }: AdjustFormProps) {
  const t = useWords(adjustmentWords);
  const kit = useWords(kitWords);
  const { currency } = useLocality();
  const { language } = useLanguage();
  // The same request if it is sent again after it was interrupted.
  const [requestId] = useState(() => crypto.randomUUID());
  const step = useSecondStep('strongest' satisfies StepOf<typeof adjustmentCalls, '/operator/member/adjust'>, user);
  const adjust = useAction(adjustmentCalls, '/operator/member/adjust', {
    refreshes: ['/operator/member/terms', '/operator/member/list', '/operator/approval/list'],
  });
  const form = useForm({
    schema: Typed,
    texts: formTexts,
    initial: { direction: 'credit', amount: '', reason: '', reference: '', verifyType: '', verifyCode: '' },
    input: step.input,
    check: ({ amount }) => {
      const fault = amountFieldFault('amount', amount, { currency, language });
      return typeof fault === 'bigint' ? [] : [fault];
    },
    onSubmit: async (typed) => {
      const isSent = await step.send(form, typed, async () => {
        const { outcome, reference } = await adjust.mutateAsync({ ...typed, memberNo, requestId });
        showToast(t(`${outcome}_told`, { reference }), 'good');
      });
      if (isSent) onClose();
    },
  });
  return (
    <Form form={form} label={t('act')}>
      <p className={classes.what}>{t('what')}</p>
      <NativeSelect
        name="direction"
        label={t('direction')}
        value={form.values.direction}
        onChange={({ currentTarget }) => form.set('direction', currentTarget.value)}
        data={adjustmentDirections.map((value) => ({ value, label: t(value) }))}
      />
      <AmountField name="amount" label={t('amount')} />
      <TextField name="reason" label={t('reason')} description={t('reason_hint')} autoComplete="off" maxLength={200} />
      <TextField
        name="reference"
        label={t('reference')}
        description={t('reference_hint')}
        autoComplete="off"
        maxLength={64}
      />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('act')}</SubmitButton>
      </div>
    </Form>
  );
}
