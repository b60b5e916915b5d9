/** The phone screen: binding with a code to the typed number, removal with a code to the bound number. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { Screen } from './BindPhoneScreen.tsx';
import { envelope, makeUserInfo, withApp, withPhone } from '../user-info-for-tests.ts';

const toastTexts = () => toasts.get().map(({ text }) => text);
const serve = (info: Parameters<typeof makeUserInfo>[0], answers: FakeAnswers = {}) =>
  answerCalls({ '/user/info': () => makeUserInfo(info), '/sms/send': envelope({ resendAfter: 60 }), ...answers });

describe('the phone', () => {
  test('is bound with the code sent to the typed number', async () => {
    const info: { mobilebind: 0 | 1; mobile: string | null } = { mobilebind: 0, mobile: null };
    const sentCalls = serve(info, {
      '/user/bindmobile': () => {
        Object.assign(info, withPhone);
        return envelope({ mobile: '13812341234' });
      },
    });
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Mobile number'), ' 13812341234');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText('Code sent to 13812341234');
    expect(sentCalls.find(({ path }) => path === '/sms/send')?.body).toEqual({
      event: 'bindphone',
      mobile: '13812341234',
    });
    await user.type(screen.getByLabelText('Code from the text message'), '123456');
    await user.click(screen.getByRole('button', { name: 'Add mobile number' }));
    // In the form and in the list of what protects the account.
    expect(await screen.findAllByText('138****1234')).toHaveLength(2);
    expect(sentCalls.find(({ path }) => path === '/user/bindmobile')?.body).toEqual({
      mobile: '13812341234',
      code: '123456',
      verifyType: '',
      verifyCode: '',
    });
    expect(toastTexts()).toEqual(['Mobile number added']);
  });

  test('needs a number before a code is sent, and shows what is wrong with it', async () => {
    const sentCalls = serve({}, { '/sms/send': { code: -1, msg: '', fields: { mobile: 'Not a number' } } });
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    await screen.findByText('Required');
    expect(sentCalls.some(({ path }) => path === '/sms/send')).toBe(false);
    await user.type(screen.getByLabelText('Mobile number'), '12');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText('Not a number');
    expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false);
  });

  test("is not bound without the app's code if an app is bound", async () => {
    const sentCalls = serve(withApp);
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Mobile number'), '13812341234');
    await user.type(screen.getByLabelText('Code from the text message'), '123456{Enter}');
    await screen.findByText('Enter the code');
    expect(sentCalls.some(({ path }) => path === '/user/bindmobile')).toBe(false);
  });

  test('is removed with the code sent to it', async () => {
    const info: { mobilebind: 0 | 1; mobile: string | null } = { ...withPhone };
    const sentCalls = serve(info, {
      '/user/clearmobilebind': () => {
        Object.assign(info, { mobilebind: 0, mobile: null });
        return envelope(undefined);
      },
    });
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    await screen.findByText('Code sent to 138****1234');
    expect(sentCalls.find(({ path }) => path === '/sms/send')?.body).toEqual({ event: 'clearmobilebind' });
    await user.type(screen.getByLabelText('Code from the text message'), '123456');
    await user.click(screen.getByRole('button', { name: 'Remove mobile number' }));
    await waitFor(() => expect(screen.getByLabelText('Mobile number')).toBeTruthy());
    expect(sentCalls.find(({ path }) => path === '/user/clearmobilebind')?.body).toEqual({ code: '123456' });
    expect(toastTexts()).toEqual(['Mobile number removed']);
  });
});
