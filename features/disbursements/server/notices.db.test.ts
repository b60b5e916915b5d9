import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NoticeRow } from '#features/notices/contract.ts';
import { applied, newPayout } from './disbursements-for-tests.ts';
import { HOUR_MS, type Merchant, withdrawalApp } from './withdrawal-calls-for-tests.ts';

let at: Awaited<ReturnType<typeof withdrawalApp>>;
beforeAll(async () => {
  at = await withdrawalApp();
  await at.app.setSettings({ withdrawalWindow: { from: '00:00', to: '00:00' } });
});
afterAll(async () => expect(await at.close()).toEqual([]));
beforeEach(() => at.app.clock.advance(HOUR_MS));

async function settle(): Promise<void> {
  for (const ms of [0, 3_000, 3_000]) await at.pass(ms);
}

const noticesOf = async ({ person }: Merchant): Promise<Partial<NoticeRow>[]> =>
  ((await person.post<{ list: NoticeRow[] }>('/notice/list', {})).data?.list ?? [])
    .filter(({ kind }) => kind !== 'new_device')
    .map(({ kind, text, subject }) => ({ kind, text, subject }));

test('a failed payout has a notice, which counts those of the next hour too', async () => {
  const who = await at.merchant();
  const payout = await applied(at.disbursements, newPayout(who.memberNo, { amountMinor: 1_044n }));
  await settle();
  expect(await noticesOf(who)).toEqual([
    {
      kind: 'payout_failed',
      text: 'A payout of ¥10.44 to Lin Wei failed. Pay it again or take the money back.',
      subject: payout.systemNo.toString(),
    },
  ]);
  for (const amountMinor of [2_044n, 3_044n]) await applied(at.disbursements, newPayout(who.memberNo, { amountMinor }));
  await settle();
  expect(await noticesOf(who)).toEqual([
    { kind: 'payouts_failed', text: '3 payouts failed. Pay them again or take the money back.', subject: null },
  ]);
  await who.person.post('/notice/read', { id: 'all' });
  await applied(at.disbursements, newPayout(who.memberNo, { amountMinor: 4_044n }));
  await settle();
  expect((await noticesOf(who)).map(({ kind }) => kind)).toEqual(['payout_failed', 'payouts_failed']);
});

test('a failed withdrawal has a notice', async () => {
  const who = await at.merchant();
  const orderNo = await at.withdrawn(who, '500.44');
  await settle();
  expect(await noticesOf(who)).toEqual([
    {
      kind: 'withdrawal_failed',
      text: 'Your withdrawal of ¥500.44 failed. Pay it again or take the money back.',
      subject: orderNo,
    },
  ]);
});

test('a paid withdrawal has a notice from the set amount on', async () => {
  const who = await at.merchant();
  await at.app.setSettings({ noticeWithdrawalFromMinor: 50_000n });
  await at.withdrawn(who, '499.99');
  const orderNo = await at.withdrawn(who, '500.00');
  await settle();
  expect(await noticesOf(who)).toMatchObject([{ kind: 'withdrawal_paid', subject: orderNo }]);
  await at.app.setSettings({ noticeWithdrawalFromMinor: null });
  await at.withdrawn(who, '600.00');
  await settle();
  expect(await noticesOf(who)).toHaveLength(1);
});
