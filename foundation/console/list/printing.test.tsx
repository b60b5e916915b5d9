/** A printed list contains all rows of the page as a table, also from a phone. */
import { act, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { Activity } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Column, PhoneRow } from './data-table/column.ts';
import { DataTable } from './data-table/DataTable.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { PrintHead } from './PrintHead.tsx';
import { printedFor, printing, watchPrinting } from './printing.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';

interface Row {
  id: string;
}
const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'Number', cell: ({ id }) => id },
  { id: 'note', header: 'Note', cell: () => 'a note' },
];
const phone: PhoneRow<Row> = { what: ({ id }) => id };
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `R${index + 1}` }));
const list = {
  paging: { page: 2, limit: 500, sort: undefined, order: 'desc' },
  isFiltered: false,
  setPage() {},
  setLimit() {},
  setSort() {},
  reset() {},
};

function List({ count }: { count: number }) {
  const source = {
    data: { total: 3214, list: rows(count) },
    error: null,
    isFetching: false,
    isPlaceholderData: false,
    refetch: async () => undefined,
  };
  return (
    <DataTable
      name="printed"
      label="Rows"
      columns={columns}
      phone={phone}
      source={source as never}
      rowKey={({ id }: Row) => id}
      list={list as never}
    />
  );
}

afterEach(() => {
  act(() => printing.set(undefined));
  printedFor.set('');
  vi.unstubAllGlobals();
});

test('a printed list contains all rows of the page and their range', async () => {
  await renderScreen(<List count={500} />);
  expect(screen.getAllByRole('row').length).toBeLessThan(200);
  act(() => printing.set(new Date()));
  expect(document.querySelectorAll('tbody tr[data-index]')).toHaveLength(500);
  expect(screen.getByText('Rows 501–1,000 of 3,214')).toBeTruthy();
  act(() => printing.set(undefined));
  expect(screen.getAllByRole('row').length).toBeLessThan(200);
  expect(screen.getByText('3,214 rows')).toBeTruthy();
});

test('a list printed from a phone is a table', async () => {
  const wide = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query.includes('max-width') }));
  await renderScreen(<List count={3} />);
  expect(screen.queryByRole('table')).toBeNull();
  act(() => printing.set(new Date()));
  expect(screen.getByRole('table')).toBeTruthy();
});

/** The selectors of the rules in `print.css` that contain the declaration. */
function selectorsThatSet(declaration: string): string[] {
  const rules = [
    ...readFileSync('foundation/console/list/print.css', 'utf8').matchAll(/(?<=[{}/;])\s*([^{}@/;]+)\{([^{}]*)\}/g),
  ];
  return rules.filter(([, , body = '']) => body.includes(declaration)).map(([, selector = '']) => selector.trim());
}

test.each([
  ['visible', true],
  ['hidden', false],
] as const)('a list on a %s page is printed in landscape: %j', async (mode, turns) => {
  await renderScreen(
    <Activity mode={mode}>
      <List count={1} />
    </Activity>,
  );
  await vi.waitFor(() => expect(document.querySelector('[data-print="list"]')).not.toBeNull());
  const selectors = selectorsThatSet('page: list;');
  expect(selectors).toHaveLength(1);
  expect(document.body.matches(selectors[0] ?? '')).toBe(turns);
});

test.each([
  [false, 'details'],
  [true, 'never'],
])('a drawer with unprinted=%j is marked for print as %j', async (unprinted, mark) => {
  await renderScreen(
    <DetailDrawer opened unprinted={unprinted} title="One" onClose={() => undefined}>
      text
    </DetailDrawer>,
  );
  expect((await screen.findByRole('dialog', { name: 'One' })).dataset.print).toBe(mark);
  expect(document.body.matches(selectorsThatSet('page: auto;')[0] ?? '')).toBe(mark === 'details');
});

test('a print shows its owner and time in light colours, from beforeprint to afterprint', async () => {
  printedFor.set('Bank · Lantern Market · Member no. 20000001');
  const stop = watchPrinting();
  await renderScreen(<PrintHead />);
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  expect(document.querySelector('[data-print-head]')).toBeNull();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Bank · Lantern Market · Member no. 20000001')).toBeTruthy();
  expect(screen.getByText(/^Printed \d.*\(GMT\+8\)$/)).toBeTruthy();
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('[data-print-head]')).toBeNull();
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  stop();
});
