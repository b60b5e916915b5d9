/** Withdrawing: the cost is shown first, missing steps are shown with a link, and one filled form withdraws once. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { envelope, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { beginAs, comeBackAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { disbursement, numberOf, type World, world } from './withdrawals-for-tests.ts';
import { Screen } from './WithdrawScreen.tsx';

const open = (query = '') => renderScreen(<Screen />, { address: `/repay/apply${query}` });
const factOf = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent;
const form = async () => within(await screen.findByRole('form', { name: 'Withdraw' }));
const toastTexts = () => toasts.get().map(({ text }) => text);

async function fill(user: ReturnType<typeof userEvent.setup>, amount = '1200') {
  await user.type((await form()).getByLabelText('Amount'), amount);
}
const press = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click((await form()).getByRole('button', { name: 'Withdraw ¥1,200.00' }));
const question = () => screen.findByRole('dialog', { name: 'Withdraw ¥1,200.00?' });
const passwordIn = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>('Payment password');
/** Types the payment password into the review, unless it is there, and confirms. */
const confirm = async (user: ReturnType<typeof userEvent.setup>) => {
  const password = passwordIn(await question());
  if (password.value === '') await user.type(password, '246810');
  await user.click(within(await question()).getByRole('button', { name: 'Withdraw ¥1,200.00' }));
};

describe('the form', () => {
  test('shows when held money is released', async () => {
    world({ quote: { nextRelease: { at: '2026-11-20T16:00:00.000Z', amount: '250.00' } } });
    await open();
    await form();
    expect(factOf('Available on')).toMatch(/^21 Nov(?: 2026)?, 00:00 · ¥250\.00$/);
  });

  test('shows what can be withdrawn, and the server’s fee, debit and arrival for the typed amount', async () => {
    const user = userEvent.setup();
    const { of } = world();
    await open();
    await form();
    expect(['Available', 'Withdrawal hours'].map(factOf)).toEqual(['¥5,000.00', '09:00 to 22:00 (GMT+8)']);
    // The limits stand once, and nothing is printed that is not known yet.
    expect(screen.getAllByText(/¥4,998\.00/).map(({ textContent }) => textContent)).toEqual([
      'Up to ¥4,998.00 now, at least ¥100.00. The fee is added.',
      'Withdraw all: ¥4,998.00',
    ]);
    expect(screen.queryByText('–')).toBeNull();
    await screen.findByText('The fee and arrival time appear as you type.');
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
    ['12x', 'Enter an amount, such as 1,234.50'],
    ['10.0055', 'At most 2 decimals, such as 1,234.50'],
    ['1,500', 'Which amount do you mean?'],
    ['1.500', 'Which amount do you mean?'],
    ['$1500', '$ isn’t the platform’s currency (CNY)'],
    ['99.99', 'Withdraw between ¥100.00 and ¥50,000.00'],
    ['9999999', 'At most ¥4,998.00 now: your available balance covers the amount and fee'],
    ['4998.01', 'At most ¥4,998.00 now: your available balance covers the amount and fee'],
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
    await user.type(passwordIn(sentCalls), '246810');
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
    await user.type(passwordIn(await question()), '246810');
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
    // In the review, whose password is still there.
    await within(await question()).findByText(/^Your last attempt got no answer\./);
    expect(passwordIn(await question()).value).toBe('246810');
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
    expect(fields.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,200.00');
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
    await press(user);
    for (const tries of [1, 2]) {
      await confirm(user);
      await waitFor(() => expect(applied()).toHaveLength(tries));
      await within(await question()).findByText(/^An earlier attempt with this form succeeded/);
    }
    expect(new Set(applied().map(({ requestId }) => requestId)).size).toBe(2);
  });

  test('a refusal stays in the review, the figures are refetched, and nothing typed is lost, in another language too', async () => {
    const user = userEvent.setup();
    const { state, of } = world({
      answers: { '/withdrawal/apply': { code: 0, msg: 'Closed', error: 'withdrawal_closed' } },
    });
    await open();
    await fill(user);
    await press(user);
    state.quote = { window: { from: '09:00', to: '22:00', open: false } };
    await confirm(user);
    await within(await question()).findByText('Closed');
    expect(toastTexts()).toEqual([]);
    await screen.findByText('Closed now. You can withdraw from 09:00 to 22:00 (GMT+8).');
    const quotesBefore = of('/withdrawal/quote').length;
    act(() => language.set('es'));
    await screen.findByText(/^Cerrado ahora\./);
    await waitFor(() => expect(of('/withdrawal/quote').length).toBeGreaterThan(quotesBefore));
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña de pago').value).toBe('246810');
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Importe').value).toBe('1.200,00');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Retirar 1\.200,00/ }).disabled).toBe(true);
  });

  test('a wrong payment password shows at its field in the review, which can be sent again', async () => {
    const user = userEvent.setup();
    let tries = 0;
    const { applied } = world({
      answers: {
        '/withdrawal/apply': () =>
          (tries += 1) === 1
            ? { code: -1, msg: '', fields: { payPassword: 'The payment password is wrong' } }
            : envelope({ orderNo: numberOf(9), status: 'applying' }),
      },
    });
    await open();
    await fill(user);
    await press(user);
    await confirm(user);
    await within(await question()).findByText('The payment password is wrong');
    await confirm(user);
    await screen.findByText('Waiting to be sent');
    expect(applied()).toHaveLength(2);
  });

  test('the payment password and the code are asked for in the review, which the button behind does not wait for', async () => {
    const user = userEvent.setup();
    const { applied } = world({ user: withApp });
    await open();
    expect((await form()).queryByLabelText('Payment password')).toBeNull();
    await fill(user);
    await press(user);
    const dialog = await question();
    const [behind] = screen
      .getAllByRole('button', { name: 'Withdraw ¥1,200.00', hidden: true })
      .filter((button) => !dialog.contains(button));
    expect(behind?.getAttribute('aria-busy')).toBe('false');
    await user.type(passwordIn(dialog), '246810');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw ¥1,200.00' }));
    await within(dialog).findByText('Enter the code');
    expect(applied()).toEqual([]);
    await user.type(within(dialog).getByLabelText('Code from the authenticator app'), '123456');
    await confirm(user);
    await screen.findByText('Waiting to be sent');
    expect(applied()).toMatchObject([{ verifyType: 'google', verifyCode: '123456' }]);
  });

  test('takes the amount of a Spanish page as it is typed and copied, and groups it on leaving the field', async () => {
    const user = userEvent.setup();
    const { of } = world();
    await open();
    act(() => language.set('es'));
    const field = await screen.findByLabelText<HTMLInputElement>('Importe');
    await user.type(field, '1234,5');
    await user.tab();
    expect(field.value).toBe('1.234,50');
    expect(field.getAttribute('inputmode')).toBe('decimal');
    await user.clear(field);
    await user.click(field);
    await user.paste('4.998,00\u00a0¥');
    await user.tab();
    expect(field.value).toBe('4.998,00');
    expect(await screen.findByRole('button', { name: /^Retirar 4\.998,00/ })).toBeTruthy();
    await waitFor(() => expect(of('/withdrawal/quote')).toContainEqual({ amount: '4998.00' }));
  });

  test('asks which of two amounts is meant, and the keyboard answers', async () => {
    const user = userEvent.setup();
    world();
    await open();
    act(() => language.set('es'));
    const field = await screen.findByLabelText<HTMLInputElement>('Importe');
    await user.type(field, '3.000');
    const choices = within(screen.getByRole('group', { name: '¿A qué importe se refiere?' })).getAllByRole('button');
    expect(choices.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual(['3.000,00 ¥', '3,00 ¥']);
    await user.tab();
    expect(document.activeElement).toBe(choices[0]);
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(field.value).toBe('3.000,00'));
    expect(screen.queryByRole('group', { name: '¿A qué importe se refiere?' })).toBeNull();
  });

  test('says while it is typed that an amount is too large, and offers no such withdrawal', async () => {
    const user = userEvent.setup();
    world();
    await open();
    await user.type((await form()).getByLabelText('Amount'), '49980');
    await screen.findByText('At most ¥4,998.00 now: your available balance covers the amount and fee');
    expect((await form()).getByRole('button', { name: 'Withdraw' })).toBeTruthy();
  });

  test('chooses the card of the latest withdrawal', async () => {
    const settlement = { holder: 'Li Lei', bank: null, bankName: null, branch: '', account: 'li.***@***.com' };
    world({
      answers: {
        '/withdrawal/list': envelope({ list: [disbursement(3, { type: 'alipay', settlement })] }),
      },
    });
    await open();
    await form();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Li Lei/ }).checked).toBe(true);
  });
});

describe('what blocks a withdrawal', () => {
  test.each<[string, World, string, string, string]>([
    [
      'no certification',
      { user: { certification: 'none' } },
      'Get certified first',
      'Go to certification',
      '/user/auth',
    ],
    [
      'a certification that is being checked',
      { user: { certification: 'pending' } },
      'We’re reviewing your certification',
      'Go to certification',
      '/user/auth',
    ],
    [
      'a rejected certification',
      { user: { certification: 'rejected' } },
      'Your certification was rejected',
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
      /^Withdrawals are paused until 21 Nov 2026, 12:00:00, because the login was reset or a second step was removed\./,
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
