/** The payout lists have batches and bank cards as further tabs, each with its own address. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
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
const cards = { code: 1, msg: '', data: { total: 1, page: 1, limit: 20, list: [row] } };

test('bank cards are a tab where a card can be added', async () => {
  answerCalls({ '/bankcard/list': cards });
  const page = await renderScreen(<Screen />, {
    address: '/repay/index?tab=payouts',
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Bank cards' }));
  await waitFor(() => expect(page.address()).toBe('/repay/index?tab=cards'));
  await screen.findByText('622202****5702');
  expect(screen.getByRole('button', { name: 'Add card' })).toBeTruthy();
});

test('each tab has one action of its own, above the list', async () => {
  answerCalls({ '/bankcard/list': cards, '/user/info': makeUserInfo() });
  const page = await renderScreen(<Screen />, { address: '/repay/index' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payouts');
  const header = screen.getByRole('heading', { level: 1 }).closest('header');
  const actions = () => [...(header?.querySelectorAll('a, button') ?? [])].map(({ textContent }) => textContent);
  expect(actions()).toEqual(['Withdraw']);
  await page.goTo('/repay/index?tab=payouts');
  await waitFor(() => expect(actions()).toEqual(['New payout']));
  await page.goTo('/repay/index?tab=batches');
  await waitFor(() => expect(actions()).toEqual(['New batch']));
  await userEvent.click(screen.getByRole('button', { name: 'New batch' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Enter a batch' }));
  await waitFor(() => expect(page.address()).toBe('/repay/batchApplyManual'));
  await page.goTo('/repay/index?tab=cards');
  await waitFor(() => expect(actions()).toEqual(['Add card']));
  await userEvent.click(screen.getByRole('button', { name: 'Add card' }));
  await waitFor(() => expect(page.address()).toBe('/repay/index?tab=cards&new=card'));
  await screen.findByRole('dialog', { name: 'Add card' });
});

test('a tab says how many of its list have failed', async () => {
  const none = { count: 0, capped: false };
  answerCalls({
    '/dashboard/attention': envelope({
      badges: { orders: none, payouts: { count: 3, capped: false }, account: none },
      failedWithdrawals: none,
      failedPayouts: { count: 3, capped: false },
    }),
  });
  await renderScreen(<Screen />, { address: '/repay/index' });
  const payouts = screen.getByRole('radio', { name: 'Payouts' });
  await waitFor(() => expect(payouts.closest('label')?.textContent).toBe('Payouts3 failed'));
  expect(screen.getByRole('radio', { name: 'Withdrawals' }).closest('label')?.textContent).toBe('Withdrawals');
});
