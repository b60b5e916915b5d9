/** Server responses for the tests of the order list. */
import { screen, within } from '@testing-library/react';
import { type SentCall, answerCalls, fakeStream } from '#foundation/console/testing/render-for-tests.tsx';
import type { OrderDetail, OrderRow } from '../contract.ts';

export const systemNo = (number: number) => `26112012020300${String(number).padStart(5, '0')}`;

export function order(number: number, changes: Partial<OrderRow> = {}): OrderRow {
  return {
    id: systemNo(number),
    orderNo: `SHOP${number}`,
    systemNo: systemNo(number),
    type: 'payin',
    channel: { code: 'sandbox_qr', name: 'QR wallet' },
    amount: '100.00',
    fee: '0.60',
    obtained: '99.40',
    status: 'success',
    notifyStatus: 'delivered',
    createdAt: '2026-11-20T04:00:00.000Z',
    paidAt: '2026-11-20T04:01:05.000Z',
    ...changes,
  };
}

function detail(number: number): OrderDetail {
  return {
    ...order(number),
    currency: 'CNY',
    subject: 'Two coffees',
    attach: null,
    clientIp: null,
    notifyUrl: 'https://shop.example/cb',
    returnUrl: null,
    payUrl: null,
    expiresAt: '2026-11-20T04:30:00.000Z',
    paidLate: false,
    releaseAt: null,
    held: null,
    timeline: [],
    callbacks: [],
    nextCallbackAt: null,
  };
}

const sums = {
  count: 2,
  capped: false,
  lookedFrom: null as string | null,
  successCount: 1,
  amount: '250.00',
  successAmount: '100.00',
  fee: '0.60',
  obtained: '99.40',
  successRate: '50.0' as string | null,
};

export function world(
  changes: {
    list?: OrderRow[];
    total?: number;
    sums?: Partial<typeof sums>;
    refused?: Readonly<Record<string, string>>;
  } = {},
) {
  const stream = fakeStream();
  const state = {
    list: changes.list ?? [order(2), order(1, { status: 'unpaid', paidAt: null, notifyStatus: 'none' })],
    total: changes.total ?? 2,
    sums: { ...sums, ...changes.sums },
  };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/channel/list': { code: 1, data: { total: 0, list: [] } },
    '/order/list': ({ page, limit }: { page: number; limit: number }) =>
      changes.refused
        ? { code: -1, msg: '', fields: changes.refused }
        : {
            code: 1,
            data: { total: state.total, list: state.list, page, limit, extend: { ...state.sums, count: state.total } },
          },
    '/order/detail': (body: { systemNo: string }) => ({ code: 1, data: detail(Number(body.systemNo.slice(-5))) }),
    '/order/notify': { code: 1, data: { queued: 3 } },
  });
  return { stream, state, of: (path: string): SentCall[] => sentCalls.filter((call) => call.path === path) };
}

export async function rows() {
  await screen.findByText(/^[\d,]+\+? orders?$/);
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
}
