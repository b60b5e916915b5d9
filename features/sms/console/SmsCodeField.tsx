/** Input for an SMS code with a button that sends it. The button is disabled until the server's wait is over. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { TextField } from '#foundation/console/form/fields.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { smsScreenWords } from '../screen-words.ts';
import classes from './SmsCodeField.module.css';

export interface SmsCodeFieldProps {
  name: string;
  /** Undefined if nothing was sent; the user has then already seen why. */
  send: () => Promise<{ to: string; resendAfter: number } | undefined>;
}

export function SmsCodeField({ name, send }: SmsCodeFieldProps) {
  const t = useWords(smsScreenWords);
  const [sending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [seconds, restart] = useCountdown();
  const request = async () => {
    setSending(true);
    try {
      const sent = await send();
      if (!sent) return;
      restart(sent.resendAfter);
      setSentTo(sent.to);
    } finally {
      setSending(false);
    }
  };
  return (
    <TextField
      name={name}
      label={t('sms_code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      reading="code"
      maxLength={6}
      description={sentTo !== undefined && <span role="status">{t('code_sent', { mobile: sentTo })}</span>}
      rightSectionWidth={142}
      rightSection={
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.send}
          loading={sending}
          disabled={seconds > 0}
          onClick={() => void request()}
        >
          {seconds > 0 ? t('send_again_in', { seconds }) : t('send_code')}
        </Button>
      }
    />
  );
}

/** Seconds left, measured by the clock, so that a sleeping tab does not delay the countdown. */
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
