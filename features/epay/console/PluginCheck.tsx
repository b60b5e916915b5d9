/** The one-press check, and what each of its steps found. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '#foundation/console/display/layout.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { epayCalls as contract } from '../contract.ts';
import { epayScreenWords } from '../screen-words.ts';
import { epayCalls } from './calls.ts';
import classes from './ShopPlugins.module.css';

type CheckSteps = OutputOf<(typeof contract)['calls']['/apisettings/epayCheck']>['steps'];

const tones: Readonly<Record<CheckSteps[number]['state'], Tone>> = { ok: 'good', failed: 'bad', skipped: 'warn' };

export function PluginCheck() {
  const t = useWords(epayScreenWords);
  const run = useAction(epayCalls, '/apisettings/epayCheck', { refreshes: ['/apisettings/epay'] });
  const [steps, setSteps] = useState<CheckSteps>();
  const press = async () => setSteps((await run.mutateAsync(undefined)).steps);
  return (
    <Panel
      title={t('check')}
      actions={
        <Button size="sm" loading={run.isPending} onClick={() => void press()}>
          {t('check_run')}
        </Button>
      }
    >
      <p className={classes.text}>{t('check_what')}</p>
      {steps && (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('check')}>
          <table className={classes.table}>
            <tbody>
              {steps.map(({ step, state, text, orderNo }) => (
                <tr key={step}>
                  <th scope="row">{t(`step_${step}`)}</th>
                  <td>
                    <StatusBadge tone={tones[state]}>{t(`step_${state}`)}</StatusBadge>
                  </td>
                  <td>{text === '' ? <span className={classes.code}>{orderNo}</span> : text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
