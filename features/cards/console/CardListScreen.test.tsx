/** The bank cards screen: the list, the three dialogs, what is sent and which messages appear. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, makeUserInfo, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { beginAs, comeBackAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import type { CardRow } from '../contract.ts';
import { Screen } from './CardListScreen.tsx';

const card = (changes: Partial<CardRow> = {}): CardRow => ({
  id: 'card-1',
  type: 'bank',
  holder: '张三',
  bank: 'ICBC',
  bankName: 'Industrial and Commercial Bank of China',
  branch: '北京分行',
  account: '622202****5702',
  status: 'approved',
  reviewRemark: '',
  createdAt: '2026-11-20T04:00:00.000Z',
  ...changes,
});

async function renderCards(
  list: CardRow[],
  answers: FakeAnswers = {},
  info: Parameters<typeof makeUserInfo>[0] = { hasPayPassword: true },
) {
  const requests = answerCalls({
    '/user/info': makeUserInfo(info),
    '/bankcard/list': () => envelope({ total: list.length, list }),
    ...answers,
  });
  await renderScreen(<Screen />, { address: '/repay/bankcard' });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/user/info'));
  const user = userEvent.setup();
  const sentTo = (wanted: string) => requests.filter(({ path }) => path === wanted).map(({ body }) => body);
  return { user, sentTo, open: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}
const toastTexts = () => toasts.get().map(({ text }) => text);
const dialog = () => screen.findByRole('dialog');
const type = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) =>
  user.type(await screen.findByLabelText(label), text);

test('a row shows the holder, account, bank and status, and why a card was rejected', async () => {
  await renderCards([
    card(),
    card({
      id: 'card-2',
      type: 'alipay',
      bank: null,
      bankName: null,
      branch: '',
      account: 'li.***@***.com',
      status: 'rejected',
      reviewRemark: 'Name differs',
    }),
  ]);
  const rows = await screen.findAllByRole('row', { name: /622202|li\./ });
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    [
      '张三',
      'Approved',
      '622202****5702',
      'Industrial and Commercial Bank of China北京分行',
      'Bank card',
      'EditRemove',
    ],
    ['张三', 'RejectedName differs', 'li.***@***.com', '–', 'Alipay', 'EditRemove'],
  ]);
});

test('an empty list offers to add a card', async () => {
  const { open } = await renderCards([]);
  await open('Add card');
  expect(await dialog()).toBeTruthy();
});

test('a card is added: bank found by a Chinese short name, number typed in groups, with the payment password', async () => {
  const { user, open, sentTo } = await renderCards([], { '/bankcard/add': envelope(card()) });
  await open('Add card');
  await type(user, 'Account holder', '张三');
  await user.type(screen.getByRole('combobox', { name: 'Bank' }), '工行');
  await user.click(await screen.findByRole('option', { name: 'Industrial and Commercial Bank of China' }));
  await type(user, 'Card number', '6760-0000 0007');
  await type(user, 'Payment password', '246810');
  await user.click(within(await dialog()).getByRole('button', { name: 'Add card' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Card added']));
  expect(sentTo('/bankcard/add')).toEqual([
    {
      type: 'bank',
      holder: '张三',
      bank: 'ICBC',
      branch: '',
      account: '6760-0000 0007',
      payPassword: '246810',
      verifyType: '',
      verifyCode: '',
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentTo('/bankcard/list')).toHaveLength(2);
});

test('a wrong check digit is reported in the reader’s language before anything is sent, even if other fields are empty', async () => {
  const { user, open, sentTo } = await renderCards([]);
  await open('Add card');
  await type(user, 'Card number', '676000000008{Tab}');
  for (const [code, text] of [
    ['en', 'This card number has a wrong check digit; compare it with your card'],
    ['zh', '银行卡号校验位错误，请与卡面核对'],
    ['es', 'El dígito de control de este número no es correcto; compárelo con la tarjeta'],
    ['th', 'หลักตรวจสอบของเลขบัตรไม่ถูกต้อง โปรดเทียบกับบัตร'],
  ] as const) {
    act(() => language.set(code));
    await screen.findByText(text);
  }
  expect(sentTo('/bankcard/add')).toEqual([]);
});

test('an Alipay account needs no bank, and a pending one is reported as pending', async () => {
  const { user, open, sentTo } = await renderCards([card()], {
    '/bankcard/add': envelope(card({ status: 'pending' })),
  });
  await open('Add card');
  await user.click(await screen.findByRole('radio', { name: 'Alipay' }));
  expect(screen.queryByLabelText('Bank')).toBeNull();
  await type(user, 'Account holder', 'Li Lei');
  await type(user, 'Alipay account', 'li.lei@example.com');
  await type(user, 'Payment password', '246810{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Card added; it’s being reviewed']));
  expect(sentTo('/bankcard/add')).toMatchObject([
    { type: 'alipay', bank: '', branch: '', account: 'li.lei@example.com' },
  ]);
});

test('a card is changed without its number, which is kept; the server’s error appears at the field', async () => {
  let tries = 0;
  const wrong = { code: -1, msg: '', fields: { payPassword: 'The payment password is wrong' } };
  const { user, open, sentTo } = await renderCards([card()], {
    '/bankcard/edit': () => ((tries += 1) === 1 ? wrong : envelope(card({ id: 'card-2' }))),
  });
  await open('Edit 622202****5702');
  await screen.findByText('Currently 622202****5702; leave empty to keep it');
  expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveProperty(
    'value',
    'Industrial and Commercial Bank of China',
  );
  await user.clear(screen.getByLabelText('Branch (optional)'));
  await type(user, 'Payment password', '111111{Enter}');
  await screen.findByText('The payment password is wrong');
  await user.clear(screen.getByLabelText('Payment password'));
  await type(user, 'Payment password', '246810{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Card changed']));
  expect(sentTo('/bankcard/edit').at(-1)).toEqual({
    id: 'card-1',
    type: 'bank',
    holder: '张三',
    bank: 'ICBC',
    branch: '',
    account: '',
    payPassword: '246810',
    verifyType: '',
    verifyCode: '',
  });
});

test('removing names the card, and asks for the code of a bound authenticator app', async () => {
  const { user, open, sentTo } = await renderCards(
    [card()],
    { '/bankcard/remove': envelope(undefined) },
    { hasPayPassword: true, ...withApp },
  );
  await open('Remove 622202****5702');
  await screen.findByText(/^You’ll no longer be able to withdraw to 622202\*{4}5702 of 张三/);
  await type(user, 'Payment password', '246810{Enter}');
  await screen.findByText('Enter the code');
  expect(sentTo('/bankcard/remove')).toEqual([]);
  await type(user, 'Code from the authenticator app', '123456{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Card removed']));
  expect(sentTo('/bankcard/remove')).toEqual([
    { id: 'card-1', payPassword: '246810', verifyType: 'google', verifyCode: '123456' },
  ]);
});

test('without a payment password a link to set one is shown instead of the form', async () => {
  const { open } = await renderCards([card()], {}, { hasPayPassword: false });
  await open('Remove 622202****5702');
  expect(
    within(await dialog())
      .getByRole('link', { name: 'Set payment password' })
      .getAttribute('href'),
  ).toContain('/user/paypassword');
  expect(screen.queryByLabelText('Payment password')).toBeNull();
});

test('with twenty cards one must be removed before another can be added', async () => {
  const { open } = await renderCards(Array.from({ length: 20 }, (_, n) => card({ id: `card-${n}` })));
  await open('Add card');
  expect(await screen.findByText('You already have 20 cards; remove one first')).toBeTruthy();
});

test('a half-typed card is restored for the same user after the session ends, with its account, which is unreadable meanwhile', async () => {
  beginAs('lin');
  const before = await renderCards([]);
  await before.open('Add card');
  await type(before.user, 'Card number', '6222020200112345703');
  await type(before.user, 'Payment password', '246810');
  comeBackAs('lin');
  expect(Object.values(sessionStorage).join()).not.toContain('6222020200112345703');
  const after = await renderCards([]);
  await after.open('Add card');
  expect((await screen.findByLabelText<HTMLInputElement>('Card number')).value).toBe('6222020200112345703');
  expect(screen.getByLabelText<HTMLInputElement>('Payment password').value).toBe('');
});
