/** Binds an authenticator (the key as QR code and text, its first code, the recovery codes once) and removes it. */
import { useState } from 'react';
import { CopyButton } from '#features/factors/console/CopyButton.tsx';
import { LazyQrCode } from '#features/factors/console/LazyQrCode.tsx';
import { RecoveryCodes } from '#features/factors/console/RecoveryCodes.tsx';
import { GoogleCodeField, SecondStep } from '#features/factors/console/SecondStep.tsx';
import { BindAuthenticator, ClearAuthenticator } from '#features/factors/contract.ts';
import { factorCalls } from '#features/factors/console/calls.ts';
import { factorScreenWords } from '#features/factors/screen-words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { usePlatformName } from '#features/platform/console/config.ts';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { SkeletonBar, Panel } from '#foundation/console/display/layout.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction, useCall, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { accountTitles } from '../../account-titles.ts';
import { accountWords } from '../../account-words.ts';
import classes from './AccountPage.module.css';
import { AccountPage, type CurrentUser } from './AccountPage.tsx';
import { Unbinding } from './Unbinding.tsx';
import { useSecondStep } from '../use-second-step.ts';

function BindGoogleScreen() {
  const t = useWords(accountWords);
  const translate = useWords(factorScreenWords);
  const title = useWords(accountTitles)('bind_google');
  const name = usePlatformName();
  const refresh = useRefresh();
  const [codes, setCodes] = useState<readonly string[]>();
  const bound = async (recoveryCodes: readonly string[]) => {
    // The codes first: they can't be fetched again.
    setCodes(recoveryCodes);
    await refresh('/user/info', '/dashboard/summary');
  };
  return (
    <AccountPage
      current="google"
      title={title}
      hint={t('google_hint')}
      notes={({ googlebind }) =>
        googlebind === 1
          ? ['note_google_lost', 'note_sessions', 'note_hold']
          : ['note_google_clock', 'note_google_lost', 'note_sessions']
      }
    >
      {(user) =>
        codes ? (
          <Panel title={translate('recovery_title')}>
            <RecoveryCodes codes={codes} username={user.username} name={name} onKept={() => setCodes(undefined)} />
          </Panel>
        ) : (
          <Panel>{user.googlebind === 1 ? <ClearForm /> : <BindForm user={user} onBound={bound} />}</Panel>
        )
      }
    </AccountPage>
  );
}

function BindForm({ user, onBound }: { user: CurrentUser; onBound: (codes: readonly string[]) => Promise<void> }) {
  const t = useWords(accountWords);
  const refresh = useRefresh();
  // The QR code must not change while it is scanned: fetch once, and refetch only if the server no longer knows the
  // key.
  const issued = useCall(factorCalls, '/user/getGoogleQrcode', undefined, { staleMs: Number.POSITIVE_INFINITY }).data;
  const step = useSecondStep('strongest' satisfies StepOf<typeof factorCalls, '/user/bindGoogleQrcode'>, user);
  const form = useForm({
    schema: BindAuthenticator.omit({ secret: true }),
    texts: factorTexts,
    initial: { code: '', verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (input) => {
      if (!issued) return;
      let codes: readonly string[] | undefined;
      const send = async () => {
        codes = (await callApi(factorCalls, '/user/bindGoogleQrcode', { ...input, secret: issued.secret }))
          .recoveryCodes;
      };
      const isDone = await step.send(form, input, send).catch(async (error: unknown) => {
        if (error instanceof CallRefused && error.error === 'authenticator_not_pending')
          await refresh('/user/getGoogleQrcode');
        if (error instanceof CallRefused && error.error === 'authenticator_bound') await refresh('/user/info');
        throw error;
      });
      if (!isDone || !codes) return;
      showToast(t('google_bound'), 'good');
      await onBound(codes);
    },
  });
  return (
    <Form form={form} label={t('bind_google')}>
      <ol className={classes.steps}>
        <li className={classes.step}>
          <h2>{t('scan_title')}</h2>
          <div className={classes.stepBody}>
            <p>{t('scan_hint')}</p>
            <Key issued={issued} />
          </div>
        </li>
        <li className={classes.step}>
          <h2>{t('enter_title')}</h2>
          <div className={classes.stepBody}>
            <GoogleCodeField name="code" />
            <SecondStep methods={step.methods} mobile={user.mobile} />
            <div>
              <SubmitButton disabled={!issued}>{t('bind_google')}</SubmitButton>
            </div>
          </div>
        </li>
      </ol>
    </Form>
  );
}

function Key({ issued }: { issued: { secret: string; qrCodeUrl: string } | undefined }) {
  const t = useWords(accountWords);
  const translate = useWords(factorScreenWords);
  return (
    <div className={classes.key}>
      {issued ? (
        <LazyQrCode text={issued.qrCodeUrl} label={translate('qr_code')} />
      ) : (
        <SkeletonBar width={208} height={208} />
      )}
      <div className={classes.secret}>
        <span>{t('secret')}</span>
        {issued ? <code>{issued.secret.match(/.{1,4}/g)?.join(' ')}</code> : <SkeletonBar width={180} />}
        {issued && <CopyButton text={issued.secret} shownIn={(button) => button.previousElementSibling} />}
        {/* A phone can't scan its own screen. */}
        {issued?.qrCodeUrl.startsWith('otpauth:') === true && (
          <a className={classes.openApp} href={issued.qrCodeUrl}>
            {t('open_app')}
          </a>
        )}
      </div>
    </div>
  );
}

function ClearForm() {
  const t = useWords(accountWords);
  const clear = useAction(factorCalls, '/user/clearGoogleBind', {
    refreshes: ['/user/info', '/dashboard/summary', '/user/getGoogleQrcode'],
  });
  const form = useForm({
    schema: ClearAuthenticator,
    texts: factorTexts,
    initial: { code: '' },
    onSubmit: async (input) => {
      try {
        await clear.mutateAsync(input);
        showToast(t('google_cleared'), 'good');
      } catch (error) {
        if (error instanceof CallRefused && error.error === 'second_step_wrong') form.setError('code', error.message);
        throw error;
      }
    },
  });
  return (
    <Unbinding
      bound={<strong>{t('google_bound')}</strong>}
      use={t('google_is_bound')}
      lead={t('clear_google_hint')}
      form={form}
      act={t('clear_google')}
    >
      <GoogleCodeField name="code" maxLength={12} />
    </Unbinding>
  );
}

export { BindGoogleScreen as Screen };
