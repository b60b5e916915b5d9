/** The tab Requests: errors of a day to click, filters in the address, one request with its diagnosis, empty and failed. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { LoggedRequest, LogRow, LogSums } from '../log-contract.ts';
import { RequestsTab } from './RequestsTab.tsx';

const ID = '019aa000-0000-7000-8000-000000000001';

const row = (changes: Partial<LogRow> = {}): LogRow => ({
  requestId: ID,
  at: '2026-11-20T04:00:00.000Z',
  path: '/pay/create',
  orderNo: 'A-1',
  result: 'bad_signature',
  httpStatus: 200,
  durationMs: 3,
  ip: '203.0.113.1',
  signType: 'MD5',
  key: null,
  ...changes,
});

const sums = (changes: Partial<LogSums> = {}): LogSums => ({
  capped: false,
  errors: [],
  notKept: { unsigned: 0, served: 0, lost: 0 },
  servedPerSecond: 20,
  ...changes,
});

const detail: LoggedRequest = {
  ...row(),
  signed: false,
  fields: [
    { name: 'amount', value: '1,00', wrong: 'An amount such as 100.00' },
    { name: 'attach', value: '', wrong: null },
  ],
  headers: [{ name: 'content-type', value: 'application/json' }],
  signature: 'ABCDEF',
  signedText: 'amount=1,00&key=<key>',
  sentText: 'amount=1%2C00&key=<key>',
  differsAt: 8,
  diagnosis: { name: 'values_encoded', text: 'URL-encoded values were signed.' },
  reply: '{"code":0,"error":"bad_signature"}',
};

async function renderTab(
  list: LogRow[],
  extend = sums(),
  answers: FakeAnswers = {},
  address = '/channel/api?tab=requests',
) {
  const requests = answerCalls({
    '/apisettings/gatewayLog': ({ page, limit }: { page: number; limit: number }) => ({
      code: 1,
      data: { total: list.length, list, page, limit, extend },
    }),
    '/apisettings/gatewayRequest': { code: 1, data: detail },
    ...answers,
  });
  const rendered = await renderScreen(<RequestsTab />, { address });
  const lastInput = () => requests.filter(({ path }) => path === '/apisettings/gatewayLog').at(-1)?.body;
  return { ...rendered, user: userEvent.setup(), lastInput };
}

test('a row shows call, result, order number, duration, address, sign type and key', async () => {
  await renderTab([
    row(),
    row({ requestId: ID.replace(/1$/, '2'), result: 'ok', orderNo: null, key: 'old', signType: 'HMAC-SHA256' }),
  ]);
  await screen.findAllByText('/pay/create');
  const rows = screen.getAllByRole('row').slice(1);
  const texts = rows.map((one) =>
    within(one)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(texts.map((cells) => cells.slice(1, 8))).toEqual([
    ['/pay/create', 'bad_signature', 'A-1', '3 ms', '203.0.113.1', 'MD5', '–'],
    ['/pay/create', 'Succeeded', '–', '3 ms', '203.0.113.1', 'HMAC-SHA256', 'Old'],
  ]);
});

test('a click on an error of the day shows its requests, and what was not kept is said', async () => {
  const error = { error: 'channel_unknown', path: '/pay/create', count: 12, firstAt: row().at, lastAt: row().at };
  const { user, lastInput, address } = await renderTab(
    [row()],
    sums({ errors: [error], notKept: { unsigned: 3, served: 40, lost: 1 } }),
  );
  await screen.findByText('3 more with a wrong signature weren’t kept.');
  expect(screen.getByText(/40 more successful ones weren’t kept: the log keeps 20/)).toBeTruthy();
  expect(screen.getByText(/1 more weren’t kept, because/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show 12 × channel_unknown of /pay/create' }));
  await waitFor(() => expect(lastInput()).toMatchObject({ path: '/pay/create', result: 'channel_unknown' }));
  expect(address()).toContain('tab=requests');
});

test('the drawer says what to do, marks where the texts differ, and shows fields, headers and reply', async () => {
  await renderTab([row()], sums(), {}, `/channel/api?tab=requests&open=${ID}`);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('URL-encoded values were signed.')).toBeTruthy();
  const must = within(dialog).getByLabelText('Text that should be signed');
  expect(must.textContent).toBe('amount=1,00&key=<key>');
  expect(must.querySelector('mark')?.textContent).toBe(',');
  expect(within(dialog).getByLabelText('Text that was signed').querySelector('mark')?.textContent).toBe('%');
  expect(within(dialog).getByText('The first difference is at character 9.')).toBeTruthy();
  expect(within(dialog).getByText('An amount such as 100.00')).toBeTruthy();
  expect(within(dialog).getByText('empty')).toBeTruthy();
  expect(within(dialog).getByText(/"error": "bad_signature"/)).toBeTruthy();
});

test('the filter offers the files of the ePay protocol beside the calls', async () => {
  const { user, lastInput } = await renderTab([row()]);
  await user.click(screen.getByRole('button', { name: 'Call' }));
  const offered = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
  expect(offered).toEqual(
    expect.arrayContaining(['/pay/create', '/epay/submit.php', '/epay/mapi.php', '/epay/api.php']),
  );
  await user.click(screen.getByRole('menuitemradio', { name: '/epay/mapi.php' }));
  await waitFor(() => expect(lastInput()).toMatchObject({ path: '/epay/mapi.php' }));
});

test('an empty log says how to send the first request', async () => {
  const { user, address } = await renderTab([]);
  await screen.findByText('No requests yet');
  await user.click(screen.getByRole('button', { name: 'Open the samples' }));
  expect(address()).toBe('/channel/api?tab=reference');
});

test('J and K lead to the next and the previous request', async () => {
  const next = '019aa000-0000-7000-8000-000000000002';
  const page = await renderTab([row(), row({ requestId: next })], sums(), {}, `/channel/api?tab=requests&open=${ID}`);
  await screen.findByRole('dialog');
  await page.user.keyboard('j');
  await waitFor(() => expect(page.address()).toBe(`/channel/api?tab=requests&open=${next}`));
  await page.user.keyboard('k');
  await waitFor(() => expect(page.address()).toBe(`/channel/api?tab=requests&open=${ID}`));
});

test('a request that is gone says so', async () => {
  const gone = { '/apisettings/gatewayRequest': { code: 0, error: 'not_found', msg: 'Not found' } };
  await renderTab([], sums(), gone, `/channel/api?tab=requests&open=${ID}`);
  expect(await screen.findByText('Request not found in the log')).toBeTruthy();
});

test('a log that cannot be loaded offers another try', async () => {
  await renderTab([], sums(), { '/apisettings/gatewayLog': { code: 0, error: 'unavailable', msg: 'Try again soon' } });
  expect(await screen.findByText('Try again soon')).toBeTruthy();
});
