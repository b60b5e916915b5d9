/** Mobile number and the code sent to it; the next code may be asked for when the server's time has run down. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CaptchaNeeded, FieldErrors } from '#foundation/console/api-errors.ts';
import { sendCall } from '#foundation/console/api.ts';
import { TextField } from '#foundation/console/fields.tsx';
import { useFormState } from '#foundation/console/form.tsx';
import { showToast } from '#foundation/console/toasts.ts';
import { useWords } from '#foundation/console/words.tsx';
import { fieldWords } from '#foundation/core/field-words.ts';
import { userScreenWords } from '../screen-words.ts';
import classes from './MobileFields.module.css';
import type { Captcha } from './use-captcha.ts';

export function MobileFields({ captcha }: { captcha: Captcha }) {
  const t = useWords(userScreenWords);
  const say = useWords(fieldWords);
  const { values, setError } = useFormState();
  const [sending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [seconds, restart] = useCountdown();
  const mobile = (values.mobile ?? '').trim();

  const send = async () => {
    if (mobile === '') return setError('mobile', say('required'));
    setSending(true);
    try {
      const { resendAfter } = await captcha.send((answer) => sendCall<{ resendAfter: number }>('POST', '/sms/send', { event: 'register', mobile, ...answer }));
      restart(resendAfter);
      setSentTo(mobile);
      captcha.prepare();
    } catch (error) {
      if (error instanceof FieldErrors) for (const [name, message] of Object.entries(error.fields)) setError(name, message);
      if (error instanceof CaptchaNeeded) showToast(t('captcha_failed'), 'bad');
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <TextField name="mobile" label={t('mobile')} type="tel" inputMode="tel" autoComplete="tel" maxLength={20} />
      <TextField
        name="smsCode"
        label={t('sms_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        description={sentTo !== undefined && <span role="status">{t('code_sent', { mobile: sentTo })}</span>}
        rightSectionWidth={142}
        rightSection={
          <Button variant="subtle" size="compact-sm" className={classes.send} loading={sending} disabled={seconds > 0} onClick={() => void send()}>
            {seconds > 0 ? t('send_again_in', { seconds }) : t('send_code')}
          </Button>
        }
      />
    </>
  );
}

/** Seconds left, by the clock: a tab that slept does not count on. */
function useCountdown(): [seconds: number, restart: (seconds: number) => void] {
  const [endsAtMs, setEndsAtMs] = useState(0);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000));
  const running = seconds > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  const restart = (wanted: number) => {
    const startMs = Date.now();
    setNowMs(startMs);
    setEndsAtMs(startMs + wanted * 1000);
  };
  return [seconds, restart];
}
