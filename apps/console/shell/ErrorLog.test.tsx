/**
 * The error log: the button shows only after an error; the dialog lists every error, newest first, and can clear them.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { clearErrors, errorLog, type LoggedError } from '#foundation/console/wire/error-log.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { ErrorLog } from './ErrorLog.tsx';

const error = (id: number, changes: Partial<LoggedError> = {}): LoggedError => ({
  id,
  message: `wrong ${id}`,
  place: 'script',
  info: 'a.js:1:2',
  url: 'https://console/#/order/list',
  stack: `Error: wrong ${id}\n    at a.js:1:2`,
  at: new Date('2026-11-21T04:00:00Z'),
  ...changes,
});

afterEach(clearErrors);

test('the button appears with the first error and counts them', async () => {
  await renderScreen(<ErrorLog />);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => errorLog.set([error(1)]));
  expect(screen.getByRole('button', { name: 'Error log: 1 error' })).toBeTruthy();
  act(() => errorLog.set([error(1), error(2)]));
  expect(screen.getByRole('button', { name: 'Error log: 2 errors' }).textContent).toBe('2');
});

test('the dialog shows message, place, address, time and stack of each error; clearing empties and closes it', async () => {
  errorLog.set([
    error(1),
    error(2, { place: 'promise', info: '', stack: '' }),
    error(3, { place: 'component', info: 'at OrderList' }),
  ]);
  await renderScreen(<ErrorLog />);
  fireEvent.click(screen.getByRole('button'));
  const dialog = await screen.findByRole('dialog', { name: 'Error log' });
  const rows = within(dialog).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'wrong 3InfoWhile showing the pageat OrderListURLhttps://console/#/order/listTime21 Nov 2026, 12:00:00',
    'wrong 2InfoIn the backgroundURLhttps://console/#/order/listTime21 Nov 2026, 12:00:00',
    'wrong 1InfoIn a scripta.js:1:2URLhttps://console/#/order/listTime21 Nov 2026, 12:00:00',
  ]);
  expect(within(dialog).getByRole('region', { name: 'Stack: wrong 1' }).textContent).toBe(
    'Error: wrong 1\n    at a.js:1:2',
  );
  expect(within(dialog).getByRole('region', { name: 'Stack: wrong 2' }).textContent).toBe('–');

  fireEvent.click(within(dialog).getByRole('button', { name: 'Clear' }));
  expect(errorLog.get()).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button')).toBeNull();
});
