/** All failed payouts of a batch at once: paid again after the payment password, or taken back after a confirmation. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { ActedOn } from '../contract.ts';
import { batch, BATCH_NO } from './batches-for-tests.ts';
import { FailedActions } from './FailedActions.tsx';

const acted: ActedOn = {
  changed: 2,
  amount: '535.88',
  fee: '2.54',
  rows: [
    { line: 3, orderNo: '2611201202030000011', outcome: 'changed' },
    { line: 4, orderNo: '2611201202030000012', outcome: 'left' },
    { line: 6, orderNo: '2611201202030000013', outcome: 'changed' },
  ],
  more: true,
};

interface Opened {
  failed?: number;
  hasPayPassword?: boolean;
  answer?: unknown;
}

async function open({ failed = 3, hasPayPassword = true, answer = envelope(acted) }: Opened = {}) {
  const sentCalls = answerCalls({
    '/user/info': makeUserInfo({ hasPayPassword }),
    '/batch/retryFailed': answer,
    '/batch/cancelFailed': answer,
  });
  await renderScreen(
    <FailedActions batch={batch({ counts: { total: 8, paid: 8 - failed, failed, cancelled: 0, open: 0 } })} />,
  );
  return (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body);
}

test('are paid again with the payment password, and each that was left is named', async () => {
  const of = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Pay all 3 failed again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay 3 payouts again?' }));
  await userEvent.type(dialog.getByLabelText('Payment password'), '246810');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay all 3 failed again' }));
  const told = await screen.findByText(/¥535\.88/);
  expect(told.textContent).toContain('(line 4)');
  expect(of('/batch/retryFailed')).toEqual([
    { batchNo: BATCH_NO, payPassword: '246810', verifyType: '', verifyCode: '' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('are taken back after a confirmation, without a password', async () => {
  const of = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Take all 3 failed back' }));
  expect(of('/batch/cancelFailed')).toEqual([]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Take 3 payouts back?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Take all 3 failed back' }));
  expect((await screen.findByText(/¥535\.88/)).textContent).toContain('¥2.54');
  expect(of('/batch/cancelFailed')).toEqual([{ batchNo: BATCH_NO }]);
});

test('a refusal is shown where the password is typed', async () => {
  await open({ answer: { code: 0, error: 'nothing_failed', msg: 'No payout of this batch has failed' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay all 3 failed again' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Payment password'), '246810');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay all 3 failed again' }));
  expect(await dialog.findByText('No payout of this batch has failed')).toBeTruthy();
});

test('can only be taken back without a payment password, and nothing is offered without failed ones', async () => {
  await open({ hasPayPassword: false });
  expect(await screen.findByRole('button', { name: 'Take all 3 failed back' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  await open({ failed: 0 });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
