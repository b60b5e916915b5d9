/**
 * Keyboard and long lists: one tab stop, arrow keys reach every row, and only rows near the visible part are rendered.
 */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Column, PhoneRow } from './column.ts';
import { DataTable } from './DataTable.tsx';

interface Row {
  id: string;
  name: string;
}
const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'remark', header: 'Remark', cell: (row) => <input aria-label={`Remark of ${row.name}`} /> },
  { id: 'copy', header: 'Copy', cell: (row) => <button type="button">{`Copy ${row.name}`}</button> },
];
const phone: PhoneRow<Row> = { what: ({ name }) => name };
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));

function table(list: readonly Row[], { onOpen, openKey }: { onOpen?: (row: Row) => void; openKey?: string } = {}) {
  const source = {
    data: { total: list.length, list },
    isPending: false,
    isFetching: false,
    isPlaceholderData: false,
    error: null,
    refetch() {},
  };
  return (
    <DataTable
      name="rows"
      label="Rows"
      columns={columns}
      phone={phone}
      source={source}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      onOpen={onOpen}
      openKey={openKey}
    />
  );
}
const show = (list: readonly Row[], options: Parameters<typeof table>[1] = { onOpen: () => {} }) =>
  renderScreen(table(list, options));

const openButtons = () => screen.getAllByRole('button', { name: /^Open Row/ });
const tabStops = () =>
  openButtons().flatMap((button) => (button.tabIndex === 0 ? button.getAttribute('aria-label') : []));
const focused = () => document.activeElement?.getAttribute('aria-label');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('unchanged rows do not re-render with the page around them', async () => {
  const list = rowsOf(3);
  const cell = vi.spyOn(columns[0] as { cell: Column<Row>['cell'] }, 'cell');
  function Page() {
    const [typed, setTyped] = useState('');
    return (
      <>
        <input aria-label="Filter" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        {table(list, { onOpen: () => {} })}
      </>
    );
  }
  await renderScreen(<Page />);
  const before = cell.mock.calls.length;
  await userEvent.setup().type(screen.getByRole('textbox', { name: 'Filter' }), 'abc');
  expect([before > 0, cell.mock.calls.length]).toEqual([true, before]);
});

describe('the keyboard', () => {
  test.each([
    ['{ArrowDown}', 'Open Row 1'],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', 'Open Row 1'],
    ['jj', 'Open Row 2'],
    ['jjk', 'Open Row 1'],
    ['{End}', 'Open Row 4'],
    ['{End}{ArrowUp}', 'Open Row 3'],
    ['{End}{Home}', 'Open Row 0'],
    // The ends do not wrap around.
    ['{ArrowUp}', 'Open Row 0'],
    ['{End}{ArrowDown}', 'Open Row 4'],
    // Shortcuts of the browser and the console do not move between rows.
    ['{Control>}{End}{/Control}', 'Open Row 0'],
    ['{Alt>}j{/Alt}', 'Open Row 0'],
    ['{Shift>}{ArrowDown}{/Shift}', 'Open Row 0'],
  ])('%s moves from the first of five rows to %s', async (keys, label) => {
    await show(rowsOf(5));
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Open Row 0' }).focus();
    await user.keyboard(keys);
    expect([focused(), tabStops()]).toEqual([label, [label]]);
  });

  test('Enter opens the focused row', async () => {
    const opened: string[] = [];
    await show(rowsOf(3), { onOpen: (row) => opened.push(row.id) });
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Open Row 0' }).focus();
    await user.keyboard('j{Enter}');
    expect(opened).toEqual(['r1']);
  });

  test('only one open button is a tab stop: the open row’s, then that of the row with the focus', async () => {
    await show(rowsOf(4), { onOpen: () => {}, openKey: 'r2' });
    const user = userEvent.setup();
    expect(tabStops()).toEqual(['Open Row 2']);
    await user.click(screen.getByRole('button', { name: 'Copy Row 1' }));
    expect(tabStops()).toEqual(['Open Row 1']);
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Open Row 2');
  });

  test('from the scrolling box the first arrow key moves to the current row, and End to the last', async () => {
    await show(rowsOf(4), { onOpen: () => {}, openKey: 'r1' });
    const user = userEvent.setup();
    const box = screen.getByRole('region', { name: 'Rows' });
    box.focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Open Row 1');
    box.focus();
    await user.keyboard('{End}');
    expect(focused()).toBe('Open Row 3');
  });

  test('keys typed into a field of a row do not move between rows', async () => {
    await show(rowsOf(3));
    const user = userEvent.setup();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Remark of Row 1' });
    await user.click(field);
    await user.keyboard('jk{ArrowDown}{Home}{End}');
    expect([document.activeElement, field.value]).toEqual([field, 'jk']);
  });

  test('a new row above takes neither the focus nor the tab stop', async () => {
    function Live() {
      const [list, setList] = useState(rowsOf(3));
      return (
        <>
          {table(list, { onOpen: () => {} })}
          <button type="button" onClick={() => setList([{ id: 'new', name: 'Row New' }, ...list])}>
            News
          </button>
        </>
      );
    }
    await renderScreen(<Live />);
    screen.getByRole('button', { name: 'Open Row 1' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'News' }));
    expect(openButtons()).toHaveLength(4);
    expect([focused(), tabStops()]).toEqual(['Open Row 1', ['Open Row 1']]);
  });

  test('keys do nothing if rows do not open', async () => {
    await show(rowsOf(3), {});
    const box = screen.getByRole('region', { name: 'Rows' });
    // False if a handler prevented the default.
    expect([fireEvent.keyDown(box, { key: 'ArrowDown' }), fireEvent.keyDown(box, { key: 'End' })]).toEqual([
      true,
      true,
    ]);
  });
});

/** Simulates a layout, which jsdom lacks: the box is 400 pixels high and each row 40, reported after it is rendered. */
function layOut() {
  const isBox = (element: Element) => element.getAttribute('role') === 'region';
  vi.stubGlobal('ResizeObserver', function observer(report: (entries: object[]) => void) {
    const reportSize = (target: HTMLElement) =>
      setTimeout(() => act(() => report([{ target, borderBoxSize: [{ blockSize: 40 }] }])));
    return {
      observe: (target: HTMLElement) => target.dataset['index'] && reportSize(target),
      unobserve() {},
      disconnect() {},
    };
  });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function height(this: Element) {
    return isBox(this) ? 400 : 0;
  });
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
    return isBox(this) ? roomPixels() + rendered().length * 40 : 0;
  });
}

const rendered = () => [...document.querySelectorAll<HTMLElement>('tr[data-index]')];
const numbers = () => rendered().map((row) => Number(row.dataset['index']));
const roomPixels = () =>
  [...document.querySelectorAll<HTMLElement>('tbody tr[aria-hidden]')].reduce(
    (sum, { style }) => sum + Number.parseFloat(style.height),
    0,
  );
const scrollTo = (top: number) => {
  const box = screen.getByRole('region', { name: 'Rows' });
  box.scrollTop = top;
  fireEvent.scroll(box);
};

describe('a thousand rows', () => {
  test('render only those near the visible part, with spacers for the others and an index on each row', async () => {
    layOut();
    await show(rowsOf(1000));
    expect(numbers()[0]).toBe(0);
    expect(numbers().length).toBeGreaterThanOrEqual(10);
    expect(numbers().length).toBeLessThan(30);
    await waitFor(() => expect(roomPixels() + rendered().length * 40).toBe(40_000));
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
    expect(rendered().map((row) => Number(row.getAttribute('aria-rowindex')))).toEqual(
      numbers().map((index) => index + 2),
    );
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy();
  });

  test('render others on scroll and keep the row with the tab stop', async () => {
    layOut();
    await show(rowsOf(1000));
    scrollTo(20_000);
    await waitFor(() => expect(numbers()).toContain(505));
    expect(numbers()[0]).toBe(0);
    expect(numbers()).not.toContain(100);
    expect(numbers().length).toBeLessThan(40);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy();
  });

  test('can be reached by keyboard even if they are not rendered, from end to end', async () => {
    layOut();
    await show(rowsOf(1000));
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Open Row 0' }).focus();
    await user.keyboard('{End}');
    expect(focused()).toBe('Open Row 999');
    await user.keyboard('{ArrowUp}kk');
    expect(focused()).toBe('Open Row 996');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Open Row 0');
    expect(tabStops()).toEqual(['Open Row 0']);
  });

  test('keep the row with the focus when it is scrolled out of sight', async () => {
    layOut();
    await show(rowsOf(1000));
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Open Row 0' }).focus();
    await user.keyboard('jjj');
    scrollTo(30_000);
    await waitFor(() => expect(numbers()).toContain(755));
    expect(focused()).toBe('Open Row 3');
    await user.keyboard('j');
    expect(focused()).toBe('Open Row 4');
  });

  test('keep columns as wide as the widest cell rendered so far', async () => {
    layOut();
    // Ten pixels per letter.
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function width(this: HTMLElement) {
      return this.textContent.length * 10;
    });
    await show(rowsOf(1000));
    const widest = () => screen.getByRole('columnheader', { name: 'Name' }).style.getPropertyValue('--widest');
    expect(widest()).toBe('');
    scrollTo(20_000);
    await waitFor(() => expect(numbers()).toContain(505));
    expect(widest()).toBe('60px');
    scrollTo(0);
    await waitFor(() => expect(numbers()).not.toContain(505));
    expect(widest()).toBe('70px');
  });

  test.each([
    [100, 100, null],
    [101, 18, '102'],
  ])('of %i rows %i are rendered', async (count, shown, rowCount) => {
    layOut();
    await show(rowsOf(count));
    await waitFor(() => expect(rendered()).toHaveLength(shown));
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe(rowCount);
  });
});

describe('on a narrow screen', () => {
  const near: (() => void)[] = [];
  const narrow = () => {
    const wide = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: true }));
    near.length = 0;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
          near.push(() => report([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {}
      },
    );
  };

  test('each card is a tab stop, and arrow keys scroll the page', async () => {
    narrow();
    await show(rowsOf(3));
    expect(tabStops()).toEqual(['Open Row 0', 'Open Row 1', 'Open Row 2']);
    const [first] = openButtons();
    first?.focus();
    await userEvent.setup().keyboard('{ArrowDown}');
    expect(focused()).toBe('Open Row 0');
  });

  test('a long list grows as its end comes near, until it is complete', async () => {
    narrow();
    await show(rowsOf(250));
    const cards = () => screen.getAllByRole('listitem');
    const comeNear = () => act(async () => near.at(-1)?.());
    expect([
      cards().length,
      cards()[0]?.getAttribute('aria-setsize'),
      cards()[99]?.getAttribute('aria-posinset'),
    ]).toEqual([100, '250', '100']);
    await comeNear();
    expect(cards()).toHaveLength(200);
    await comeNear();
    expect([cards().length, cards()[0]?.getAttribute('aria-setsize')]).toEqual([250, null]);
  });
});
