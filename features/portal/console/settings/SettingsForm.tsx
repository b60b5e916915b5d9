/**
 * The form of the settings. Lists are edited as lines. A list of login addresses without the user's own is saved only
 * after a second yes. Its values are those of the first render.
 */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { useCallback, useMemo } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { signTypeNames } from '#features/merchant-keys/rules.ts';
import {
  Form,
  type FormValues,
  SubmitButton,
  useForm,
  useFormState,
  WHOLE_FORM,
} from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useConfirmation } from '#foundation/console/wire/use-confirmation.ts';
import { type ApiSettings, UpdateSettings } from '../../settings-contract.ts';
import { apiSettingsTexts } from '../../settings-words.ts';
import { settingsWords } from '../../settings-screen-words.ts';
import { apiSettingsCalls } from '../calls.ts';
import classes from '../Portal.module.css';
import { SETTINGS_CALLS } from '../WithSettings.tsx';
import { addressesOf, addressFaults, addressLines, hostFaults, hostsOf } from './address-lines.ts';

const MAX_LIST_CHARACTERS = 10_000;

export function SettingsForm({ settings, user }: { settings: ApiSettings; user: CurrentUser }) {
  const t = useWords(settingsWords);
  const update = useAction(apiSettingsCalls, '/apisettings/update', { ...SETTINGS_CALLS, quiet: true });
  const step = useSecondStep('strongest' satisfies StepOf<typeof apiSettingsCalls, '/apisettings/update'>, user);
  const excluding = useConfirmation<string>();
  const initial = useMemo(() => initialOf(settings), [settings]);
  const stepInput = step.input;
  const input = useCallback((values: FormValues) => inputOf(stepInput(values)), [stepInput]);
  const form = useForm({
    schema: UpdateSettings,
    texts: apiSettingsTexts,
    initial,
    input,
    check: ({ requestIps, loginIps, notifyHosts }) => [
      ...addressFaults('requestIps', requestIps),
      ...addressFaults('loginIps', loginIps),
      ...hostFaults('notifyHosts', notifyHosts),
    ],
    onSubmit: async (typed) => {
      const send = (confirm: boolean) => update.mutateAsync({ ...typed, confirm });
      const sendAgain = async (error: unknown) => {
        if (!(error instanceof CallRefused && error.error === 'login_ip_excludes_you')) throw error;
        if (!(await excluding.ask(error.message))) return false;
        await send(true);
        return true;
      };
      let isSaved = true;
      const work = async () => {
        isSaved = await send(false).then(() => true, sendAgain);
      };
      try {
        if (!(await step.send(form, typed, work)) || !isSaved) return;
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error;
        for (const [field, message] of Object.entries(error.fields)) form.setError(field, message);
        if (Object.keys(error.fields).length === 0 && error.error !== 'second_step_wrong')
          form.setError(WHOLE_FORM, error.message);
        return;
      }
      showToast(t('saved'), 'good');
    },
  });
  const { subject, opened } = excluding.shown;
  return (
    <>
      <Form form={form} label={t('settings')}>
        <SignTypes />
        <TextAreaField
          name="requestIps"
          label={t('request_ips')}
          description={t('request_ips_hint')}
          maxLength={MAX_LIST_CHARACTERS}
          rows={4}
        />
        <TextAreaField
          name="loginIps"
          label={t('login_ips')}
          description={t('login_ips_hint')}
          maxLength={MAX_LIST_CHARACTERS}
        />
        <TextAreaField
          name="notifyHosts"
          label={t('notify_hosts')}
          description={t('notify_hosts_hint')}
          maxLength={MAX_LIST_CHARACTERS}
        />
        <TextAreaField
          name="merchantPublicKey"
          label={t('merchant_key')}
          description={t('merchant_key_hint')}
          maxLength={MAX_LIST_CHARACTERS}
          rows={4}
        />
        <PaymentProof step={step} user={user} />
        <div className={classes.buttons}>
          <SubmitButton>{t('save')}</SubmitButton>
        </div>
      </Form>
      {subject !== undefined && (
        <ConfirmDialog
          opened={opened}
          title={t('exclude_title')}
          act={t('exclude_act')}
          dangerous
          onConfirm={async () => excluding.answer(true)}
          onClose={() => excluding.answer(false)}
        >
          {subject}
        </ConfirmDialog>
      )}
    </>
  );
}

function SignTypes() {
  const t = useWords(settingsWords);
  const { values, set, errors } = useFormState();
  return (
    <div>
      <fieldset className={classes.choices}>
        <legend>{t('sign_types')}</legend>
        {signTypeNames.map((type) => (
          <Checkbox
            key={type}
            name={type}
            label={type}
            checked={values[type] === 'yes'}
            onChange={(event) => set(type, event.currentTarget.checked ? 'yes' : '')}
          />
        ))}
      </fieldset>
      {errors['signTypes'] !== undefined && (
        <p className={classes.fault} role="alert">
          {errors['signTypes']}
        </p>
      )}
    </div>
  );
}

function initialOf({ signTypes, requestIps, loginIps, notifyHosts, merchantPublicKey }: ApiSettings) {
  const isAllowed = (type: (typeof signTypeNames)[number]) => (signTypes.includes(type) ? 'yes' : '');
  return {
    MD5: isAllowed('MD5'),
    'HMAC-SHA256': isAllowed('HMAC-SHA256'),
    'RSA-SHA256': isAllowed('RSA-SHA256'),
    requestIps: addressLines(requestIps),
    loginIps: addressLines(loginIps),
    notifyHosts: notifyHosts.join('\n'),
    merchantPublicKey: merchantPublicKey ?? '',
    ...NO_PAYMENT_PROOF,
  };
}

function inputOf(values: FormValues) {
  return {
    signTypes: signTypeNames.filter((type) => values[type] === 'yes'),
    requestIps: addressesOf(values['requestIps'] ?? ''),
    loginIps: addressesOf(values['loginIps'] ?? ''),
    notifyHosts: hostsOf(values['notifyHosts'] ?? ''),
    merchantPublicKey: values['merchantPublicKey'],
    payPassword: values['payPassword'],
    verifyType: values['verifyType'],
    verifyCode: values['verifyCode'],
  };
}
