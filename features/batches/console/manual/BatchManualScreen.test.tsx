/** Payouts typed by hand: checked while typing, navigated by keyboard, pasted from a spreadsheet, paid like a table. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { CheckedRow } from '../../contract.ts';
import { Screen } from './BatchManualScreen.tsx';
import { BATCH_NO, draftOf, factOf, goodTexts, pay, payForm, payWorld, type PayWorld } from '../batches-for-tests.ts';

type Sent = { line: number } & CheckedRow['values'];

/** Accepts everything but amounts below 10 and a second payment to one account. */
function judged({ rows }: { rows: Sent[] }) {
  return envelope(
    draftOf(
      rows.map(({ line, ...values }, index) => ({
        line,
        values,
        errors: Number(values.amount) >= 10 ? {} : { amount: 'Pay between 10.00 and 50000.00' },
        duplicate: rows.slice(0, index).some(({ account }) => account === values.account) ? 'file' : false,
      })),
    ),
  );
}

async function open(world: PayWorld = {}) {
  const server = payWorld({ ...world, answers: { '/batch/validate': judged, ...world.answers } });
  const page = await renderScreen(<Screen />, { address: '/repay/batchApplyManual' });
  await screen.findByRole('table', { name: 'Rows' });
  return { ...server, page };
}

const cell = (column: string, row: number) => screen.getByLabelText<HTMLInputElement>(`${column}, row ${row}`);
const errorOf = (column: string, row: number) =>
  cell(column, row).parentElement?.querySelector('[id]')?.textContent ?? undefined;
const amounts = () =>
  screen.getAllByLabelText<HTMLInputElement>(/^Amount, row/).map(({ value }) => value.replace(/\.00$/, ''));
const fill = (column: string, row: number, text: string) =>
  fireEvent.change(cell(column, row), { target: { value: text } });
const fillRow = (row: number, texts: Partial<typeof goodTexts> = {}) => {
  const { amount, holder, bank, account } = { ...goodTexts, ...texts };
  for (const [column, text] of [
    ['Amount', amount],
    ['Holder', holder],
    ['Bank', bank],
    ['Account', account],
  ] as const)
    fill(column, row, text);
};
const paste = (column: string, row: number, text: string) => {
  act(() => cell(column, row).focus());
  fireEvent.paste(cell(column, row), { clipboardData: { getData: () => text } });
};
const ACT = 'Pay 1 payout, ¥100.00 + ¥2.00 fees';

describe('typing', () => {
  test('input is checked at once, missing fields when the row loses focus, and then the server checks', async () => {
    const user = userEvent.setup();
    const { of } = await open();
    await user.type(cell('Account', 1), '6222020200112345702');
    expect(errorOf('Account', 1)).toBe('This card number has a wrong check digit; compare it with your card');
    expect(errorOf('Amount', 1)).toBeUndefined();
    await user.click(cell('Amount', 2));
    expect(errorOf('Amount', 1)).toBe('Required');
    expect(cell('Amount', 1).getAttribute('aria-invalid')).toBe('true');
    fillRow(1, { amount: '1' });
    await screen.findByText('Pay between 10.00 and 50000.00');
    await screen.findByText('1 row with errors');
    await user.click(screen.getByRole('button', { name: 'Go to the first row with errors' }));
    expect(document.activeElement).toBe(cell('Amount', 1));
    fill('Amount', 1, '100');
    await waitFor(() => expect(factOf('Total debit')).toBe('¥102.00'));
    // Empty rows are never sent.
    expect(of('/batch/validate').at(-1)).toEqual({ rows: [{ line: 1, ...goodTexts }] });
  });

  test('an amount in another form is shown as read on leaving the cell, and of an ambiguous one it asks which', async () => {
    const user = userEvent.setup();
    await open();
    fill('Amount', 1, '１.200,50');
    fireEvent.blur(cell('Amount', 1));
    expect(cell('Amount', 1).value).toBe('1,200.50');
    fill('Amount', 1, '1,500');
    const question = within(screen.getByRole('group', { name: 'Which amount do you mean?' }));
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['¥1,500.00', '¥1.50']);
    await user.click(question.getByRole('button', { name: '¥1,500.00' }));
    expect(cell('Amount', 1).value).toBe('1,500.00');
    fill('Amount', 1, 'USD 5');
    expect(errorOf('Amount', 1)).toBe('USD isn’t the platform’s currency (CNY)');
  });

  test('a bank is found by any of its names and chosen by keys, without leaving the cell', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(cell('Bank', 1));
    await user.keyboard('工商');
    const list = await screen.findByRole('listbox');
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Industrial and Commercial Bank of China ICBC']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(cell('Bank', 1).value).toBe('Industrial and Commercial Bank of China');
    expect(document.activeElement).toBe(cell('Bank', 1));
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(cell('Bank', 2));
  });

  test('an empty grid sends nothing', async () => {
    const { of } = await open();
    await screen.findByText('Costs appear here once a row is filled in.');
    expect(screen.queryByRole('form')).toBeNull();
    expect(of('/batch/validate')).toEqual([]);
  });

  test('Enter moves down and adds a row after the last; arrows move to adjacent cells', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(cell('Holder', 3));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(cell('Holder', 4));
    await user.keyboard('{Shift>}{Enter}{/Shift}{ArrowUp}');
    expect(document.activeElement).toBe(cell('Holder', 2));
    await user.keyboard('ab{ArrowRight}');
    expect(document.activeElement).toBe(cell('Bank', 2));
    await user.keyboard('{ArrowLeft}{ArrowDown}');
    expect(document.activeElement).toBe(cell('Holder', 3));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(cell('Holder', 4));
    expect(cell('Holder', 2).value).toBe('ab');
    // Inside a text the arrow keys move the cursor.
    await user.click(cell('Holder', 2));
    await user.keyboard('{Home}{ArrowRight}');
    expect(document.activeElement).toBe(cell('Holder', 2));
  });

  test('Alipay has no bank', async () => {
    const user = userEvent.setup();
    await open();
    await user.selectOptions(cell('Withdrawal type', 1), 'Alipay');
    expect(cell('Bank', 1).disabled).toBe(true);
    fill('Account', 1, 'li.lei');
    expect(errorOf('Account', 1)).toBe('Enter the mobile number or email address of the Alipay account');
    await user.selectOptions(cell('Withdrawal type', 1), 'Bank card');
    expect(cell('Bank', 1).disabled).toBe(false);
  });

  test('a change of language fetches the errors again and keeps what was typed', async () => {
    await open();
    fill('Amount', 1, '1e5');
    expect(errorOf('Amount', 1)).toBe('Enter an amount such as 1234.50');
    act(() => language.set('zh'));
    expect(screen.getByLabelText<HTMLInputElement>('金额，第 1 行').value).toBe('1e5');
    expect(screen.getByText('请输入金额，例如 1234.50')).toBeTruthy();
  });
});

describe('rows', () => {
  test('a block from a spreadsheet fills rows by its headings, and can be undone', async () => {
    const user = userEvent.setup();
    await open();
    fillRow(1);
    paste(
      'Bank',
      2,
      '账号\t收款人\t金额\t类型\t银行\n6222020200112345703\t李四\t20\t银行卡\tICBC\n6222020200112345703\t王五\t30\tCheque\tICBC\n',
    );
    expect(amounts()).toEqual(['100', '20', '30']);
    expect(cell('Holder', 3).value).toBe('王五');
    expect(within(cell('Withdrawal type', 3)).getByRole<HTMLOptionElement>('option', { name: 'Cheque' }).selected).toBe(
      true,
    );
    await screen.findByText('3 rows filled in');
    expect(screen.getAllByText('Duplicate in this file')).toHaveLength(2);
    expect(screen.getByText('2 rows pasted.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(amounts()).toEqual(['100', '', '']);
  });

  test('a single text is pasted as plain text', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(cell('Holder', 1));
    await user.paste('Ann');
    expect(cell('Holder', 1).value).toBe('Ann');
    expect(screen.queryByText(/row pasted|rows pasted/)).toBeNull();
  });

  test('can be added, duplicated, deleted, and restored', async () => {
    const user = userEvent.setup();
    await open();
    fill('Amount', 1, '11');
    fill('Amount', 2, '22');
    await user.click(screen.getByRole('button', { name: 'Duplicate row 1' }));
    expect(amounts()).toEqual(['11', '11', '22', '']);
    await user.click(screen.getByRole('button', { name: 'Delete row 3' }));
    expect(amounts()).toEqual(['11', '11', '']);
    expect(screen.getByText('Row 3 deleted.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(amounts()).toEqual(['11', '11', '22', '']);
    await user.click(screen.getByRole('button', { name: 'Add row' }));
    expect(document.activeElement).toBe(cell('Amount', 5));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(amounts()).toEqual(['', '', '']);
    expect(screen.getByText('3 rows cleared.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(amounts()).toEqual(['11', '11', '22', '', '']);
  });

  test('of 10,000 only those near the viewport are rendered, and all are checked', async () => {
    const { of } = await open();
    paste(
      'Amount',
      1,
      Array.from({ length: 10_000 }, (_, index) => `${index + 10}\tbank\t张三\tICBC\t\t6222020200112345703`).join('\n'),
    );
    expect(screen.getAllByRole('row').length).toBeLessThan(200);
    await waitFor(() => expect(of('/batch/validate')).toHaveLength(1));
    await screen.findByText('10,000 rows filled in');
  });
});

describe('paying', () => {
  test('sends the filled rows with their numbers; then the grid is empty and the batch is shown', async () => {
    const user = userEvent.setup();
    const { submitted, page } = await open();
    fillRow(2);
    await screen.findByRole('button', { name: ACT });
    await pay(user, ACT, 'Pay 1 payout?');
    await waitFor(() => expect(page.address()).toBe(`/repay/batch?no=${BATCH_NO}`));
    expect(submitted()).toMatchObject([
      { rows: [{ line: 2, ...goodTexts }], fileName: null, skipInvalid: false, payPassword: '246810' },
    ]);
    expect(amounts()).toEqual(['', '', '']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('a changed row must be checked again before it can be paid', async () => {
    await open();
    fillRow(1);
    await screen.findByRole('button', { name: ACT });
    fill('Amount', 1, '9');
    const button = (await payForm()).getByRole<HTMLButtonElement>('button', { name: 'Pay' });
    expect(button.disabled).toBe(true);
    await screen.findByText('No row is ready to be paid yet: fix the rows first.');
    expect(button.disabled).toBe(true);
  });

  test('a check without an answer can be repeated', async () => {
    const user = userEvent.setup();
    let tries = 0;
    await open({
      answers: {
        '/batch/validate': (sentCalls: { rows: Sent[] }) =>
          (tries += 1) === 1 ? new TypeError('offline') : judged(sentCalls),
      },
    });
    fillRow(1);
    await screen.findByText('The file couldn’t be checked.');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('1 row filled in')).toBeTruthy();
  });
});
