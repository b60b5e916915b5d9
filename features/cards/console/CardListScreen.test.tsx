/** The cards as a member meets them: the list, the three dialogs, what is sent and what is told. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, readerInfo, withApp } from '#features/users/console/reader-for-tests.ts';
import { language } from '#foundation/console/language.ts';
import { beginAs, comeBackAs } from '#foundation/console/test-kept.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/test-render.tsx';
import { toasts } from '#foundation/console/toasts.ts';
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

async function shown(
  list: CardRow[],
  answers: FakeAnswers = {},
  reader: Parameters<typeof readerInfo>[0] = { hasPayPassword: true },
) {
  const asked = answerCalls({
    '/user/info': readerInfo(reader),
    '/bankcard/list': () => envelope({ total: list.length, list }),
    ...answers,
  });
  await renderScreen(<Screen />, { address: '/repay/bankcard', screens: ['/user/paypassword'] });
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/user/info'));
  const user = userEvent.setup();
  const sentTo = (wanted: string) => asked.filter(({ path }) => path === wanted).map(({ body }) => body);
  return { user, sentTo, open: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}
const told = () => toasts.get().map(({ text }) => text);
const dialog = () => screen.findByRole('dialog');
const type = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) =>
  user.type(await screen.findByLabelText(label), text);

test('a row tells whose account it is, where, and how it stands; why it was rejected too', async () => {
  await shown([
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

test('without cards the next step is told, and taken', async () => {
  const { open } = await shown([]);
  await open('Add card');
  expect(await dialog()).toBeTruthy();
});

test('a card is added: its bank found by a Chinese short name, the number in groups, the payment password beside it', async () => {
  const { user, open, sentTo } = await shown([], { '/bankcard/add': envelope(card()) });
  await open('Add card');
  await type(user, 'Account holder', '张三');
  await user.type(screen.getByRole('combobox', { name: 'Bank' }), '工行');
  await user.click(await screen.findByRole('option', { name: 'Industrial and Commercial Bank of China' }));
  await type(user, 'Card number', '6760-0000 0007');
  await type(user, 'Payment password', '246810');
  await user.click(within(await dialog()).getByRole('button', { name: 'Add card' }));
  await waitFor(() => expect(told()).toEqual(['The card was added']));
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

test('a wrong check digit is told in the reader’s language before anything is sent, however much else is missing', async () => {
  const { user, open, sentTo } = await shown([]);
  await open('Add card');
  await type(user, 'Card number', '676000000008{Tab}');
  for (const [spoken, text] of [
    ['en', 'The check digit of this card number is wrong; compare the number with the card'],
    ['zh', '银行卡号校验位错误，请与卡面核对'],
    ['es', 'El dígito de control de este número es incorrecto; compárelo con la tarjeta'],
    ['th', 'หลักตรวจสอบของเลขบัตรไม่ถูกต้อง โปรดเทียบกับบัตร'],
  ] as const) {
    act(() => language.set(spoken));
    await screen.findByText(text);
  }
  expect(sentTo('/bankcard/add')).toEqual([]);
});

test('an Alipay account is asked for no bank, and one that waits says so', async () => {
  const { user, open, sentTo } = await shown([card()], { '/bankcard/add': envelope(card({ status: 'pending' })) });
  await open('Add card');
  await user.click(await screen.findByRole('radio', { name: 'Alipay' }));
  expect(screen.queryByLabelText('Bank')).toBeNull();
  await type(user, 'Account holder', 'Li Lei');
  await type(user, 'Alipay account', 'li.lei@example.com');
  await type(user, 'Payment password', '246810{Enter}');
  await waitFor(() => expect(told()).toEqual(['The card was added and is being reviewed']));
  expect(sentTo('/bankcard/add')).toMatchObject([
    { type: 'alipay', bank: '', branch: '', account: 'li.lei@example.com' },
  ]);
});

test('a card is changed without its number, which stays; what the server says is told beside the field', async () => {
  let tries = 0;
  const wrong = { code: -1, msg: '', fields: { payPassword: 'The payment password is wrong' } };
  const { user, open, sentTo } = await shown([card()], {
    '/bankcard/edit': () => ((tries += 1) === 1 ? wrong : envelope(card({ id: 'card-2' }))),
  });
  await open('Edit 622202****5702');
  await screen.findByText('Now 622202****5702; leave it empty to keep it');
  expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveProperty(
    'value',
    'Industrial and Commercial Bank of China',
  );
  await user.clear(screen.getByLabelText('Branch (optional)'));
  await type(user, 'Payment password', '111111{Enter}');
  await screen.findByText('The payment password is wrong');
  await user.clear(screen.getByLabelText('Payment password'));
  await type(user, 'Payment password', '246810{Enter}');
  await waitFor(() => expect(told()).toEqual(['The card was changed']));
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

test('removing says what goes, and takes the code of the app where one is bound', async () => {
  const { user, open, sentTo } = await shown(
    [card()],
    { '/bankcard/remove': envelope(undefined) },
    { hasPayPassword: true, ...withApp },
  );
  await open('Remove 622202****5702');
  await screen.findByText(/^You can no longer withdraw to 622202\*{4}5702 of 张三/);
  await type(user, 'Payment password', '246810{Enter}');
  await screen.findByText('Enter the code');
  expect(sentTo('/bankcard/remove')).toEqual([]);
  await type(user, 'Code from the authenticator app', '123456{Enter}');
  await waitFor(() => expect(told()).toEqual(['The card was removed']));
  expect(sentTo('/bankcard/remove')).toEqual([
    { id: 'card-1', payPassword: '246810', verifyType: 'google', verifyCode: '123456' },
  ]);
});

test('without a payment password the way to one is shown instead of a form', async () => {
  const { open } = await shown([card()], {}, { hasPayPassword: false });
  await open('Remove 622202****5702');
  expect(
    within(await dialog())
      .getByRole('link', { name: 'Set payment password' })
      .getAttribute('href'),
  ).toContain('/user/paypassword');
  expect(screen.queryByLabelText('Payment password')).toBeNull();
});

test('with twenty cards one has to go before another comes', async () => {
  const { open } = await shown(Array.from({ length: 20 }, (_, n) => card({ id: `card-${n}` })));
  await open('Add card');
  expect(await screen.findByText('You have 20 cards already; remove one first')).toBeTruthy();
});

test('a card that is typed when the session ends is there again for its user, with its account, which nobody can read meanwhile', async () => {
  beginAs('lin');
  const before = await shown([]);
  await before.open('Add card');
  await type(before.user, 'Card number', '6222020200112345703');
  await type(before.user, 'Payment password', '246810');
  comeBackAs('lin');
  expect(Object.values(sessionStorage).join()).not.toContain('6222020200112345703');
  const after = await shown([]);
  await after.open('Add card');
  expect((await screen.findByLabelText<HTMLInputElement>('Card number')).value).toBe('6222020200112345703');
  expect(screen.getByLabelText<HTMLInputElement>('Payment password').value).toBe('');
});
