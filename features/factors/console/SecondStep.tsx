/**
 * The second step of any form with the fields `verifyType` and `verifyCode`: the choice of factor, its code, and the
 * button that sends one. Renders nothing if no factor is accepted.
 */
import { useId } from 'react';
import { SmsCodeField } from '#features/sms/console/SmsCodeField.tsx';
import { smsCalls } from '#features/sms/console/calls.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepMethod } from '../rules.ts';
import { factorScreenWords } from '../screen-words.ts';
import classes from './SecondStep.module.css';
import { chosenMethod } from './chosen-method.ts';

export interface SecondStepProps {
  methods: readonly StepMethod[];
  /** The masked number that codes are sent to. */
  mobile: string | null;
}

export function SecondStep({ methods, mobile }: SecondStepProps) {
  const t = useWords(factorScreenWords);
  const { values, set } = useFormState();
  const titleId = useId();
  const chosen = chosenMethod(methods, values.verifyType);
  if (chosen === undefined) return null;
  const choose = (method: StepMethod) => {
    set('verifyType', method);
    set('verifyCode', '');
  };
  return (
    <section className={classes.root} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {t('step_title')}
      </h3>
      {methods.length > 1 && (
        <ChoiceTabs
          label={t('step_choice')}
          value={chosen}
          options={methods.map((value) => ({ value, label: t(`by_${value}`) }))}
          onChange={choose}
        />
      )}
      {chosen === 'sms' ? (
        <SmsCodeField name="verifyCode" send={() => sendVerifyCode(mobile ?? '')} />
      ) : (
        <GoogleCodeField name="verifyCode" description={t('google_code_hint')} />
      )}
    </section>
  );
}

/** The code from the authenticator app. */
export function GoogleCodeField({
  name,
  description,
  maxLength = 6,
}: {
  name: string;
  description?: string;
  maxLength?: number;
}) {
  const t = useWords(factorScreenWords);
  return (
    <TextField
      name={name}
      label={t('google_code')}
      description={description}
      {...(maxLength === 6 ? { inputMode: 'numeric' } : {})}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      reading={maxLength === 6 ? 'code' : 'number'}
      maxLength={maxLength}
      className={classes.code}
    />
  );
}

async function sendVerifyCode(to: string): Promise<{ to: string; resendAfter: number } | undefined> {
  try {
    const { resendAfter } = await callApi(smsCalls, '/sms/send', { event: 'verify' });
    return { to, resendAfter };
  } catch {
    // The client has already shown the error.
    return undefined;
  }
}
