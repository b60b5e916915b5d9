/**
 * Opens an account: reports when registration is closed, checks the username while it is typed, and logs in on success.
 */
import { useEffect } from 'react';
import { renewConfig, useConfig } from '#features/platform/console/config.ts';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { CallRefused, CaptchaNeeded } from '#foundation/console/wire/api-errors.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { PasswordField, TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm, useFormState, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { userCalls } from '../calls.ts';
import { userScreenWords } from '../../screen-words.ts';
import { userTexts } from '../../words.ts';
import { PublicPageFrame, useSisterPageLink } from './PublicPageFrame.tsx';
import { MobileFields } from '../credentials/MobileFields.tsx';
import { NewPasswordField } from '../credentials/NewPasswordField.tsx';
import classes from './RegisterScreen.module.css';
import { startSession } from '../session.ts';
import { type Captcha, captchaFault, useCaptcha } from '../use-captcha.ts';
import { UsernameField } from './UsernameField.tsx';

const CLOSED: ReadonlySet<string> = new Set(['registration_closed', 'agent_registration_closed']);
/** How long the message that registration is closed is shown. */
const CLOSED_MS = 2_000;

const registerSchema = () => import('../../contract.ts').then(({ Register }) => Register);

function RegisterScreen() {
  const t = useWords(userScreenWords);
  const closed = useConfig()?.registrationOpen === false;
  const { params } = useCell(hashAddress);
  const login = useSisterPageLink('/login');
  useEffect(() => {
    if (!closed) return;
    const timer = setTimeout(() => goTo(login.slice(1), { replace: true }), CLOSED_MS);
    return () => clearTimeout(timer);
  }, [closed, login]);
  const toLogin = <a href={login}>{closed ? t('back_to_login') : t('login')}</a>;
  if (closed)
    return (
      <PublicPageFrame
        title={t('closed_title')}
        hint={
          <span role="alert">
            <SupportText text={t('closed_hint')} />
          </span>
        }
        below={toLogin}
      >
        <p className={classes.leaving}>{t('closed_leaving')}</p>
      </PublicPageFrame>
    );
  return (
    <PublicPageFrame
      title={t('register_title')}
      hint={t('register_hint')}
      below={
        <>
          {t('have_account')} {toLogin}
        </>
      }
    >
      <RegisterForm inviteCode={params.invite ?? params.inviteCode ?? ''} />
    </PublicPageFrame>
  );
}

function RegisterForm({ inviteCode }: { inviteCode: string }) {
  const t = useWords(userScreenWords);
  const captcha = useCaptcha();
  const agentsToo = useAgentRegistration();
  const form = useForm({
    schema: registerSchema,
    texts: userTexts,
    initial: { type: 'merchant', username: '', mobile: '', smsCode: '', password: '', confirmPassword: '', inviteCode },
    // Ignore a choice that is no longer offered.
    input: (values) => (agentsToo ? values : { ...values, type: 'merchant' }),
    onSubmit: async (input) => {
      try {
        startSession(await captcha.send((answer) => callApi(userCalls, '/user/register', { ...input, ...answer })));
        goTo(hashAddress.get().href, { replace: true });
      } catch (error) {
        if (error instanceof CaptchaNeeded) form.setError(WHOLE_FORM, captchaFault(error, t('captcha_failed')));
        // Registration was open when the page loaded: the current setting replaces the form, or the choice of an agent.
        if (error instanceof CallRefused && CLOSED.has(error.error)) void renewConfig();
        if (error instanceof CallRefused && error.error === 'invite_unknown')
          form.setError('inviteCode', error.message);
        throw error;
      }
    },
  });
  return (
    <Form form={form} label={t('register_title')}>
      <RegisterFields captcha={captcha} />
      <SubmitButton size="md" fullWidth>
        {t('register')}
      </SubmitButton>
    </Form>
  );
}

function RegisterFields({ captcha }: { captcha: Captcha }) {
  const t = useWords(userScreenWords);
  const { values } = useFormState();
  const agentsToo = useAgentRegistration();
  return (
    <>
      {agentsToo && <TypeChoice />}
      <UsernameField />
      <MobileFields captcha={captcha} />
      <NewPasswordField label={t('password')} username={values.username} />
      <PasswordField name="confirmPassword" label={t('confirm_password')} autoComplete="new-password" maxLength={64} />
      <TextField
        name="inviteCode"
        label={t('invite_code')}
        inputMode="numeric"
        autoComplete="off"
        reading="code"
        maxLength={8}
      />
    </>
  );
}

function useAgentRegistration(): boolean {
  return useConfig()?.agentRegistrationOpen ?? false;
}

function TypeChoice() {
  const t = useWords(userScreenWords);
  const { values, set } = useFormState();
  return (
    <fieldset className={classes.types}>
      <legend>{t('type')}</legend>
      {(['merchant', 'agent'] as const).map((type) => (
        <label key={type} className={classes.type} data-chosen={values.type === type || undefined}>
          <input
            type="radio"
            name="type"
            value={type}
            checked={values.type === type}
            onChange={() => set('type', type)}
          />
          <strong>{t(type)}</strong>
          <small>{t(`${type}_hint`)}</small>
        </label>
      ))}
    </fieldset>
  );
}

export { RegisterScreen as Screen };
