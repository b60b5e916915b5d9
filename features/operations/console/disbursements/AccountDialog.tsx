/** The beneficiary's full account number, after a second step. Each look at it is logged. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { operatorDisbursementTexts } from '../../words.ts';
import { operatorDisbursementCalls } from '../calls.ts';
import classes from './Disbursements.module.css';

interface Key {
  memberNo: string;
  orderNo: string;
}

export function AccountDialog({ one, onClose }: { one: Key | undefined; onClose(): void }) {
  const t = useWords(operatorDisbursementWords);
  const user = useMe().data?.userinfo;
  return (
    <Dialog opened={one !== undefined} title={t('show_account')} onClose={onClose}>
      {one && user && <AccountForm one={one} user={user} onClose={onClose} />}
    </Dialog>
  );
}

const Typed = z.strictObject({ ...secondStepFields });

function AccountForm({ one: { memberNo, orderNo }, user, onClose }: { one: Key; user: CurrentUser; onClose(): void }) {
  const t = useWords(operatorDisbursementWords);
  const kit = useWords(kitWords);
  const [account, setAccount] = useState<string>();
  const step = useSecondStep(
    'strongest' satisfies StepOf<typeof operatorDisbursementCalls, '/operator/disbursement/account'>,
    user,
  );
  const read = useAction(operatorDisbursementCalls, '/operator/disbursement/account');
  const form = useForm({
    schema: Typed,
    texts: operatorDisbursementTexts,
    initial: { verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (typed) => {
      await step.send(form, typed, async () => {
        const found = await read.mutateAsync({ memberNo, orderNo, ...typed });
        setAccount(found.account);
      });
    },
  });
  if (account !== undefined)
    return (
      <Facts>
        <Fact label={t('full_account')}>
          <span className={classes.account}>
            <CopyText value={account} />
          </span>
        </Fact>
      </Facts>
    );
  return (
    <Form form={form} label={t('show_account')}>
      <p className={classes.what}>{t('show_account_what')}</p>
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{t('show_account')}</SubmitButton>
      </div>
    </Form>
  );
}
