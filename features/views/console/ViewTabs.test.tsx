/** The tabs over a list: they set the filters in the address, and the user's own are kept by the server. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { choicesField, textField } from '#foundation/console/list/address-fields.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { View } from '../contract.ts';
import { type FixedView, ViewTabs } from './ViewTabs.tsx';

const address = {
  fields: { q: textField(), status: choicesField(['unpaid', 'success', 'expired']) },
  sortable: ['createdAt'],
} as const;
const fixed: readonly FixedView[] = [
  { name: 'paid', query: { status: 'success' } },
  { name: 'unpaid', query: { status: 'unpaid' } },
];

function List() {
  return <ViewTabs views="orders" fixed={fixed} list={useListAddress(address)} />;
}

function world(saved: View[] = []) {
  const state = { saved };
  const sent = answerCalls({
    '/view/list': () => ({ code: 1, data: { list: state.saved } }),
    '/view/save': ({ name, query }: { name: string; query: string }) => {
      if (name === 'Bad') return { code: -1, msg: '', fields: { name: 'Enter another name' } };
      state.saved = [...state.saved, { id: name, name, query }];
      return { code: 1, data: { id: name, name, query } };
    },
    '/view/remove': ({ id }: { id: string }) => {
      state.saved = state.saved.filter((view) => view.id !== id);
      return { code: 1 };
    },
  });
  return { of: (path: string) => sent.filter((call) => call.path === path).map(({ body }) => body) };
}

const shown = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.hasAttribute('aria-pressed'))
    .map((button) => `${button.textContent}${button.getAttribute('aria-pressed') === 'true' ? ' *' : ''}`);

test('a tab sets its filters alone, keeps sort and page size, and back undoes it', async () => {
  world([{ id: '1', name: 'Late', query: 'status=unpaid,expired&q=LM' }]);
  const page = await renderScreen(<List />, { address: '/list?q=A&sort=createdAt&limit=50&page=3' });
  await screen.findByRole('button', { name: 'Late' });
  expect(shown()).toEqual(['All', 'Paid', 'Unpaid', 'Late']);
  await userEvent.click(screen.getByRole('button', { name: 'Late' }));
  await waitFor(() => expect(page.address()).toBe('/list?q=LM&sort=createdAt&limit=50&status=unpaid,expired'));
  expect(shown()).toEqual(['All', 'Paid', 'Unpaid', 'Late *']);
  await userEvent.click(screen.getByRole('button', { name: 'Paid' }));
  await waitFor(() => expect(page.address()).toBe('/list?sort=createdAt&limit=50&status=success'));
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(shown()).toEqual(['All *', 'Paid', 'Unpaid', 'Late']));
  page.back();
  await waitFor(() => expect(shown()).toEqual(['All', 'Paid *', 'Unpaid', 'Late']));
});

test('filters that no tab has can be saved as a tab; the address stays', async () => {
  const { of } = world();
  const page = await renderScreen(<List />, { address: '/list?status=expired&q=LM' });
  await userEvent.click(screen.getByRole('button', { name: '+ Save view' }));
  const name = await screen.findByLabelText('Name');
  await userEvent.type(name, 'Bad{Enter}');
  await screen.findByText('Enter another name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Expired ones{Enter}');
  await waitFor(() => expect(shown()).toEqual(['All', 'Paid', 'Unpaid', 'Expired ones *']));
  expect(of('/view/save').at(-1)).toEqual({ list: 'orders', name: 'Expired ones', query: 'q=LM&status=expired' });
  expect(page.address()).toBe('/list?status=expired&q=LM');
  expect(screen.queryByRole('button', { name: '+ Save view' })).toBeNull();
});

test('a shown view of one’s own can be deleted; the filters stay', async () => {
  const { of } = world([{ id: '1', name: 'Late', query: 'status=expired' }]);
  const page = await renderScreen(<List />, { address: '/list?status=expired' });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete view Late' }));
  await waitFor(() => expect(shown()).toEqual(['All', 'Paid', 'Unpaid']));
  expect(of('/view/remove')).toEqual([{ id: '1' }]);
  expect(page.address()).toBe('/list?status=expired');
});
