/** The table's states, header, pages and rows. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { words } from '#foundation/core/words.ts';
import { pendingCalls } from '#foundation/console/wire/api.ts';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import {
  type SentCall,
  answerCalls,
  type FakeAnswers,
  renderScreen,
} from '#foundation/console/testing/render-for-tests.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import type { Column, PhoneRow } from './column.ts';
import { DataTable } from './DataTable.tsx';

interface Row {
  id: string;
  name: string;
  amount: string;
  at: string;
}
const contract = calls(words({}), {
  '/row/list': {
    who: 'members',
    summary: '',
    input: z.looseObject({ page: z.int() }),
    output: z.custom<{ total: number; list: Row[] }>(),
  },
});
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'amount', header: 'Amount', numeric: true, cell: (row) => row.amount },
  { id: 'createdAt', header: 'Created', sortable: true, cell: (row) => row.at },
  { id: 'note', header: 'Note', optional: true, cell: () => 'a note' },
];
const phone: PhoneRow<Row> = {
  what: ({ name }) => name,
  amount: ({ amount }) => amount,
  state: ({ amount }) => amount === '0.00' && <span>nothing</span>,
  at: ({ at }) => at,
  sort: 'createdAt',
  facts: ({ id }) => [id, false, null],
};
const address = {
  fields: { q: textField(), status: choiceField(['open']) },
  sortable: ['createdAt', 'amount'],
} as const;

function List({ capped = false }: { capped?: boolean }) {
  const list = useListAddress(address);
  const rows = useCall(contract, '/row/list', { ...list.paging, ...list.filters });
  return (
    <DataTable
      name="rows"
      label="Rows"
      columns={columns}
      phone={phone}
      source={rows}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      list={list}
      totalCapped={capped}
      onOpen={(row) => list.setOpen(row.id)}
      openKey={list.open}
      empty={{ title: 'No rows yet', hint: 'Make one' }}
    />
  );
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}`, amount: '1.00', at: 'now' }));
const page = (total: number, shown = Math.min(total, 20)) => ({
  code: 1,
  msg: '',
  time: 1,
  data: { total, list: rowsOf(shown) },
});
let sentCalls: SentCall[];
const serve = (answers: FakeAnswers) => (sentCalls = answerCalls(answers));
beforeEach(() => serve({}));

describe('states', () => {
  test('a pressed refresh counts as a pending call until the response comes', async () => {
    const second = Promise.withResolvers<ReturnType<typeof page>>();
    const answers = [Promise.resolve(page(1)), second.promise];
    serve({ '/row/list': () => answers.shift() });
    await renderScreen(<List />);
    await screen.findByText('Row 0');
    await waitFor(() => expect(pendingCalls.get()).toBe(0));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(pendingCalls.get()).toBeGreaterThan(0);
    second.resolve(page(1));
    await waitFor(() => expect(pendingCalls.get()).toBe(0));
  });

  test('while the first data loads, the header is shown above skeleton rows', async () => {
    serve({ '/row/list': () => new Promise(() => {}) });
    await renderScreen(<List />);
    expect(screen.getByRole('columnheader', { name: 'Amount' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Rows' }).parentElement?.getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('No rows yet')).toBeNull();
    const placeholders = document.querySelectorAll('tbody tr:first-child td');
    expect([...placeholders].map((cell) => cell.hasAttribute('data-numeric'))).toEqual(
      screen.getAllByRole('columnheader', { hidden: true }).map((header) => header.hasAttribute('data-numeric')),
    );
  });

  test('an empty list says what to do next; an empty filter result offers a reset', async () => {
    serve({ '/row/list': page(0) });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list?q=zzz' });
    await user.click(await screen.findByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(rendered.address()).toBe('/list'));
    await screen.findByText('No rows yet');
    expect(screen.getByText('Make one')).toBeTruthy();
  });

  test('a failed list says why and offers a retry', async () => {
    let tries = 0;
    serve({ '/row/list': () => ((tries += 1) === 1 ? { code: 0, msg: 'The books are closed', error: 'x' } : page(1)) });
    const user = userEvent.setup();
    await renderScreen(<List />);
    expect((await screen.findByRole('alert')).textContent).toContain('The books are closed');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Row 0');
  });

  test('a page past the end offers the first page', async () => {
    serve({ '/row/list': page(30, 0) });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list?page=9' });
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    await waitFor(() => expect(rendered.address()).toBe('/list'));
  });
});

describe('the header', () => {
  test('shows the sort, and a click reverses it and goes to page one', async () => {
    serve({ '/row/list': page(100) });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list?page=3' });
    const created = () => screen.getByRole('columnheader', { name: 'Created' });
    expect(created().getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBeNull();
    await user.click(within(created()).getByRole('button'));
    await waitFor(() => expect(created().getAttribute('aria-sort')).toBe('ascending'));
    expect(rendered.address()).toBe('/list?order=asc');
    await waitFor(() => expect(sentCalls.at(-1)?.body).toMatchObject({ sort: 'createdAt', order: 'asc', page: 1 }));
  });
});

describe('pages', () => {
  test('any page can be reached by its number; nonsense does nothing; too high a number is the last page', async () => {
    serve({ '/row/list': page(1000) });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list' });
    const number = await screen.findByLabelText('Page');
    const goTo = async (text: string) => {
      await user.clear(number);
      await user.type(number, `${text}{Enter}`);
    };
    await goTo('37');
    await waitFor(() => expect(rendered.address()).toBe('/list?page=37'));
    await waitFor(() => expect(sentCalls.at(-1)?.body).toMatchObject({ page: 37, limit: 20 }));
    await goTo('abc');
    expect([rendered.address(), (number as HTMLInputElement).value]).toEqual(['/list?page=37', '37']);
    await goTo('99999');
    await waitFor(() => expect(rendered.address()).toBe('/list?page=50'));
  });

  test('the page size is 10, 20, 50 or 100, and changing it goes to page one', async () => {
    serve({ '/row/list': page(1000) });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list?page=5' });
    const sizes = await screen.findByLabelText('Rows per page');
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((option) => option.getAttribute('value')),
    ).toEqual(['10', '20', '50', '100']);
    await user.selectOptions(sizes, '100');
    await waitFor(() => expect(rendered.address()).toBe('/list?limit=100'));
  });

  test('a capped count says so, and "next" goes beyond its last page', async () => {
    serve({ '/row/list': page(40) });
    await renderScreen(<List capped />, { address: '/list?page=2' });
    await screen.findByText('40+ rows');
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', false);
  });
});

describe('rows', () => {
  test('open by click and by keyboard, arrows move between them, and the address contains the open one', async () => {
    serve({ '/row/list': page(3) });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list' });
    await user.click(await screen.findByText('Row 1'));
    await waitFor(() => expect(rendered.address()).toBe('/list?open=r1'));
    screen.getByRole('button', { name: 'Open Row 0' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(rendered.address()).toBe('/list?open=r2'));
  });

  test('show the chosen columns, the choice is kept, and the first column can not be hidden', async () => {
    serve({ '/row/list': page(3) });
    const user = userEvent.setup();
    const first = await renderScreen(<List />);
    await screen.findByText('Row 1');
    expect(screen.queryByText('a note')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Columns 3 of 4' }));
    expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull();
    await user.click(await screen.findByRole('checkbox', { name: 'Note' }));
    await user.click(screen.getByRole('checkbox', { name: 'Amount' }));
    first.unmount();
    await renderScreen(<List />);
    expect(await screen.findAllByText('a note')).toHaveLength(3);
    expect(screen.queryByRole('columnheader', { name: 'Amount' })).toBeNull();
  });

  test('on a phone are two lines below a heading for their day, and open as a whole', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: true });
    const at = ['2026-11-20T09:05:00Z', '2026-11-20T01:00:00Z', '2026-11-19T09:05:00Z', '2025-11-19T09:05:00Z'];
    const list = rowsOf(4).map((row, index) => ({
      ...row,
      at: at[index] ?? '',
      amount: index === 1 ? '0.00' : '1.00',
    }));
    serve({ '/row/list': { code: 1, msg: '', time: 1, data: { total: 4, list } } });
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
    const user = userEvent.setup();
    const rendered = await renderScreen(<List />, { address: '/list' });
    await screen.findByText('Row 0');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'TodayGMT+8',
      'Row 01.0017:05r0',
      'Row 10.00nothing09:00r1',
      'Yesterday',
      'Row 21.0017:05r2',
      '19 Nov 2025',
      'Row 31.0017:05r3',
    ]);
    await user.click(screen.getByRole('button', { name: 'Open Row 2' }));
    await waitFor(() => expect(rendered.address()).toBe('/list?open=r2'));
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Tools' }));
    await user.selectOptions(screen.getByLabelText('Sort by'), 'createdAt asc');
    await waitFor(() => expect(rendered.address()).toBe('/list?open=r2&order=asc'));
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
    vi.useRealTimers();
    window.matchMedia = wide;
  });

  test('on a phone unfold every column if they have no details', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: true });
    const source = {
      data: { total: 1, list: rowsOf(1) },
      isPending: false,
      isFetching: false,
      isPlaceholderData: false,
      error: null,
      refetch() {},
    };
    await renderScreen(
      <DataTable
        name="rows"
        label="Rows"
        columns={columns}
        phone={{ what: ({ name }) => name }}
        source={source}
        rowKey={({ id }) => id}
        mainAct={<button type="button">Add row</button>}
      />,
    );
    // The main act and the only tool are not behind another button.
    expect(screen.getByRole('button', { name: 'Add row' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tools' })).toBeNull();
    const row = screen.getByRole('button', { name: 'Row 0', expanded: false });
    await userEvent.setup().click(row);
    expect([...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      'NameRow 0',
      'Amount1.00',
      'Creatednow',
      'Notea note',
    ]);
    window.matchMedia = wide;
  });
});
