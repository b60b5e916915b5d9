/** Adding a member: rates with the commission that they bring, one request per form, and what to hand over. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { envelope, makeUserInfo, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { AgentDetail } from '../../tree-contract.ts';
import { Screen } from './AddUserScreen.tsx';

const A_REQUEST = expect.stringMatching(/^W-[0-9a-f]{32}$/) as string;
const rate = { minFee: null, maxFee: null };
const ownRates: AgentDetail['ownRates'] = [
  { channel: { code: 'qr', name: 'QR pay' }, percent: '0.6', fixed: '0.00', ...rate },
  { channel: { code: 'bank', name: 'Bank pay' }, percent: '0.3', fixed: '2.00', ...rate },
];
const channels = ['qr', 'bank'].map((code) => ({ code, minAmount: '1.00', maxAmount: '50000.00' }));

beforeEach(() => toasts.set([]));

function world(answers: FakeAnswers = {}, info: Parameters<typeof makeUserInfo>[0] = {}) {
  const sentCalls = answerCalls({
    '/user/info': () => makeUserInfo(info),
    '/agent/detail': envelope({ ownRates }),
    '/channel/list': envelope({ list: channels, total: 2 }),
    '/user/exists': envelope(false),
    '/agent/adduser': envelope({ memberNo: '20000009', username: 'newshop' }),
    ...answers,
  });
  return { sent: () => sentCalls.filter(({ path }) => path === '/agent/adduser').map(({ body }) => body) };
}

async function fill(more: Readonly<Record<string, string>> = {}) {
  const user = userEvent.setup();
  const fields = {
    Username: 'newshop',
    'Mobile number': '13900000001',
    'First password': 'Given1234',
    'Repeat first password': 'Given1234',
    Remark: 'met at the fair',
    ...more,
  };
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
  return user;
}
const press = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Add member' }));
const percentOf = (channel: string) => screen.getByLabelText<HTMLInputElement>(`${channel} Percent`);

describe('the rates', () => {
  test('start at the own ones, and show the commission that they bring as they are typed', async () => {
    world();
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    expect((await screen.findByLabelText<HTMLInputElement>('QR pay Percent')).value).toBe('0.6');
    const row = () => within(percentOf('QR pay').closest('li') ?? document.body);
    expect(row().getByText(/Your commission on ¥100.00/).textContent).toContain('¥0.00');
    await user.clear(percentOf('QR pay'));
    await user.type(percentOf('QR pay'), '0.75');
    expect(row().getByText(/Your commission on ¥100.00/).textContent).toContain('¥0.15');
    expect(row().getByText(/Your commission on ¥1,000.00/).textContent).toContain('¥1.50');
  });

  test('get the own percentage plus a margin, all at once', async () => {
    world();
    await renderScreen(<Screen />);
    const user = userEvent.setup();
    const margin = await screen.findByLabelText('Your margin');
    await user.click(screen.getByRole('button', { name: 'Own rate + 0.1% for all' }));
    expect([percentOf('QR pay').value, percentOf('Bank pay').value]).toEqual(['0.7', '0.4']);
    await user.clear(margin);
    await user.type(margin, '0.25');
    await user.click(screen.getByRole('button', { name: 'Own rate + 0.25% for all' }));
    expect([percentOf('QR pay').value, percentOf('Bank pay').value]).toEqual(['0.85', '0.55']);
  });

  test('below the own ones are marked while they are typed, and not sent', async () => {
    const { sent } = world();
    await renderScreen(<Screen />);
    const user = await fill({ 'QR pay Percent': '0.5' });
    expect(await screen.findByText('At ¥2.50 this rate charges ¥0.01, less than your own ¥0.02')).toBeTruthy();
    await press(user);
    expect(sent()).toEqual([]);
  });

  test('that the server refuses are marked at their fields', async () => {
    const message = 'At ¥500.00 this rate charges ¥2.99, less than your own ¥3.00';
    const { sent } = world({
      '/agent/adduser': { code: 0, msg: message, error: 'rate_below_own', fields: { 'rates.1.percent': message } },
    });
    await renderScreen(<Screen />);
    await press(await fill());
    await waitFor(() => expect(percentOf('Bank pay').getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toHaveLength(1);
  });

  test('can be left out when the own ones could not be loaded', async () => {
    const { sent } = world({ '/agent/detail': { code: 0, msg: 'Not found', error: 'not_found' } });
    await renderScreen(<Screen />);
    await screen.findByText('Your rates couldn’t be loaded');
    await press(await fill());
    await screen.findByText('Member added');
    expect(sent()).toMatchObject([{ rates: [] }]);
  });
});

test('an added account is shown once, to be handed over, and the next form is empty and another request', async () => {
  const { sent } = world();
  await renderScreen(<Screen />);
  const user = await fill();
  await user.click(screen.getByRole('radio', { name: /Agent/ }));
  await press(user);
  await screen.findByText('Member added');
  for (const text of ['newshop', 'Given1234', '20000009', `${window.location.origin}/#/login`])
    expect(screen.getByText(text)).toBeTruthy();
  expect(sent()).toEqual([
    {
      type: 'agent',
      username: 'newshop',
      mobile: '13900000001',
      password: 'Given1234',
      confirmPassword: 'Given1234',
      remark: 'met at the fair',
      rates: [
        { channel: 'qr', percent: '0.6', fixed: '0.00', minFee: null, maxFee: null, closed: false },
        { channel: 'bank', percent: '0.3', fixed: '2.00', minFee: null, maxFee: null, closed: false },
      ],
      requestId: A_REQUEST,
      verifyType: '',
      verifyCode: '',
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Add another' }));
  expect((await screen.findByLabelText<HTMLInputElement>('First password')).value).toBe('');
  expect(screen.queryByText('Given1234')).toBeNull();
  await press(await fill({ Username: 'othershop' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent() as { requestId: string }[];
  expect(second?.requestId).not.toBe(first?.requestId);
});

test('two clicks send one request, and a lost answer is asked for again under the same id', async () => {
  const lost = Promise.withResolvers<unknown>();
  const answers = [lost.promise, envelope({ memberNo: '20000009', username: 'newshop' })];
  const { sent } = world({ '/agent/adduser': () => answers.shift() });
  await renderScreen(<Screen />);
  const user = await fill();
  await user.dblClick(screen.getByRole('button', { name: 'Add member' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  lost.resolve(new Error('lost'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add member' })).toHaveProperty('disabled', false));
  await press(user);
  await screen.findByText('Member added');
  const [first, second, ...others] = sent();
  expect([second, others]).toEqual([first, []]);
});

test.each([
  ['username_taken', 'This username is taken', 'Username'],
  ['mobile_taken', 'This mobile number is taken', 'Mobile number'],
])('%s is shown at its field', async (error, msg, label) => {
  world({ '/agent/adduser': { code: 0, msg, error } });
  await renderScreen(<Screen />);
  await press(await fill());
  await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
});

test.each(['adding_closed', 'tree_too_deep'])('%s is shown above the button', async (error) => {
  world({ '/agent/adduser': { code: 0, msg: 'Not possible now', error } });
  await renderScreen(<Screen />);
  await press(await fill());
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain('Not possible now'),
  );
});

test('asks for the second step that the agent has bound, before anything is sent', async () => {
  const { sent } = world({}, withApp);
  await renderScreen(<Screen />);
  const user = await fill();
  await press(user);
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('Code from the authenticator app'), '123456');
  await press(user);
  await screen.findByText('Member added');
  expect(sent()).toMatchObject([{ verifyType: 'google', verifyCode: '123456' }]);
});
