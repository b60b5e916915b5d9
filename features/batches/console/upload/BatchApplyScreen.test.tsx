/** Uploading a table: shown at once, checked by the server, its wrong rows returned. */
import { sentUpload } from '#foundation/console/testing/uploads-for-tests.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { readTable } from '../../reading.ts';
import { csv, draft, goodLine, open, opened, wrong } from './batch-apply-for-tests.tsx';
import { checked, draftOf, factOf, goodTexts, payForm } from '../batches-for-tests.ts';

const toastTexts = () => toasts.get().map(({ text }) => text);
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const rowOf = async (line: number) => {
  const row = (await screen.findByText(String(line), { selector: 'td span' })).closest('tr');
  if (!row) throw new Error(`line ${line} stands in no row`);
  return row;
};

describe('uploading a table', () => {
  test('shows what the browser finds before the server has answered, then the server’s result', async () => {
    const { hand, judge, uploads } = await open();
    await hand(csv(goodLine, '1e5,Cheque,,ICBC,,6222020200112345702', goodLine));
    expect(cellsOf(await rowOf(3))).toEqual([
      '3',
      'Has errors',
      '1e5Enter an amount such as 1234.50',
      'ChequeChoose bank card or Alipay',
      '–Required',
      'ICBC',
      '–',
      '6222020200112345702This card number has a wrong check digit; compare it with your card',
    ]);
    expect(cellsOf(await rowOf(4)).slice(0, 2)).toEqual(['4', 'Duplicate in this file']);
    expect(factOf('Rows ready')).toBe('Calculating…');
    await (await sentUpload()).progress(0.5);
    expect(screen.getByText('50% uploaded')).toBeTruthy();
    expect((await payForm()).getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true);
    await judge();
    expect(cellsOf(await rowOf(3))[2]).toBe('=9Pay between 10.00 and 50000.00');
    expect(
      ['Rows ready', 'Rows with errors', 'Amount', 'Fees', 'Total debit', 'Available', 'Available afterwards'].map(
        factOf,
      ),
    ).toEqual(['2', '1', '¥200.00', '¥4.00', '¥204.00', '¥5,000.00', '¥4,796.00']);
    expect(uploads[0]).toMatchObject({ path: '/batch/validate', file: { name: 'suppliers.csv' } });
  });

  test('works by dropping it', async () => {
    const { uploads } = await open();
    const zone = screen.getByText('Drop a spreadsheet here');
    const dataTransfer = { files: [csv(goodLine)] };
    fireEvent.dragOver(zone, { dataTransfer });
    expect(screen.getByText('Drop to upload')).toBeTruthy();
    fireEvent.drop(zone, { dataTransfer });
    await screen.findByText('suppliers.csv');
    expect(uploads).toHaveLength(1);
  });

  test.each([
    [
      'without a column',
      new File(['Amount,Bank\n1,ICBC'], 'a.csv'),
      'Missing columns: Withdrawal type, Holder, Account. Use the template’s headings',
    ],
    [
      'of a picture',
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])], 'a.xlsx'),
      'This isn’t a spreadsheet: choose an .xlsx or .csv file',
    ],
    ['of nothing', new File([], 'a.csv'), 'This file has no rows'],
    ['of more than a megabyte', new File([new Uint8Array(1_048_577)], 'a.csv'), 'The file must be 1 MB or smaller'],
  ])('a file %s is refused here, whatever the server is still doing', async (_, file, text) => {
    const { hand, uploads } = await open();
    await hand(file);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(uploads.every(({ aborted }) => aborted)).toBe(true);
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('a refusal by the server is shown in place, and another file can be chosen', async () => {
    const { hand, judge } = await open();
    await hand(csv(goodLine));
    await (await sentUpload()).answer({ code: -1, msg: '', fields: { file: 'This file is too large once unpacked' } });
    expect((await screen.findByRole('alert')).textContent).toBe('This file is too large once unpacked');
    await hand(csv(goodLine));
    await judge(draftOf([checked(2)]));
    expect(await payForm()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a check that got no answer keeps the rows and can be repeated', async () => {
    const user = userEvent.setup();
    const { hand, of } = await open({ answers: { '/batch/validate': envelope(draft) } });
    await hand(csv(goodLine));
    await rowOf(2);
    await (await sentUpload()).fail('error');
    await screen.findByText(/^The file couldn’t be checked\./);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(factOf('Rows ready')).toBe('2'));
    expect(of('/batch/validate')).toEqual([{ rows: [{ line: 2, ...goodTexts }] }]);
  });

  test('a change of language fetches the messages again and keeps what was chosen', async () => {
    const user = userEvent.setup();
    const zh = draftOf([checked(2), { ...wrong, errors: { amount: '单笔代付金额为 10.00 至 50000.00' } }]);
    await opened(draft, { answers: { '/batch/validate': envelope(zh) } });
    await user.click((await payForm()).getByRole('checkbox'));
    act(() => language.set('zh'));
    await screen.findByText('单笔代付金额为 10.00 至 50000.00');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });
});

describe('notes about a file', () => {
  const caseFile = (name: string) =>
    new File([readFileSync(join(import.meta.dirname, '../../server', `case-${name}`))], name);
  const noteTexts = () =>
    within(screen.getByRole('list', { name: 'What was read' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('the sheet that was read and the other sheets are named', async () => {
    const { hand } = await open();
    await hand(caseFile('two-sheets.xlsx'));
    await rowOf(2);
    expect(noteTexts()).toEqual([
      'Sheet “July” was read. Not read, though they contain rows: August (1 row). Upload them as separate files.',
    ]);
  });

  test('hidden rows are left out until the user includes them, and can be left out again', async () => {
    const user = userEvent.setup();
    const answers = {
      '/batch/validate': ({ rows }: { rows: { line: number; amount: string }[] }) =>
        envelope(draftOf(rows.map(({ line, amount }) => checked(line, {}, { amount })))),
    };
    const { hand, of } = await open({ answers });
    await hand(caseFile('hidden-by-filter.xlsx'));
    expect(cellsOf(await rowOf(4))[2]).toBe('¥300.00');
    expect(screen.queryByText('3', { selector: 'td span' })).toBeNull();
    expect(noteTexts()[1]).toMatch(/^One hidden row is skipped\./);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Include hidden rows' }).disabled).toBe(true);
    await (await sentUpload()).answer(envelope(draftOf([checked(2), checked(4, {}, { amount: '300' })])));
    await waitFor(() => expect(factOf('Rows ready')).toBe('2'));
    await user.click(screen.getByRole('button', { name: 'Include hidden rows' }));
    await waitFor(() => expect(factOf('Rows ready')).toBe('3'));
    expect(cellsOf(await rowOf(3))[2]).toBe('¥200.00');
    expect(noteTexts()[1]).toMatch(/^One hidden row is included and will be paid too\./);
    await user.click(screen.getByRole('button', { name: 'Skip hidden rows' }));
    await waitFor(() => expect(factOf('Rows ready')).toBe('2'));
    expect(
      of('/batch/validate').map((call) => (call as { rows: { line: number }[] }).rows.map(({ line }) => line)),
    ).toEqual([
      [2, 3, 4],
      [2, 4],
    ]);
  });

  test('an ambiguous amount is shown as read next to the file’s text, and an unread one asks for correction', async () => {
    const { hand } = await open();
    await hand(csv(goodLine.replace('100', '"1,500"'), goodLine.replace('100', '10.50')));
    expect(cellsOf(await rowOf(2))[2]).toBe('¥1,500.00In the file: 1,500');
    expect(noteTexts()).toEqual([
      'Amounts are read with a decimal point, like the others in this file: 1,500 is ¥1,500.00.',
    ]);
    await hand(csv(goodLine.replace('100', '"1,500"'), goodLine));
    await waitFor(async () =>
      expect(cellsOf(await rowOf(2))[2]).toBe('1,500This could mean 1500.00 or 1.50; enter one of them'),
    );
    expect(screen.queryByRole('list', { name: 'What was read' })).toBeNull();
  });

  test('a file whose encoding cannot be determined is refused with instructions', async () => {
    const { hand } = await open();
    await hand(caseFile('western-1252.csv'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The file’s encoding can’t be determined: save it as CSV UTF-8 or .xlsx',
    );
  });
});

describe('wrong rows', () => {
  let stored: { name: string; blob: Blob }[];
  beforeEach(() => {
    stored = [];
    let last = new Blob();
    URL.createObjectURL = (blob: Blob) => {
      last = blob;
      return 'blob:it';
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      stored.push({ name: this.download, blob: last });
    });
  });

  test('can be shown alone', async () => {
    const user = userEvent.setup();
    await opened();
    await user.click(screen.getByRole('radio', { name: 'With errors (1)' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(cellsOf(await rowOf(3))[1]).toBe('Has errors');
    await user.click(screen.getByRole('radio', { name: 'Duplicates (1)' }));
    const row = await rowOf(4);
    expect(within(row).getByTitle(/^The same account and amount appear earlier in this file/).textContent).toBe(
      'Duplicate in this file',
    );
  });

  test('are returned as a table that can be uploaded again, with nothing lost and no formula', async () => {
    const user = userEvent.setup();
    await opened(
      draftOf([
        checked(2),
        checked(3, { errors: wrong.errors }, { amount: '=9', holder: 'A & <B>', account: '6222020200112345702' }),
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Download rows with errors' }));
    await waitFor(() => expect(stored.map(({ name }) => name)).toEqual(['wrong-rows.xlsx']));
    const read = await readTable(new Uint8Array(await (stored[0]?.blob ?? new Blob()).arrayBuffer()), 'CNY');
    expect(read).toMatchObject({
      rows: [{ line: 2, values: { ...goodTexts, amount: '=9', holder: 'A & <B>', account: '6222020200112345702' } }],
    });
  });

  test('are not offered when there are none', async () => {
    await opened(draftOf([checked(2)]));
    expect(screen.queryByRole('button', { name: 'Download rows with errors' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('a template is downloaded in the reader’s language', async () => {
    const user = userEvent.setup();
    const { sentCalls } = await open({
      answers: {
        '/batch/template?lang=en&format=xlsx': () =>
          new Response('zip', { headers: { 'content-type': 'application/zip' } }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Template (.xlsx)' }));
    await waitFor(() => expect(stored.map(({ name }) => name)).toEqual(['batch-en.xlsx']));
    expect(
      sentCalls.some(({ method, path }) => method === 'GET' && path === '/batch/template?lang=en&format=xlsx'),
    ).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Template (.csv)' }));
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
  });
});
