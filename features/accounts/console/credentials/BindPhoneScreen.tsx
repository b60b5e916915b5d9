/** Binds a mobile number with the code sent to it, and removes it. */
import { SmsCodeField } from '#features/sms/console/SmsCodeField.tsx';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { smsCalls } from '#features/sms/console/calls.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { useForm, useFormState } from '#foundation/console/form/form.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { fieldWords } from '#foundation/core/field-words.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { accountTitles } from '../../account-titles.ts';
import { accountWords } from '../../account-words.ts';
import { userCalls } from '../calls.ts';
import { credentialTexts } from '../../credential-words.ts';
import { BindMobile, ClearMobile } from '../../credential-changes.ts';
import { AccountPage, type CurrentUser } from './AccountPage.tsx';
import { GuardedForm } from './GuardedForm.tsx';
import { Unbinding } from './Unbinding.tsx';

const refreshes = ['/user/info', '/dashboard/summary'];

function BindPhoneScreen() {
  const t = useWords(accountWords);
  const title = useWords(accountTitles)('bind_phone');
  return (
    <AccountPage
      current="phone"
      title={title}
      hint={t('phone_hint')}
      notes={({ mobilebind }) => (mobilebind === 1 ? ['note_sessions', 'note_hold'] : ['note_sessions'])}
    >
      {(user) => (
        <Panel>{user.mobilebind === 1 ? <ClearForm mobile={user.mobile ?? ''} /> : <BindForm user={user} />}</Panel>
      )}
    </AccountPage>
  );
}

function BindForm({ user }: { user: CurrentUser }) {
  const t = useWords(accountWords);
  const bind = useAction(userCalls, '/user/bindmobile', { refreshes });
  return (
    <GuardedForm
      policy={'strongest' satisfies StepOf<typeof userCalls, '/user/bindmobile'>}
      user={user}
      schema={BindMobile}
      fields={['mobile', 'code']}
      send={(input) => bind.mutateAsync(input)}
      act={t('bind_phone')}
      done={t('phone_bound')}
    >
      <NumberFields />
    </GuardedForm>
  );
}

function NumberFields() {
  const t = useWords(accountWords);
  const translate = useWords(fieldWords);
  const { values, setError } = useFormState();
  const mobile = typedLine(values.mobile ?? '');
  const send = async () => {
    if (mobile !== '') return sendCode({ event: 'bindphone', mobile }, mobile, setError);
    setError('mobile', translate('required'));
    return undefined;
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
      <SmsCodeField name="code" send={send} />
    </>
  );
}

function ClearForm({ mobile }: { mobile: string }) {
  const t = useWords(accountWords);
  const clear = useAction(userCalls, '/user/clearmobilebind', { refreshes });
  const form = useForm({
    schema: ClearMobile,
    texts: credentialTexts,
    initial: { code: '' },
    onSubmit: async (input) => {
      await clear.mutateAsync(input);
      showToast(t('phone_cleared'), 'good');
    },
  });
  return (
    <Unbinding
      bound={<strong data-figures>{mobile}</strong>}
      use={t('phone_is_bound')}
      lead={t('clear_phone_hint')}
      form={form}
      act={t('clear_phone')}
    >
      <SmsCodeField name="code" send={() => sendCode({ event: 'clearmobilebind' }, mobile, form.setError)} />
    </Unbinding>
  );
}

async function sendCode(
  input: { event: 'bindphone' | 'clearmobilebind'; mobile?: string },
  to: string,
  setError: (name: string, message: string) => void,
) {
  try {
    const { resendAfter } = await callApi(smsCalls, '/sms/send', input);
    return { to, resendAfter };
  } catch (error) {
    // The client has already shown a refusal.
    if (error instanceof FieldErrors)
      for (const [name, message] of Object.entries(error.fields)) setError(name, message);
    return undefined;
  }
}

export { BindPhoneScreen as Screen };
