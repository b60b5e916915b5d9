/**
 * Rows are kept after the end of a session, for their own user and with the id under which they may have been sent,
 * until they are paid or cleared.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { beginAs, comeBackAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { saveInput, registerInput } from '#foundation/console/form/saved-input.ts';
import { open as openTable, opened as openedTable } from '../upload/batch-apply-for-tests.tsx';
import { BATCH_NO, checked, draftOf, goodTexts, pay, payWorld, type PayWorld } from '../batches-for-tests.ts';
import { Screen } from './BatchManualScreen.tsx';
import { restoredTable, storedTable } from './stored-table.ts';

const ACT = 'Pay 1 payout, ¥100.00 + ¥2.00 fees';
const TITLE = 'Pay 1 payout?';
const cell = (column: string, row: number) => screen.getByLabelText<HTMLInputElement>(`${column}, row ${row}`);
const accounts = () => screen.getAllByLabelText<HTMLInputElement>(/^Account, row/).map(({ value }) => value);
const unanswered = { '/batch/submit': new TypeError('offline') };

beforeEach(() => beginAs('lin'));

async function openGrid(world: PayWorld = {}) {
  const server = payWorld({
    ...world,
    answers: { '/batch/validate': envelope(draftOf([checked(1)])), ...world.answers },
  });
  const page = await renderScreen(<Screen />, { address: '/repay/batchApplyManual' });
  await screen.findByRole('table', { name: 'Rows' });
  return { ...server, page };
}

function fillRow(): void {
  const { amount, holder, bank, account } = goodTexts;
  for (const [column, text] of Object.entries({ Amount: amount, Holder: holder, Bank: bank, Account: account }))
    fireEvent.change(cell(column, 1), { target: { value: text } });
}

describe('rows typed by hand', () => {
  test('are restored, and a request without an answer is sent again under the same id', async () => {
    const user = userEvent.setup();
    const first = await openGrid({ answers: unanswered });
    fillRow();
    await screen.findByRole('button', { name: ACT });
    await pay(user, ACT, TITLE);
    await waitFor(() => expect(first.submitted()).toHaveLength(1));
    comeBackAs('lin');
    const second = await openGrid();
    expect(accounts()).toEqual([goodTexts.account, '', '']);
    await screen.findByRole('button', { name: ACT });
    await pay(user, ACT, TITLE);
    await waitFor(() => expect(second.page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
    expect(second.submitted()).toEqual(first.submitted());
    // Paid rows are not kept.
    comeBackAs('lin');
    await openGrid();
    expect(accounts()).toEqual(['', '', '']);
  });

  test('are not restored for another user, nor readable', async () => {
    await openGrid();
    fillRow();
    comeBackAs('mei');
    expect(Object.values(sessionStorage).join()).not.toMatch(/6222020200112345703|张三/);
    await openGrid();
    expect(accounts()).toEqual(['', '', '']);
  });

  test('are not restored after they were cleared', async () => {
    const user = userEvent.setup();
    await openGrid();
    fillRow();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    comeBackAs('lin');
    await openGrid();
    expect(accounts()).toEqual(['', '', '']);
  });
});

test('a table’s rows are restored, checked again, and paid under the id of the first attempt', async () => {
  const user = userEvent.setup();
  const draft = draftOf([checked(2)]);
  const first = await openedTable(draft, { answers: unanswered });
  await pay(user, ACT, TITLE);
  await waitFor(() => expect(first.submitted()).toHaveLength(1));
  comeBackAs('lin');
  const second = await openTable({ answers: { '/batch/validate': envelope(draft) } });
  await screen.findByText('suppliers.csv');
  await screen.findByRole('button', { name: ACT });
  await pay(user, ACT, TITLE);
  await waitFor(() => expect(second.page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
  expect(second.of('/batch/validate')).toEqual([{ rows: [{ line: 2, ...goodTexts }] }]);
  expect(second.submitted()).toEqual(first.submitted());
});

test('a table is restored with its file’s notes: sheet, hidden rows, decimal sign, amounts as written', async () => {
  const user = userEvent.setup();
  const row = (line: number, amount: string) => ({ line, values: { ...goodTexts, amount } });
  const first = { ...row(2, '1500.00'), written: '1,500' };
  const source = {
    sheet: 'July',
    otherSheets: [{ name: 'May', rows: 2, hidden: true }],
    hidden: [row(3, '200')],
    decimal: 'point' as const,
  };
  const end = registerInput('batch table', () =>
    storedTable({ fileName: 'x.xlsx', rows: [first, row(3, '200')], source, withHidden: true }),
  );
  saveInput();
  end();
  const answer = ({ rows }: { rows: { line: number; amount: string }[] }) =>
    envelope(draftOf(rows.map(({ line, amount }) => checked(line, {}, { amount }))));
  const { of } = await openTable({ answers: { '/batch/validate': answer } });
  const notes = within(await screen.findByRole('list', { name: 'What was read' })).getAllByRole('listitem');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    'Sheet “July” was read. Not read, though they contain rows: May (hidden, 2 rows). Upload them as separate files.',
    'One hidden row is included and will be paid too.Skip hidden rows',
    'Amounts are read with a decimal point, like the others in this file: 1,500 is ¥1,500.00.',
  ]);
  await screen.findByText('In the file: 1,500');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Skip hidden rows' }).disabled).toBe(false),
  );
  await user.click(screen.getByRole('button', { name: 'Skip hidden rows' }));
  await waitFor(() => expect(of('/batch/validate')).toHaveLength(2));
  expect(of('/batch/validate')[1]).toEqual({ rows: [{ line: 2, ...goodTexts, amount: '1500.00' }] });
});

test('a row without a type is restored without one', () => {
  const rows = [{ line: 2, values: { ...goodTexts, type: '' } }];
  const stored: unknown = JSON.parse(
    JSON.stringify(storedTable({ fileName: 'x.csv', rows, source: undefined, withHidden: false })),
  );
  expect(restoredTable(stored)).toEqual({ fileName: 'x.csv', rows, source: undefined, withHidden: false });
});

test.each([
  ['a source that is none', { fileName: 'x.csv', rows: [[2, '1']], source: { sheet: 5 } }],
  [
    'a hidden row that is none',
    { fileName: 'x.csv', rows: [[2, '1']], source: { sheet: null, otherSheets: [], hidden: [['x']], decimal: null } },
  ],
  ['no rows', { fileName: 'x.csv', rows: [] }],
  ['no name', { rows: [[2, '1']] }],
  ['nothing of a table', 'text'],
])('a kept value that holds %s gives an empty page', async (_what, stored) => {
  const end = registerInput('batch table', () => stored);
  saveInput();
  end();
  await openTable();
  expect(screen.getByLabelText('Choose file', { selector: 'input' })).toBeTruthy();
});
