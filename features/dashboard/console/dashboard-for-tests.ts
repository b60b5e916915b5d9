/** A server's answers to the dashboard of a merchant. */
import { makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { type SentCall, answerCalls, fakeStream } from '#foundation/console/testing/render-for-tests.tsx';
import type { Attention, Overview, Summary } from '../contract.ts';

export const summary: Summary = {
  balance: '1284530.75',
  frozen: '386120.40',
  available: '898410.35',
  today: {
    trade: '152340.00',
    successAmount: '140212.50',
    orders: 412,
    successOrders: 379,
    successRate: '92.0',
    income: '139371.20',
    changes: {
      until: '2026-11-19T07:20:00.000Z',
      trade: '12.0',
      orders: '-3.5',
      successAmount: null,
      successRate: '1.4',
    },
  },
  yesterday: { orders: 530, successOrders: 488, amount: '183900.00', income: '182796.60' },
  days: { today: '2026-11-20', yesterday: '2026-11-19' },
  nextRelease: { at: '2026-11-20T16:00:00.000Z', amount: '86120.40' },
  releases: [
    { at: '2026-11-20T16:00:00.000Z', amount: '86120.40' },
    { at: '2026-11-22T16:00:00.000Z', amount: '200000.00' },
  ],
  releasesLater: '100000.00',
  riskHold: '0.00',
  setup: { payPassword: false, certification: 'approved', card: 'approved', firstPayment: true },
  todo: [
    { what: 'pay_password', count: 1 },
    { what: 'failed_callbacks', count: 12 },
  ],
};
const point = (date: string, amount: string, orders: number, before: string): Overview['points'][number] => ({
  at: `${date}T16:00:00.000Z`,
  date,
  amount,
  orders,
  before: { date: '2026-11-11', amount: before, orders: 1 },
});
const figures: Overview['figures'] = {
  trade: '4000.00',
  orders: 14,
  successRate: '78.6',
  successAmount: '3500.35',
  successOrders: 11,
  income: '3490.00',
};
export const overview: Overview = {
  days: { from: '2026-11-18', to: '2026-11-20' },
  figures,
  before: { days: { from: '2026-11-15', to: '2026-11-17' }, until: '2026-11-17T07:20:00.000Z', figures },
  changes: {
    trade: '0.0',
    orders: '0.0',
    successRate: '-2.5',
    successAmount: '33.3',
    successOrders: '10.0',
    income: '33.2',
  },
  unit: 'day',
  points: [
    point('2026-11-18', '1000.10', 4, '900.00'),
    point('2026-11-19', '0.00', 0, '0.00'),
    point('2026-11-20', '2500.25', 7, '1725.00'),
  ],
  channels: [
    { code: 'qr', name: 'QR wallet', amount: '2625.00', orders: 9, created: 10, successRate: '90.0', change: '5.0' },
    { code: 'bank', name: 'Bank transfer', amount: '875.35', orders: 2, created: 4, successRate: '50.0', change: null },
  ],
};
export const troubled = {
  count: 0,
  capped: false,
  amount: '0.00',
  lastAt: null,
  error: null,
  status: null,
  since: null,
} satisfies Attention['retryingCallbacks'];
export const nothingFailed = { count: 0, capped: false, amount: '0.00', fee: '0.00', setAside: '0.00' };
export const attention: Attention = {
  badges: {
    orders: { count: 0, capped: false },
    payouts: { count: 0, capped: false },
    account: { count: 0, capped: false },
  },
  retryingCallbacks: troubled,
  callbacksRefused: false,
  failedCallbacks: troubled,
  callbacksGivenUp: false,
  failedPayouts: nothingFailed,
  failedWithdrawals: nothingFailed,
  certification: { status: 'approved', submittedAt: null, remark: '' },
  cards: { approved: 1, pending: 0, rejected: 0 },
};
export function startFakes(
  changes: {
    summary?: Partial<Summary>;
    overview?: Partial<Overview>;
    attention?: Partial<Attention>;
    answers?: Record<string, unknown>;
  } = {},
) {
  const stream = fakeStream();
  const state = {
    summary: { ...summary, ...changes.summary },
    announcements: [
      {
        id: '7',
        title: 'Holidays',
        body: '**Closed** on [Monday](https://example.com)',
        publishedAt: '2026-11-01T00:00:00.000Z',
        pinned: false,
        read: false,
      },
    ],
  };
  const requests = answerCalls({
    '/events': stream.answer,
    '/user/info': makeUserInfo({
      username: 'demo_shop',
      nickname: 'Demo Shop',
      loginIp: '203.0.113.57',
      consecutiveDays: 3,
      settlement: { mode: 'T', days: 1, sameDayRatio: '30' },
      level: 2,
    }),
    '/dashboard/summary': () => ({ code: 1, data: state.summary }),
    '/dashboard/attention': { code: 1, data: { ...attention, ...changes.attention } },
    '/dashboard/overview': ({ channel }: { channel?: string }) => ({
      code: 1,
      data: {
        ...overview,
        ...changes.overview,
        ...(channel === undefined ? {} : { figures: { ...figures, successAmount: '3.00', successOrders: 3 } }),
      },
    }),
    '/announcement/list': () => ({
      code: 1,
      data: {
        total: 1,
        list: state.announcements,
        page: 1,
        limit: 5,
        extend: { unread: state.announcements.filter(({ read }) => !read).length },
      },
    }),
    '/announcement/read': ({ id }: { id: string }) => {
      state.announcements = state.announcements.map((each) => (each.id === id ? { ...each, read: true } : each));
      return { code: 1 };
    },
    ...changes.answers,
  });
  return { stream, state, of: (path: string): SentCall[] => requests.filter((call) => call.path === path) };
}
