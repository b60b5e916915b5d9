/** The state of a form's second step: which factors it accepts, what it sends, and where a wrong code is shown. */
import { useCallback, useMemo, useState } from 'react';
import { chosenMethod } from '#features/factors/console/chosen-method.ts';
import { methodsFor, type StepMethod } from '#features/factors/rules.ts';
import { factorScreenWords } from '#features/factors/screen-words.ts';
import { CallRefused, SecondStepNeeded } from '#foundation/console/wire/api-errors.ts';
import type { FormValues } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepPolicy } from '#foundation/core/calls.ts';
import type { CurrentUser } from './credentials/AccountPage.tsx';

interface StepForm {
  setError(name: string, message: string): void;
}

export interface SecondStepState {
  methods: readonly StepMethod[];
  /** For `useForm`: the form's values with the shown factor. */
  input(values: FormValues): FormValues;
  /** Runs `work` unless the code is missing. Resolves to whether it was done. A wrong code is shown at its field. */
  send(form: StepForm, given: { verifyCode: string }, work: () => Promise<unknown>): Promise<boolean>;
}

export function useSecondStep(
  policy: StepPolicy,
  { googlebind, mobilebind }: Pick<CurrentUser, 'googlebind' | 'mobilebind'>,
): SecondStepState {
  const t = useWords(factorScreenWords);
  // If a factor was bound elsewhere since this page was loaded, the server says what it accepts.
  const [required, setRequired] = useState<readonly StepMethod[]>();
  const methods = useMemo(
    () => required ?? methodsFor(policy, { google: googlebind === 1, sms: mobilebind === 1 }),
    [required, policy, googlebind, mobilebind],
  );
  const input = useCallback(
    (values: FormValues) => ({ ...values, verifyType: chosenMethod(methods, values['verifyType']) ?? '' }),
    [methods],
  );
  const send: SecondStepState['send'] = async (form, { verifyCode }, work) => {
    if (methods.length > 0 && verifyCode === '') {
      form.setError('verifyCode', t('step_needed'));
      return false;
    }
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof CallRefused && error.error === 'second_step_wrong')
        form.setError('verifyCode', error.message);
      if (!(error instanceof SecondStepNeeded)) throw error;
      setRequired(error.methods);
      form.setError('verifyCode', t('step_needed'));
      return false;
    }
  };
  return { methods, input, send };
}
