/** Copies all rates of another direct member to this one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { Form, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { rateWords } from '../../rate-words.ts';
import { agentTexts } from '../../words.ts';
import { rateCalls } from '../calls.ts';
import { MemberSearch } from '../MemberSearch.tsx';
import classes from './Rates.module.css';

const Typed = z.strictObject({ from: z.string().min(1, { error: 'required' }), ...secondStepFields });

export interface CopyRatesFormProps {
  memberNo: string;
  name: string;
  user: CurrentUser;
  onClose: () => void;
}

export function CopyRatesForm({ memberNo, name, user, onClose }: CopyRatesFormProps) {
  const t = useWords(rateWords);
  const kit = useWords(kitWords);
  const [fromName, setFromName] = useState<string>();
  const step = useSecondStep('strongest' satisfies StepOf<typeof rateCalls, '/agent/copyrates'>, user);
  const copy = useAction(rateCalls, '/agent/copyrates', {
    refreshes: ['/agent/userrate', '/agent/userlist', '/agent/detail'],
  });
  const form = useForm({
    schema: Typed,
    texts: agentTexts,
    initial: { from: '', verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (typed) => {
      const { from, verifyType, verifyCode } = typed;
      await step.send(form, typed, async () => {
        const { results } = await copy.mutateAsync({
          from: { memberNo: from },
          to: [memberNo],
          verifyType,
          verifyCode,
        });
        const result = results.find((each) => each.memberNo === memberNo);
        const error = result?.error ?? (result ? null : 'not_found');
        if (error !== null) {
          form.setError(WHOLE_FORM, t(`copy_${error}`));
          return;
        }
        const changed = result?.changed ?? 0;
        showToast(changed === 0 ? t('copy_same') : t('saved', { count: changed, name }), 'good');
        onClose();
      });
    },
  });
  const missing = form.errors['from'];
  return (
    <Form form={form} label={t('copy_form', { name })}>
      <p className={classes.note}>{t('copy_what', { name })}</p>
      <div className={classes.source}>
        <MemberSearch
          label={t('copy_from')}
          chosen={form.values.from}
          canChoose={(member) => member.direct && member.memberNo !== memberNo}
          onChoose={(member) => {
            setFromName(member.name);
            form.set('from', member.memberNo);
          }}
        />
        {missing !== undefined && (
          <p className={classes.fault} role="alert">
            {missing}
          </p>
        )}
      </div>
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{fromName === undefined ? t('copy_act') : t('copy_act_from', { from: fromName })}</SubmitButton>
      </div>
    </Form>
  );
}
