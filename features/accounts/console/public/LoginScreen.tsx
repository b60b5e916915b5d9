/**
 * The login form. Keeps the wanted address in its own; once there is a token, the route guard redirects to it. Stays
 * small: the schema, the captcha solver and everything after login load while the user types. The page arrives with
 * this form prerendered; until this code runs, the fields belong to another form that sends nothing (see
 * typed-before-hydration.ts), so that no password can end up in an address.
 */
import { type ReactNode, useState } from 'react';
import { useConfig, usePlatformName } from '#features/platform/console/config.ts';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { CallFailed, CallRefused, CaptchaNeeded, SecondStepNeeded } from '#foundation/console/wire/api-errors.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { PasswordField, TextField } from '#foundation/console/form/fields.tsx';
import { focusField, Form, type FormState, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { clearToasts, dismissText } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { userCalls } from '../calls.ts';
import { userScreenWords } from '../../screen-words.ts';
import { userTexts } from '../../words.ts';
import { PublicPageFrame, useSisterPageLink } from './PublicPageFrame.tsx';
import classes from './LoginScreen.module.css';
import { startSession } from '../session.ts';
import { typedBeforeHydration } from './typed-before-hydration.ts';
import { captchaFault, useCaptcha } from '../use-captcha.ts';

const loginSchema = () => import('../../contract.ts').then(({ LoginForm }) => LoginForm);
const EMPTY = { account: '', password: '', googlecode: '' };

/** `foot` is what the shell adds below the form. */
function LoginScreen({ foot }: { foot?: ReactNode }) {
  const t = useWords(userScreenWords);
  const name = usePlatformName();
  const registers = useConfig()?.registrationOpen !== false;
  const captcha = useCaptcha();
  const [secondStep, setSecondStep] = useState(false);
  // Shown for every locked account, whether it has an authenticator or exists at all, so that it reveals nothing.
  const [locked, setLocked] = useState(false);
  const [initial] = useState(() => typedBeforeHydration(EMPTY));

  const form = useForm({
    schema: loginSchema,
    texts: userTexts,
    initial,
    onSubmit: async (input): Promise<void> => {
      if (secondStep && input.googlecode.trim() === '') return form.setError('googlecode', t('second_step_needed'));
      clearToasts();
      try {
        startSession(
          await captcha.send((answer) =>
            callApi(userCalls, '/user/login', { ...input, ...answer }, { quiet: true, background: false }),
          ),
        );
        goTo(hashAddress.get().href, { replace: true });
      } catch (error) {
        if (error instanceof SecondStepNeeded) return setSecondStep(true);
        if (error instanceof CaptchaNeeded) form.setError(WHOLE_FORM, captchaFault(error, t('captcha_failed')));
        else if (error instanceof CallRefused && error.error === 'second_step_wrong')
          form.setError('googlecode', error.message);
        else if (error instanceof CallRefused || error instanceof CallFailed) {
          form.setError(WHOLE_FORM, error.message);
          dismissText(error.message);
          focusField(['password', 'googlecode']);
        }
        setLocked(error instanceof CallRefused && error.error === 'login_locked');
        throw error;
      }
    },
  });

  const startOver = () => {
    setSecondStep(false);
    setLocked(false);
    form.reset();
    for (const name of ['account', 'password', 'googlecode'] as const) form.set(name, '');
  };
  if (secondStep) return <SecondStep form={form} onOtherAccount={startOver} />;
  return (
    <PublicPageFrame
      title={t('login_title', { name })}
      hint={t('login_hint')}
      below={registers && <ToRegister />}
      foot={foot}
    >
      <Form form={form} label={t('login')}>
        <TextField
          name="account"
          label={t('account')}
          size="md"
          autoFocus
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          reading="line"
          maxLength={64}
        />
        <PasswordField name="password" label={t('password')} size="md" autoComplete="current-password" maxLength={64} />
        <SubmitButton size="md" fullWidth>
          {t('login')}
        </SubmitButton>
      </Form>
      {locked && (
        <div className={classes.locked}>
          <p>{t('locked_hint')}</p>
          <button type="button" className={classes.link} onClick={() => setSecondStep(true)}>
            {t('locked_enter')}
          </button>
        </div>
      )}
      <Forgotten />
    </PublicPageFrame>
  );
}

function SecondStep({ form, onOtherAccount }: { form: FormState<typeof EMPTY>; onOtherAccount: () => void }) {
  const t = useWords(userScreenWords);
  return (
    <PublicPageFrame
      title={t('second_step_title')}
      hint={t('second_step_hint')}
      below={
        <button type="button" className={classes.link} onClick={onOtherAccount}>
          {t('other_account')}
        </button>
      }
    >
      <Form form={form} label={t('second_step_title')}>
        <TextField
          name="googlecode"
          label={t('second_step_code')}
          size="md"
          autoFocus
          autoComplete="one-time-code"
          reading="number"
          maxLength={40}
          spellCheck={false}
          autoCapitalize="off"
          className={classes.code}
        />
        <SubmitButton size="md" fullWidth>
          {t('confirm')}
        </SubmitButton>
      </Form>
    </PublicPageFrame>
  );
}

function Forgotten() {
  const t = useWords(userScreenWords);
  return (
    <details className={classes.forgot}>
      <summary>{t('forgot')}</summary>
      <p>
        <SupportText text={t('forgot_answer')} />
      </p>
    </details>
  );
}

function ToRegister() {
  const t = useWords(userScreenWords);
  return (
    <>
      {t('no_account')} <a href={useSisterPageLink('/register')}>{t('to_register')}</a>
    </>
  );
}

export { LoginScreen as Screen };
