/** Sends made-up callbacks to an address, and shows what it answered. */
import { useState } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { callbackWords } from '../../callbacks-screen-words.ts';
import { callbackTexts } from '../../callbacks-words.ts';
import type { SimulatedCall } from '../../callbacks-contract.ts';
import classes from './Callbacks.module.css';
import { callbackCalls } from './calls.ts';
import { Exchange } from './Exchange.tsx';

const events = {
  'payin.success': 'payin_success',
  'payin.late': 'payin_late',
  'payout.paid': 'payout_paid',
  'payout.cancelled': 'payout_cancelled',
} as const;
const variants = ['once', 'twice', 'out_of_order', 'wrong_signature', 'slow'] as const;

export function Simulator() {
  const t = useWords(callbackWords);
  const [made, setMade] = useState<readonly SimulatedCall[]>([]);
  const simulate = useAction(callbackCalls, '/apisettings/simulate');
  const form = useForm({
    schema: async () => (await import('../../callbacks-contract.ts')).Simulate,
    texts: callbackTexts,
    initial: { event: 'payin.success', url: '', variant: 'once' },
    onSubmit: async (input) => setMade((await simulate.mutateAsync(input)).list),
  });
  return (
    <Panel title={t('simulator')}>
      <p className={classes.hint}>{t('simulator_hint')}</p>
      <Form form={form} label={t('simulator')}>
        <TextField
          name="url"
          label={t('address')}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          maxLength={2048}
        />
        <div className={classes.choice}>
          <span>{t('event')}</span>
          <ChoiceTabs
            label={t('event')}
            value={form.values.event}
            options={Object.entries(events).map(([value, word]) => ({ value, label: t(word) }))}
            onChange={(event) => form.set('event', event)}
          />
        </div>
        <div className={classes.choice}>
          <span>{t('variant')}</span>
          <ChoiceTabs
            label={t('variant')}
            value={form.values.variant}
            options={variants.map((value) => ({ value: value as string, label: t(value) }))}
            onChange={(variant) => form.set('variant', variant)}
          />
        </div>
        <div>
          <SubmitButton>{t('simulate')}</SubmitButton>
        </div>
      </Form>
      {made.length > 0 && (
        <div className={classes.tab} role="status">
          {made.map((exchange, index) => (
            <Exchange
              key={`${exchange.at} ${index}`}
              name={t('call', { number: index + 1 })}
              exchange={exchange}
              opened
            />
          ))}
        </div>
      )}
    </Panel>
  );
}
