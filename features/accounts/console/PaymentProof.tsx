/**
 * The last part of a form that moves money or changes its safeguards: the payment password and, if required, the second
 * step.
 */
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { accountTitles } from '../account-titles.ts';
import type { CurrentUser } from './credentials/AccountPage.tsx';
import type { SecondStepState } from './use-second-step.ts';

/** The fields' initial values. */
export const NO_PAYMENT_PROOF = { payPassword: '', verifyType: '', verifyCode: '' } as const;

export function PaymentProof({ step, user }: { step: SecondStepState; user: Pick<CurrentUser, 'mobile'> }) {
  const title = useWords(accountTitles);
  return (
    <>
      <PasswordField
        name="payPassword"
        label={title('pay_password')}
        autoComplete="off"
        inputMode="numeric"
        reading="code"
        maxLength={6}
      />
      <SecondStep methods={step.methods} mobile={user.mobile} />
    </>
  );
}
