/** The export as a user sees it: two formats, progress, stopping, and errors on the way. */
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { readParams } from '#foundation/console/page/address.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { storeToken } from '#foundation/console/wire/token.ts';
import { ExportButton } from './ExportButton.tsx';
import { runningExports, stopExports } from './running-exports.ts';

const filter = { sort: 'createdAt', order: 'desc', action: 'login' };
let kept: { name: string; blob: Blob | undefined }[];

beforeEach(() => {
  runningExports.set(new Map());
  kept = [];
  let last: Blob | undefined;
  URL.createObjectURL = (blob: Blob) => {
    last = blob;
    return 'blob:it';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    kept.push({ name: this.download, blob: last });
  });
  storeToken('my-token', new Date(Date.now() + 60_000));
});

const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="logs-2026-11-20.csv"',
};

async function choose(format: string) {
  const rendered = await renderScreen(<ExportButton kind="logs" filter={filter} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: format }));
  return rendered;
}

test.each([
  ['Excel (.xlsx)', 'xlsx'],
  ['CSV (.csv)', 'csv'],
])('requests what the list shows as %s, and saves the file under its name', async (name, format) => {
  const sent = answerCalls({ '/user/export': () => new Response('a,b\r\n', { headers }) });
  await choose(name);
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Saved as logs-2026-11-20.csv']));
  const sentCalls = sent.filter(({ path }) => path === '/user/export');
  expect(sentCalls).toMatchObject([{ method: 'POST', body: { kind: 'logs', format, filter } }]);
  expect(sentCalls[0]?.headers.get('X-Token')).toBe('my-token');
  expect(kept.map((file) => file.name)).toEqual(['logs-2026-11-20.csv']);
  expect(await kept[0]?.blob?.text()).toBe('a,b\r\n');
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
});

const quote = { rows: 1413, columns: 11, fileName: 'orders_paid_2026-10.csv', background: false, tooLarge: false };

test.each([
  ['rows, columns and name', quote, '1,413 rows, 11 columnsorders_paid_2026-10'],
  [
    'that it is written in the background',
    { ...quote, background: true },
    '1,413 rows, 11 columnsPrepared in the background; we’ll notify you when it’s ready',
  ],
  [
    'that it is too large',
    { ...quote, tooLarge: true },
    '1,413 rows, 11 columnsToo many rows for one file: narrow the filters',
  ],
])('the menu says %s before it exports', async (_, data, text) => {
  const sent = answerCalls({ '/user/export/quote': { code: 1, data } });
  await renderScreen(<ExportButton kind="logs" filter={filter} />);
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(screen.getByText(/ columns$/).parentElement?.textContent).toBe(text));
  expect(sent).toMatchObject([{ path: '/user/export/quote', body: { kind: 'logs', filter } }]);
});

test('the rows have the list’s own noun', async () => {
  answerCalls({ '/user/export/quote': { code: 1, data: quote } });
  await renderScreen(<ExportButton kind="logs" filter={filter} counted={(count) => `${count} orders`} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('1413 orders, 11 columns')).toBeTruthy();
});

test('leads to a schedule of the list, with its filter', async () => {
  const { address } = await choose('Schedule this list');
  await waitFor(() => expect(address()).toContain('/user/downloads?'));
  expect(readParams(address().split('?')[1] ?? '')).toEqual({
    tab: 'schedules',
    add: 'logs',
    filter: JSON.stringify(filter),
  });
});

/** A response that arrives in pieces. */
function slow() {
  let pipe: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (pipe = controller) });
  answerCalls({ '/user/export': () => new Response(body, { headers }) });
  return {
    send: (bytes: number) => act(async () => pipe?.enqueue(new Uint8Array(bytes))),
    end: () => act(async () => pipe?.close()),
    breakOff: () => act(async () => pipe?.error(new TypeError('broken off'))),
  };
}

test('shows how much has arrived; when stopped, it saves nothing and shows no message', async () => {
  const { send } = slow();
  await choose('CSV (.csv)');
  await send(2_560_000);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Exporting, 2.5 MB'));
  await userEvent.click(screen.getByRole('button', { name: /Cancel export/ }));
  await send(1);
  await screen.findByRole('button', { name: 'Export' });
  expect(kept).toEqual([]);
  expect(toasts.get()).toEqual([]);
});

test('continues when its page is left, and shows there again', async () => {
  const { send, end } = slow();
  const { unmount } = await choose('CSV (.csv)');
  await send(1_200_000);
  unmount();
  await send(1_300_000);
  await renderScreen(<ExportButton kind="logs" filter={{}} />);
  expect(screen.getByRole('status').textContent).toBe('Exporting, 2.5 MB');
  await end();
  await screen.findByRole('button', { name: 'Export' });
  expect(kept.map(({ name }) => name)).toEqual(['logs-2026-11-20.csv']);
});

test('ends with the session, without a file', async () => {
  const { send } = slow();
  await choose('CSV (.csv)');
  await send(100);
  act(stopExports);
  await send(1);
  await screen.findByRole('button', { name: 'Export' });
  expect([kept, toasts.get()]).toEqual([[], []]);
});

test('an interrupted file is not saved as a whole one', async () => {
  const { send, breakOff } = slow();
  await choose('CSV (.csv)');
  await send(100);
  await breakOff();
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toEqual([
      'We couldn’t reach the server. Check your connection and try again.',
    ]),
  );
  expect(kept).toEqual([]);
  await screen.findByRole('button', { name: 'Export' });
});

test('says that the file of a long list is prepared in the background, and leads to it', async () => {
  answerCalls({ '/user/export': { code: 1, data: { downloadId: 'd-1' } } });
  const rendered = await renderScreen(<ExportButton kind="logs" filter={filter} />);
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your file is being prepared' });
  expect(dialog.textContent).toContain('You can leave this page or log out');
  await userEvent.click(screen.getByRole('link', { name: 'Go to Downloads' }));
  await waitFor(() => expect(rendered.address()).toBe('/user/downloads'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([kept, toasts.get()]).toEqual([[], []]);
});

test('a list whose file is prepared in the background can be left as it is', async () => {
  answerCalls({ '/user/export': { code: 1, data: { downloadId: 'd-1' } } });
  await choose('CSV (.csv)');
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
});

test.each([
  [
    'a refusal',
    { code: 0, msg: 'Too many exports; try again in 3 min', error: 'export_limit' },
    'Too many exports; try again in 3 min',
  ],
  ['a lost connection', new TypeError('offline'), 'We couldn’t reach the server. Check your connection and try again.'],
  [
    'a response that is not a file',
    { code: 1, msg: '' },
    'Something went wrong on our side. Please try again in a moment.',
  ],
])('shows %s', async (_, answer, text) => {
  answerCalls({ '/user/export': answer });
  await choose('CSV (.csv)');
  await waitFor(() => expect(toasts.get().map((toast) => toast.text)).toEqual([text]));
  expect(kept).toEqual([]);
});
