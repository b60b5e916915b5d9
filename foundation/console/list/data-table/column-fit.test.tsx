/** Columns that give way: while the table is wider than its box, those of the lowest priority are left out. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { printing } from '#foundation/console/list/printing.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Column, PhoneRow } from './column.ts';
import { DataTable } from './DataTable.tsx';

interface Row {
  id: string;
}
const columns: readonly Column<Row>[] = [
  { id: 'number', header: 'Number', priority: 1, cell: ({ id }) => id },
  { id: 'amount', header: 'Amount', cell: () => '1.00' },
  { id: 'fee', header: 'Fee', priority: 3, cell: () => '0.10' },
  { id: 'type', header: 'Type', priority: 2, cell: () => 'a type' },
  { id: 'note', header: 'Note', optional: true, priority: 4, cell: () => 'a note' },
];
const phone: PhoneRow<Row> = { what: ({ id }) => id };
const source = {
  data: { total: 2, list: [{ id: 'A' }, { id: 'B' }] },
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  refetch() {},
};

/** Simulates a layout, which jsdom lacks: each column is 100 pixels wide. */
let room = 0;
let resized: (() => void)[] = [];
beforeEach(() => {
  resized = [];
  vi.stubGlobal('ResizeObserver', function observer(report: () => void) {
    resized.push(report);
    return { observe() {}, unobserve() {}, disconnect() {} };
  });
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => room);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => Math.max(room, headers().length * 100));
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => 100);
});
afterEach(() => {
  act(() => printing.set(undefined));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const headers = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
const show = (name: string) =>
  renderScreen(
    <DataTable name={name} label="Rows" columns={columns} phone={phone} source={source} rowKey={({ id }) => id} />,
  );
const resizeTo = (pixels: number) =>
  act(() => {
    room = pixels;
    for (const report of resized) report();
  });

test.each([
  [400, ['Number', 'Amount', 'Fee', 'Type'], 'Columns 4 of 5'],
  [399, ['Number', 'Amount', 'Fee'], 'Columns 3 of 5'],
  [250, ['Number', 'Amount'], 'Columns 2 of 5'],
  // The first column and those without a priority stay.
  [50, ['Number', 'Amount'], 'Columns 2 of 5'],
])('in %d pixels %j fit', async (pixels, shown, button) => {
  room = pixels;
  await show(`fit ${pixels}`);
  expect(headers()).toEqual(shown);
  expect(screen.getByRole('button', { name: button })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Rows' }).hasAttribute('data-more')).toBe(pixels < 200);
});

test('columns go with a narrower box and come back with a wider one', async () => {
  room = 400;
  await show('resized');
  resizeTo(400);
  resizeTo(300);
  expect(headers()).toEqual(['Number', 'Amount', 'Fee']);
  resizeTo(420);
  expect(headers()).toEqual(['Number', 'Amount', 'Fee', 'Type']);
});

test('a column that the user ticks is shown instead of others', async () => {
  room = 300;
  await show('ticked');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Columns 3 of 5' }));
  const type = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Type' });
  expect(type.checked).toBe(false);
  expect(screen.getByText(/fit right now/)).toBeTruthy();
  await user.click(type);
  expect(headers()).toEqual(['Number', 'Amount', 'Type']);
  await user.click(screen.getByRole('button', { name: 'Reset columns' }));
  expect(headers()).toEqual(['Number', 'Amount', 'Fee']);
});

test('a print has every chosen column', async () => {
  room = 200;
  await show('printed');
  expect(headers()).toEqual(['Number', 'Amount']);
  act(() => printing.set(new Date()));
  expect(headers()).toEqual(['Number', 'Amount', 'Fee', 'Type']);
});

test('rows that fill the window are measured in the page that they fill, which is laid out once', async () => {
  room = 400;
  const filled: boolean[] = [];
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => {
    filled.push(document.querySelector('main')?.hasAttribute('data-filled') ?? false);
    return room;
  });
  await renderScreen(
    <main>
      <DataTable
        name="filled"
        label="Rows"
        columns={columns}
        phone={phone}
        fills
        source={source}
        rowKey={({ id }) => id}
      />
    </main>,
  );
  expect(filled.length).toBeGreaterThan(0);
  expect(filled).not.toContain(false);
});
