/** The reference in the console: the member's own values, and samples that follow the choices. */
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { referenceWords } from '#features/gateway/reference-words.ts';
import { sampleOf } from '#features/gateway/samples.ts';
import type { Config } from '#features/platform/contract.ts';
import { storeConfig } from '#features/platform/console/config.ts';
import { languages } from '#foundation/core/words.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { portalScreenWords } from '../../screen-words.ts';
import { ReferenceTab } from './ReferenceTab.tsx';

const config = {
  gateway: 'https://pay.test/gateway/v1',
  platformPublicKey: '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n',
} as Config;
const channel = (code: string, state: string) => ({ code, state });

async function renderReference(address = '/channel/api?tab=reference', answers: object = {}) {
  storeConfig(config);
  answerCalls({
    '/user/info': makeUserInfo({ memberNo: '20000042' }),
    '/channel/list': envelope({
      list: [channel('old', 'closed'), channel('wallet', 'open'), channel('bank', 'open')],
      total: 3,
    }),
    ...answers,
  });
  const rendered = await renderScreen(<ReferenceTab />, { address });
  return { ...rendered, user: userEvent.setup() };
}

const sampleText = (container: HTMLElement, subject: string) =>
  container.querySelector(`figure[data-sample="${subject}"] pre`)?.textContent;

test('shows the member’s number, the address, the open channels, and a sample of each call made from them', async () => {
  const { container } = await renderReference();
  await screen.findByRole('heading', { name: referenceWords.start.en });
  expect(screen.getByText('wallet, bank')).toBeTruthy();
  const values = {
    gateway: config.gateway,
    merchantNo: '20000042',
    channel: 'wallet',
    notifyUrl: 'https://shop.example/notify',
  };
  for (const subject of ['/pay/create', '/payout/create', 'callback'] as const)
    expect(sampleText(container, subject)).toBe(sampleOf('curl', 'HMAC-SHA256', subject, values).text);
});

test('language, sign type, channel and callback address change the samples, and the first two are in the address', async () => {
  const { container, user, address } = await renderReference();
  await user.click(await screen.findByLabelText('PHP'));
  await user.click(screen.getByLabelText('MD5'));
  expect(address()).toContain('code=php');
  expect(address()).toContain('sign=MD5');
  await user.selectOptions(screen.getByLabelText(referenceWords.channel_of_samples.en), 'bank');
  const field = screen.getByLabelText(referenceWords.callback_address.en);
  await user.clear(field);
  await user.paste("https://my.test/it's");
  const text = sampleText(container, '/pay/create');
  expect(text).toContain("'channel' => 'bank'");
  expect(text).toContain('https://my.test/it%27s');
  expect(text).toContain("'signType' => 'MD5'");
});

test('the first sample is among the first steps, which lead to the key and to the callbacks', async () => {
  const { container } = await renderReference();
  const heading = await screen.findByRole('heading', { name: referenceWords.start.en });
  const samples = [...container.querySelectorAll('figure[data-sample]')].map((one) => one.getAttribute('data-sample'));
  expect(samples.filter((subject) => subject === '/pay/create')).toEqual(['/pay/create']);
  expect(samples[0]).toBe('/pay/create');
  const rules = screen.getByRole('heading', { name: referenceWords.rules.en });
  const first = container.querySelector('figure');
  expect(heading.compareDocumentPosition(first ?? heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(rules.compareDocumentPosition(first ?? rules)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  for (const [name, tab] of [
    ['Keys', 'keys'],
    ['Callbacks', 'callbacks'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toContain(`/channel/api?tab=${tab}`);
});

test.each(languages)('the first steps name the tabs that they lead to: %s', (code) => {
  expect(referenceWords.step_key[code]).toContain(portalScreenWords.tab_keys[code]);
  expect(referenceWords.step_callback[code]).toContain(portalScreenWords.tab_callbacks[code]);
});

test('the sample for callbacks is one press away from the first steps', async () => {
  const shown: unknown[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.querySelector('figure')?.getAttribute('data-sample'));
  });
  const { user } = await renderReference();
  await user.click(await screen.findByRole('button', { name: referenceWords.to_receive.en }));
  expect(shown).toEqual(['callback']);
  scroll.mockRestore();
});

test('each refusal has its cause and its cure', async () => {
  await renderReference();
  const row = (await screen.findByText('balance_insufficient')).closest('tr');
  expect(within(row ?? document.body).getAllByRole('cell')).toHaveLength(3);
});

test('says when the values cannot be loaded', async () => {
  await renderReference(undefined, { '/channel/list': new Error('gone') });
  expect(await screen.findByRole('alert')).toBeTruthy();
});
