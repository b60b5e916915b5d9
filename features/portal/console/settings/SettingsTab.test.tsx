/** The settings of a merchant's programs: what is shown, what is sent, and where a refusal appears. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { apiSettings } from '../portal-for-tests.ts';
import { SettingsTab } from './SettingsTab.tsx';

async function open(answers: FakeAnswers = {}, hasPayPassword = true) {
  const requests = answerCalls({
    '/user/info': makeUserInfo({ hasPayPassword }),
    '/apisettings/get': envelope(apiSettings()),
    ...answers,
  });
  await renderScreen(<SettingsTab />, { address: '/channel/api' });
  await screen.findByText('What your program needs');
  const sent = () => requests.filter(({ path }) => path === '/apisettings/update').map(({ body }) => body);
  return { user: userEvent.setup(), sent };
}
const field = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
const save = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(field('Payment password'), '246810');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
};

test('shows what a program needs, and the addresses that were refused', async () => {
  await open({
    '/apisettings/get': envelope(
      apiSettings({ refusedIps7d: [{ ip: '203.0.113.99', count: 1234, lastAt: '2026-11-20T04:00:00.000Z' }] }),
    ),
  });
  for (const text of [
    '20000001',
    'https://pay.example/gateway/v1',
    'demo…0123',
    '2,048 bits',
    'a'.repeat(64),
    '198.51.100.1',
  ])
    expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
  const table = screen.getByRole('region', { name: 'Refused addresses, last 7 days' });
  expect(within(table).getByText('203.0.113.99')).toBeTruthy();
  expect(within(table).getByText('1,234')).toBeTruthy();
});

test('a newcomer is led to the first sample, and from the key’s ends to the key', async () => {
  await open();
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(addressOf('Start with the sample')).toContain('/channel/api?tab=reference');
  expect(addressOf('Show key')).toContain('/channel/api?tab=keys');
});

test('lists are edited as lines and sent whole, with the proof', async () => {
  const { user, sent } = await open({ '/apisettings/update': envelope(apiSettings()) });
  expect(field('IP addresses of your servers').value).toBe('203.0.113.0/24 office');
  await user.type(field('IP addresses of your servers'), '\n198.51.100.7 new server');
  await user.type(field('Allowed callback hosts'), 'shop.example:8443');
  await user.click(screen.getByRole('checkbox', { name: 'MD5' }));
  await save(user);
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Settings saved']));
  expect(sent()).toEqual([
    {
      signTypes: ['MD5', 'HMAC-SHA256'],
      requestIps: [
        { cidr: '203.0.113.0/24', note: 'office' },
        { cidr: '198.51.100.7', note: 'new server' },
      ],
      loginIps: [],
      notifyHosts: ['shop.example:8443'],
      merchantPublicKey: '',
      confirm: false,
      payPassword: '246810',
      verifyType: '',
      verifyCode: '',
    },
  ]);
});

test('a line that is no address is named before anything is sent', async () => {
  const { user, sent } = await open();
  await user.type(field('Allowed login IP addresses'), '203.0.113.7\nmy office');
  await save(user);
  await screen.findByText('Line 2 isn’t an address or a range such as 203.0.113.0/24');
  await user.type(field('Allowed callback hosts'), 'https://shop.example');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await screen.findByText('Line 1 isn’t a host such as shop.example or shop.example:8443');
  expect(sent()).toEqual([]);
});

test('a refused field says why at the field, and no sign type at all is found before sending', async () => {
  const { user, sent } = await open({
    '/apisettings/update': {
      code: 0,
      msg: 'This is a private key.',
      error: 'key_is_private',
      fields: { merchantPublicKey: 'This is a private key.' },
    },
  });
  await user.click(screen.getByRole('checkbox', { name: 'HMAC-SHA256' }));
  await save(user);
  await screen.findByText('Allow at least one sign type');
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: 'HMAC-SHA256' }));
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await screen.findByText('This is a private key.');
  expect(toasts.get()).toEqual([]);
});

test('login addresses without the own one are saved only after a second yes', async () => {
  const refused = { code: 0, msg: 'Your own address is not in this list', error: 'login_ip_excludes_you', fields: {} };
  const { user, sent } = await open({
    '/apisettings/update': (body: { confirm: boolean }) => (body.confirm ? envelope(apiSettings()) : refused),
  });
  await user.type(field('Allowed login IP addresses'), '203.0.113.7');
  await save(user);
  const dialog = await screen.findByRole('dialog', { name: 'Lock yourself out?' });
  expect(within(dialog).getByText('Your own address is not in this list')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toMatchObject([{ confirm: false }]);
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  await user.click(await screen.findByRole('button', { name: 'Save and log out' }));
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Settings saved']));
  expect(sent()).toMatchObject([{ confirm: false }, { confirm: false }, { confirm: true }]);
});

test('without a payment password the form leads to it', async () => {
  await open({}, false);
  expect(screen.getByRole('link', { name: 'Set payment password' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull();
});
