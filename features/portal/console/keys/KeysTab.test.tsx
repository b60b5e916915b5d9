/** The keys: what is shown of each, and how one is shown, replaced, ended and tested. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { apiSettings, OLD_KEY } from '../portal-for-tests.ts';
import { KeysTab } from './KeysTab.tsx';

const withOldKey = apiSettings({ keys: [...apiSettings().keys, OLD_KEY] });

async function open(answers: FakeAnswers = {}, hasPayPassword = true) {
  const requests = answerCalls({
    '/user/info': makeUserInfo({ hasPayPassword }),
    '/apisettings/get': envelope(withOldKey),
    ...answers,
  });
  await renderScreen(<KeysTab />, { address: '/channel/api?tab=keys' });
  await screen.findByRole('button', { name: 'Replace key' });
  const sentTo = (wanted: string) => requests.filter(({ path }) => path === wanted).map(({ body }) => body);
  return { user: userEvent.setup(), sentTo };
}
const proof = { payPassword: '246810', verifyType: '', verifyCode: '' };

test('each key has its state and its last use', async () => {
  await open();
  const rows = within(screen.getByRole('region', { name: 'Keys for MD5 and HMAC-SHA256' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'KeyStatusLast usedCreatedUntil',
    expect.stringMatching(/^demo…0123Active.*from 203\.0\.113\.7.*–$/),
    expect.stringMatching(/^oldk…9876Old, still validNever–/),
  ]);
  const types = within(screen.getByRole('region', { name: 'Requests by sign type, last 7 days' })).getAllByRole('row');
  expect(types.map(({ textContent }) => textContent)).toEqual([
    'Sign typeRequestsLast used',
    'MD50Never',
    expect.stringMatching(/^HMAC-SHA2561,234/),
    'RSA-SHA2560Never',
  ]);
});

test('a member without keys sees that showing one makes it', async () => {
  await open({ '/apisettings/get': envelope(apiSettings({ md5KeyHint: '', keys: [] })) });
  expect(screen.getByText('None yet. It’s made when you first show it.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Keys for MD5 and HMAC-SHA256' })).toBeNull();
});

test('a key is replaced, shown once, and gone with the dialog', async () => {
  const { user, sentTo } = await open({ '/apisettings/rotate': envelope({ md5Key: 'the-new-key' }) });
  await user.click(screen.getByRole('button', { name: 'Replace key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace key' });
  expect(within(dialog).getByText(/The old key oldk…9876 is valid until/)).toBeTruthy();
  const hours = within(dialog).getByLabelText('Hours the old key stays valid');
  await user.clear(hours);
  await user.type(hours, '721');
  await user.type(within(dialog).getByLabelText('Payment password'), '246810');
  await user.click(within(dialog).getByRole('button', { name: 'Replace key' }));
  await within(dialog).findByText('Must be at most 720');
  await user.clear(hours);
  await user.type(hours, '48');
  await user.click(within(dialog).getByRole('button', { name: 'Replace key' }));
  await within(dialog).findByText('the-new-key');
  expect(sentTo('/apisettings/rotate')).toEqual([{ ...proof, overlapHours: 48 }]);
  expect(sentTo('/apisettings/get')).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('the-new-key')).toBeNull());
});

test('the key is shown with the payment password, and a wrong one is reported at its field', async () => {
  let tries = 0;
  const { user, sentTo } = await open({
    '/apisettings/key': () =>
      (tries += 1) === 1
        ? { code: -1, msg: '', fields: { payPassword: 'The payment password is wrong' } }
        : envelope({ md5Key: 'the-key' }),
  });
  await user.click(screen.getByRole('button', { name: 'Show key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Show key' });
  await user.type(within(dialog).getByLabelText('Payment password'), '246810{Enter}');
  await within(dialog).findByText('The payment password is wrong');
  await user.click(within(dialog).getByRole('button', { name: 'Show key' }));
  await within(dialog).findByText('the-key');
  expect(sentTo('/apisettings/key')).toEqual([proof, proof]);
});

test('the old key is ended, and without one there is nothing to end', async () => {
  let isEnded = false;
  const { user, sentTo } = await open({
    '/apisettings/get': () => envelope(isEnded ? apiSettings() : withOldKey),
    '/apisettings/endOverlap': () => {
      isEnded = true;
      return envelope(undefined);
    },
  });
  await user.click(screen.getByRole('button', { name: 'Revoke old key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke old key' });
  expect(within(dialog).getByText(/signed with oldk…9876/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Payment password'), '246810');
  await user.click(within(dialog).getByRole('button', { name: 'Revoke old key' }));
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Old key revoked']));
  expect(sentTo('/apisettings/endOverlap')).toEqual([proof]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke old key' })).toBeNull());
});

test('a key pair is tested, and a private key is reported at its field', async () => {
  const { user, sentTo } = await open({
    '/apisettings/testKey': ({ merchantPublicKey, text }: { merchantPublicKey: string; text: string }) =>
      merchantPublicKey === 'private'
        ? { code: 0, msg: 'This is a private key.', error: 'key_is_private', fields: { merchantPublicKey: 'x' } }
        : envelope({ valid: text === 'right' }),
  });
  const key = screen.getByLabelText('Public key');
  await user.type(key, 'private');
  await user.type(screen.getByLabelText('Text that was signed'), 'right');
  await user.type(screen.getByLabelText('Signature in base64'), 'AAAA');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('This is a private key.');
  await user.clear(key);
  await user.type(key, 'public');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText('The signature matches this public key.');
  await user.type(screen.getByLabelText('Text that was signed'), ' and wrong');
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText(/The signature doesn’t match/);
  expect(sentTo('/apisettings/testKey')).toHaveLength(3);
});

test('without a payment password the dialogs lead to it', async () => {
  const { user } = await open({}, false);
  await user.click(screen.getByRole('button', { name: 'Show key' }));
  expect(await screen.findByRole('link', { name: 'Set payment password' })).toBeTruthy();
});
