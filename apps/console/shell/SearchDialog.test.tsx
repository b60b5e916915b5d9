/** The search dialog as a user meets it: typing, arrow keys and choosing. Only the network is faked. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { OrderRow } from '#features/orders/contract.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/test-render.tsx';
import type { Phrase } from '#foundation/core/words.ts';
import { SearchDialog } from './SearchDialog.tsx';

const title = (en: string, zh = en): Phrase => ({ en, zh, es: en, th: en });
const component = async () => ({ Screen: () => null });
const pages: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', title: title('Dashboard', '首页'), icon: 'dashboard', component },
  { path: '/user', name: 'User', title: title('Account'), icon: 'user' },
  { path: '/user/logs', name: 'UserLogs', title: title('Operation log'), parent: '/user', component },
];
const orderList: Screen = {
  path: '/order/list',
  name: 'OrderList',
  title: title('Orders', '收款订单'),
  icon: 'orders',
  component,
};

const order = (orderNo: string, changes: Partial<OrderRow> = {}): OrderRow => ({
  id: orderNo,
  orderNo,
  systemNo: '2611211234567890123',
  type: 'payin',
  channel: { code: 'qr', name: 'QR' },
  amount: '1234.50',
  fee: '1.00',
  obtained: '1233.50',
  status: 'success',
  notifyStatus: 'delivered',
  createdAt: '2026-11-21T04:00:00.000Z',
  paidAt: '2026-11-21T04:01:00.000Z',
  ...changes,
});
const listOf = (...list: OrderRow[]) => ({
  code: 1,
  data: { total: list.length, list, page: 1, limit: 5, extend: {} },
});

async function open(answers: FakeAnswers = {}, screens: readonly Screen[] = [...pages, orderList]) {
  const sentCalls = answerCalls(answers);
  const onClose = vi.fn<() => void>();
  const rendered = await renderScreen(
    <>
      <main id="content" tabIndex={-1} />
      <SearchDialog opened screens={screens} onClose={onClose} />
    </>,
  );
  const field = await screen.findByRole('combobox');
  return {
    ...rendered,
    sentCalls,
    onClose,
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    press: (key: string) => fireEvent.keyDown(field, { key }),
    options: () => screen.queryAllByRole('option').map(({ textContent }) => textContent),
    /** The option that a screen reader announces as active. */
    active: () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
  };
}

describe('pages', () => {
  test('are all listed before anything is typed, with their groups and addresses', async () => {
    const { options, field } = await open();
    expect(options()).toEqual(['Dashboard/dashboard', 'Account / Operation log/user/logs', 'Orders/order/list']);
    expect(within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')).toHaveLength(3);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-controls') ?? '')?.role).toBe('listbox');
  });

  test('can be walked with the arrow keys, which wrap around at both ends', async () => {
    const { press, active } = await open();
    expect(active()).toMatch(/^Dashboard/);
    press('ArrowDown');
    expect(active()).toMatch(/Operation log/);
    press('ArrowDown');
    press('ArrowDown');
    expect(active()).toMatch(/^Dashboard/);
    press('ArrowUp');
    expect(active()).toMatch(/^Orders/);
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  });

  test('open with Enter: the dialog closes and the focus moves to the content', async () => {
    const { type, press, onClose, address } = await open();
    type('operatoin');
    press('Enter');
    await waitFor(() => expect(address()).toBe('/user/logs'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(document.activeElement?.id).toBe('content');
  });

  test('open with a click; pointing at one only makes it active', async () => {
    const { active, address } = await open();
    fireEvent.mouseMove(screen.getByRole('option', { name: /Operation log/ }));
    expect(active()).toMatch(/Operation log/);
    fireEvent.click(screen.getByRole('option', { name: /Orders/ }));
    await waitFor(() => expect(address()).toBe('/order/list'));
  });

  test('start at the first again when the text changes', async () => {
    const { type, press, active } = await open();
    press('ArrowDown');
    type('orders');
    expect(active()).toMatch(/^Orders/);
  });

  test('are not chosen by the Enter that confirms a Chinese word in the input method', async () => {
    const { field, onClose } = await open();
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    // Safari ends the composition before it sends this Enter.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(onClose).not.toHaveBeenCalled();
  });

  test('are not searched while a word is being composed, only when it is complete', async () => {
    const { field, type, options, sentCalls } = await open({ '/order/list': listOf() });
    fireEvent.compositionStart(field);
    type('shou1kuan3');
    expect(options()).toHaveLength(3);
    type('orders');
    fireEvent.compositionEnd(field);
    expect(options()).toEqual(['Orders/order/list']);
    expect(sentCalls).toEqual([]);
  });
});

test('without results the dialog says so and Enter does nothing', async () => {
  const { type, press, options, onClose, sentCalls, field } = await open();
  type('xq');
  expect(options()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe(
    'No results for “xq”Try another word, or the start of an order number.',
  );
  expect(field.getAttribute('aria-expanded')).toBe('false');
  press('ArrowDown');
  press('Enter');
  expect(onClose).not.toHaveBeenCalled();
  expect(sentCalls).toEqual([]);
});

test('everything is in the user’s language', async () => {
  chooseLanguage('zh');
  const { type, options } = await open();
  expect(screen.getByRole('dialog', { name: '搜索' })).toBeTruthy();
  type('收款');
  expect(options()).toEqual(['收款订单/order/list']);
  expect(screen.getByRole('status').textContent).toBe('1 个结果');
});

describe('orders', () => {
  test('are searched by what could be a number, and only for the last text typed', async () => {
    const { type, sentCalls, options } = await open({ '/order/list': listOf(order('ZX-998877')) });
    for (const text of ['ZX-99', 'ZX-998', 'ZX-9988', 'ZX-998877']) type(text);
    expect(screen.getByRole('status').textContent).toContain('Searching orders');
    await screen.findByRole('option', { name: /ZX-998877/ });
    expect(options()).toEqual(['ZX-9988772611211234567890123¥1,234.5021 Nov 2026, 12:00:00Payment success']);
    expect(sentCalls.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/order/list', body: { q: 'ZX-998877', limit: 5 } },
    ]);
    expect(screen.getByRole('group', { name: 'Orders' })).toBeTruthy();
  });

  test('open in their list', async () => {
    const { type, press, address, onClose } = await open({
      '/order/list': listOf(order('ZX-998877'), order('ZX-9988770', { systemNo: '2611211234567890999' })),
    });
    type('ZX-998877');
    await screen.findByRole('option', { name: /ZX-9988770/ });
    press('ArrowDown');
    press('Enter');
    await waitFor(() => expect(address()).toBe('/order/list?open=2611211234567890999'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('come after the pages and leave the active option active', async () => {
    const { type, options, active } = await open({ '/order/list': listOf(order('ORDERS-1')) });
    type('orders');
    expect(active()).toMatch(/^Orders/);
    await screen.findByRole('option', { name: /ORDERS-1/ });
    expect(options()).toEqual(['Orders/order/list', expect.stringContaining('ORDERS-1')]);
    expect(active()).toMatch(/^Orders/);
  });

  test('whose number the server rejects show the reason at the field, not that nothing was found', async () => {
    const { type, field } = await open({
      '/order/list': { code: -1, msg: 'Check the fields', fields: { q: 'A number has letters and digits' } },
    });
    type('订单7');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A number has letters and digits',
    );
    expect(screen.queryByText(/No results for/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    type('money');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBeNull());
  });

  test('are found by a number pasted with spaces and invisible characters', async () => {
    const { type, sentCalls, field } = await open({ '/order/list': listOf(order('ZX-998877')) });
    type('\u202dZX-99 88 77\u202c');
    await screen.findByRole('option', { name: /ZX-998877/ });
    expect(sentCalls.map(({ body }) => body)).toEqual([{ q: 'ZX-99 88 77', limit: 5 }]);
    expect(field).toHaveProperty('value', 'ZX-99 88 77');
  });

  test('that do not exist are reported as nothing found', async () => {
    const { type } = await open({ '/order/list': listOf() });
    type('ZX-998877');
    expect(await screen.findByText('No results for “ZX-998877”')).toBeTruthy();
  });

  test('that could not be searched show the reason and can be searched again', async () => {
    let isBroken = true;
    const { type } = await open({
      '/order/list': () =>
        isBroken ? { code: 0, msg: 'Too many at once', error: 'busy' } : listOf(order('ZX-998877')),
    });
    type('ZX-998877');
    expect((await screen.findByRole('alert')).textContent).toContain('Orders couldn’t be searched Too many at once');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: /ZX-998877/ });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('are not searched for a user who has no order list', async () => {
    const { type, sentCalls, field } = await open({}, pages);
    expect(field.getAttribute('aria-label')).toBe('Page');
    type('2611211234567890123');
    expect(screen.getByRole('status').textContent).toBe('No results for “2611211234567890123”Try another word.');
    expect(sentCalls).toEqual([]);
  });
});
