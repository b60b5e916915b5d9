/** Which upstream an order would take now, and why. */
import { useState } from 'react';
import { z } from 'zod';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { operatorRoutingCalls as contract, type RoutingState, type Trial } from '../../routing-contract.ts';
import { operatorRoutingTexts } from '../../routing-texts.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { operatorRoutingCalls } from '../calls.ts';
import { SelectField } from '../SelectField.tsx';
import { upstreamName } from './route-texts.ts';
import classes from './Routing.module.css';

const Asked = contract.calls['/operator/routing/try'].input;

export function TryPanel({ state }: { state: RoutingState }) {
  const t = useWords(operatorRoutingWords);
  const ask = useAction(operatorRoutingCalls, '/operator/routing/try', {
    refreshes: ['/operator/routing/get'],
    quiet: true,
  });
  const [trial, setTrial] = useState<Trial>();
  const form = useForm<FormValues, z.output<typeof Asked>>({
    schema: Asked,
    texts: operatorRoutingTexts,
    initial: { memberNo: '', code: state.channels[0]?.code ?? '', amount: '' },
    onSubmit: async (_asked, { memberNo = '', code = '', amount = '' }) => {
      setTrial(undefined);
      try {
        setTrial(await ask.mutateAsync({ memberNo, code, amount }));
      } catch (error) {
        if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
        form.setError(WHOLE_FORM, error.message);
      }
    },
  });
  return (
    <Panel title={t('try_title')}>
      <div className={classes.body}>
        <p className={classes.quiet}>{t('try_hint')}</p>
        <Form form={form} label={t('try_title')}>
          <div className={classes.fields}>
            <TextField
              name="memberNo"
              label={t('member_no')}
              inputMode="numeric"
              reading="code"
              maxLength={8}
              autoComplete="off"
            />
            <SelectField
              name="code"
              label={t('channel')}
              options={state.channels.map(({ code, name }) => ({ value: code, label: name || code }))}
            />
            <AmountField name="amount" label={t('amount')} />
          </div>
          <SubmitButton>{t('try')}</SubmitButton>
        </Form>
        {trial && <Answer trial={trial} state={state} />}
      </div>
    </Panel>
  );
}

function Answer({ trial, state }: { trial: Trial; state: RoutingState }) {
  const t = useWords(operatorRoutingWords);
  const format = useFormat();
  const nameOf = (id: number) => upstreamName(state, id);
  const isShared =
    trial.routing === 'weighted' && trial.routes.filter(({ standing }) => standing === 'possible').length > 1;
  return (
    <div role="status">
      <p>
        {trial.upstreamId === null
          ? `${t('would_refuse')}: ${t(`because_${trial.because ?? 'no_route'}`)}`
          : isShared
            ? t('would_share')
            : t('would_take', { name: nameOf(trial.upstreamId) })}
      </p>
      <ul className={classes.rows}>
        {trial.routes.map(({ upstreamId, standing, share }) => (
          <li key={upstreamId}>
            <bdi>{nameOf(upstreamId)}</bdi>
            <span className={classes.quiet}>
              {t(`standing_${standing}`)}
              {isShared && ` · ${format.percent(share)}`}
            </span>
          </li>
        ))}
      </ul>
      {trial.routing === 'turn' && <p className={classes.quiet}>{t('turn_note')}</p>}
    </div>
  );
}
