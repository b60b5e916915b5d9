/** The dialogs that change the door or its key. A key that is shown is kept in the open dialog and nowhere else. */
import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import type { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { channelCalls } from '#features/channels/console/calls.ts';
import { referenceWords } from '#features/gateway/reference-words.ts';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { ChangeEpay, type EpaySettingsView, RotateEpayKey, ShowEpayKey } from '../contract.ts';
import { defaultModes, offeredTypes } from '../rules.ts';
import { epayScreenWords } from '../screen-words.ts';
import { epayCallTexts } from '../words.ts';
import { epayCalls } from './calls.ts';
import classes from './ShopPlugins.module.css';

export type EpayAct = 'on' | 'off' | 'types' | 'show' | 'rotate' | 'end';

export interface EpayDialogProps {
  act: EpayAct;
  settings: EpaySettingsView;
  user: CurrentUser;
  onClose: () => void;
}

const CHANGES = { refreshes: ['/apisettings/epay'] };
const titles = {
  on: 'switch_on',
  off: 'switch_off',
  types: 'types',
  show: 'show',
  rotate: 'rotate',
  end: 'end',
} as const satisfies Record<EpayAct, keyof typeof epayScreenWords>;

export function EpayDialog({ act, settings, user, onClose }: EpayDialogProps) {
  const t = useWords(epayScreenWords);
  return (
    <Dialog opened title={t(titles[act])} onClose={onClose}>
      {user.hasPayPassword ? (
        <ActForm act={act} settings={settings} user={user} onClose={onClose} />
      ) : (
        <>
          <p className={classes.text}>{t('no_pay_password')}</p>
          <ScreenLink to="/user/paypassword">{t('set_pay_password')}</ScreenLink>
        </>
      )}
    </Dialog>
  );
}

function ActForm({ act, settings, user, onClose }: EpayDialogProps) {
  const t = useWords(epayScreenWords);
  const [shownKey, setShownKey] = useState<string>();
  const change = useAction(epayCalls, '/apisettings/epay', CHANGES);
  const show = useAction(epayCalls, '/apisettings/epayKey', CHANGES);
  const rotate = useAction(epayCalls, '/apisettings/epayRotate', CHANGES);
  const end = useAction(epayCalls, '/apisettings/epayEndOverlap', CHANGES);
  const common = { user, onClose };
  const closeWith = (text: string) => {
    showToast(text, 'good');
    onClose();
  };
  if (shownKey !== undefined) return <ShownKey value={shownKey} onClose={onClose} />;
  if (act === 'show')
    return (
      <ProvenForm
        {...common}
        label={t('show')}
        schema={ShowEpayKey}
        onSend={async (typed) => setShownKey((await show.mutateAsync(typed)).epayKey)}
      >
        <p className={classes.text}>{t('show_what')}</p>
      </ProvenForm>
    );
  if (act === 'rotate')
    return (
      <ProvenForm
        {...common}
        label={t('rotate')}
        schema={RotateEpayKey}
        initial={{ overlapHours: '24' }}
        inputOf={({ overlapHours = '' }) => ({
          overlapHours: /^\d+$/.test(overlapHours) ? Number(overlapHours) : overlapHours,
        })}
        onSend={async (typed) => {
          setShownKey((await rotate.mutateAsync(typed)).epayKey);
          showToast(t('rotated'), 'good');
        }}
      >
        <p className={classes.text}>{t('rotate_what')}</p>
        {settings.key.state === 'overlap' && <p className={classes.text}>{t('rotate_ends_old')}</p>}
        <TextField
          name="overlapHours"
          label={t('overlap_hours')}
          description={t('overlap_hint')}
          inputMode="numeric"
          autoComplete="off"
          reading="number"
          maxLength={3}
        />
      </ProvenForm>
    );
  if (act === 'end')
    return (
      <ProvenForm
        {...common}
        label={t('end')}
        schema={ShowEpayKey}
        dangerous
        onSend={async (typed) => {
          await end.mutateAsync(typed);
          closeWith(t('ended'));
        }}
      >
        <p className={classes.text}>{t('end_what')}</p>
      </ProvenForm>
    );
  if (act === 'types')
    return (
      <ProvenForm
        {...common}
        label={t('save')}
        schema={ChangeEpay}
        initial={initialTypes(settings.typeMap)}
        inputOf={(values) => ({ typeMap: typeMapOf(values, settings.typeMap) })}
        onSend={async (typed) => {
          await change.mutateAsync(typed);
          closeWith(t('switched'));
        }}
      >
        <TypeFields />
      </ProvenForm>
    );
  return (
    <ProvenForm
      {...common}
      label={t(titles[act])}
      schema={ChangeEpay}
      dangerous={act === 'off'}
      inputOf={() => ({ enabled: act === 'on' })}
      onSend={async (typed) => {
        await change.mutateAsync(typed);
        closeWith(t('switched'));
      }}
    >
      <p className={classes.text}>{t(act === 'on' ? 'switch_on_what' : 'switch_off_what')}</p>
    </ProvenForm>
  );
}

interface ProvenFormProps<Typed extends { verifyCode: string }> {
  user: CurrentUser;
  /** The action, as the button's text. */
  label: string;
  schema: z.ZodType<Typed>;
  initial?: Record<string, string>;
  /** The call's input besides the payment proof. */
  inputOf?: (values: FormValues) => object;
  dangerous?: boolean;
  onSend: (typed: Typed) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

function ProvenForm<Typed extends { verifyCode: string }>(props: ProvenFormProps<Typed>) {
  const { user, label, schema, initial = {}, inputOf, dangerous = false, onSend, onClose, children } = props;
  const kit = useWords(kitWords);
  const step = useSecondStep('strongest', user);
  const stepInput = step.input;
  const input = useCallback(
    (values: FormValues) => {
      const { payPassword, verifyType, verifyCode } = stepInput(values);
      return { payPassword, verifyType, verifyCode, ...inputOf?.(values) };
    },
    [stepInput, inputOf],
  );
  const form = useForm({
    schema,
    texts: epayCallTexts,
    initial: { ...initial, ...NO_PAYMENT_PROOF },
    input,
    onSubmit: async (typed) => void (await step.send(form, typed, () => onSend(typed))),
  });
  return (
    <Form form={form} label={label}>
      {children}
      <PaymentProof step={step} user={user} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton {...(dangerous ? { color: 'red' } : {})}>{label}</SubmitButton>
      </div>
    </Form>
  );
}

const DEFAULT = 'default';
const CLOSED = 'closed';
const codeMark = 'code ';

/** A select per type; a channel's code has a mark before it, so that no code can be one of the other two choices. */
function TypeFields() {
  const t = useWords(epayScreenWords);
  const { values, set } = useFormState();
  const channels = useCall(channelCalls, '/channel/list', undefined);
  const options = (channels.data?.list ?? []).map(({ code, name }) => ({
    value: codeMark + code,
    label: `${name} (${code})`,
  }));
  return offeredTypes.map((type) => (
    <NativeSelect
      key={type}
      label={type}
      value={values[`type_${type}`] ?? DEFAULT}
      onChange={({ currentTarget }) => set(`type_${type}`, currentTarget.value)}
      data={[
        ...(Object.hasOwn(defaultModes, type) ? [{ value: DEFAULT, label: t('by_default') }] : []),
        { value: CLOSED, label: t('closed') },
        ...options,
      ]}
    />
  ));
}

function initialTypes(typeMap: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    offeredTypes.map((type) => {
      const code = typeMap[type];
      return [`type_${type}`, code ? codeMark + code : CLOSED];
    }),
  );
}

/** The chosen channels, and the types that this form does not show. */
function typeMapOf(values: FormValues, before: Readonly<Record<string, string>>): Record<string, string> {
  const others = Object.entries(before).filter(([type]) => !(offeredTypes as readonly string[]).includes(type));
  const chosen = offeredTypes.flatMap((type): [string, string][] => {
    const choice = values[`type_${type}`] ?? CLOSED;
    if (choice === DEFAULT) return [];
    if (choice === CLOSED) return Object.hasOwn(defaultModes, type) ? [[type, '']] : [];
    return [[type, choice.slice(codeMark.length)]];
  });
  return Object.fromEntries([...others, ...chosen]);
}

function ShownKey({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useWords(epayScreenWords);
  const reference = useWords(referenceWords);
  const { copied, copy } = useCopy(value, (button) => button.parentElement?.previousElementSibling ?? null);
  return (
    <>
      <p className={classes.quiet}>{t('key')}</p>
      <span className={classes.code}>{value}</span>
      <div className={classes.buttons}>
        <Button variant="default" onClick={copy}>
          {copied ? reference('copied') : reference('copy')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </>
  );
}
