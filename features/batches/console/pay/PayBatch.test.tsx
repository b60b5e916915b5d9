/**
 * Paying a table: optionally only the good rows, a confirmation with figures, one payment however often it is sent, and
 * what blocks it.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { envelope, withApp } from '#features/accounts/console/user-info-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { csv, draft, goodLine, open, opened, wrong } from '../upload/batch-apply-for-tests.tsx';
import { BATCH_NO, checked, draftOf, factOf, goodTexts, pay, payForm, type PayWorld } from '../batches-for-tests.ts';

const toastTexts = () => toasts.get().map(({ text }) => text);

const ACT = 'Pay 2 payouts, ¥200.00 + ¥4.00 fees';
const TITLE = 'Pay 2 payouts?';

describe('paying', () => {
  const skip = () =>
    screen.findByRole('checkbox', { name: 'Pay only the 2 rows that are ready and skip the one with errors' });

  test('paying only the good rows must be chosen, the confirmation names the figures, and the batch has its own page', async () => {
    const user = userEvent.setup();
    const { submitted, page } = await opened();
    expect((await payForm()).getByRole<HTMLButtonElement>('button', { name: ACT }).disabled).toBe(true);
    await user.click(await skip());
    await user.click((await payForm()).getByRole('button', { name: ACT }));
    const question = await screen.findByRole('dialog', { name: TITLE });
    expect(question.textContent).toContain('¥204.00 will be deducted from your available balance now.');
    expect(question.textContent).toContain('One row with errors is skipped.');
    expect(question.textContent).toContain('One row is a duplicate and will be paid too.');
    expect(submitted()).toEqual([]);
    await user.type(within(question).getByLabelText('Payment password'), '246810');
    await user.click(within(question).getByRole('button', { name: ACT }));
    await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
    expect(submitted()).toMatchObject([
      {
        fileName: 'suppliers.csv',
        skipInvalid: true,
        payPassword: '246810',
        rows: [
          { line: 2, ...goodTexts },
          { line: 3, amount: '=9' },
          { line: 4, ...goodTexts },
        ],
      },
    ]);
    expect(screen.queryByText('suppliers.csv')).toBeNull();
  });

  test('a declined review sends nothing and keeps the password', async () => {
    const user = userEvent.setup();
    const { submitted } = await opened(draftOf([checked(2), checked(3)]));
    await user.click((await payForm()).getByRole('button', { name: ACT }));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Payment password'), '246810');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(submitted()).toEqual([]);
    await user.click((await payForm()).getByRole('button', { name: ACT }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLInputElement>('Payment password').value).toBe('246810');
  });

  test('a request without an answer is sent again under the same id', async () => {
    const user = userEvent.setup();
    let tries = 0;
    const { submitted, page } = await opened(draftOf([checked(2), checked(3)]), {
      answers: {
        '/batch/submit': () => ((tries += 1) === 1 ? new TypeError('offline') : envelope({ batchNo: BATCH_NO })),
      },
    });
    await pay(user, ACT, TITLE);
    const question = within(await screen.findByRole('dialog', { name: TITLE }));
    await question.findByText(/^Your last attempt got no answer\./);
    await user.click(question.getByRole('button', { name: ACT }));
    await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
    expect(submitted()).toHaveLength(2);
    expect(new Set(submitted().map(({ requestId }) => requestId)).size).toBe(1);
  });

  test('an id that the server knows with other rows is reported, and the next attempt has another', async () => {
    const user = userEvent.setup();
    const { submitted } = await opened(draftOf([checked(2), checked(3)]), {
      answers: { '/batch/submit': { code: 0, msg: 'Made before', error: 'order_conflict' } },
    });
    await pay(user, ACT, TITLE);
    const question = within(await screen.findByRole('dialog', { name: TITLE }));
    for (const tries of [1, 2]) {
      await waitFor(() => expect(submitted()).toHaveLength(tries));
      await question.findByText(/^An earlier attempt with this form succeeded, with different rows\./);
      if (tries === 1) await user.click(question.getByRole('button', { name: ACT }));
    }
    expect(new Set(submitted().map(({ requestId }) => requestId)).size).toBe(2);
    expect(question.getByRole('link', { name: 'Batches' }).getAttribute('href')).toBe('/repay/index?tab=batches');
  });

  test('rows that have become wrong are checked again and reported', async () => {
    const user = userEvent.setup();
    const { of } = await opened(draftOf([checked(2), checked(3)]), {
      answers: {
        '/batch/submit': { code: 0, msg: 'One row has errors', error: 'rows_wrong' },
        '/batch/validate': envelope(draft),
      },
    });
    await pay(user, ACT, TITLE);
    expect(await skip()).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toastTexts()).toEqual(['One row has errors']);
    expect(of('/batch/validate')).toHaveLength(1);
  });

  test('a wrong payment password is shown at its field', async () => {
    const user = userEvent.setup();
    await opened(draftOf([checked(2), checked(3)]), {
      answers: { '/batch/submit': { code: -1, msg: '', fields: { payPassword: 'The payment password is wrong' } } },
    });
    await pay(user, ACT, TITLE);
    expect(await screen.findByText('The payment password is wrong')).toBeTruthy();
  });

  test('a user with an authenticator is asked for its code in the review', async () => {
    const user = userEvent.setup();
    const { submitted, page } = await opened(draftOf([checked(2), checked(3)]), { user: withApp });
    await pay(user, ACT, TITLE);
    const question = within(await screen.findByRole('dialog', { name: TITLE }));
    await question.findByText('Enter the code');
    await user.type(question.getByLabelText('Code from the authenticator app'), '123456');
    await user.click(question.getByRole('button', { name: ACT }));
    await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
    expect(submitted()).toMatchObject([{ verifyType: 'google', verifyCode: '123456' }]);
  });
});

describe('what blocks a payment', () => {
  test('too little money shows how much is missing and where to add more, until money arrives', async () => {
    const { state, stream } = await opened(draftOf([checked(2), checked(3)]), { quote: { available: '203.99' } });
    await screen.findByText(/^Your available balance is short by ¥0\.01\./);
    expect(screen.getByRole('link', { name: 'Recharge' }).getAttribute('href')).toBe('/user/recharge');
    expect(factOf('Available afterwards')).toBe('−¥0.01');
    expect((await payForm()).getByRole<HTMLButtonElement>('button', { name: ACT }).disabled).toBe(true);
    state.quote = { available: '204.00' };
    await stream.open();
    await stream.emit('balance.changed', {});
    await waitFor(() => expect(screen.queryByText(/is short by/)).toBeNull());
    expect((await payForm()).getByRole<HTMLButtonElement>('button', { name: ACT }).disabled).toBe(false);
    stream.close();
  });

  test('no row can be paid', async () => {
    await opened(draftOf([wrong]));
    await screen.findByText('No row is ready to be paid yet: fix the rows first.');
    expect((await payForm()).getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true);
  });

  test('money on hold', async () => {
    await opened(draftOf([checked(2)]), { quote: { restsUntil: '2026-11-21T04:00:00.000Z' } });
    expect(await screen.findByText(/^Payouts are paused until 21 Nov 2026, 12:00:00/)).toBeTruthy();
  });

  test.each<[string, PayWorld, string, string]>([
    ['no certification', { user: { certification: 'pending' } }, 'Go to certification', '/user/auth'],
    ['no payment password', { user: { hasPayPassword: false } }, 'Set payment password', '/user/paypassword'],
  ])('%s: a link there, next to the rows', async (_, world, link, to) => {
    const { hand, judge } = await open(world);
    await hand(csv(goodLine));
    await judge();
    const links = await screen.findAllByRole('link', { name: link });
    expect(new Set(links.map((shown) => shown.getAttribute('href')))).toEqual(new Set([to]));
    expect(screen.queryByRole('form')).toBeNull();
    await screen.findByRole('radio', { name: 'With errors (1)' });
  });
});
