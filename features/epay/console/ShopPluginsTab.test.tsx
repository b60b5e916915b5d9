/** The tab for shop plugins: what it shows in each state, what its dialogs send, and what the check found. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { EpaySettingsView } from '../contract.ts';
import { ShopPluginsTab } from './ShopPluginsTab.tsx';

const settings = (changes: Partial<EpaySettingsView> = {}): EpaySettingsView => ({
  enabled: true,
  pid: '20000001',
  key: { hint: 'demo…ef01', state: 'active', until: null },
  address: 'https://pay.example/epay/',
  addresses: [
    { plugin: 'kit', text: 'https://pay.example/epay/' },
    { plugin: 'submit', text: 'https://pay.example/epay/submit.php' },
  ],
  typeMap: { alipay: 'qr', wxpay: 'qr', bank: '', other: 'wire' },
  lastRequests: [
    { at: '2026-11-20T04:00:00.000Z', path: '/epay', orderNo: 'E-1', ip: '203.0.113.7', result: 'ok' },
    { at: '2026-11-20T03:00:00.000Z', path: '/epay/mapi.php', orderNo: null, ip: null, result: 'bad_signature' },
  ],
  ...changes,
});
const channel = (code: string) => ({ code, name: code.toUpperCase() });
const proof = { payPassword: '246810', verifyType: '', verifyCode: '' };

async function open(view = settings(), answers: FakeAnswers = {}, hasPayPassword = true) {
  const requests = answerCalls({
    '/user/info': makeUserInfo({ hasPayPassword }),
    '/apisettings/epay': () => envelope(view),
    '/channel/list': envelope({ list: [channel('qr'), channel('wire')], total: 2 }),
    ...answers,
  });
  await renderScreen(<ShopPluginsTab />, { address: '/channel/api?tab=plugins' });
  const user = userEvent.setup();
  const sentTo = (wanted: string) => requests.filter(({ path }) => path === wanted).map(({ body }) => body);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const prove = async (button: string) => {
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Payment password'), '246810');
    await user.click(within(dialog).getByRole('button', { name: button }));
  };
  return { user, sentTo, press, prove };
}

test('what to paste, the types, the last requests, the protocol and the limits are shown', async () => {
  await open();
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
  expect((await rowsOf('URL to paste')).at(-1)).toContain('https://pay.example/epay/submit.php');
  expect(await rowsOf('Payment methods')).toEqual(['TypeChannel', 'alipayqr', 'wxpayqr', 'bankClosed', 'otherwire']);
  expect(await rowsOf('Latest requests')).toEqual([
    'TimeOrder numberIP addressResult',
    expect.stringMatching(/E-1203\.0\.113\.7Accepted$/),
    expect.stringMatching(/––bad_signature$/),
  ]);
  await screen.findByText(/append the key itself, and take the MD5 in lower-case hex/);
  await screen.findByText(/It can’t sign payouts. Set a list of request IPs/);
});

test('a door that was never used says so, and has no check', async () => {
  await open(settings({ enabled: false, key: { hint: null, state: 'none', until: null }, lastRequests: [] }));
  await screen.findByText('No key yet; it’s created on first use');
  await screen.findByText('No requests from plugins yet');
  expect(screen.queryByRole('button', { name: 'Run the check' })).toBeNull();
});

test('switching on sends the payment password', async () => {
  const { press, prove, sentTo } = await open(settings({ enabled: false }));
  await press('Switch on');
  await prove('Switch on');
  await waitFor(() => expect(sentTo('/apisettings/epay')).toContainEqual({ ...proof, enabled: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('types are changed as a whole, and a type that the form does not show is kept', async () => {
  const { user, press, prove, sentTo } = await open();
  await press('Change');
  const dialog = await screen.findByRole('dialog', { name: 'Payment methods' });
  await within(dialog).findAllByRole('option', { name: 'WIRE (wire)' });
  await user.selectOptions(within(dialog).getByLabelText('wxpay'), 'Default');
  await user.selectOptions(within(dialog).getByLabelText('usdt'), 'WIRE (wire)');
  await prove('Save');
  await waitFor(() =>
    expect(sentTo('/apisettings/epay')).toContainEqual({
      ...proof,
      typeMap: { other: 'wire', alipay: 'qr', bank: '', usdt: 'wire' },
    }),
  );
});

test('the key is shown in the dialog, replaced, and the former one is ended', async () => {
  const { user, press, prove, sentTo } = await open(
    settings({ key: { hint: 'demo…ef01', state: 'overlap', until: '2026-11-21T04:00:00.000Z' } }),
    {
      '/apisettings/epayKey': envelope({ epayKey: 'the-key' }),
      '/apisettings/epayRotate': envelope({ epayKey: 'the-new-key' }),
      '/apisettings/epayEndOverlap': envelope(undefined),
    },
  );
  await screen.findByText(/The old key is valid until/);
  await press('Show key');
  await prove('Show key');
  await screen.findByText('the-key');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('the-key')).toBeNull());
  await press('Replace key');
  await screen.findByText('The key before it stops working immediately.');
  await prove('Replace key');
  await screen.findByText('the-new-key');
  expect(sentTo('/apisettings/epayRotate')).toEqual([{ ...proof, overlapHours: 24 }]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await press('Revoke old key');
  await prove('Revoke old key');
  await waitFor(() => expect(sentTo('/apisettings/epayEndOverlap')).toEqual([proof]));
});

test('without a payment password the dialog leads to where one is set', async () => {
  const { press } = await open(settings(), {}, false);
  await press('Show key');
  expect(await screen.findByRole('link', { name: 'Set payment password' })).toBeTruthy();
});

test('the check says what each step found', async () => {
  const { press } = await open(settings(), {
    '/apisettings/epayCheck': envelope({
      steps: [
        { step: 'mapi', state: 'ok', text: '', orderNo: 'CHECK-1' },
        { step: 'submit', state: 'failed', text: 'Invalid amount', orderNo: 'CHECK-2' },
        { step: 'pay', state: 'skipped', text: 'Not the sandbox', orderNo: 'CHECK-1' },
      ],
    }),
  });
  await press('Run the check');
  const rows = within(await screen.findByRole('region', { name: 'Check' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Order through mapi.phpPassedCHECK-1',
    'Order through submit.phpFailedInvalid amount',
    'Payment in the sandboxSkippedNot the sandbox',
  ]);
});

test('settings that could not be loaded are reported in the reader’s language', async () => {
  language.set('zh');
  await open(settings(), { '/apisettings/epay': { code: 0, msg: 'x', error: 'internal' } });
  expect(await screen.findByText('无法加载设置')).toBeTruthy();
  language.set('en');
});
