/** Callbacks of a whole filter are resent only after a confirmation that states how many. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { world, rows } from './order-list-for-tests.ts';
import { Screen } from './OrderListScreen.tsx';

describe('resending the callbacks of a filter', () => {
  test('is not offered without a filter', async () => {
    world();
    await renderScreen(<Screen />, { address: '/order/list' });
    await rows();
    expect(screen.queryByRole('button', { name: 'Resend callbacks' })).toBeNull();
  });

  test('states the number and amount of the orders, and sends exactly this filter', async () => {
    const user = userEvent.setup();
    const { of } = world({ sums: { successCount: 12, successAmount: '1200.00' } });
    await renderScreen(<Screen />, { address: '/order/list?notify=failed&channel=sandbox_qr' });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Resend callbacks' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('12 paid orders match the filter, ¥1,200.00 in total.');
    expect(of('/order/notify')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Resend up to 12 callbacks' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(of('/order/notify').map(({ body }) => body)).toEqual([
      { filter: { channel: 'sandbox_qr', notifyStatus: 'failed', status: 'success' } },
    ]);
  });

  test('promises only the newest when there are more than one request takes', async () => {
    const user = userEvent.setup();
    world({ sums: { successCount: 4000, successAmount: '9.00' } });
    await renderScreen(<Screen />, { address: '/order/list?notify=failed' });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Resend callbacks' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('The newest 1,000 paid orders of this filter');
    expect(within(dialog).getByRole('button', { name: 'Resend up to 1,000 callbacks' })).toBeTruthy();
  });
});
