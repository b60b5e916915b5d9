/** The trial calls: what the forms send, and what is shown of the answer. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import type { Config } from '#features/platform/contract.ts';
import { storeConfig } from '#features/platform/console/config.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { tryWords } from '../../try-words.ts';
import { TryTab } from './TryTab.tsx';

const trial = (changes: object = {}) => ({
  text: 'POST\n/gateway/v1/balance\n1',
  target: '/gateway/v1/balance',
  headers: { 'X-Timestamp': '1795165200', 'X-Nonce': 'a1b2c3d4e5f60718' },
  body: '{}',
  status: 200,
  replyHeaders: { 'X-Sign': 'abc' },
  reply: '{"code":1,"msg":"","data":{"balance":"1.00"}}',
  verified: true,
  ...changes,
});

async function renderTrials(address: string, answers: FakeAnswers = {}) {
  storeConfig({ gateway: 'https://pay.test/gateway/v1' } as Config);
  const requests = answerCalls({
    '/user/info': makeUserInfo({ hasPayPassword: true }),
    '/channel/list': envelope({ list: [{ code: 'wallet', state: 'open' }], total: 1 }),
    '/apisettings/try': envelope(trial()),
    ...answers,
  });
  await renderScreen(<TryTab />, { address: `/channel/api?tab=try${address}` });
  const sent = () => requests.filter(({ path }) => path === '/apisettings/try').map(({ body }) => body);
  return { user: userEvent.setup(), sent };
}

test('an order starts with values that work, and only filled fields are sent', async () => {
  const { user, sent } = await renderTrials('');
  await user.click(await screen.findByRole('button', { name: tryWords.send.en }));
  await screen.findByText(new RegExp(tryWords.verified.en));
  expect(sent()).toEqual([
    expect.objectContaining({
      path: '/pay/create',
      signType: 'HMAC-SHA256',
      fields: {
        orderNo: expect.stringMatching(/^TRY-\d+$/),
        amount: '100.00',
        channel: 'wallet',
        notifyUrl: 'https://shop.example/notify',
      },
    }),
  ]);
  expect(sent()[0]).not.toHaveProperty('payPassword');
});

test('a new order leads to where it is paid, and to its callback', async () => {
  const reply = '{"code":1,"msg":"","data":{"orderNo":"TRY-7","payUrl":"https://pay.test/pay/7"}}';
  const { user } = await renderTrials('', { '/apisettings/try': envelope(trial({ reply })) });
  await user.click(await screen.findByRole('button', { name: tryWords.send.en }));
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: tryWords.open_pay_page.en });
  expect(addressOf(tryWords.open_pay_page.en)).toBe('https://pay.test/pay/7');
  expect(addressOf(tryWords.see_callback.en)).toBe('/channel/api?tab=callbacks&q=TRY-7');
});

test('a refusal is explained', async () => {
  const reply = '{"code":0,"msg":"x","error":"ip_not_allowed"}';
  const { user } = await renderTrials('&call=/balance', { '/apisettings/try': envelope(trial({ reply })) });
  await user.click(await screen.findByRole('button', { name: tryWords.send.en }));
  expect(await screen.findByText(/Add your server’s address to the IP addresses/)).toBeTruthy();
});

test('an unsigned reply is named so', async () => {
  const reply = '{"code":0,"msg":"x","error":"bad_signature"}';
  const answer = envelope(trial({ reply, verified: false, replyHeaders: {} }));
  const { user } = await renderTrials('&call=/balance', { '/apisettings/try': answer });
  await user.click(await screen.findByRole('button', { name: tryWords.send.en }));
  expect(await screen.findByText(new RegExp(tryWords.not_verified.en))).toBeTruthy();
});

test('a payout takes the payment password', async () => {
  const { user, sent } = await renderTrials('&call=/payout/create');
  await user.click(await screen.findByRole('button', { name: tryWords.send.en }));
  await screen.findByText('The payment password must be six digits');
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText(accountTitles.pay_password.en), '246810');
  await user.click(screen.getByRole('button', { name: tryWords.send.en }));
  await waitFor(() =>
    expect(sent()).toEqual([expect.objectContaining({ path: '/payout/create', payPassword: '246810' })]),
  );
});

test('with RSA the text comes first, then the own signature is sent with its timestamp and nonce', async () => {
  let count = 0;
  const { user, sent } = await renderTrials('&call=/balance&sign=RSA-SHA256', {
    '/apisettings/try': () => envelope(trial(count++ === 0 ? { status: null, reply: null, verified: null } : {})),
  });
  await user.click(await screen.findByRole('button', { name: tryWords.rsa_text.en }));
  await screen.findByText(tryWords.not_sent.en);
  await user.click(screen.getByLabelText(tryWords.rsa_signature.en));
  await user.paste('abc\n def');
  await user.click(screen.getByRole('button', { name: tryWords.send.en }));
  await screen.findByText(new RegExp(tryWords.verified.en));
  expect(sent()[0]).not.toHaveProperty('signature');
  expect(sent()[1]).toMatchObject({
    signature: { timestamp: '1795165200', nonce: 'a1b2c3d4e5f60718', sign: 'abcdef' },
  });
});
