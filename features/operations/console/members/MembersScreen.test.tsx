/** The operators' list of members: rows, filters and one member's standing. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { session } from '#features/accounts/console/session.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { MemberTerms, OperatorMemberRow, OperatorMemberSums } from '../../member-contract.ts';
import { Screen } from './MembersScreen.tsx';

const member: OperatorMemberRow = {
  memberNo: '20000001',
  name: '<i>Shop',
  kind: 'merchant',
  username: 'demo_shop',
  upline: { memberNo: '30000001', name: 'Blue Lotus' },
  level: 2,
  state: 'disabled',
  certification: 'approved',
  balance: '1000.00',
  frozen: '200.00',
  amount30d: '3000.00',
  orders30d: 7,
  registeredAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: null,
};
const rule: MemberTerms['payout'] = {
  percent: '0.3',
  fixed: '1.00',
  minFee: null,
  maxFee: null,
  minAmount: '10.00',
  maxAmount: '50000.00',
  reviewFrom: null,
  window: null,
  enabled: true,
  own: false,
};
const terms: MemberTerms = {
  memberNo: '20000001',
  name: '<i>Shop',
  kind: 'merchant',
  state: 'disabled',
  currency: 'CNY',
  settlement: { mode: 'T', days: 1, sameDayRatio: '0' },
  withdrawal: { ...rule, window: { from: '09:00', to: '17:00' }, reviewFrom: '20000.00', own: true },
  payout: { ...rule, enabled: false },
  balance: '1000.00',
  frozen: '200.00',
  available: '800.00',
  flags: { withdrawal: true, payoutByBatch: true, payoutByGateway: true, cardsAutomatic: null },
  held: '50.00',
  holds: [{ amount: '50.00', reason: 'chargeback', by: 'operator', createdAt: '2026-11-02T00:00:00.000Z' }],
};

const sums: OperatorMemberSums = {
  asOf: '2026-11-02T00:00:00.000Z',
  sums: { balance: '-4000.00', frozen: '321.00', amount30d: '98765.43' },
};

afterEach(() => session.set(undefined));

function open(address = '/operator/members') {
  session.set({
    token: 't',
    roles: ['operator'],
    rights: ['members.view'],
    person: { username: 'me', nickname: '', avatar: '', memberNo: null, mustChangePassword: false },
  });
  const sent = answerCalls({
    '/operator/member/list': { code: 1, data: { total: 1, list: [member], page: 1, limit: 20, extend: {} } },
    '/operator/member/figures': { code: 1, data: sums },
    '/operator/member/terms': { code: 1, data: terms },
  });
  return renderScreen(<Screen />, { address }).then(() => sent);
}

test('a row has the member’s money and what is not as usual, and leads to its page and its upline’s', async () => {
  await open();
  const row = (await screen.findByText('<i>Shop')).closest('tr') ?? document.body;
  expect(row.textContent).toContain('¥1,000.00');
  expect(row.textContent).toContain('Disabled');
  for (const number of ['20000001', '30000001'])
    expect(within(row).getByRole('link', { name: number }).getAttribute('href')).toContain(`member?number=${number}`);
});

test('the address is the filter', async () => {
  const sent = await open(
    '/operator/members?q=shop&kind=merchant&state=disabled&certification=approved&upline=30000001',
  );
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  expect(sent[0]?.body).toMatchObject({
    q: 'shop',
    kind: 'merchant',
    state: 'disabled',
    uplineNo: '30000001',
    sort: 'registeredAt',
  });
});

test('the balances, what is frozen and the volume of all that match are summed', async () => {
  const sent = await open('/operator/members?q=shop&certification=approved&page=2');
  const bar = await screen.findByText('−¥4,000.00');
  expect(bar.closest('[role=status]')?.textContent).toMatch(/−¥4,000\.00.*¥321\.00.*¥98,765\.43$/);
  expect(screen.getByText(/^Sums as of /)).toBeTruthy();
  expect(sent.find(({ path }) => path === '/operator/member/figures')?.body).toEqual({
    q: 'shop',
    certification: 'approved',
  });
});

test('an opened member shows its money, settlement, terms and holds', async () => {
  await open();
  await userEvent.click(await screen.findByText('<i>Shop'));
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText('¥800.00');
  expect(drawer.getByText('T+1, 0% the same day')).toBeTruthy();
  expect(drawer.getByText('09:00–17:00')).toBeTruthy();
  expect(drawer.getByText('Own terms')).toBeTruthy();
  expect(drawer.getByText('The platform’s terms · Turned off')).toBeTruthy();
  expect(drawer.getByText('chargeback')).toBeTruthy();
});
