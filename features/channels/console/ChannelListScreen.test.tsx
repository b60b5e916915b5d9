/** The channel list shows rates and used limits exactly, in figures and in words. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { ChannelRow } from '../contract.ts';
import { Screen } from './ChannelListScreen.tsx';

const channel = (code: string, changes: Partial<ChannelRow> = {}): ChannelRow => ({
  code,
  name: `Channel ${code}`,
  mode: 'qr',
  rate: { percent: '0.6', fixed: '0.00', minFee: null, maxFee: null },
  minAmount: '10.00',
  maxAmount: '5000.00',
  totalLimit: '1000.00',
  usedToday: '0.00',
  openHours: null,
  successRate24h: '92.4',
  recharge: true,
  state: 'open',
  ...changes,
});

async function renderedRows(...list: ChannelRow[]) {
  answerCalls({ '/channel/list': { code: 1, data: { list, total: list.length } } });
  await renderScreen(<Screen />, { address: '/channel/list' });
  await screen.findByText(/^\d+ channels?$/);
  return screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
}

test('a row shows everything a merchant needs to use a channel', async () => {
  expect(await renderedRows(channel('a', { usedToday: '250.00', openHours: { from: '08:00', to: '22:30' } }))).toEqual([
    ['Channel aa', 'Open', 'QR code', '0.6%', '¥250.00 / ¥1,000.0025%', '¥10.00 – ¥5,000.00', '08:00 – 22:30', '92.4%'],
  ]);
  expect(screen.getByRole('button', { name: 'Copy a' })).toBeTruthy();
});

test.each([
  [{ percent: '0.6', fixed: '0.00', minFee: null, maxFee: null }, '0.6%'],
  [{ percent: '0.45', fixed: '0.10', minFee: '0.10', maxFee: '25.00' }, '0.45% + ¥0.10¥0.10 to ¥25.00'],
  [{ percent: '2', fixed: '1.00', minFee: '1.50', maxFee: null }, '2% + ¥1.00at least ¥1.50'],
  [{ percent: '0', fixed: '0.00', minFee: null, maxFee: '8.00' }, '0%at most ¥8.00'],
])('the rate %o is shown as %s', async (rate, text) => {
  expect((await renderedRows(channel('a', { rate })))[0]?.[3]).toBe(text);
});

test('the bar matches the figures, and a limit is full only if nothing is left', async () => {
  await renderedRows(
    channel('a', { usedToday: '999.99' }),
    channel('b', { usedToday: '1000.00' }),
    channel('c', { usedToday: '800.00' }),
  );
  const meters = screen.getAllByRole('meter', { name: 'Used today' });
  expect(meters.map((meter) => meter.getAttribute('aria-valuetext'))).toEqual([
    '99.9% of ¥1,000.00 used',
    '100% of ¥1,000.00 used',
    '80% of ¥1,000.00 used',
  ]);
  expect(meters.map((meter) => meter.getAttribute('aria-valuenow'))).toEqual(['99.9', '100', '80']);
});

test('there is no bar without a limit, no success rate without orders, and no hours means always open', async () => {
  const [row] = await renderedRows(
    channel('a', { totalLimit: null, usedToday: '5.00', successRate24h: null, state: 'resting' }),
  );
  expect(row?.slice(4)).toEqual(['¥5.00 / Unlimited', '¥10.00 – ¥5,000.00', 'Always', 'No orders']);
  expect(row?.[1]).toBe('Outside open hours');
  expect(screen.queryByRole('meter')).toBeNull();
});

test('an empty list explains that no channel is open yet', async () => {
  await renderedRows();
  expect(screen.getByText('No channels are open to you yet')).toBeTruthy();
});
