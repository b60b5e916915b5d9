/** One payout behind a form: the browser's checks, the server's, and the payment as a batch of one row. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { CheckedRow } from '../../contract.ts';
import { BATCH_NO, draftOf, goodTexts, pay, payWorld, type PayWorld } from '../batches-for-tests.ts';
import { NewPayoutButton } from './NewPayoutButton.tsx';

type Sent = { line: number } & CheckedRow['values'];

async function open(world: PayWorld = {}) {
  const judged = ({ rows }: { rows: Sent[] }) =>
    envelope(
      draftOf(
        rows.map(({ line, ...values }) => ({
          line,
          values,
          errors: Number(values.amount) >= 10 ? {} : { amount: 'A payout is between 10.00 and 50000.00' },
          duplicate: false,
        })),
      ),
    );
  const server = payWorld({ ...world, answers: { '/batch/validate': judged, ...world.answers } });
  const page = await renderScreen(<NewPayoutButton />, { address: '/repay/index?tab=payouts' });
  await userEvent.click(screen.getByRole('button', { name: 'New payout' }));
  await screen.findByRole('form', { name: 'New payout' });
  return { ...server, page };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const fill = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });

/** As Alipay, which needs no bank. */
async function fillAll(amount = '100') {
  await userEvent.click(screen.getByRole('radio', { name: 'Alipay' }));
  fill('Amount', amount);
  fill('Holder', '张三');
  fill('Account', 'li.lei@example.com');
}

test('it is paid as a batch of one row, which is then shown', async () => {
  const user = userEvent.setup();
  const { submitted, page } = await open();
  expect(page.address()).toBe('/repay/index?tab=payouts&new=payout');
  expect(screen.getByText('Fill in the form to see the fee and pay.')).toBeTruthy();
  await fillAll();
  await screen.findByRole('button', { name: 'Pay 1 payout, ¥100.00 + ¥2.00 fees' });
  await pay(user, 'Pay 1 payout, ¥100.00 + ¥2.00 fees', 'Pay 1 payout?');
  await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
  expect(submitted()).toMatchObject([
    {
      rows: [{ ...goodTexts, line: 1, type: 'alipay', bank: '', account: 'li.lei@example.com' }],
      fileName: null,
      skipInvalid: false,
    },
  ]);
});

test('nothing is asked of the server until the form is filled; its answer stands at the field', async () => {
  const { of } = await open();
  fill('Amount', '1e5');
  fireEvent.blur(field('Amount'));
  await screen.findByText(/^Enter an amount/);
  expect(of('/batch/validate')).toEqual([]);
  await fillAll('1');
  await screen.findByText('A payout is between 10.00 and 50000.00');
  expect(of('/batch/validate')).toHaveLength(1);
});

test('closing it leaves the list’s address', async () => {
  const { page } = await open();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(page.address()).toBe('/repay/index?tab=payouts'));
});
