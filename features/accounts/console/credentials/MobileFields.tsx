/** A new account's mobile number and the code sent to it. Sending requires a captcha. */
import { renewConfig } from '#features/platform/console/config.ts';
import { SmsCodeField } from '#features/sms/console/SmsCodeField.tsx';
import { CallRefused, CaptchaNeeded, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { smsCalls } from '#features/sms/console/calls.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { fieldWords } from '#foundation/core/field-words.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { userScreenWords } from '../../screen-words.ts';
import { type Captcha, captchaFault } from '../use-captcha.ts';

export function MobileFields({ captcha }: { captcha: Captcha }) {
  const t = useWords(userScreenWords);
  const translate = useWords(fieldWords);
  const { values, setError } = useFormState();
  const mobile = typedLine(values.mobile ?? '');

  const send = async () => {
    if (mobile === '') {
      setError('mobile', translate('required'));
      return undefined;
    }
    try {
      const { resendAfter } = await captcha.send((answer) =>
        callApi(smsCalls, '/sms/send', { event: 'register', mobile, ...answer }),
      );
      captcha.prepare();
      return { to: mobile, resendAfter };
    } catch (error) {
      if (error instanceof FieldErrors)
        for (const [name, message] of Object.entries(error.fields)) setError(name, message);
      if (error instanceof CaptchaNeeded) setError('smsCode', captchaFault(error, t('captcha_failed')));
      if (error instanceof CallRefused && error.error === 'registration_closed') void renewConfig();
      return undefined;
    }
  };
  return (
    <>
      <TextField
        name="mobile"
        label={t('mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        reading="number"
        maxLength={20}
      />
      <SmsCodeField name="smsCode" send={send} />
    </>
  );
}
