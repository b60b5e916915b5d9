/** The form of one channel's routes, or of the routes of payouts: one row for each upstream. It goes to the draft. */
import { Button } from '@mantine/core';
import { z } from 'zod';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import {
  Form,
  type FormValues,
  SubmitButton,
  useForm,
  useFormState,
  WHOLE_FORM,
} from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { type RoutingContent, type RoutingState, routings } from '../../routing-contract.ts';
import { operatorRoutingTexts } from '../../routing-texts.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { operatorRoutingCalls } from '../calls.ts';
import { SelectField } from '../SelectField.tsx';
import { ROUTING_REFRESHED } from './DraftBar.tsx';
import { partName, PAYOUTS, pinsIn, pinsText, routeField, routesIn, shownErrors, valuesOf } from './route-texts.ts';
import classes from './Routing.module.css';

interface RoutesDialogProps {
  /** A channel's code, or `payouts`. */
  what: string | undefined;
  content: RoutingContent;
  state: RoutingState;
  onClose: () => void;
}

export function RoutesDialog({ what, content, state, onClose }: RoutesDialogProps) {
  const t = useWords(operatorRoutingWords);
  return (
    <Dialog
      opened={what !== undefined}
      title={what !== undefined && t('edit_of', { name: partName(state, what, t('payouts')) })}
      onClose={onClose}
      size="lg"
    >
      {what !== undefined && <RoutesForm what={what} content={content} state={state} onClose={onClose} />}
    </Dialog>
  );
}

const quiet = { refreshes: ROUTING_REFRESHED, quiet: true } as const;
/** The call checks the values: its fields are not the form's. */
const Typed = z.record(z.string(), z.string());
const MAX_PINS_TEXT = 6_000;

function RoutesForm({ what, content, state, onClose }: RoutesDialogProps & { what: string }) {
  const t = useWords(operatorRoutingWords);
  const kit = useWords(kitWords);
  const draftChannel = useAction(operatorRoutingCalls, '/operator/routing/draftChannel', quiet);
  const draftPayouts = useAction(operatorRoutingCalls, '/operator/routing/draftPayouts', quiet);
  const channel = content.channels.find(({ code }) => code === what);
  const upstreamIds = state.upstreams.map(({ id }) => id);
  const form = useForm<FormValues, Record<string, string>>({
    schema: Typed,
    texts: operatorRoutingTexts,
    initial: {
      routing: channel?.routing ?? 'single',
      members: pinsText(channel?.members ?? []),
      ...valuesOf(upstreamIds, channel?.routes ?? content.payouts),
    },
    onSubmit: async (values) => {
      const routes = routesIn(values, upstreamIds);
      try {
        if (channel)
          await draftChannel.mutateAsync({
            code: channel.code,
            routing: routings.find((routing) => routing === values['routing']) ?? 'single',
            routes,
            members: pinsIn(values['members'] ?? ''),
          });
        else
          await draftPayouts.mutateAsync({
            payouts: routes.map(({ upstreamId, position, open, dailyLimit }) => ({
              upstreamId,
              position,
              open,
              dailyLimit,
            })),
          });
      } catch (error) {
        if (error instanceof FieldErrors) throw new FieldErrors(error.message, shownErrors(error.fields, routes));
        if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
        form.setError(WHOLE_FORM, error.message);
        return;
      }
      showToast(t('drafted'), 'good');
      onClose();
    },
  });
  return (
    <Form form={form} label={t('edit')}>
      <div className={classes.body}>
        {channel && (
          <SelectField
            name="routing"
            label={t('rule')}
            description={t('rule_hint')}
            options={routings.map((value) => ({ value, label: t(value) }))}
          />
        )}
        {state.upstreams.map(({ id, name }) => (
          <RouteFields key={id} id={id} name={name} isPayout={what === PAYOUTS} />
        ))}
        {channel && (
          <TextAreaField
            name="members"
            label={t('own_upstreams')}
            description={t('own_upstreams_hint')}
            maxLength={MAX_PINS_TEXT}
            rows={3}
          />
        )}
        <Faults />
      </div>
      <div className={classes.buttons}>
        <SubmitButton>{t('save_draft')}</SubmitButton>
        <Button variant="default" disabled={form.sending} onClick={onClose}>
          {kit('cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** Errors of the routes together. */
function Faults() {
  const { errors } = useFormState();
  const fault = errors['routes'] ?? errors['payouts'];
  if (fault === undefined) return null;
  return (
    <p className={classes.fault} role="alert">
      {fault}
    </p>
  );
}

function RouteFields({ id, name, isPayout }: { id: number; name: string; isPayout: boolean }) {
  const t = useWords(operatorRoutingWords);
  const { values } = useFormState();
  const isUsed = (values[routeField(id, 'use')] ?? '') !== '';
  const whole = (field: 'position' | 'weight') => (
    <TextField
      name={routeField(id, field)}
      label={t(field)}
      inputMode="numeric"
      reading="number"
      maxLength={5}
      autoComplete="off"
    />
  );
  return (
    <fieldset className={classes.route}>
      <legend>
        <bdi>{name}</bdi> <span className={classes.quiet}>#{id}</span>
      </legend>
      <div className={classes.fields}>
        <SelectField
          name={routeField(id, 'use')}
          label={t('use')}
          options={[
            { value: '', label: t('use_none') },
            { value: 'open', label: t('use_open') },
            { value: 'closed', label: t('use_closed') },
          ]}
        />
        {isUsed && whole('position')}
        {isUsed && !isPayout && values['routing'] === 'weighted' && whole('weight')}
        {isUsed && !isPayout && <PercentField name={routeField(id, 'costPercent')} label={t('cost_percent')} />}
        {isUsed && !isPayout && <AmountField name={routeField(id, 'costFixed')} label={t('cost_fixed')} allowsZero />}
        {isUsed && (
          <AmountField name={routeField(id, 'dailyLimit')} label={t('daily_limit')} placeholder={t('unlimited')} />
        )}
      </div>
    </fieldset>
  );
}
