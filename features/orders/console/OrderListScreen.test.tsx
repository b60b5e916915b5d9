/**
 * The order list as a merchant sees it: the sums of the whole filter, the drawer's address, and new orders held back
 * until requested.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { systemNo, order, world, rows } from './order-list-for-tests.ts';
import { Screen } from './OrderListScreen.tsx';

describe('above the table', () => {
  test('count, sums and success rate cover the whole filter, not just the page', async () => {
    world({
      total: 1204,
      sums: {
        successCount: 602,
        amount: '123456.50',
        successAmount: '100000.00',
        fee: '600.00',
        obtained: '99400.00',
        successRate: '50.0',
      },
    });
    await renderScreen(<Screen />, { address: '/order/list' });
    await screen.findByText('1,204 orders');
    const bar = screen.getByText('1,204 orders').parentElement;
    expect(bar?.textContent).toBe(
      '1,204 ordersAmount¥123,456.50Paid¥100,000.00Fees¥600.00Obtained¥99,400.00Success rate50%',
    );
    expect(screen.getByText('50%').title).toBe('602 of 1,204 orders');
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('a capped count says so, and that the sums are capped too', async () => {
    world({ total: 10_000, sums: { capped: true } });
    await renderScreen(<Screen />, { address: '/order/list?amount=1..' });
    await screen.findByText('10,000+ orders');
    expect(screen.getByRole('note').textContent).toBe(
      'More than 10,000 orders match: the count and sums cover the newest 10,000. Narrow the filter for exact figures.',
    );
  });

  test('a list with a limited window says how far it looks back, in the platform’s time', async () => {
    world({ sums: { lookedFrom: '2026-10-20T16:00:00.000Z' } });
    await renderScreen(<Screen />, { address: '/order/list?amount=1..' });
    expect((await screen.findByRole('note')).textContent).toBe(
      'With this filter, the list goes back to 21 Oct 2026, 00:00:00. Choose a created range to see older orders.',
    );
  });

  test('without orders there is no rate, and the next step is shown', async () => {
    world({ list: [], total: 0, sums: { successCount: 0, successRate: null } });
    await renderScreen(<Screen />, { address: '/order/list' });
    await screen.findByText('No orders yet');
    expect(screen.getByText('Success rate').parentElement?.textContent).toBe('Success rate–');
  });
});

describe('the address', () => {
  test('filters, sort and page in it are sent to the server', async () => {
    const { of } = world();
    await renderScreen(<Screen />, {
      address:
        '/order/list?q=SHOP&status=success&notify=failed&created=2026-11-01..2026-11-20&sort=paidAt&order=asc&page=2&limit=50',
    });
    await rows();
    expect(of('/order/list').map(({ body }) => body)).toEqual([
      {
        page: 2,
        limit: 50,
        sort: 'paidAt',
        order: 'asc',
        q: 'SHOP',
        status: 'success',
        notifyStatus: 'failed',
        createdRange: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
      },
    ]);
  });

  test('several statuses can be chosen together, reversed too; their filter keeps its name', async () => {
    const { of } = world();
    const page = await renderScreen(<Screen />, { address: '/order/list' });
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Reversed' }));
    await waitFor(() => expect(of('/order/list').at(-1)?.body).toMatchObject({ status: 'reversed' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Unpaid' }));
    await waitFor(() => expect(of('/order/list').at(-1)?.body).toMatchObject({ status: ['unpaid', 'reversed'] }));
    expect(page.address()).toBe('/order/list?status=unpaid,reversed');
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('button', { name: /^Status:\s?Unpaid, Reversed$/ });
  });

  test('accepts each status of the filter, and `all`', async () => {
    const { of } = world();
    const page = await renderScreen(<Screen />, { address: '/order/list?status=success' });
    await rows();
    const open = () => userEvent.click(screen.getByRole('button', { name: /^Status/ }));
    await open();
    const offered = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Unpaid', 'Payment success', 'Expired', 'Reversed']);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'All' }));
    await waitFor(() => expect(page.address()).toBe('/order/list'));
    await waitFor(() => expect(of('/order/list').at(-1)?.body).not.toHaveProperty('status'));
    await open();
    expect((await screen.findByRole('menuitemradio', { name: 'All' })).getAttribute('aria-checked')).toBe('true');
  });

  test('a rejected search shows its error at its box, other errors below the bar; no result is shown', async () => {
    const { of } = world({
      refused: { q: 'A number has letters and digits', amountTo: 'The end is before the start' },
    });
    await renderScreen(<Screen />, { address: '/order/list?q=%E8%AE%A2%E5%8D%95&amount=9..1' });
    const box = screen.getByRole('searchbox');
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A number has letters and digits',
    );
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'A number has letters and digits',
      'The end is before the start',
    ]);
    expect(screen.getByText('The search wasn’t run')).toBeTruthy();
    expect(screen.queryByText('No results match these filters')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    expect(of('/order/list').map(({ body }) => (body as { q: string }).q)).toEqual(['订单']);
  });

  test('a removed channel still shows in its filter', async () => {
    world();
    await renderScreen(<Screen />, { address: '/order/list?channel=old_bank' });
    expect(await screen.findByRole('button', { name: /^Channel:\s?old_bank$/ })).toBeTruthy();
  });
});

describe('the drawer', () => {
  test('opens from a row at its own address, which keeps the filters; back and close return to the list', async () => {
    const user = userEvent.setup();
    const { of } = world();
    const page = await renderScreen(<Screen />, { address: '/order/list?status=success' });
    await user.click(await screen.findByRole('button', { name: 'Open SHOP2' }));
    await waitFor(() => expect(page.address()).toBe(`/order/list?status=success&open=${systemNo(2)}`));
    const drawer = await screen.findByRole('dialog');
    await within(drawer).findByText('Two coffees');
    expect(of('/order/detail').map(({ body }) => body)).toEqual([{ systemNo: systemNo(2) }]);
    page.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.address()).toBe('/order/list?status=success');
  });

  test('a shared link opens it, whichever page the order is on', async () => {
    const user = userEvent.setup();
    world();
    const page = await renderScreen(<Screen />, { address: `/order/list?open=${systemNo(777)}` });
    const drawer = await screen.findByRole('dialog');
    expect((await within(drawer).findAllByText('SHOP777')).length).toBeGreaterThan(0);
    await user.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(page.address()).toBe('/order/list'));
  });

  test('opening and closing it neither refetches the list nor shows held-back orders', async () => {
    const user = userEvent.setup();
    const { stream, state, of } = world();
    await renderScreen(<Screen />, { address: '/order/list' });
    await rows();
    await stream.open();
    Object.assign(state, { list: [order(3), ...state.list], total: 3 });
    await stream.emit('order.paid', { systemNo: systemNo(3) });
    await screen.findByRole('button', { name: '1 new order' });
    const readings = of('/order/list').length;
    await user.click(screen.getByRole('button', { name: 'Open SHOP2' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await rows()).toEqual(['SHOP2', 'SHOP1']);
    expect(of('/order/list')).toHaveLength(readings);
    stream.close();
  });
});

describe('live', () => {
  test('a paid order changes in place', async () => {
    const { stream, state } = world();
    await renderScreen(<Screen />, { address: '/order/list' });
    expect(await rows()).toEqual(['SHOP2', 'SHOP1']);
    const status = () => within(screen.getAllByRole('row')[2] as HTMLElement).getAllByRole('cell')[4]?.textContent;
    expect(status()).toBe('Unpaid');
    await stream.open();
    state.list = [order(2), order(1)];
    await stream.emit('order.paid', { systemNo: systemNo(1) });
    await waitFor(() => expect(status()).toBe('Payment success'));
    expect(screen.queryByRole('button', { name: /new order|changed/ })).toBeNull();
    stream.close();
  });

  test('new orders are announced by a button, and appear when it is pressed', async () => {
    const user = userEvent.setup();
    const { stream, state } = world();
    await renderScreen(<Screen />, { address: '/order/list' });
    expect(await rows()).toEqual(['SHOP2', 'SHOP1']);
    await stream.open();
    Object.assign(state, { list: [order(4), order(3), ...state.list], total: 4 });
    await stream.emit('order.paid', { systemNo: systemNo(4) });
    const button = await screen.findByRole('button', { name: '2 new orders' });
    expect(await rows()).toEqual(['SHOP2', 'SHOP1']);
    expect(screen.getByText('2 orders')).toBeTruthy();
    await user.click(button);
    expect(await rows()).toEqual(['SHOP4', 'SHOP3', 'SHOP2', 'SHOP1']);
    expect(screen.getByText('4 orders')).toBeTruthy();
    stream.close();
  });

  test('on a later page the button leads to the first page', async () => {
    const user = userEvent.setup();
    const { stream, state } = world({ total: 60 });
    const page = await renderScreen(<Screen />, { address: '/order/list?page=3' });
    await rows();
    await stream.open();
    Object.assign(state, { list: [order(5), order(2)], total: 61 });
    await stream.emit('order.paid', { systemNo: systemNo(9) });
    await user.click(await screen.findByRole('button', { name: '1 new order' }));
    await waitFor(() => expect(page.address()).toBe('/order/list'));
    stream.close();
  });
});
