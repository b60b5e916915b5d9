/** The payout lists have batches and bank cards as further tabs, each with its own address. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderScreen } from '#foundation/console/testing/test-render.tsx';
import { Screen } from './RepayTabsScreen.tsx';

test('batches are a tab with its own address', async () => {
  const sentCalls = answerCalls({
    '/batch/list': { code: 1, msg: '', data: { total: 0, page: 1, limit: 20, list: [], extend: {} } },
  });
  const page = await renderScreen(<Screen />, {
    address: '/repay/index?tab=payouts&status=paid',
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Batches' }));
  await waitFor(() => expect(page.address()).toBe('/repay/index?tab=batches'));
  await screen.findByText('No batches yet');
  expect(sentCalls.filter(({ path }) => path === '/batch/list')).toHaveLength(1);
});

test('bank cards are a tab where a card can be added', async () => {
  const card = {
    id: '1',
    type: 'bank',
    holder: '张三',
    bank: 'ICBC',
    bankName: 'Industrial and Commercial Bank of China',
    branch: '',
    account: '622202****5702',
  };
  const row = { ...card, status: 'approved', reviewRemark: '', createdAt: '2026-11-20T04:00:00.000Z' };
  answerCalls({ '/bankcard/list': { code: 1, msg: '', data: { total: 1, page: 1, limit: 20, list: [row] } } });
  const page = await renderScreen(<Screen />, {
    address: '/repay/index?tab=payouts',
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Bank cards' }));
  await waitFor(() => expect(page.address()).toBe('/repay/index?tab=cards'));
  await screen.findByText('622202****5702');
  expect(screen.getByRole('button', { name: 'Add card' })).toBeTruthy();
});
