/** The operators' screen about upstreams: the grid says its states in words, and a difference is decided as it was shown. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '#features/accounts/console/session.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { DifferenceRow, GridCell } from '../matching-contract.ts';
import { Screen } from './ReconciliationScreen.tsx';

const cell: GridCell = {
  upstreamId: 1,
  state: 'green',
  lines: 12,
  bookings: 12,
  open: 0,
  waiting: 0,
  atRisk: '0.00',
};
const difference: DifferenceRow = {
  id: '77',
  version: 1,
  upstreamId: 1,
  upstream: '<b>First',
  day: '2026-11-19',
  kind: 'missing_here',
  state: 'open',
  days: 3,
  atRisk: '10.00',
  ours: null,
  theirs: '10.00',
  ourFee: null,
  theirFee: '0.10',
  theirStatus: 'success',
  upstreamNo: 'UP-1',
  ourNo: '',
  memberNo: null,
  orderNo: null,
  bookingKind: null,
  line: { fileId: 'f', lineNo: 4 },
  at: null,
  owner: '',
  note: '',
  outcome: null,
  reason: '',
  foundAt: '2026-11-20T00:00:00.000Z',
  changedAt: '2026-11-20T00:00:00.000Z',
  outcomes: [{ outcome: 'corrected_there', call: '' }],
  suggestions: [],
  history: [{ state: 'open', outcome: null, reason: '', owner: '', note: '', at: '2026-11-20T00:00:00.000Z', by: '' }],
};
const page = (list: object[], extend: object) => ({
  code: 1,
  data: { total: list.length, list, page: 1, limit: 20, extend },
});

beforeEach(() =>
  session.set({
    token: 't',
    roles: ['operator'],
    rights: ['reconciliation.view', 'reconciliation.act'],
    person: { username: 'boss', nickname: '', avatar: '', memberNo: '', mustChangePassword: false },
  } as never),
);

async function open(address: string, more: Record<string, object> = {}) {
  const sent = answerCalls({
    '/operator/reconciliation/days': {
      code: 1,
      data: {
        upstreams: [{ id: 1, name: '<b>First' }],
        days: [
          { day: '2026-11-20', cells: [cell] },
          { day: '2026-11-19', cells: [{ ...cell, state: 'open', open: 2, atRisk: '30.00' }] },
          { day: '2026-11-18', cells: [{ ...cell, state: 'no_file', lines: 0, bookings: 0 }] },
        ],
      },
    },
    '/operator/reconciliation/differences': page([difference], { atRisk: '10.00', open: 1, waiting: 0 }),
    '/operator/reconciliation/mappings': { code: 1, data: { upstreams: [] } },
    ...more,
  });
  await renderScreen(<Screen />, { address });
  return sent;
}

test('each day says in words how it stands, and leads to the day', async () => {
  await open('/operator/reconciliation');
  const [matched, differs, none] = await screen.findAllByRole('link', { name: /^<b>First, / });
  expect(matched?.textContent).toContain('Matched');
  expect(matched?.textContent).toContain('12 lines');
  expect(differs?.textContent).toContain('2 differences');
  expect(differs?.textContent).toContain('¥30.00 at risk');
  expect(none?.textContent).toContain('No statement');
  expect(matched?.getAttribute('href')).toContain('upstream=1&day=2026-11-20');
});

test('all of a filter are ignored only after what it affects was shown', async () => {
  const sent = await open('/operator/reconciliation?part=differences&kind=missing_here', {
    '/operator/reconciliation/resolve': {
      code: 1,
      data: { count: 1, atRisk: '10.00', plan: '0'.repeat(32), refused: [] },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Act on all 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ignore' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'a test');
  await userEvent.click(dialog.getByRole('button', { name: 'Show what it affects' }));
  await dialog.findByText('It affects 1 difference, ¥10.00 at risk. Nothing has changed yet.');
  await userEvent.click(dialog.getByRole('button', { name: 'Ignore' }));
  const decided = () => sent.filter(({ path }) => path === '/operator/reconciliation/resolve').map(({ body }) => body);
  await waitFor(() => expect(decided()).toHaveLength(2));
  expect(decided()).toMatchObject([
    { act: 'ignore', filter: { kind: 'missing_here' }, reason: 'a test' },
    { act: 'ignore', filter: { kind: 'missing_here' }, reason: 'a test', plan: '0'.repeat(32) },
  ]);
});

test('a settlement that answers a difference is named by its number', async () => {
  const sent = await open('/operator/reconciliation?part=differences&open=77', {
    '/operator/reconciliation/resolve': { code: 1, data: { count: 1, atRisk: '10.00', plan: null, refused: [] } },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await userEvent.click(await drawer.findByRole('button', { name: 'Resolve' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve 1 difference' }));
  await userEvent.selectOptions(dialog.getByLabelText('What was done'), 'Settlement booked');
  await userEvent.type(dialog.getByLabelText('Reason'), 'paid on Friday');
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await dialog.findByText('Enter the 19 digits of its number');
  await userEvent.type(dialog.getByLabelText('Number of the adjustment or settlement'), '2611270000000000001');
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/operator/reconciliation/resolve')?.body).toMatchObject({
      ids: ['77'],
      outcome: 'settled',
      journal: { reference: '2611270000000000001' },
    }),
  );
});

test('the statements are saved as a file with the filter that is shown', async () => {
  const sent = await open('/operator/reconciliation?part=files&upstream=1&state=matched', {
    '/operator/reconciliation/files': page([], {}),
    '/user/export/quote': {
      code: 1,
      data: { rows: 3, columns: 10, fileName: 'upstream-statements.csv', background: false, tooLarge: false },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await screen.findByText(/3 statements/);
  expect(sent.find(({ path }) => path === '/user/export/quote')?.body).toMatchObject({
    kind: 'statementFile',
    filter: { upstreamId: 1, state: 'matched', order: 'desc' },
  });
});
