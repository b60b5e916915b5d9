/**
 * The order drawer: the order's timeline, each attempt with request and response, and the callback resent only after a
 * confirmation.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type SentCall, answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { OrderDetail } from '../contract.ts';
import { OrderDrawer } from './OrderDrawer.tsx';

const NUMBER = '2611201202030000042';
const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 20, 4, minute, second)).toISOString();

const order: OrderDetail = {
  id: NUMBER,
  orderNo: 'SHOP42',
  systemNo: NUMBER,
  type: 'payin',
  channel: { code: 'sandbox_qr', name: 'QR wallet' },
  amount: '1200.00',
  fee: '7.20',
  obtained: '1192.80',
  status: 'success',
  notifyStatus: 'failed',
  createdAt: at(0),
  paidAt: at(2),
  currency: 'CNY',
  subject: 'Two coffees',
  attach: 'cart=7',
  clientIp: '198.51.100.23',
  notifyUrl: 'https://shop.example/cb',
  returnUrl: null,
  payUrl: null,
  expiresAt: at(30),
  paidLate: false,
  releaseAt: '2999-01-01T00:00:00.000Z',
  held: '834.96',
  timeline: [
    { at: at(3), event: 'callback_failed', detail: 'http_status' },
    { at: at(2), event: 'paid', detail: null },
    { at: at(0), event: 'created', detail: null },
    { at: at(1), event: 'upstream_created', detail: null },
    { at: at(4), event: 'callback_failed', detail: 'timeout' },
  ],
  callbacks: [
    {
      at: at(3),
      url: 'https://shop.example/cb',
      request: 'orderNo=SHOP42&sign=abc',
      status: 500,
      reply: '<h1>Oops</h1>',
      duration: 1832,
      error: 'http_status',
      delivered: false,
    },
    {
      at: at(4),
      url: 'https://shop.example/cb',
      request: 'orderNo=SHOP42&sign=abc',
      status: null,
      reply: null,
      duration: 10_000,
      error: 'timeout',
      delivered: false,
    },
  ],
  nextCallbackAt: null,
};

function world(changes: Partial<OrderDetail> = {}, answers: Record<string, unknown> = {}): SentCall[] {
  return answerCalls({
    '/order/detail': { code: 1, data: { ...order, ...changes } },
    '/order/notify': { code: 1, data: { queued: 1 } },
    ...answers,
  });
}

const open = (systemNo = NUMBER) => renderScreen(<OrderDrawer systemNo={systemNo} onClose={() => undefined} />);
const section = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('section') as HTMLElement;

test('the timeline shows the oldest event first, and due events below', async () => {
  world();
  await open();
  const steps = within(await section('Timeline'))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(steps).toEqual([
    'Order created20 Nov 2026, 12:00:00',
    'Accepted by the payment provider20 Nov 2026, 12:01:00',
    'Paid20 Nov 2026, 12:02:00',
    'Callback failed 2 timesYour server didn’t answer in timeFirst 20 Nov 2026, 12:03:0020 Nov 2026, 12:04:00',
    'Held amount becomes available · Upcoming¥834.961 Jan 2999, 08:00:00',
  ]);
});

test('amounts, the held part and its release time are shown', async () => {
  world();
  await open();
  expect((await section('Amounts')).textContent).toBe(
    'AmountsView in the money logAmount¥1,200.00Fee¥7.20Obtained¥1,192.80On hold for settlement¥834.96Available on1 Jan 2999, 08:00:00',
  );
});

test('a reversed order shows what left the balance and why, and nothing held', async () => {
  world({
    status: 'reversed',
    releaseAt: null,
    held: null,
    timeline: [...order.timeline, { at: at(9), event: 'reversed', detail: 'The bank has charged it back' }],
  });
  await open();
  await screen.findByText('¥1,192.80 was taken out of your balance again; see the money log.');
  expect((await section('Amounts')).textContent).toBe('AmountsAmount¥1,200.00Fee¥7.20Obtained¥1,192.80');
  expect(
    within(await section('Timeline'))
      .getAllByRole('listitem')
      .at(-1)?.textContent,
  ).toBe('ReversedThe bank has charged it back20 Nov 2026, 12:09:00');
});

test('each attempt shows request and response as text, latest first', async () => {
  world();
  await open();
  const attempts = within(await section('Callbacks')).getAllByRole('group');
  expect(attempts.map((attempt) => attempt.querySelector('summary')?.textContent)).toEqual([
    'Attempt 2FailedNo response10,000 ms20 Nov 2026, 12:04:00',
    'Attempt 1FailedHTTP 5001,832 ms20 Nov 2026, 12:03:00',
  ]);
  const [, first] = attempts;
  expect([...(first?.querySelectorAll('pre') ?? [])].map((pre) => pre.textContent)).toEqual([
    'Your server returned an error',
    'orderNo=SHOP42&sign=abc',
    '<h1>Oops</h1>',
  ]);
  expect(first?.querySelector('h1')).toBeNull();
});

test('the callback is resent only after a confirmation that names the order and the address', async () => {
  const user = userEvent.setup();
  const sentCalls = world();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Resend callback' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resend the callback?' });
  expect(dialog.textContent).toContain(
    'Order SHOP42 (¥1,200.00) is reported again right away, to:https://shop.example/cb',
  );
  expect(sentCalls.some(({ path }) => path === '/order/notify')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Resend callback' }));
  await waitFor(() =>
    expect(sentCalls.filter(({ path }) => path === '/order/notify').map(({ body }) => body)).toEqual([
      { systemNo: NUMBER },
    ]),
  );
  expect((await within(await section('Callbacks')).findByRole('status')).textContent).toBe('Attempt 3Sending…');
  await waitFor(() => expect(sentCalls.filter(({ path }) => path === '/order/detail').length).toBeGreaterThan(1));
});

test.each<[Partial<OrderDetail>, string]>([
  [{ status: 'unpaid', paidAt: null, callbacks: [] }, 'Your system is notified once the order is paid.'],
  [{ notifyUrl: null, callbacks: [] }, 'This order has no callback URL.'],
])('without a callback to resend there is no button, and the reason is shown (%#)', async (changes, reason) => {
  world(changes);
  await open();
  await screen.findByText(reason);
  expect(screen.queryByRole('button', { name: 'Resend callback' })).toBeNull();
});

test('an unknown order shows that it does not exist', async () => {
  world({}, { '/order/detail': { code: 0, msg: 'Not found', error: 'not_found' } });
  await open();
  expect(await screen.findByText('Order not found')).toBeTruthy();
});

test('an address without a number sends no request', async () => {
  const sentCalls = world();
  await open('123');
  await screen.findByText('Order not found');
  expect(sentCalls).toEqual([]);
});

test('an order that failed to load can be loaded again', async () => {
  const user = userEvent.setup();
  let broken = true;
  world(
    {},
    {
      '/order/detail': () =>
        broken ? { code: 0, msg: 'Please try again', error: 'internal' } : { code: 1, data: order },
    },
  );
  await open();
  await screen.findByText('This order couldn’t be loaded');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Two coffees')).toBeTruthy();
});
