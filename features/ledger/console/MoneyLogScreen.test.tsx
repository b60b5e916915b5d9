/** The money log screen: the statement line, signed amounts, links to the order behind an entry. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, fakeStream, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { MoneyLogRow } from '../contract.ts';
import { Screen } from './MoneyLogScreen.tsx';

const row = (id: number, changes: Partial<MoneyLogRow> = {}): MoneyLogRow => ({
  id: `${id}-payin`,
  orderNo: `SHOP${id}`,
  systemNo: String(2611201202030000000n + BigInt(id)),
  type: 'payin',
  amount: '100.00',
  fee: '0.60',
  before: '0.00',
  after: '99.40',
  remark: '',
  createdAt: '2026-11-20T04:00:00.000Z',
  ...changes,
});
const sums = { opening: '1000.00', closing: '1284.53', in: '402.21', out: '115.00', fees: '2.68', capped: false };

function startFakes(list: MoneyLogRow[]) {
  const stream = fakeStream();
  const state = { list };
  const requests = answerCalls({
    '/events': stream.answer,
    '/user/moneylog': ({ page, limit }: { page: number; limit: number }) => ({
      code: 1,
      data: { total: state.list.length, list: state.list, page, limit, extend: sums },
    }),
  });
  return {
    stream,
    state,
    requests,
    bodies: () => requests.filter(({ path }) => path === '/user/moneylog').map(({ body }) => body),
  };
}

async function bar() {
  return (await screen.findByText(/^\d+ (entry|entries)$/)).parentElement?.textContent;
}
const cells = (number: number) =>
  within(screen.getAllByRole('row')[number] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('the statement of a range is shown as a sum', async () => {
  const { bodies } = startFakes([row(1)]);
  await renderScreen(<Screen />, { address: '/moneylog?range=2026-11-01..2026-11-20' });
  expect(await bar()).toBe('1 entryOpening¥1,000.00+In¥402.21−Out¥115.00−Fees¥2.68=Closing¥1,284.53');
  expect(bodies()).toEqual([
    {
      page: 1,
      limit: 20,
      sort: 'createdAt',
      order: 'desc',
      range: { from: '2026-10-31T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' },
    },
  ]);
});

test.each(['type=payin', 'orderNo=SHOP1'])(
  'with a filter on entries (%s) there is no opening and closing balance',
  async (query) => {
    startFakes([row(1)]);
    await renderScreen(<Screen />, { address: `/moneylog?${query}` });
    expect(await bar()).toBe('1 entryIn¥402.21Out¥115.00Fees¥2.68');
  },
);

test('the entries of a release time say what is held of each and together; the filter can be cleared', async () => {
  answerCalls({
    '/user/moneylog': {
      code: 1,
      data: {
        total: 1,
        list: [row(1, { held: '59.64' })],
        page: 1,
        limit: 20,
        extend: { ...sums, held: '59.64' },
      },
    },
  });
  await renderScreen(<Screen />, { address: '/moneylog?releaseAt=2026-11-27T16:00:00.000Z' });
  expect(await bar()).toBe('1 entryIn¥402.21Out¥115.00Fees¥2.68On hold¥59.64');
  expect(cells(1)).toContain('¥59.64');
  await userEvent.click(screen.getByRole('button', { name: /^Available on: ?28 Nov 2026, 00:00:00$/ }));
  await screen.findByText(/^Only entries whose money/);
  await userEvent.click(screen.getByRole('button', { name: 'Clear: Available on' }));
  await waitFor(() => expect(screen.queryByText(/^Available on/)).toBeNull());
});

test('a release time in the address that is none is shown as it is, so that it can be cleared', async () => {
  answerCalls({ '/user/moneylog': { code: -1, fields: { releaseAt: 'Not a time' } } });
  await renderScreen(<Screen />, { address: '/moneylog?releaseAt=soon' });
  await screen.findByRole('button', { name: /^Available on: ?soon$/ });
  await userEvent.click(screen.getByRole('button', { name: 'Clear: Available on' }));
  await waitFor(() => expect(screen.queryByText(/^Available on/)).toBeNull());
});

test('without entries there is no opening and closing balance', async () => {
  startFakes([]);
  await renderScreen(<Screen />, { address: '/moneylog?range=2026-11-01..2026-11-20' });
  expect(await bar()).toBe('0 entriesIn¥402.21Out¥115.00Fees¥2.68');
});

test('several types can be chosen', async () => {
  const { bodies } = startFakes([row(1)]);
  await renderScreen(<Screen />, { address: '/moneylog?type=refund,payin' });
  await bar();
  expect(bodies()).toMatchObject([{ type: ['payin', 'refund'] }]);
});

test('a search that finds too many numbers says that it shows only some of them', async () => {
  answerCalls({
    '/user/moneylog': {
      code: 1,
      data: { total: 1, list: [row(1)], page: 1, limit: 20, extend: { ...sums, capped: true } },
    },
  });
  await renderScreen(<Screen />, { address: '/moneylog?orderNo=S' });
  expect((await screen.findByRole('note')).textContent).toMatch(/^Too many numbers start like this/);
  expect(screen.getByText('1+ entries')).toBeTruthy();
});

test('an export has the same filters and order as the list', async () => {
  const { requests } = startFakes([row(1)]);
  await renderScreen(<Screen />, { address: '/moneylog?type=payin&sort=createdAt&order=asc' });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  const files = () => requests.filter(({ path }) => path === '/user/export').map(({ body }) => body);
  await waitFor(() =>
    expect(files()).toEqual([
      { kind: 'moneylog', format: 'csv', filter: { type: 'payin', sort: 'createdAt', order: 'asc' } },
    ]),
  );
});

test('an amount shows its sign, not only a colour', async () => {
  startFakes([
    row(1),
    row(2, { type: 'withdrawal', orderNo: null, amount: '-50.00', fee: '5.00', before: '99.40', after: '44.40' }),
  ]);
  await renderScreen(<Screen />, { address: '/moneylog' });
  await bar();
  expect(cells(1).slice(1, 6)).toEqual(['Pay-in', '+¥100.00', '−¥0.60', '¥0.00', '¥99.40']);
  expect(cells(2).slice(0, 6)).toEqual(['2611201202030000002', 'Withdrawal', '−¥50.00', '−¥5.00', '¥99.40', '¥44.40']);
});

test('an entry links to its order or payout; others have no link', async () => {
  startFakes([
    row(1),
    row(2, { type: 'commission', orderNo: null, remark: '10000042' }),
    row(3, { type: 'payout', orderNo: null, remark: 'Salary' }),
  ]);
  await renderScreen(<Screen />, { address: '/moneylog' });
  await bar();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['SHOP1', '/order/list?open=2611201202030000001'],
    ['2611201202030000003', '/repay/index?tab=payouts&open=2611201202030000003'],
  ]);
  expect(cells(2)).toContain('Order of member 10000042');
  expect(cells(3)).toContain('Salary');
});

test('a new entry is shown only after a click', async () => {
  const user = userEvent.setup();
  const { stream, state } = startFakes([row(1)]);
  await renderScreen(<Screen />, { address: '/moneylog' });
  await bar();
  await stream.open();
  state.list = [row(2), row(1)];
  await stream.emit('balance.changed', {});
  const button = await screen.findByRole('button', { name: '1 new entry' });
  expect(screen.queryByText('SHOP2')).toBeNull();
  await user.click(button);
  await waitFor(() => expect(screen.getByText('SHOP2')).toBeTruthy());
  stream.close();
});

test('the server’s error about a search is shown at the search box', async () => {
  answerCalls({ '/user/moneylog': { code: -1, msg: '', fields: { orderNo: 'At most 64 characters' } } });
  await renderScreen(<Screen />, { address: '/moneylog?orderNo=1' });
  const box = screen.getByRole('searchbox');
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'At most 64 characters',
  );
  expect(screen.getByText('The search wasn’t run')).toBeTruthy();
});
