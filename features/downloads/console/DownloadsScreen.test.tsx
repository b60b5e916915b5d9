/** The user's files: every state, their progress, taking one, and cancelling another. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runningExports } from '#features/exports/console/running-exports.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { language } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { download, downloadWorld, running } from './downloads-for-tests.ts';
import { DownloadsLink } from './DownloadsLink.tsx';
import { Screen } from './DownloadsScreen.tsx';
import { FinishedStatements } from './FinishedStatements.tsx';

const open = (query = '') => renderScreen(<Screen />, { address: `/user/downloads${query}` });
const cellsOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};

let saved: string[];
beforeEach(() => {
  runningExports.set(new Map());
  saved = [];
  URL.createObjectURL = () => 'blob:it';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

describe('the files', () => {
  test('say whether a report of them was acknowledged', async () => {
    const report = (acknowledgedAt: string | null) => ({
      scheduleId: 'a',
      report: { host: 'shop.example', acknowledgedAt },
    });
    downloadWorld([download(1, report(null)), download(2, report('2026-11-20T04:02:00.000Z'))]);
    await open();
    expect((await cellsOf('order-2026-11-01.csv'))[2]).toBe('Readyshop.example hasn’t acknowledged its report');
    expect((await cellsOf('order-2026-11-02.csv'))[2]).toBe('Readyshop.example acknowledged its report');
  });

  test('show what they hold, their state, progress, rows, size and how long they are kept', async () => {
    downloadWorld([
      download(1),
      download(2, { ...running, scheduleId: 'a', filter: '' }),
      download(3, {
        state: 'waiting',
        progress: 0,
        rows: null,
        size: null,
        expiresAt: null,
        kind: 'recordDifferences',
      }),
      download(4, { state: 'failed', progress: 30, size: null, fault: 'You can no longer see this list' }),
      download(5, { state: 'cancelled', progress: 0, size: null }),
    ]);
    await open();
    expect(await cellsOf('order-2026-11-01.csv')).toEqual([
      'order-2026-11-01.csvOrders',
      'Status: success',
      'Ready',
      '100%',
      '42,000',
      '5.2 MB',
      expect.stringMatching(/^20 Nov(?: 2026)?, \d\d:\d\d$/),
      expect.stringMatching(/^(?:27 Nov(?: 2026)?, )?\d\d:\d\d$/),
      'Download',
    ]);
    expect(await cellsOf('order-2026-11-02.csv')).toEqual([
      'order-2026-11-02.csvOrders · scheduled',
      'All rows',
      'Preparing',
      '50%',
      '42,000',
      '–',
      expect.any(String),
      '–',
      'Cancel',
    ]);
    expect((await cellsOf('order-2026-11-03.csv')).slice(0, 5)).toEqual([
      'order-2026-11-03.csvDifferences from my own records',
      'Status: success',
      'Waiting',
      '0%',
      '–',
    ]);
    expect((await cellsOf('order-2026-11-04.csv'))[2]).toBe('FailedYou can no longer see this list');
    expect((await cellsOf('order-2026-11-05.csv')).at(-1)).toBe('');
    expect(
      screen
        .getAllByRole('meter', { name: 'Progress' })
        .map((meter) => meter.ariaValueNow ?? meter.getAttribute('aria-valuenow')),
    ).toEqual(['100', '50', '0']);
  });

  test('follow the server’s hints, and are asked for while one is not finished', async () => {
    const { stream, state, of } = downloadWorld([download(1, running)]);
    await open();
    await screen.findByText('50%');
    state.rows = [download(1, { ...running, progress: 75 })];
    await screen.findByText('75%', {}, { timeout: 4_000 });
    await stream.open();
    state.rows = [download(1)];
    await stream.emit('download.changed', {});
    await screen.findByRole('button', { name: 'Download order-2026-11-01.csv' }, { timeout: 4_000 });
    expect(of('/user/downloads')[0]).toEqual({ page: 1, limit: 20, order: 'desc' });
    stream.close();
  });

  test('are saved under their names by GET', async () => {
    const { id } = download(1);
    const { sentCalls } = downloadWorld([download(1)], [], {
      [`/user/download/${id}`]: () =>
        new Response('a,b', {
          headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="order-2026-11-01.csv"' },
        }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download order-2026-11-01.csv' }));
    await waitFor(() => expect(saved).toEqual(['order-2026-11-01.csv']));
    expect(sentCalls.find(({ path }) => path === `/user/download/${id}`)?.method).toBe('GET');
  });

  test('say it when they are gone or no longer the user’s', async () => {
    downloadWorld([download(1)], [], {
      [`/user/download/${download(1).id}`]: { code: 0, msg: 'Not found', error: 'not_found' },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download order-2026-11-01.csv' }));
    await waitFor(() => expect(toasts.get().map(({ text }) => text)).toContain('Not found'));
    expect(saved).toEqual([]);
  });

  test('are cancelled after a question', async () => {
    const { of } = downloadWorld([download(1, running)]);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order-2026-11-01.csv' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this file?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel file' }));
    await screen.findByText('Cancelled');
    expect(of('/user/downloads/cancel')).toEqual([{ id: download(1).id }]);
  });

  test('that ended before they were cancelled are shown as they are', async () => {
    const { state } = downloadWorld([download(1, running)], [], {
      '/user/downloads/cancel': { code: 0, msg: 'This file is no longer being prepared', error: 'download_ended' },
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order-2026-11-01.csv' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this file?' });
    state.rows = [download(1)];
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel file' }));
    await screen.findByRole('button', { name: 'Download order-2026-11-01.csv' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('say what to do while there are none', async () => {
    downloadWorld([]);
    await open();
    expect(await screen.findByText('No files yet')).toBeTruthy();
    expect(screen.getByText(/^Export a list: if it has many rows/)).toBeTruthy();
  });

  test('can be asked for again when they could not be loaded', async () => {
    downloadWorld([], [], { '/user/downloads': { code: 0, msg: 'Not now', error: 'unavailable' } });
    await open();
    await screen.findByText('Not now');
    downloadWorld([download(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('order-2026-11-01.csv')).toBeTruthy();
  });

  test('have the schedules beside them, at an address of their own', async () => {
    downloadWorld([]);
    const page = await open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Schedules' }));
    await screen.findByText('No schedules yet');
    expect(page.address()).toBe('/user/downloads?tab=schedules');
  });

  test.each([
    ['zh', '下载中心', '暂无文件'],
    ['es', 'Descargas', 'Todavía no hay archivos'],
    ['th', 'ดาวน์โหลด', 'ยังไม่มีไฟล์'],
  ] as const)('speak %s', async (name, title, none) => {
    downloadWorld([]);
    await open();
    act(() => language.set(name));
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(await screen.findByText(none)).toBeTruthy();
    act(() => language.set('en'));
  });
});

describe('the navbar’s button', () => {
  test('leads to the files, and counts those being prepared once it hears of one', async () => {
    const { stream, state, of } = downloadWorld([download(1)]);
    const page = await renderScreen(<DownloadsLink />);
    await stream.open();
    expect(of('/user/downloads')).toEqual([]);
    state.rows = [download(1, running)];
    await stream.emit('download.changed', {});
    const button = await screen.findByRole('button', { name: 'Downloads: 1 file is being prepared' });
    await userEvent.click(button);
    await waitFor(() => expect(page.address()).toBe('/user/downloads'));
    stream.close();
  });
});

describe('the finished statements', () => {
  test('are the newest files of statements that are ready', async () => {
    downloadWorld([
      download(1),
      download(2, { name: 'statement-2026-10.xlsx', kind: 'statement', filter: 'Month: 2026-10' }),
      download(3, { ...running, name: 'statement-2026-11.xlsx', kind: 'statement' }),
      download(4, { name: 'statementEntries-2026-10.csv', kind: 'statementEntries', size: 812 }),
    ]);
    await renderScreen(<FinishedStatements />);
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^statement-2026-10\.xlsxStatement · Month: 2026-10 · 5\.2 MB · 20 Nov 2026/),
      expect.stringMatching(/^statementEntries-2026-10\.csvStatement, all entries · Status: success · 1 KB/),
    ]);
    expect(screen.getByRole('link', { name: 'All files' }).getAttribute('href')).toBe('/user/downloads');
  });

  test('say how to get one, and that they could not be loaded', async () => {
    downloadWorld([download(1)]);
    const { unmount } = await renderScreen(<FinishedStatements />);
    expect(await screen.findByText(/^No finished statements\. Export this one/)).toBeTruthy();
    unmount();
    downloadWorld([], [], { '/user/downloads': { code: 0, msg: 'Not now', error: 'unavailable' } });
    await renderScreen(<FinishedStatements />);
    expect(await screen.findByText('The finished statements couldn’t be loaded')).toBeTruthy();
  });
});
