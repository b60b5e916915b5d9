/** Filters are kept in the address: they show what it contains, they write to it, and the back button undoes that. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { readParams, writeParams } from '#foundation/console/page/address.ts';
import { addDays, startOfDay, weekdayOf } from '#foundation/core/time-zone.ts';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import {
  amountRangeField,
  choicesField,
  dateRangeField,
  type DateRange,
  daysOf,
  textField,
  wireRange,
} from './address-fields.ts';
import { DateRangeFilter } from './DateRangeFilter.tsx';
import { FilterBar } from './FilterBar.tsx';
import { AmountRangeFilter, ChoicesFilter, TextFilter } from './filters.tsx';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { filtersIn, pagingIn } from './list-at-address.ts';
import { useListAddress } from './use-list-address.ts';

const address = {
  fields: {
    q: textField(),
    status: choicesField(['unpaid', 'success']),
    amount: amountRangeField(),
    created: dateRangeField(),
  },
  sortable: ['createdAt', 'paidAt'],
} as const;

function Filtered() {
  const list = useListAddress(address);
  return (
    <>
      <FilterBar list={list}>
        <TextFilter {...list.bind('q')} label="Number" />
        <ChoicesFilter
          {...list.bind('status')}
          label="Status"
          options={[
            { value: 'unpaid', label: 'Unpaid' },
            { value: 'success', label: 'Paid' },
          ]}
        />
        <AmountRangeFilter {...list.bind('amount')} label="Amount" />
        <DateRangeFilter {...list.bind('created')} label="Created" />
      </FilterBar>
      <output>{JSON.stringify({ ...list.filters, ...list.paging })}</output>
    </>
  );
}

const queueAddress = { ...address, firstOrder: 'asc' } as const;

function Queue() {
  return <output>{JSON.stringify(useListAddress(queueAddress).paging)}</output>;
}

const shown = () => JSON.parse(screen.getByRole('status', { hidden: true }).textContent) as Record<string, unknown>;

describe('the address of a list', () => {
  test('a shared link shows the same filters, page and sort', async () => {
    await renderScreen(<Filtered />, {
      address: '/list?q=A1&status=success&amount=10..20.5&created=last7&page=3&limit=50&sort=paidAt&order=asc',
    });
    expect(shown()).toEqual({
      q: 'A1',
      status: ['success'],
      amount: { from: '10', to: '20.5' },
      created: 'last7',
      page: 3,
      limit: 50,
      sort: 'paidAt',
      order: 'asc',
    });
    expect(screen.getByRole('searchbox', { name: 'Number' })).toHaveProperty('value', 'A1');
    expect(screen.getByText('¥10.00 – ¥20.50')).toBeTruthy();
    expect(screen.getByText('Last 7 days')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Status:\s?Paid$/ })).toBeTruthy();
  });

  test('a chosen filter is written to the address, goes back to page one, and the back button undoes it', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list?page=4' });
    await user.click(screen.getByRole('button', { name: 'Created' }));
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
    await waitFor(() => expect(page.address()).toBe('/list?created=yesterday'));
    page.back();
    await waitFor(() => expect(page.address()).toBe('/list?page=4'));
    expect(shown().created).toBeUndefined();
  });

  test('typing waits for a pause or Enter and adds one step to the history at most', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list' });
    await user.type(screen.getByRole('searchbox', { name: 'Number' }), 'ORD-7{Enter}');
    await waitFor(() => expect(page.address()).toBe('/list?q=ORD-7'));
  });

  test('typing, including spaces, continues while the address updates; navigation and reset replace it', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list?status=unpaid' });
    const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Number' });
    await user.type(box(), 'A {Enter}');
    await waitFor(() => expect(page.address()).toBe('/list?status=unpaid&q=A'));
    expect(box().value).toBe('A ');
    await user.type(box(), 'B{Enter}');
    await waitFor(() => expect(page.address()).toBe('/list?status=unpaid&q=A+B'));
    expect(box().value).toBe('A B');
    await page.goTo('/list?q=other');
    await waitFor(() => expect(box().value).toBe('other'));
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(box().value).toBe(''));
  });

  test('text is normalized before it is truncated, and invisible marks alone do not filter', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list' });
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Number' });
    await user.click(box);
    await user.paste(`\u202d${'1234 '.repeat(16)}\u202c`);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shown().q).toBe('1234 '.repeat(16).trim()));
    await user.clear(box);
    await user.paste('\u200b\u2060');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(page.address()).toBe('/list'));
  });

  test('nothing is searched while a word is being composed, neither part of it nor the text before it', async () => {
    const page = await renderScreen(<Filtered />, { address: '/list' });
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Number' });
    vi.useFakeTimers();
    try {
      fireEvent.change(box, { target: { value: 'A' } });
      fireEvent.compositionStart(box);
      fireEvent.change(box, { target: { value: 'Azhang' } });
      fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
      fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
      act(() => void vi.advanceTimersByTime(5_000));
      expect(page.address()).toBe('/list');
      fireEvent.change(box, { target: { value: 'A张' } });
      fireEvent.compositionEnd(box);
      act(() => void vi.advanceTimersByTime(5_000));
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(shown().q).toBe('A张'));
  });

  test('an incomplete amount does not filter; applying a range does', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list' });
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.type(await screen.findByLabelText('From'), '1.');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(page.address()).toBe('/list');
    await user.type(screen.getByLabelText('From'), '5');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(page.address()).toBe('/list?amount=1.5..'));
  });

  test('ambiguous and foreign amounts are reported, and the address contains the parsed amounts', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list' });
    await user.click(screen.getByRole('button', { name: 'Amount' }));
    await user.type(await screen.findByLabelText('From'), '1,500');
    await screen.findByRole('group', { name: 'Which amount do you mean?' });
    await user.type(screen.getByLabelText('To'), 'USD 5');
    await screen.findByText('USD isn’t the platform’s currency (CNY)');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(page.address()).toBe('/list');
    await user.clear(screen.getByLabelText('From'));
    await user.type(screen.getByLabelText('From'), '0');
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '¥1.500,50');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(page.address()).toBe('/list?amount=0..1500.50'));
  });

  test('reset removes the filters and keeps sort and page size', async () => {
    const user = userEvent.setup();
    const page = await renderScreen(<Filtered />, { address: '/list?q=A1&status=unpaid&limit=100&sort=paidAt' });
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(page.address()).toBe('/list?limit=100&sort=paidAt'));
  });
});

test('a message for two fields is shown once, together with the other messages', async () => {
  const list = { isFiltered: false, filterCount: 0, reset: () => undefined };
  const error = new FieldErrors('', {
    amountFrom: 'The upper amount is below the lower one',
    amountTo: 'The upper amount is below the lower one',
    to: 'Not a day',
  });
  await renderScreen(
    <FilterBar list={list} error={error}>
      <span />
    </FilterBar>,
  );
  expect(screen.getByRole('alert').textContent).toBe('The upper amount is below the lower one Not a day');
});

describe('an address edited by hand', () => {
  const fields = address.fields;
  test.each([
    ['q=%20%20', {}],
    ['status=reversed', {}],
    ['amount=..', {}],
    ['amount=1e5..9', { amount: { to: '9' } }],
    ['amount=-1..', {}],
    ['created=2026-02-31..x', {}],
    ['created=2026-11-01..2026-11-20', { created: { from: '2026-11-01', to: '2026-11-20' } }],
    ['created=tomorrow', {}],
    ['__proto__=1&q=ok', { q: 'ok' }],
  ])('%s', (query, expected) => {
    expect(filtersIn(fields, readParams(query))).toEqual(expected);
  });

  test.each([
    ['page=0', 1, 20],
    ['page=-2', 1, 20],
    ['page=1.5', 1, 20],
    ['page=x', 1, 20],
    ['page=77777', 77_777, 20],
    ['page=9999999999', 1, 20],
    ['limit=15', 1, 20],
    ['limit=100', 1, 100],
  ])('%s', (query, page, limit) => {
    expect(pagingIn(readParams(query), address.sortable)).toEqual({ page, limit, sort: 'createdAt', order: 'desc' });
  });

  test.each([
    ['', 'asc'],
    ['?order=desc', 'desc'],
    ['?order=x', 'asc'],
  ])('of a queue whose oldest comes first: %j', async (query, order) => {
    await renderScreen(<Queue />, { address: `/list${query}` });
    expect(shown().order).toBe(order);
  });

  test('writing and reading an address gives the same filters', () => {
    const params = { q: 'a&b=c/d ?#%', amount: '1..2' };
    expect(readParams(writeParams(params))).toEqual(params);
    expect(writeParams({})).toBe('');
  });
});

describe('quick ranges', () => {
  const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  test.each(['Asia/Shanghai', 'UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Europe/Berlin', 'Asia/Beirut'])(
    'are whole weeks, months and years of the calendar in %s, on every day of four years',
    (timeZone) => {
      for (let day = '2024-01-01'; day < '2028-01-01'; day = addDays(day, 1)) {
        const now = new Date(startOfDay(day, timeZone).getTime() + 12 * 3_600_000);
        const days = (range: DateRange) => daysOf(range, timeZone, now) as { from: string; to: string };
        const [week, before, month, lastMonth] = [days('week'), days('lastweek'), days('month'), days('lastmonth')];
        expect([day, weekdayOf(week.from), weekdayOf(before.from), weekdayOf(before.to)]).toEqual([day, 1, 1, 0]);
        expect([week.to, lengthOf(before), addDays(before.to, 1)]).toEqual([day, 7, week.from]);
        expect([month.to, month.from.slice(-2), lastMonth.from.slice(-2)]).toEqual([day, '01', '01']);
        expect(addDays(lastMonth.to, 1)).toBe(month.from);
        expect(lastMonth.from.slice(0, 7)).toBe(lastMonth.to.slice(0, 7));
        expect(days('year')).toEqual({ from: `${day.slice(0, 4)}-01-01`, to: day });
        expect([lengthOf(days('last7')), lengthOf(days('last30'))]).toEqual([7, 30]);
      }
    },
  );
});

describe('a date range on the wire', () => {
  // 20 November 2026, 00:30 in Shanghai: still the 19th in UTC.
  const now = new Date('2026-11-19T16:30:00Z');
  test.each<[DateRange, string | undefined, string | undefined]>([
    ['today', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['yesterday', '2026-11-18T16:00:00.000Z', '2026-11-19T16:00:00.000Z'],
    ['last7', '2026-11-13T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['last30', '2026-10-21T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['month', '2026-10-31T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['week', '2026-11-15T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ['lastweek', '2026-11-08T16:00:00.000Z', '2026-11-15T16:00:00.000Z'],
    ['lastmonth', '2026-09-30T16:00:00.000Z', '2026-10-31T16:00:00.000Z'],
    ['year', '2025-12-31T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    [{ from: '2026-11-05' }, '2026-11-04T16:00:00.000Z', undefined],
    [{ to: '2026-11-05' }, undefined, '2026-11-05T16:00:00.000Z'],
  ])('%o is in the platform’s time zone, from inclusive, to exclusive', (range, from, to) => {
    expect(wireRange(range, 'Asia/Shanghai', now)).toEqual({
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
  });
});
