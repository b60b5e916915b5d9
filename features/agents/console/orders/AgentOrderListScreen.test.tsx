/** The members' orders as an agent sees them: commission, member picker, one order with the way of its commission. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { order, systemNo } from '#features/orders/console/order-list-for-tests.ts';
import { type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { AgentOrderDetail, AgentOrderRow } from '../../order-contract.ts';
import { answerScreen, cells } from '../agent-screens-for-tests.ts';
import { envelope, memberPage, refusedNotFound } from '../agents-for-tests.ts';
import { Screen } from './AgentOrderListScreen.tsx';

const merchant = { memberNo: '20000001', name: 'Shop 1' };

function agentOrder(number: number, changes: Partial<AgentOrderRow> = {}): AgentOrderRow {
  return { ...order(number), merchant, level: 1, commission: { amount: '0.10', state: 'available' }, ...changes };
}

function orderDetail(changes: Partial<AgentOrderDetail> = {}): AgentOrderDetail {
  return {
    ...agentOrder(2),
    currency: 'CNY',
    expiresAt: '2026-11-20T04:30:00.000Z',
    paidLate: false,
    releaseAt: null,
    held: null,
    timeline: [{ at: '2026-11-20T04:00:00.000Z', event: 'created', detail: null }],
    commission: {
      amount: '0.10',
      state: 'held',
      rateBelow: { percent: '0.6', fixed: '0.00', minFee: null, maxFee: null },
      ownRate: { percent: '0.5', fixed: '0.00', minFee: null, maxFee: null },
      releasesAt: '2026-11-21T16:00:00.000Z',
    },
    ...changes,
  };
}

const sums = {
  count: 2,
  capped: false,
  lookedFrom: null,
  successCount: 1,
  amount: '250.00',
  successAmount: '100.00',
  fee: '0.60',
  obtained: '99.40',
  successRate: '50.0',
  commission: '0.10',
};

function start(answers: FakeAnswers = {}) {
  const state = { list: [agentOrder(2), agentOrder(1)], total: 2 };
  const answered = answerScreen({
    '/agent/orderlist': () =>
      envelope({ total: state.total, list: state.list, page: 1, limit: 20, extend: { ...sums, count: state.total } }),
    '/agent/orderdetail': envelope(orderDetail()),
    ...answers,
  });
  return { ...answered, state };
}

describe('the list', () => {
  test('shows merchant, level and own commission with its state, and sums the commission', async () => {
    const { state } = start();
    state.list = [
      agentOrder(5, { commission: { amount: '0.10', state: 'held' }, level: 2 }),
      agentOrder(4, { commission: { amount: '0.20', state: 'reversed' }, status: 'reversed' }),
      agentOrder(3, { commission: { amount: '0.00', state: 'none' }, status: 'expired', paidAt: null }),
      agentOrder(2),
    ];
    await renderScreen(<Screen />, { address: '/agent/orderList' });
    expect((await cells()).map((row) => row.slice(0, 6))).toEqual([
      ['SHOP5', 'Shop 120000001', '2', '¥100.00', '¥0.10On hold', 'Payment success'],
      ['SHOP4', 'Shop 120000001', '1', '¥100.00', '¥0.20Reversed', 'Reversed'],
      ['SHOP3', 'Shop 120000001', '1', '¥100.00', '–', 'Expired'],
      ['SHOP2', 'Shop 120000001', '1', '¥100.00', '¥0.10Available', 'Payment success'],
    ]);
    expect(screen.getByText('2 orders').parentElement?.textContent).toBe(
      '2 ordersAmount¥250.00Paid¥100.00Fees¥0.60Obtained¥99.40Success rate50%Commission¥0.10',
    );
  });

  test('sends the order list’s filters and the member', async () => {
    const { of } = start();
    await renderScreen(<Screen />, {
      address: '/agent/orderList?member=20000002&q=SHOP&status=success&amount=1..&sort=paidAt&page=2',
    });
    await waitFor(() => expect(of('/agent/orderlist')).toHaveLength(1));
    expect(of('/agent/orderlist')[0]?.body).toEqual({
      page: 2,
      limit: 20,
      sort: 'paidAt',
      order: 'desc',
      q: 'SHOP',
      status: 'success',
      amountFrom: '1',
      memberNo: '20000002',
    });
    // The filter shows the member's name.
    expect(await screen.findByRole('button', { name: /^Member:\s?North$/ })).toBeTruthy();
  });

  test('exports exactly what it shows', async () => {
    const { of } = start({ '/user/export': new Response('', { headers: { 'content-type': 'text/csv' } }) });
    await renderScreen(<Screen />, { address: '/agent/orderList?member=20000002' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement);
    await waitFor(() => expect(of('/user/export')).toHaveLength(1));
    expect(of('/user/export')[0]?.body).toMatchObject({
      kind: 'agentOrder',
      filter: { sort: 'createdAt', order: 'desc', memberNo: '20000002' },
    });
  });

  test('holds new orders back until they are requested', async () => {
    const { stream, state } = start();
    await renderScreen(<Screen />, { address: '/agent/orderList' });
    await cells();
    await stream.open();
    Object.assign(state, { list: [agentOrder(3), ...state.list], total: 3 });
    await stream.emit('commission.changed', {});
    await userEvent.click(await screen.findByRole('button', { name: '1 new order' }));
    expect((await cells())[0]?.[0]).toBe('SHOP3');
    stream.close();
  });

  test('says what an empty list waits for', async () => {
    const { state } = start();
    Object.assign(state, { list: [], total: 0 });
    await renderScreen(<Screen />, { address: '/agent/orderList' });
    expect(await screen.findByText('Your members have no orders yet')).toBeTruthy();
  });
});

describe('the member picker', () => {
  test('searches the tree, and its choice is in the address', async () => {
    const { of } = start();
    const page = await renderScreen(<Screen />, { address: '/agent/orderList' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Member' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Member' }), 'nor');
    await waitFor(() => expect(of('/agent/userlist').at(-1)?.body).toMatchObject({ q: 'nor' }));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('NorthAgent · 20000002');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(page.address()).toBe('/agent/orderList?member=20000002'));
    await user.click(screen.getByRole('button', { name: 'Clear: Member' }));
    await waitFor(() => expect(page.address()).toBe('/agent/orderList'));
  });

  test('says if no member was found', async () => {
    start({ '/agent/userlist': memberPage([]) });
    await renderScreen(<Screen />, { address: '/agent/orderList' });
    await userEvent.click(await screen.findByRole('button', { name: 'Member' }));
    expect(await screen.findByText('No members found')).toBeTruthy();
  });
});

describe('one order', () => {
  const open = async () => within(await screen.findByRole('dialog'));
  const ADDRESS = `/agent/orderList?open=20000001.${systemNo(2)}`;

  test('opens from its row at its own address, with the way of the commission', async () => {
    const { of } = start();
    const page = await renderScreen(<Screen />, { address: '/agent/orderList' });
    await userEvent.click(await screen.findByRole('button', { name: 'Open SHOP2' }));
    await waitFor(() => expect(page.address()).toBe(ADDRESS));
    const drawer = await open();
    await drawer.findByText('Your commission');
    expect(of('/agent/orderdetail').map(({ body }) => body)).toEqual([{ memberNo: '20000001', systemNo: systemNo(2) }]);
    const fact = (label: string) => drawer.getByText(label).nextElementSibling?.textContent;
    expect([
      fact('Rate of the level below you'),
      fact('Your own rate'),
      fact('Your share'),
      fact('Available on'),
      fact('Level'),
    ]).toEqual(['0.6%fee ¥0.60', '0.5%fee ¥0.50', '¥0.10On hold', '22 Nov 2026, 00:00:00', 'Level 1']);
    expect(await drawer.findByText('Order created')).toBeTruthy();
  });

  test('shows no fees that do not explain the commission, and says what no rate means', async () => {
    start({
      '/agent/orderdetail': envelope(
        orderDetail({ commission: { ...orderDetail().commission, amount: '0.05', ownRate: null, releasesAt: null } }),
      ),
    });
    await renderScreen(<Screen />, { address: ADDRESS });
    const drawer = await open();
    await drawer.findByText('Not recorded for this order');
    expect(drawer.queryByText(/^fee /)).toBeNull();
  });

  test.each([
    ['none', 'You earn no commission on this order.'],
    ['expected', 'You earn it when the order is paid.'],
    ['reversed', 'It was reversed with the order.'],
  ] as const)('explains the state %s', async (state, text) => {
    start({
      '/agent/orderdetail': envelope(orderDetail({ commission: { ...orderDetail().commission, state } })),
    });
    await renderScreen(<Screen />, { address: ADDRESS });
    expect(await (await open()).findByText(text)).toBeTruthy();
  });

  test.each(['1', `20000001.${systemNo(9)}`])('of the unknown key %s says so', async (key) => {
    start({ '/agent/orderdetail': refusedNotFound });
    await renderScreen(<Screen />, { address: `/agent/orderList?open=${key}` });
    expect(await (await open()).findByText('Order not found')).toBeTruthy();
  });
});

test('a merchant gets an explanation instead of a list', async () => {
  start({ '/agent/orderlist': refusedNotFound });
  await renderScreen(<Screen />, { address: '/agent/orderList' });
  expect(await screen.findByText('This page is for agents')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
