/** Recharging: the net amount is shown first, the cashier opens once, and the result shows by itself. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChannelRow } from '#features/channels/contract.ts';
import type { OrderDetail, OrderRow } from '#features/orders/contract.ts';
import { storeConfig } from '#features/platform/console/config.ts';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { beginAs, comeBackAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { answerCalls, fakeStream, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { Screen } from './RechargeScreen.tsx';

const channel = (code: string, changes: Partial<ChannelRow> = {}): ChannelRow => ({
  code,
  name: `Channel ${code}`,
  mode: 'qr',
  rate: { percent: '0.6', fixed: '0.00', minFee: null, maxFee: null },
  minAmount: '1.00',
  maxAmount: '50000.00',
  totalLimit: null,
  usedToday: '0.00',
  openHours: null,
  successRate24h: null,
  recharge: true,
  state: 'open',
  ...changes,
});
const bank = channel('bank', {
  rate: { percent: '0.3', fixed: '2.00', minFee: null, maxFee: null },
  minAmount: '100.00',
  maxAmount: '20000.00',
  totalLimit: '10000.00',
  usedToday: '9000.00',
});

const A_REQUEST = expect.stringMatching(/^W-[0-9a-f]{32}$/) as string;
const SYSTEM_NO = '2611201202030000001';
const ORDER_NO = 'RC-0123456789ABCDEF';
const row: OrderRow = {
  id: SYSTEM_NO,
  orderNo: ORDER_NO,
  systemNo: SYSTEM_NO,
  type: 'recharge',
  channel: { code: 'qr', name: 'Channel qr' },
  amount: '1000.00',
  fee: '6.00',
  obtained: '994.00',
  status: 'unpaid',
  notifyStatus: 'none',
  createdAt: '2026-11-20T04:02:03.000Z',
  paidAt: null,
};
const unpaid: OrderDetail = {
  ...row,
  currency: 'CNY',
  subject: 'Recharge',
  attach: null,
  clientIp: null,
  notifyUrl: null,
  returnUrl: null,
  payUrl: `${window.location.origin}/#/cashier`,
  expiresAt: new Date(Date.now() + 1_200_000).toISOString(),
  paidLate: false,
  releaseAt: null,
  held: null,
  timeline: [],
  callbacks: [],
  nextCallbackAt: null,
};
const paid: Partial<OrderDetail> = {
  status: 'success',
  paidAt: '2026-11-20T04:03:00.000Z',
  held: '994.00',
  releaseAt: '2099-11-20T16:00:00.000Z',
};

beforeEach(() => {
  storeConfig({ minRecharge: '100.00' } as Parameters<typeof storeConfig>[0]);
});
afterEach(() => vi.useRealTimers());

interface World {
  channels?: ChannelRow[];
  order?: Partial<OrderDetail>;
  recent?: OrderRow[];
  answers?: Record<string, unknown>;
}

function world({ channels = [channel('qr'), bank], order = {}, recent = [row], answers = {} }: World = {}) {
  const stream = fakeStream();
  const state = { order: { ...unpaid, ...order }, balance: '5000.00', recent };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/channel/list': envelope({ list: channels, total: channels.length }),
    '/user/info': () => makeUserInfo({ balance: state.balance, available: '4000.00', frozen: '1000.00' }),
    '/order/list': ({ q }: { q: string }) => {
      const list = state.recent.filter(({ orderNo, systemNo }) => orderNo.startsWith(q) || systemNo.startsWith(q));
      return envelope({ total: list.length, list, page: 1, limit: 5, extend: {} });
    },
    '/order/detail': () => envelope(state.order),
    '/user/recharge': envelope({ systemNo: SYSTEM_NO, payUrl: unpaid.payUrl }),
    ...answers,
  });
  return {
    stream,
    state,
    of: (path: string) => sentCalls.filter((call) => call.path === path).map(({ body }) => body),
  };
}

const open = (query = '') => renderScreen(<Screen />, { address: `/user/recharge${query}` });
const factOf = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent;
const form = () => within(screen.getByRole('form', { name: 'Recharge' }));

describe('the form', () => {
  test('shows each channel’s rate and range, and what the wallet gets of the typed amount', async () => {
    const user = userEvent.setup();
    world();
    await open();
    const choices = await screen.findAllByRole('radio');
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
      'Channel qr0.6%¥100.00 to ¥50,000.00',
      'Channel bank0.3% + ¥2.00¥100.00 to ¥20,000.00¥1,000.00 left today',
    ]);
    expect(factOf('You receive')).toBe('–');
    await user.type(screen.getByLabelText('Amount'), '1000');
    expect(['You pay', 'Fee', 'You receive'].map(factOf)).toEqual(['¥1,000.00', '¥6.00', '¥994.00']);
    await user.click(screen.getByRole('radio', { name: /Channel bank/ }));
    expect(['You pay', 'Fee', 'You receive'].map(factOf)).toEqual(['¥1,000.00', '¥5.00', '¥995.00']);
    expect(form().getByRole('button', { name: 'Recharge ¥1,000.00' })).toBeTruthy();
  });

  test('offers round amounts that the channel accepts, and shows the wallet', async () => {
    const user = userEvent.setup();
    world();
    await open();
    await screen.findAllByRole('radio');
    const quick = () => within(screen.getByRole('group', { name: 'Quick amounts' })).getAllByRole('button');
    expect(quick().map(({ textContent }) => textContent)).toEqual(['100', '200', '500', '1,000', '2,000', '5,000']);
    await user.click(screen.getByRole('radio', { name: /Channel bank/ }));
    expect(quick().map(({ textContent }) => textContent)).toEqual(['100', '200', '500', '1,000']);
    await user.click(screen.getByRole('button', { name: '500' }));
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('500.00');
    expect(screen.getByRole('button', { name: '500' }).getAttribute('aria-pressed')).toBe('true');
    await waitFor(() =>
      expect(['Balance', 'Available', 'Frozen'].map(factOf)).toEqual(['¥5,000.00', '¥4,000.00', '¥1,000.00']),
    );
    expect(factOf('Settlement')).toBe('1 calendar day after payment');
  });

  test.each([
    ['', 'Enter a valid recharge amount, such as 1,234.50'],
    ['12x', 'Enter a valid recharge amount, such as 1,234.50'],
    ['100.0055', 'At most 2 decimals, such as 1,234.50'],
    ['1,500', 'Which amount do you mean?'],
    ['USD 500', 'USD isn’t the platform’s currency (CNY)'],
    ['99.99', 'Recharge at least ¥100.00'],
    ['20000.01', 'This channel accepts ¥100.00 to ¥20,000.00 at a time'],
    ['1000.01', 'This exceeds what the channel can still accept today; recharge less or choose another channel'],
  ])('does not send the amount %j, and shows why at the field', async (amount, message) => {
    const user = userEvent.setup();
    const { of } = world();
    await open();
    await user.click(await screen.findByRole('radio', { name: /Channel bank/ }));
    if (amount !== '') await user.type(screen.getByLabelText('Amount'), amount);
    await user.click(form().getByRole('button', { name: /^Recharge/ }));
    await screen.findByText(message);
    expect(of('/user/recharge')).toEqual([]);
  });

  test('opens the cashier once with the amount it understood, however often it is pressed, and back leads to the recharge', async () => {
    const user = userEvent.setup();
    let answer: (value: unknown) => void = () => undefined;
    const { of } = world({ answers: { '/user/recharge': () => new Promise((resolve) => (answer = resolve)) } });
    const page = await open();
    await user.type(await screen.findByLabelText('Amount'), '￥１.000,00');
    const button = form().getByRole('button', { name: 'Recharge ¥1,000.00' });
    await user.dblClick(button);
    expect(of('/user/recharge')).toEqual([{ amount: '1000.00', channel: 'qr', requestId: A_REQUEST }]);
    answer(envelope({ systemNo: SYSTEM_NO, payUrl: unpaid.payUrl }));
    await waitFor(() => expect(window.location.hash).toBe('#/cashier'));
    await waitFor(() => expect(page.address()).toBe(`/user/recharge?order=${SYSTEM_NO}`));
    await screen.findByRole('heading', { name: 'Waiting for your payment of ¥1,000.00' });
  });

  test('a request without a response is sent again under the same id, and the next recharge has another', async () => {
    const user = userEvent.setup();
    let tries = 0;
    const { of } = world({
      answers: {
        '/user/recharge': () =>
          (tries += 1) === 1 ? new Error('lost') : envelope({ systemNo: SYSTEM_NO, payUrl: unpaid.payUrl }),
      },
    });
    await open();
    const press = () => user.click(form().getByRole('button', { name: 'Recharge ¥1,000.00' }));
    await user.type(await screen.findByLabelText('Amount'), '1000');
    await press();
    await waitFor(() => expect(of('/user/recharge')).toHaveLength(1));
    await waitFor(() =>
      expect(form().getByRole('button', { name: 'Recharge ¥1,000.00' })).toHaveProperty('disabled', false),
    );
    await press();
    await user.click(await screen.findByRole('button', { name: 'Recharge again' }));
    await user.type(await screen.findByLabelText('Amount'), '1000');
    await press();
    await waitFor(() => expect(of('/user/recharge')).toHaveLength(3));
    const [first, second, third] = of('/user/recharge') as { requestId: string }[];
    expect(second).toEqual(first);
    expect(third).toEqual({ ...first, requestId: A_REQUEST });
    expect(third?.requestId).not.toBe(first?.requestId);
  });

  test('a request without a response before the session ended is restored, and sent under the same id', async () => {
    beginAs('lin');
    const user = userEvent.setup();
    const first = world({ answers: { '/user/recharge': new Error('lost') } });
    await open();
    await user.type(await screen.findByLabelText('Amount'), '1000');
    await user.click(form().getByRole('button', { name: 'Recharge ¥1,000.00' }));
    await waitFor(() => expect(first.of('/user/recharge')).toHaveLength(1));
    comeBackAs('lin');
    const second = world();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('1,000.00');
    await user.click(form().getByRole('button', { name: 'Recharge ¥1,000.00' }));
    await waitFor(() => expect(second.of('/user/recharge')).toEqual(first.of('/user/recharge')));
  });

  test.each(['order_conflict', 'upstream_unavailable'])(
    'after the refusal %s the next try has another id, and the recent recharges are refetched',
    async (error) => {
      const user = userEvent.setup();
      const { of } = world({ answers: { '/user/recharge': { code: 0, msg: 'Made before', error } } });
      await open();
      await user.type(await screen.findByLabelText('Amount'), '1000');
      const listed = of('/order/list').length;
      for (const tries of [1, 2]) {
        await user.click(form().getByRole('button', { name: 'Recharge ¥1,000.00' }));
        await waitFor(() => expect(of('/user/recharge')).toHaveLength(tries));
        await waitFor(() => expect(of('/order/list').length).toBeGreaterThanOrEqual(listed + tries));
      }
      const ids = (of('/user/recharge') as { requestId: string }[]).map(({ requestId }) => requestId);
      expect(new Set(ids).size).toBe(2);
    },
  );

  test('opens only web page addresses', async () => {
    const user = userEvent.setup();
    world({
      answers: { '/user/recharge': envelope({ systemNo: SYSTEM_NO, payUrl: 'javascript:alert(1)' }) },
      order: { payUrl: 'javascript:alert(1)' },
    });
    await open();
    await user.type(await screen.findByLabelText('Amount'), '1000');
    await user.click(form().getByRole('button', { name: 'Recharge ¥1,000.00' }));
    await screen.findByText('The payment page couldn’t be created. Start the recharge again.');
    expect([window.location.hash, screen.queryByRole('link', { name: 'Open the payment page' })]).toEqual(['', null]);
  });

  test('keeps the input when the server refuses it', async () => {
    const user = userEvent.setup();
    world({ answers: { '/user/recharge': { code: -1, msg: '', fields: { amount: 'Recharge at least ¥2,000.00' } } } });
    await open();
    await user.type(await screen.findByLabelText('Amount'), '1000');
    await user.click(form().getByRole('button', { name: 'Recharge ¥1,000.00' }));
    await screen.findByText('Recharge at least ¥2,000.00');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,000.00');
  });

  test.each<[what: string, channels: ChannelRow[], hint: string]>([
    [
      'no channel that accepts recharges',
      [channel('a', { recharge: false }), channel('b', { state: 'closed' })],
      'Contact customer support to open one.',
    ],
    [
      'all channels outside their hours',
      [channel('a', { state: 'resting', openHours: { from: '09:00', to: '18:00' } })],
      'Channel a opens from 09:00 to 18:00',
    ],
  ])('with %s, the next step is shown', async (_what, channels, hint) => {
    world({ channels });
    await open();
    await screen.findByText('No channel accepts recharges right now');
    expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.queryByLabelText('Amount')).toBeNull();
  });

  test('shows that the channels can’t be loaded, and loads them again', async () => {
    const user = userEvent.setup();
    const answers: Record<string, unknown> = { '/channel/list': { code: 0, msg: 'Not now', error: 'unavailable' } };
    world({ answers });
    await open();
    await screen.findByText('The channels couldn’t be loaded');
    world();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('radio')).toHaveLength(2);
  });
});

describe('a recharge', () => {
  test.each([SYSTEM_NO, ORDER_NO])('is found by %s and becomes paid live, with the new balance', async (number) => {
    const { stream, state } = world();
    await open(`?order=${number}`);
    await screen.findByRole('heading', { name: 'Waiting for your payment of ¥1,000.00' });
    expect(screen.getByRole('link', { name: 'Open the payment page' }).getAttribute('href')).toBe(unpaid.payUrl);
    expect(screen.queryByText('Balance now')).toBeNull();
    await stream.open();
    state.order = { ...state.order, ...paid };
    state.balance = '5994.00';
    await stream.emit('order.paid', { systemNo: SYSTEM_NO });
    await stream.emit('balance.changed', {});
    await screen.findByRole('heading', { name: '¥1,000.00 recharged' });
    await waitFor(() => expect(factOf('Balance now')).toBe('¥5,994.00'));
    expect(['You receive', 'On hold for settlement', 'Available on'].map(factOf)).toEqual([
      '¥994.00',
      '¥994.00',
      '21 Nov 2099, 00:00:00',
    ]);
    expect(screen.queryByRole('link', { name: 'Open the payment page' })).toBeNull();
    expect(screen.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(`/order/list?open=${SYSTEM_NO}`);
    stream.close();
  });

  test('that is unpaid is refetched at its expiry, and is then over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { state } = world({ order: { expiresAt: new Date(Date.now() + 60_000).toISOString() } });
    await open(`?order=${SYSTEM_NO}`);
    await screen.findByRole('heading', { name: 'Waiting for your payment of ¥1,000.00' });
    state.order = { ...state.order, status: 'expired' };
    await vi.advanceTimersByTimeAsync(64_000);
    await screen.findByRole('heading', { name: 'This recharge has expired' });
    expect(screen.queryByRole('link', { name: 'Open the payment page' })).toBeNull();
  });

  test('that was reversed says so', async () => {
    world({ order: { ...paid, status: 'reversed' } });
    await open(`?order=${SYSTEM_NO}`);
    expect(await screen.findByRole('heading', { name: 'This recharge was reversed' })).toBeTruthy();
  });

  test.each(['2611209999999999999', 'RC-nowhere', 'a%20b', 'RC-01234567'])(
    'that does not exist (%s) leads back to the form',
    async (number) => {
      const user = userEvent.setup();
      world();
      const page = await open(`?order=${number}`);
      await screen.findByText('Recharge not found');
      await user.click(screen.getByRole('button', { name: 'Recharge again' }));
      await screen.findByLabelText('Amount');
      expect(page.address()).toBe('/user/recharge');
    },
  );

  test('that is a payer’s order is not shown', async () => {
    world({ recent: [{ ...row, type: 'payin' }] });
    await open(`?order=${SYSTEM_NO}`);
    expect(await screen.findByText('Recharge not found')).toBeTruthy();
  });

  test('that failed to load can be loaded again', async () => {
    const user = userEvent.setup();
    world({ answers: { '/order/detail': { code: 0, msg: 'Not now', error: 'unavailable' } } });
    await open(`?order=${SYSTEM_NO}`);
    await screen.findByText('This recharge couldn’t be loaded');
    world({ order: paid });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: '¥1,000.00 recharged' })).toBeTruthy();
  });
});

describe('recent recharges', () => {
  test('are those with console numbers, and each opens in place of the form', async () => {
    const user = userEvent.setup();
    const payin: OrderRow = { ...row, systemNo: '2611201202030000002', orderNo: 'RC-SOMEBODY', type: 'payin' };
    const { of } = world({ recent: [payin, { ...row, status: 'success', paidAt: row.createdAt }] });
    const page = await open();
    const table = within(await screen.findByRole('table', { name: 'Recent recharges' }));
    const opened = await table.findByRole('button', { name: `Open ${ORDER_NO}` });
    expect(table.getByText('Payment success')).toBeTruthy();
    expect(table.queryByText('RC-SOMEBODY')).toBeNull();
    expect(of('/order/list')).toEqual([{ q: 'RC-', limit: 5 }]);
    expect(screen.getByRole('link', { name: 'All recharges' }).getAttribute('href')).toBe('/order/list?q=RC-');
    await user.click(opened);
    await waitFor(() => expect(page.address()).toBe(`/user/recharge?order=${SYSTEM_NO}`));
  });

  test('are said to be none when there are none', async () => {
    world({ recent: [] });
    await open();
    expect(await screen.findByText('No recharges yet')).toBeTruthy();
  });
});
