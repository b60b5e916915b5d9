/** Rows change in place; they move, appear and disappear only when the user asks for it. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { words } from '#foundation/core/words.ts';
import { textField } from './address-fields.ts';
import { TextFilter } from './filters.tsx';
import { answerCalls, fakeStream, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from './use-list-address.ts';
import { useLive } from '#foundation/console/wire/live.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useStableList } from './use-stable-list.ts';

interface Row {
  id: string;
  state: string;
}
const contract = calls(words({}), {
  '/row/list': {
    who: 'members',
    summary: '',
    input: z.looseObject({}),
    output: z.custom<{ total: number; list: Row[] }>(),
  },
});
const address = { fields: { q: textField() }, sortable: ['id'] } as const;

function List() {
  const list = useListAddress(address);
  const steady = useStableList(
    useCall(contract, '/row/list', list.filters),
    JSON.stringify(list.filters),
    (row) => row.id,
  );
  const refreshSoon = useThrottledRefresh('/row/list');
  useLive('order.paid', refreshSoon);
  useLive('balance.changed', refreshSoon);
  return (
    <>
      <TextFilter {...list.bind('q')} label="Find" />
      <output>{steady.source.data?.list.map(({ id, state }) => `${id}:${state}`).join(' ')}</output>
      <output aria-label="total">{steady.source.data?.total}</output>
      {steady.news !== undefined && <button type="button" onClick={steady.show}>{`${steady.news} new`}</button>}
      <button type="button" onClick={() => void steady.source.refetch()}>
        Refresh
      </button>
    </>
  );
}

function world(first: Row[]) {
  const stream = fakeStream();
  const state = { rows: first, total: first.length };
  const sentCalls = answerCalls({
    '/events': stream.answer,
    '/row/list': ({ q }: { q?: string }) => ({
      code: 1,
      data:
        q === undefined ? { total: state.total, list: state.rows } : { total: 1, list: [{ id: q, state: 'found' }] },
    }),
  });
  return { stream, state, fetches: () => sentCalls.filter(({ path }) => path === '/row/list').length };
}

const a = { id: 'a', state: 'open' };
const b = { id: 'b', state: 'open' };
const rows = () => screen.getAllByRole('status')[0]?.textContent;

test('a change of a shown row is shown at once', async () => {
  const { stream, state } = world([a, b]);
  await renderScreen(<List />);
  await waitFor(() => expect(rows()).toBe('a:open b:open'));
  await stream.open();
  state.rows = [a, { ...b, state: 'paid' }];
  await stream.emit('order.paid', { systemNo: 'b' });
  await waitFor(() => expect(rows()).toBe('a:open b:paid'));
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  stream.close();
});

test('new rows wait for the user; until then the shown ones stay, with their changes and their total', async () => {
  const user = userEvent.setup();
  const { stream, state } = world([a, b]);
  await renderScreen(<List />);
  await waitFor(() => expect(rows()).toBe('a:open b:open'));
  await stream.open();
  Object.assign(state, {
    rows: [
      { id: 'd', state: 'paid' },
      { id: 'c', state: 'paid' },
      { ...a, state: 'paid' },
    ],
    total: 4,
  });
  await stream.emit('order.paid', { systemNo: 'c' });
  const button = await screen.findByRole('button', { name: '2 new' });
  expect(rows()).toBe('a:paid b:open');
  expect(screen.getByLabelText('total').textContent).toBe('2');
  await user.click(button);
  expect(rows()).toBe('d:paid c:paid a:paid');
  expect(screen.getByLabelText('total').textContent).toBe('4');
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  stream.close();
});

test('a row that left the list stays until the user refreshes', async () => {
  const user = userEvent.setup();
  const { stream, state } = world([a, b]);
  await renderScreen(<List />);
  await waitFor(() => expect(rows()).toBe('a:open b:open'));
  await stream.open();
  Object.assign(state, { rows: [b], total: 1 });
  await stream.emit('order.paid', { systemNo: 'a' });
  await screen.findByRole('button', { name: '0 new' });
  expect(rows()).toBe('a:open b:open');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(rows()).toBe('b:open'));
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  stream.close();
});

test('another filter is another list and does not count as newer data', async () => {
  const user = userEvent.setup();
  world([a, b]);
  const page = await renderScreen(<List />);
  await waitFor(() => expect(rows()).toBe('a:open b:open'));
  await user.type(screen.getByRole('searchbox'), 'z{Enter}');
  await waitFor(() => expect(rows()).toBe('z:found'));
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  await page.goTo('/');
  await waitFor(() => expect(rows()).toBe('a:open b:open'));
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
});

test('a burst of events causes one fetch', async () => {
  const { stream, state, fetches } = world([a]);
  await renderScreen(<List />);
  await waitFor(() => expect(rows()).toBe('a:open'));
  await stream.open();
  state.rows = [{ ...a, state: 'paid' }];
  for (let count = 0; count < 20; count += 1)
    await stream.emit(count % 2 === 0 ? 'order.paid' : 'balance.changed', { systemNo: 'a' });
  await waitFor(() => expect(rows()).toBe('a:paid'));
  expect(fetches()).toBe(2);
  stream.close();
});
