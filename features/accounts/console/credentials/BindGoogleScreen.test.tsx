/** The authenticator screen: key, code, recovery codes once, and removal. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { Screen } from './BindGoogleScreen.tsx';
import { envelope, makeUserInfo, withApp, withPhone } from '../user-info-for-tests.ts';

const secretOf = (letter: string) => letter.repeat(32);
const issued = (letter: string) => {
  const secret = secretOf(letter);
  return envelope({ secret, qrCodeUrl: `otpauth://totp/Countinghouse:ada?secret=${secret}&issuer=Countinghouse` });
};
const codes = Array.from({ length: 10 }, (_, n) => `aaaaa-bbbb${n}`);
const toastTexts = () => toasts.get().map(({ text }) => text);

function serve(info: Parameters<typeof makeUserInfo>[0], answers: FakeAnswers = {}) {
  return answerCalls({
    '/user/info': () => makeUserInfo(info),
    '/user/getGoogleQrcode': issued('A'),
    '/sms/send': envelope({ resendAfter: 60 }),
    ...answers,
  });
}

describe('binding an authenticator', () => {
  test('shows the key as QR code, link to the app on this phone, and text, and the recovery codes once', async () => {
    const info = { googlebind: 0 as 0 | 1 };
    const sentCalls = serve(info, {
      '/user/bindGoogleQrcode': () => {
        info.googlebind = 1;
        return envelope({ recoveryCodes: codes });
      },
    });
    await renderScreen(<Screen />);
    const picture = await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(picture.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000);
    expect(screen.getByText('AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open in authenticator app' }).getAttribute('href')).toMatch(
      /^otpauth:\/\/totp\/Countinghouse:ada\?secret=A{32}&/,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(secretOf('A'));
    await user.type(screen.getByLabelText('Code from the authenticator app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Set up authenticator' }));
    const list = await screen.findByRole('list', { name: 'Recovery codes' });
    expect([...list.children].map((item) => item.textContent)).toEqual(codes);
    expect(sentCalls.find(({ path }) => path === '/user/bindGoogleQrcode')?.body).toEqual({
      secret: secretOf('A'),
      code: '123456',
      verifyType: '',
      verifyCode: '',
    });
    const file = decodeURIComponent(screen.getByRole('link', { name: 'Download' }).getAttribute('href') ?? '');
    for (const code of codes) expect(file).toContain(code);
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('recovery-codes-ada.txt');
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    await screen.findByText('Your account asks for a code from the app.');
    expect(screen.queryByText(codes[0] ?? '')).toBeNull();
    expect(sentCalls.filter(({ path }) => path === '/user/getGoogleQrcode')).toHaveLength(1);
    expect(toastTexts()).toEqual(['Authenticator is on']);
  });

  test('explains the form of a code, and shows what the server says about it', async () => {
    const sentCalls = serve(
      {},
      { '/user/bindGoogleQrcode': { code: -1, msg: '', fields: { code: 'The code is wrong' } } },
    );
    await renderScreen(<Screen />);
    await screen.findByRole('img');
    const user = userEvent.setup();
    const code = screen.getByLabelText('Code from the authenticator app');
    await user.type(code, '12345{Enter}');
    await screen.findByText('The authenticator code must be six digits');
    expect(sentCalls.some(({ path }) => path === '/user/bindGoogleQrcode')).toBe(false);
    await user.type(code, '6{Enter}');
    await screen.findByText('The code is wrong');
  });

  test('asks for the phone’s code too if one is bound', async () => {
    const sentCalls = serve(withPhone, { '/user/bindGoogleQrcode': envelope({ recoveryCodes: codes }) });
    await renderScreen(<Screen />);
    await screen.findByRole('img');
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Code from the authenticator app'), '123456');
    await user.type(screen.getByLabelText('Code from the text message'), '654321');
    await user.click(screen.getByRole('button', { name: 'Set up authenticator' }));
    await screen.findByRole('list', { name: 'Recovery codes' });
    expect(sentCalls.find(({ path }) => path === '/user/bindGoogleQrcode')?.body).toMatchObject({
      code: '123456',
      verifyType: 'sms',
      verifyCode: '654321',
    });
  });

  test('shows a new key when the server no longer knows this one', async () => {
    let letter = 'A';
    serve(
      {},
      {
        '/user/getGoogleQrcode': () => issued(letter),
        '/user/bindGoogleQrcode': () => {
          letter = 'B';
          return { code: 0, msg: 'Scan the new one', error: 'authenticator_not_pending' };
        },
      },
    );
    await renderScreen(<Screen />);
    await screen.findByRole('img');
    await userEvent.setup().type(screen.getByLabelText('Code from the authenticator app'), '123456{Enter}');
    await screen.findByText('BBBB BBBB BBBB BBBB BBBB BBBB BBBB BBBB');
    expect(toastTexts()).toEqual(['Scan the new one']);
  });
});

describe('removing the authenticator', () => {
  test.each(['123456', 'aaaaa-bbbb0'])('accepts %s, and the next key to bind is a new one', async (code) => {
    const info = { ...withApp } as { googlebind: 0 | 1 };
    const sentCalls = serve(info, {
      '/user/clearGoogleBind': () => {
        info.googlebind = 0;
        return envelope(undefined);
      },
    });
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Code from the authenticator app'), code);
    await user.click(screen.getByRole('button', { name: 'Remove authenticator' }));
    await screen.findByRole('img', { name: 'QR code for the authenticator app' });
    expect(sentCalls.find(({ path }) => path === '/user/clearGoogleBind')?.body).toEqual({
      code: code.replace('-', ''),
    });
    expect(toastTexts()).toEqual(['Authenticator removed']);
  });

  test('shows a wrong code at its field', async () => {
    serve(withApp, { '/user/clearGoogleBind': { code: 0, msg: 'Wrong code', error: 'second_step_wrong' } });
    await renderScreen(<Screen />);
    await userEvent.setup().type(await screen.findByLabelText('Code from the authenticator app'), '000000{Enter}');
    await waitFor(() => expect(screen.getByText('Wrong code')).toBeTruthy());
  });
});
