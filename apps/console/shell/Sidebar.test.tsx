/** The menu as a user meets it: groups that stay as they were left, counts, and the way by keyboard when it is folded. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '#features/accounts/console/session.ts';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { permittedScreens } from '#foundation/console/page/screen.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { loadScreens, screens as knownScreens } from '#apps/console/screens.ts';
import { openedGroups } from './menu-groups.ts';
import { Sidebar } from './Sidebar.tsx';

const nothing = { count: 0, capped: false };

beforeEach(() => {
  openedGroups.set({});
  session.set({
    token: 'token',
    roles: ['member'],
    rights: [],
    person: { username: 'ada', nickname: 'Ada', avatar: null, memberNo: '20000001', mustChangePassword: false },
  });
  return () => session.set(undefined);
});

async function open({ address = '/dashboard', wide = true, badges = {} } = {}) {
  answerCalls({
    '/dashboard/attention': envelope({
      badges: { orders: nothing, payouts: nothing, account: nothing, ...badges },
    }),
  });
  const screens = permittedScreens(await loadScreens(['member']), ['member']);
  return renderScreen(<Sidebar wide={wide} screens={screens} />, { address });
}

const group = (name: string) => screen.getByRole('button', { name });
const isOpen = (name: string) => group(name).getAttribute('aria-expanded') === 'true';

test('a group that the user closed or opened stays so, in this browser', async () => {
  const first = await open();
  expect([isOpen('Balance'), isOpen('Payouts'), isOpen('Account')]).toEqual([true, true, false]);
  await userEvent.click(group('Balance'));
  await userEvent.click(group('Account'));
  expect([isOpen('Balance'), isOpen('Account')]).toEqual([false, true]);
  first.unmount();
  await open();
  expect([isOpen('Balance'), isOpen('Account')]).toEqual([false, true]);
  expect(localStorage.getItem('menuGroups')).toBe('{"balance":false,"account":true}');
});

test('a group opens while one of its screens is shown, and can be closed even then', async () => {
  const page = await open({ address: '/user/profile' });
  expect(isOpen('Account')).toBe(true);
  await page.goTo('/dashboard');
  await waitFor(() => expect(isOpen('Account')).toBe(false));
  await page.goTo('/user/logs');
  await waitFor(() => expect(isOpen('Account')).toBe(true));
  await userEvent.click(group('Account'));
  expect(isOpen('Account')).toBe(false);
});

test('counts stand at the entry, or at its group while that is closed, and screen readers get them too', async () => {
  await open({ badges: { orders: { count: 2, capped: false }, payouts: { count: 99, capped: true } } });
  const orders = screen.getByRole('link', { name: 'Orders' });
  await waitFor(() => expect(orders.querySelector('[data-count]')?.getAttribute('data-count')).toBe('2'));
  expect(document.getElementById(orders.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '2 items need attention',
  );
  expect(group('Payouts').querySelector('[data-count]')).toBeNull();
  await userEvent.click(group('Payouts'));
  expect(group('Payouts').querySelector('[data-count]')?.getAttribute('data-count')).toBe('99+');
});

test('a closed group’s screens are one press away under the pointer, and the group stays closed', async () => {
  const page = await open();
  expect(screen.queryByRole('link', { name: 'Payment password' })).toBeNull();
  await userEvent.hover(group('Account'));
  await userEvent.click(await screen.findByRole('link', { name: 'Payment password' }));
  expect(page.address()).toBe('/user/paypassword');
  await page.goTo('/dashboard');
  await userEvent.hover(group('Account'));
  await screen.findByRole('link', { name: 'Payment password' });
  await userEvent.unhover(group('Account'));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Payment password' })).toBeNull());
  expect(isOpen('Account')).toBe(false);
});

test('an operator’s menu asks for no counts', async () => {
  session.set({
    token: 'token',
    roles: ['operator'],
    rights: [],
    person: { username: 'op', nickname: '', avatar: null, memberNo: null, mustChangePassword: false },
  });
  const sent = answerCalls({});
  const screens = permittedScreens(await loadScreens(['operator']), ['operator']);
  await renderScreen(<Sidebar wide screens={screens} />, { address: '/user/profile' });
  expect(screen.getByRole('link', { name: 'Operation log' })).toBeTruthy();
  expect(sent).toEqual([]);
  expect(screen.queryByText('Member number')).toBeNull();
});

test('folded, a group’s screens open with the arrow key, and close with Escape or when the focus leaves', async () => {
  await open({ wide: false });
  const balance = group('Balance');
  act(() => balance.focus());
  await userEvent.keyboard('{ArrowRight}');
  const item = within(balance.closest('li') ?? document.body);
  expect(item.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Money log',
    'Recharge',
    'Withdraw',
    'Statement',
  ]);
  expect(document.activeElement?.textContent).toBe('Money log');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Withdraw');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(balance);
  expect(item.queryAllByRole('link')).toEqual([]);
  await userEvent.click(balance);
  expect(item.getAllByRole('link')).toHaveLength(4);
  act(() => group('Payouts').focus());
  await waitFor(() => expect(item.queryAllByRole('link')).toEqual([]));
});

test('folded, a press elsewhere closes the group', async () => {
  await open({ wide: false });
  const payouts = group('Payouts');
  await userEvent.click(payouts);
  expect(isOpen('Payouts')).toBe(true);
  fireEvent.pointerDown(document.body);
  expect(isOpen('Payouts')).toBe(false);
});

test('the foot shows the member number, with copy', async () => {
  await open();
  expect(screen.getByText('20000001')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy 20000001' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Help' })).toBeTruthy();
});

test('an operator’s menu counts what waits, at the screens that there are', async () => {
  session.set({
    token: 'token',
    roles: ['operator'],
    rights: ['overview.view'],
    person: { username: 'op', nickname: '', avatar: null, memberNo: null, mustChangePassword: false },
  });
  const queue = { capped: false, oldestAt: null, amount: null };
  answerCalls({
    '/operator/overview/queues': {
      code: 1,
      data: {
        queues: [
          { ...queue, name: 'cards', count: 98 },
          { ...queue, name: 'review', count: 3 },
          { ...queue, name: 'frozen', count: 2 },
          { ...queue, name: 'callbacks', count: 7 },
        ],
      },
    },
  });
  const component = async () => ({ Screen: () => null });
  const titleOf = (en: string) => ({ en, zh: en, es: en, th: en });
  const made = [
    { path: '/operator/queues', name: 'Queues', title: titleOf('Queues') },
    { path: '/operator/cards', name: 'Cards', title: titleOf('Cards'), parent: '/operator/queues', component },
    { path: '/operator/disbursements', name: 'Pay', title: titleOf('Pay'), parent: '/operator/queues', component },
  ] as const;
  knownScreens.set(made);
  await renderScreen(<Sidebar wide screens={made} />, { address: '/user/profile' });
  const countOf = (of: HTMLElement) => of.querySelector('[data-count]')?.getAttribute('data-count');
  await waitFor(() => expect(countOf(screen.getByRole('link', { name: 'Cards' }))).toBe('98'));
  expect(countOf(screen.getByRole('link', { name: 'Pay' }))).toBe('5');
  expect(countOf(group('Queues'))).toBeUndefined();
  expect(group('Queues').hasAttribute('aria-describedby')).toBe(false);
  await userEvent.click(group('Queues'));
  expect(countOf(group('Queues'))).toBe('99+');
  expect(document.getElementById(group('Queues').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '99 items need attention',
  );
});
