/** The search dialog as a user meets it: typing, arrow keys and choosing. Only the network is faked. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { sessionEnded } from '#features/accounts/console/session.ts';
import { disbursement } from '#features/disbursements/console/withdraw/withdrawals-for-tests.ts';
import type { OrderRow } from '#features/orders/contract.ts';
import { goTo } from '#foundation/console/page/hash-address.ts';
import { chooseLanguage, language } from '#foundation/console/page/language.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Phrase } from '#foundation/core/words.ts';
import { followObjects, recentObjects } from './recent-objects.ts';
import { SearchDialog } from './SearchDialog.tsx';
import { settingsPanel } from './settings.ts';

const title = (en: string, zh = en): Phrase => ({ en, zh, es: en, th: en });
const component = async () => ({ Screen: () => null });
const pages: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', title: title('Dashboard', '首页'), component },
  { path: '/user', name: 'User', title: title('Account') },
  { path: '/user/logs', name: 'UserLogs', title: title('Operation log'), parent: '/user', component },
];
const orderList: Screen = {
  path: '/order/list',
  name: 'OrderList',
  title: title('Orders', '收款订单'),
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
  test('are all listed before anything is typed, with their groups and shortcuts', async () => {
    const { options, field } = await open();
    expect(options().slice(0, 3)).toEqual(['DashboardG D', 'OrdersG O', 'Account / Operation log']);
    expect(within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')).toHaveLength(3);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-controls') ?? '')?.role).toBe('listbox');
  });

  test('can be walked with the arrow keys, which wrap around at both ends', async () => {
    const { press, active } = await open();
    expect(active()).toMatch(/^Dashboard/);
    press('ArrowDown');
    expect(active()).toMatch(/^Orders/);
    press('ArrowUp');
    press('ArrowUp');
    expect(active()).toMatch(/^Log out/);
    press('ArrowDown');
    expect(active()).toMatch(/^Dashboard/);
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
    expect(options().slice(0, 2)).toEqual(['DashboardG D', 'OrdersG O']);
    type('orders');
    fireEvent.compositionEnd(field);
    expect(options()).toEqual(['OrdersG O']);
    expect(sentCalls).toEqual([]);
  });
});

test('without results the dialog says so and Enter does nothing', async () => {
  const { type, press, options, onClose, sentCalls, field } = await open();
  type('xq');
  expect(options()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('No results for “xq”Try another word, or the start of a number.');
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
  expect(options()).toEqual(['收款订单G O']);
  expect(screen.getByRole('status').textContent).toBe('1 个结果');
});

describe('orders', () => {
  test('are searched by what could be a number, and only for the last text typed', async () => {
    const { type, sentCalls, options } = await open({ '/order/list': listOf(order('ZX-998877')) });
    for (const text of ['ZX-99', 'ZX-998', 'ZX-9988', 'ZX-998877']) type(text);
    expect(screen.getByRole('status').textContent).toContain('Searching');
    await screen.findByRole('option', { name: /ZX-998877/ });
    expect(options()).toEqual([
      expect.stringMatching(/^ZX-9988772611211234567890123¥1,234\.5021 Nov.*12:00Payment success$/),
    ]);
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
    expect(options()).toEqual(['OrdersG O', expect.stringContaining('ORDERS-1')]);
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
    expect((await screen.findByRole('alert')).textContent).toContain('Part of the search failed. Too many at once');
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: /ZX-998877/ });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('are not searched for a user who has no order list', async () => {
    const { type, sentCalls, field } = await open({}, pages);
    expect(field.getAttribute('aria-label')).toBe('Page, action, number or amount');
    type('2611211234567890123');
    expect(screen.getByRole('status').textContent).toContain('No results for “2611211234567890123”');
    expect(sentCalls).toEqual([]);
  });
});

describe('actions', () => {
  const payouts: readonly Screen[] = [
    { path: '/repay/index', name: 'Repay', title: title('Repay statement'), component },
    { path: '/repay/apply', name: 'RepayApply', title: title('Withdrawals to a card'), component },
  ];

  test('start what the user can do, and only that, with their shortcuts', async () => {
    const { type, options, press, address, onClose } = await open({}, [...pages, ...payouts]);
    type('new');
    expect(options()[0]).toBe('New payout…');
    expect(options()).not.toContain('New batch…');
    type('Withdraw…');
    expect(options()[0]).toBe('Withdraw…W');
    type('new payout');
    press('Enter');
    await waitFor(() => expect(address()).toBe('/repay/index?tab=payouts&new=payout'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('switch the language, the colours and the settings', async () => {
    const { type, press, options } = await open();
    type('switch to thai');
    expect(options()[0]).toBe('Switch to Thai');
    press('Enter');
    await waitFor(() => expect(language.get()).toBe('th'));
    type('dark mode');
    expect(options()[0]).toBe('โหมดมืด');
    type('theme colour');
    press('Enter');
    await waitFor(() => expect(settingsPanel.get()).toBe(true));
    settingsPanel.set(false);
  });
});

describe('objects of every kind', () => {
  const all: readonly Screen[] = [
    ...pages,
    orderList,
    { path: '/repay/index', name: 'Repay', title: title('Repay statement'), component },
    { path: '/repay/bankcard', name: 'RepayBankCard', title: title('Bank cards'), component },
    { path: '/agent/detail', name: 'agentDetail', title: title('Overview'), component },
    { path: '/agent/userlist', name: 'UserList', title: title('Members'), component },
  ];
  const none = { code: 1, data: { total: 0, list: [], page: 1, limit: 5, extend: {} } };
  const listing = (...list: object[]) => ({
    code: 1,
    data: { total: list.length, list, page: 1, limit: 5, extend: {} },
  });
  const empty: FakeAnswers = {
    '/order/list': none,
    '/payout/list': none,
    '/withdrawal/list': none,
    '/batch/list': none,
    '/bankcard/list': none,
    '/agent/userlist': none,
  };

  test('are asked for at once, each for a few, and open where they are', async () => {
    const number = '2611211234567890777';
    const batch = {
      batchNo: number,
      fileName: 'suppliers.xlsx',
      state: 'partial',
      amounts: { amount: '400.00', fee: '8.00', paid: '100.00' },
      createdAt: '2026-11-21T04:00:00.000Z',
    };
    const { type, sentCalls, address } = await open(
      {
        ...empty,
        '/payout/list': listing(disbursement(7, { merchantOrderNo: 'SUPPLIER-7' })),
        '/withdrawal/list': listing(disbursement(8)),
        '/batch/list': listing(batch),
        '/agent/userlist': listing({ memberNo: '20000002', name: 'Lantern', username: 'lantern' }),
      },
      all,
    );
    type('26112');
    await screen.findByRole('option', { name: /SUPPLIER-7/ });
    const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option');
    expect(group('Payouts')[0]?.textContent).toContain('SUPPLIER-7张三 · 622202****5702¥500.00');
    expect(group('Withdrawals')).toHaveLength(1);
    expect(group('Batches')[0]?.textContent).toContain(`${number}suppliers.xlsx¥400.00`);
    expect(group('Members')[0]?.textContent).toBe('20000002Lantern · lantern');
    expect(sentCalls.map(({ path }) => path).toSorted()).toEqual([
      '/agent/userlist',
      '/bankcard/list',
      '/batch/list',
      '/order/list',
      '/order/list',
      '/payout/list',
      '/withdrawal/list',
    ]);
    expect(sentCalls.filter(({ path }) => path === '/payout/list').map(({ body }) => body)).toEqual([
      { q: '26112', limit: 5 },
    ]);
    fireEvent.click(group('Batches')[0] ?? document.body);
    await waitFor(() => expect(address()).toBe(`/repay/batch?no=${number}`));
  });

  test('an amount finds the orders that have it', async () => {
    const { type, sentCalls } = await open(
      {
        ...empty,
        '/order/list': (input: { amountFrom?: string }) =>
          input.amountFrom === undefined ? none : listOf(order('ZX-1', { amount: '1234.50' })),
      },
      all,
    );
    type('¥1,234.50');
    await screen.findByRole('option', { name: /ZX-1/ });
    expect(sentCalls.filter(({ path }) => path === '/order/list').map(({ body }) => body)).toContainEqual({
      amountFrom: '1234.50',
      amountTo: '1234.50',
      limit: 5,
    });
  });

  test('a card is found by its holder, its bank or its number', async () => {
    const card = {
      id: '1',
      type: 'bank',
      holder: 'Lin Wei',
      bank: 'ICBC',
      bankName: 'ICBC',
      account: '622202****5702',
    };
    const { type, options } = await open({ ...empty, '/bankcard/list': listing(card) }, all);
    for (const text of ['lin wei', 'icbc', '5702']) {
      type(text);
      await screen.findByRole('option', { name: /622202/ });
    }
    type('xq');
    await waitFor(() => expect(options()).toEqual([]));
  });

  test('the request for an older text is given up', async () => {
    const signals: AbortSignal[] = [];
    const { type } = await open({ ...empty }, [...pages, orderList]);
    globalThis.fetch = async (_target, init) => {
      if (init?.signal) signals.push(init.signal);
      return new Promise<Response>(() => undefined);
    };
    type('ZX-1');
    await waitFor(() => expect(signals).toHaveLength(1));
    type('ZX-12');
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  test('what was opened lately comes first while nothing is typed, until the login ends', async () => {
    const stop = followObjects();
    goTo('/order/list?open=2611211234567890123');
    goTo('/repay/batch?no=2611211234567890777');
    stop();
    const { options, press, address } = await open(empty, all);
    expect(options().slice(0, 2)).toEqual(['2611211234567890777Batch', '2611211234567890123Order']);
    press('ArrowDown');
    press('Enter');
    await waitFor(() => expect(address()).toBe('/order/list?open=2611211234567890123'));
    act(() => sessionEnded.emit());
    expect(recentObjects.get()).toEqual([]);
  });
});

describe('an operator', () => {
  const operatorScreen = (path: `/${string}`, name: string): Screen => ({
    path,
    name,
    title: title(name),
    roles: ['operator'],
    component,
  });
  const members = operatorScreen('/operator/members', 'OperatorMembers');
  const cards = operatorScreen('/operator/cards', 'OperatorCards');
  const page = (list: readonly object[], extend: object) => ({
    code: 1,
    data: { total: list.length, list, page: 1, limit: 5, extend },
  });
  const answers = {
    '/operator/member/list': page([{ memberNo: '20000001', name: 'Lantern Market', username: 'demo_shop' }], {}),
    '/operator/bankcard/list': page(
      [
        {
          id: '7',
          holder: 'Ana',
          bankName: null,
          account: '622202****5702',
          memberNo: '20000001',
          memberName: 'Lantern Market',
        },
      ],
      { pending: 0 },
    ),
  };

  test('finds members and cards of all members by name, and opens them', async () => {
    const { type, options, address } = await open(answers, [members, cards]);
    type('La');
    const found = await screen.findByRole('option', { name: /Lantern Market · demo_shop/ });
    await screen.findByRole('option', { name: /622202/ });
    expect(options().filter((option) => option?.includes('Lantern'))).toEqual([
      '20000001Lantern Market · demo_shop',
      '622202****5702Ana · 20000001 · Lantern Market',
    ]);
    fireEvent.click(found);
    await waitFor(() => expect(address()).toBe('/operator/member?number=20000001'));
  });

  test('is not offered what its rights don’t let it open', async () => {
    const { type, sentCalls } = await open(answers, [cards]);
    type('20000001');
    await screen.findByRole('option', { name: /622202/ });
    expect(sentCalls.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/operator/bankcard/list', body: { q: '20000001', limit: 5, status: 'all' } },
    ]);
  });
});
