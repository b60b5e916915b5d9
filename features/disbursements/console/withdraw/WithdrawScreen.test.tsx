/** Withdrawing: the cost is shown first, missing steps are shown with a link, and one filled form withdraws once. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { envelope, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { beginAs, comeBackAs } from '#foundation/console/testing/test-saved-input.ts';
import { renderScreen } from '#foundation/console/testing/test-render.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { numberOf, type World, world } from './withdrawals-for-tests.ts';
import { Screen } from './WithdrawScreen.tsx';

const open = (query = '') => renderScreen(<Screen />, { address: `/repay/apply${query}` });
const factOf = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent;
const form = async () => within(await screen.findByRole('form', { name: 'Withdraw' }));
const toastTexts = () => toasts.get().map(({ text }) => text);

/** Fills the form and presses its button, which opens the confirmation. */
async function fill(user: ReturnType<typeof userEvent.setup>, amount = '1200') {
  const fields = await form();
  await user.type(fields.getByLabelText('Amount'), amount);
  await user.type(fields.getByLabelText('Payment password'), '246810');
}
const press = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click((await form()).getByRole('button', { name: 'Withdraw ¥1,200.00' }));
const question = () => screen.findByRole('dialog', { name: 'Withdraw ¥1,200.00?' });
const confirm = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(within(await question()).getByRole('button', { name: 'Withdraw ¥1,200.00' }));

describe('the form', () => {
  test('shows when held money is released', async () => {
    world({ quote: { nextRelease: { at: '2026-11-20T16:00:00.000Z', amount: '250.00' } } });
    await open();
    await form();
    expect(factOf('Available on')).toBe('21 Nov 2026, 00:00:00: ¥250.00');
  });

  test('shows what can be withdrawn, and the server’s fee, debit and arrival for the typed amount', async () => {
    const user = userEvent.setup();
    const { of } = world();
    await open();
    await form();
    expect(['Available', 'Most you can withdraw', 'Per withdrawal', 'Withdrawal hours'].map(factOf)).toEqual([
      '¥5,000.00',
      '¥4,998.00',
      '¥100.00 to ¥50,000.00',
      '09:00 to 22:00 (GMT+8)',
    ]);
    expect(['Fee', 'Total debit', 'Expected by'].map(factOf)).toEqual(['–', '–', '–']);
    await user.type((await form()).getByLabelText('Amount'), '1200');
    await waitFor(() =>
      expect(['Fee', 'Total debit', 'Expected by'].map(factOf)).toEqual([
        '¥2.00',
        '¥1,202.00',
        '20 Nov 2026, 14:00:00',
      ]),
    );
    // Not one request per keystroke.
    expect(of('/withdrawal/quote')).toEqual([{ amount: '' }, { amount: '1200' }]);
    await user.click(screen.getByRole('button', { name: 'Withdraw all: ¥4,998.00' }));
    await waitFor(() => expect(factOf('Total debit')).toBe('¥5,000.00'));
    expect((await form()).getByRole('button', { name: 'Withdraw ¥4,998.00' })).toBeTruthy();
  });

  test.each([
    ['12x', 'Enter an amount such as 1234.50'],
    ['10.0055', 'Enter an amount such as 1234.50'],
    ['1,500', 'This could mean 1500.00 or 1.50; enter one of them'],
    ['1.500', 'This could mean 1500.00 or 1.50; enter one of them'],
    ['$1500', '$ isn’t the platform’s currency (CNY)'],
    ['99.99', 'Withdraw between ¥100.00 and ¥50,000.00'],
    ['4998.01', 'The available balance doesn’t cover the amount and fee'],
  ])('an amount of %s shows an error before anything is sent', async (amount, text) => {
    const user = userEvent.setup();
    const { applied } = world();
    await open();
    await fill(user, amount);
    await user.keyboard('{Enter}');
    await screen.findByText(text);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(applied()).toEqual([]);
  });

  test('confirms the amount it understood, and sends exactly that', async () => {
    const user = userEvent.setup();
    const { of, applied } = world();
    await open();
    await fill(user, '¥1.200,50');
    await user.click(await screen.findByRole('button', { name: 'Withdraw ¥1,200.50' }));
    const sentCalls = await screen.findByRole('dialog', { name: 'Withdraw ¥1,200.50?' });
    expect(sentCalls.textContent).toContain('¥1,202.50 will be deducted from your available balance now.');
    await user.click(within(sentCalls).getByRole('button', { name: 'Withdraw ¥1,200.50' }));
    await waitFor(() => expect(applied()).toMatchObject([{ amount: '1200.50' }]));
    expect(
      of('/withdrawal/quote').every((asking) => ['', '1200.50'].includes((asking as { amount: string }).amount)),
    ).toBe(true);
  });

  test('confirms with figures, sends the choice, and shows the withdrawal, updated live', async () => {
    const user = userEvent.setup();
    const { stream, state, applied } = world();
    const page = await open();
    await fill(user);
    await user.click(screen.getByRole('radio', { name: /Li Lei/ }));
    await press(user);
    expect((await question()).textContent).toContain('¥1,202.00 will be deducted from your available balance now.');
    expect((await question()).textContent).toContain('Li Lei · Alipay · li.***@***.com');
    expect(applied()).toEqual([]);
    await confirm(user);
    await waitFor(() => expect(page.address()).toBe(`/repay/apply?made=${numberOf(9)}`));
    expect(applied()).toEqual([
      {
        amount: '1200',
        cardId: 'card-2',
        payPassword: '246810',
        verifyType: '',
        verifyCode: '',
        requestId: expect.stringMatching(/^W-[0-9a-f]{32}$/),
      },
    ]);
    await screen.findByText('Waiting to be sent');
    expect(screen.getByRole('link', { name: 'Show in the list' }).getAttribute('href')).toBe(
      `/repay/index?open=${numberOf(9)}`,
    );
    await stream.open();
    state.detail = { status: 'paid', submission: 'succeeded', canCancel: false };
    await stream.emit('payout.changed', { systemNo: numberOf(9) });
    await screen.findByText('The money has been paid out.');
    stream.close();
    await user.click(screen.getByRole('button', { name: 'Withdraw again' }));
    expect((await form()).getByLabelText<HTMLInputElement>('Amount').value).toBe('');
  });

  test('two clicks withdraw once, and closing the confirmation withdraws nothing', async () => {
    const user = userEvent.setup();
    const { applied } = world();
    await open();
    await fill(user);
    await press(user);
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(applied()).toEqual([]);
    await press(user);
    await user.dblClick(within(await question()).getByRole('button', { name: 'Withdraw ¥1,200.00' }));
    await screen.findByText('Waiting to be sent');
    expect(applied()).toHaveLength(1);
  });

  test('a request without a response is sent again under the same name, and says so', async () => {
    const user = userEvent.setup();
    let tries = 0;
    const { applied } = world({
      answers: {
        '/withdrawal/apply': () =>
          (tries += 1) === 1 ? new Error('lost') : envelope({ orderNo: numberOf(9), status: 'applying' }),
      },
    });
    await open();
    await fill(user);
    await press(user);
    await confirm(user);
    await screen.findByText(/^Your last try got no answer\./);
    await press(user);
    await confirm(user);
    await screen.findByText('Waiting to be sent');
    expect(new Set(applied().map(({ requestId }) => requestId)).size).toBe(1);
    expect(applied()).toHaveLength(2);
  });

  test('a request without a response before the session ended is restored, and sent under the same name', async () => {
    beginAs('lin');
    const user = userEvent.setup();
    const first = world({ answers: { '/withdrawal/apply': new Error('lost') } });
    await open();
    await fill(user);
    await press(user);
    await confirm(user);
    await waitFor(() => expect(first.applied()).toHaveLength(1));
    comeBackAs('lin');
    const second = world();
    await open();
    const fields = await form();
    expect(fields.getByLabelText<HTMLInputElement>('Amount').value).toBe('1200');
    await user.type(fields.getByLabelText('Payment password'), '246810');
    await press(user);
    await confirm(user);
    await screen.findByText('Waiting to be sent');
    expect(second.applied()).toEqual(first.applied());
  });

  test('a name that the server knows with other content shows an error, and the next try has another name', async () => {
    const user = userEvent.setup();
    const { applied } = world({
      answers: { '/withdrawal/apply': { code: 0, msg: 'Made before', error: 'order_conflict' } },
    });
    await open();
    await fill(user);
    for (const tries of [1, 2]) {
      await press(user);
      await confirm(user);
      await waitFor(() => expect(applied()).toHaveLength(tries));
      await screen.findByText(/^An earlier try of this form was taken/);
    }
    expect(new Set(applied().map(({ requestId }) => requestId)).size).toBe(2);
  });

  test('a refusal is shown, the figures are refetched, and the input stays, in another language too', async () => {
    const user = userEvent.setup();
    const { state, of } = world({
      answers: { '/withdrawal/apply': { code: 0, msg: 'Closed', error: 'withdrawal_closed' } },
    });
    await open();
    await fill(user);
    await press(user);
    state.quote = { window: { from: '09:00', to: '22:00', open: false } };
    await confirm(user);
    await waitFor(() => expect(toastTexts()).toEqual(['Closed']));
    await screen.findByText('Closed now. You can withdraw from 09:00 to 22:00 (GMT+8).');
    expect((await form()).getByRole<HTMLButtonElement>('button', { name: 'Withdraw ¥1,200.00' }).disabled).toBe(true);
    const quotesBefore = of('/withdrawal/quote').length;
    act(() => language.set('zh'));
    await screen.findByText('当前不在提现时间内。提现时间为 09:00 至 22:00（GMT+8）。');
    await waitFor(() => expect(of('/withdrawal/quote').length).toBeGreaterThan(quotesBefore));
    expect(screen.getByLabelText<HTMLInputElement>('提现金额').value).toBe('1200');
    expect(screen.getByLabelText<HTMLInputElement>('支付密码').value).toBe('246810');
  });

  test('a wrong payment password shows at its field, and the form can be sent again', async () => {
    const user = userEvent.setup();
    world({
      answers: { '/withdrawal/apply': { code: -1, msg: '', fields: { payPassword: 'The payment password is wrong' } } },
    });
    await open();
    await fill(user);
    await press(user);
    await confirm(user);
    await screen.findByText('The payment password is wrong');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(user);
    expect(await question()).toBeTruthy();
  });

  test('with an authenticator bound, its code is requested before the confirmation', async () => {
    const user = userEvent.setup();
    const { applied } = world({ user: withApp });
    await open();
    await fill(user);
    await press(user);
    await screen.findByText('Enter the code');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.type(screen.getByLabelText('Code from the authenticator app'), '123456');
    await press(user);
    await confirm(user);
    await screen.findByText('Waiting to be sent');
    expect(applied()).toMatchObject([{ verifyType: 'google', verifyCode: '123456' }]);
  });
});

describe('what blocks a withdrawal', () => {
  test.each<[string, World, string, string, string]>([
    [
      'no certification',
      { user: { certification: 'pending' } },
      'Get certified first',
      'Go to certification',
      '/user/auth',
    ],
    [
      'no payment password',
      { user: { hasPayPassword: false } },
      'Set a payment password first',
      'Set payment password',
      '/user/paypassword',
    ],
    ['no card', { cards: [] }, 'Add a card first', 'Go to cards', '/repay/bankcard'],
  ])('%s: a link to the missing step instead of a form', async (_, changes, text, link, to) => {
    world(changes);
    await open();
    await screen.findByRole('heading', { name: text });
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(to);
    expect(screen.queryByLabelText('Amount')).toBeNull();
  });

  test('a waiting period shows its end', async () => {
    world({ quote: { restsUntil: '2026-11-21T04:00:00.000Z' } });
    await open();
    await screen.findByText(
      /^Withdrawals are paused until 21 Nov 2026, 12:00:00, because the login was reset or a second factor was removed\./,
    );
    expect((await form()).getByRole<HTMLButtonElement>('button', { name: 'Withdraw' }).disabled).toBe(true);
  });

  test('a balance below the minimum offers no "Withdraw all"', async () => {
    world({ quote: { available: '50.00', most: '0.00', window: { from: '00:00', to: '00:00', open: true } } });
    await open();
    expect((await form()).getByRole<HTMLButtonElement>('button', { name: 'Withdraw all: ¥0.00' }).disabled).toBe(true);
    expect(factOf('Withdrawal hours')).toBe('At any time');
  });

  test('a form that failed to load can be loaded again', async () => {
    const user = userEvent.setup();
    world({ answers: { '/bankcard/normal': { code: 0, msg: 'Not now', error: 'unavailable' } } });
    await open();
    await screen.findByText('The form couldn’t be loaded');
    world();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await form()).toBeTruthy();
  });
});
