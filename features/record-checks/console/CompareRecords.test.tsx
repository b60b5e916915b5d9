/** Comparing one's own records: file, days, columns, refusals that lose nothing, progress, and the differences. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { envelope } from '#features/accounts/console/user-info-for-tests.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { holdUploads, sentUpload } from '#foundation/console/testing/uploads-for-tests.ts';
import type { CheckResult, Difference } from '../contract.ts';
import { CompareRecords } from './CompareRecords.tsx';

const ID = '20000000-0000-4000-8000-000000000001';
const days = { first: '2026-11-01', last: '2026-11-20' };
const known = 'Order number,Amount,Status\nA-1,100.00,paid\n';

const ours = {
  systemNo: '2611200412030000007',
  amount: '100.00',
  status: 'success',
  createdAt: '2026-11-20T03:59:00.000Z',
  paidAt: '2026-11-20T04:00:00.000Z',
} as const;
const theirs = { line: 3, amount: '90.00', status: 'paid', date: '2026-11-20' } as const;

function difference(kind: Difference['kind'], changes: Partial<Difference> = {}): Difference {
  return { kind, number: `${kind}-1`, ours, theirs, ...changes };
}

const noneOf = { missing_here: 0, missing_there: 0, amount_differs: 0, status_differs: 0, duplicate_there: 0 };

function result(changes: Partial<CheckResult> = {}): CheckResult {
  return {
    state: 'done',
    progress: 100,
    matched: 40,
    differences: [],
    totals: {
      ours: { count: 42, amount: '4200.00' },
      theirs: { count: 41, amount: '4090.00' },
      outside: 0,
      differences: noneOf,
    },
    downloadId: null,
    ...changes,
  };
}

const different = result({
  differences: [
    difference('amount_differs'),
    difference('missing_here', { ours: null }),
    difference('missing_there', { theirs: null }),
  ],
  totals: {
    ours: { count: 42, amount: '4200.00' },
    theirs: { count: 41, amount: '4090.00' },
    outside: 2,
    differences: { ...noneOf, amount_differs: 1, missing_here: 1, missing_there: 1 },
  },
  downloadId: 'd-1',
});

async function open({ query = '', answers = {} }: { query?: string; answers?: FakeAnswers } = {}) {
  const uploads = holdUploads();
  const sentCalls = answerCalls({ '/reconciliation/checkResult': envelope(result()), ...answers });
  const page = await renderScreen(<CompareRecords days={days} />, {
    address: `/order/reconciliation?compare=1${query}`,
  });
  return { uploads, page, sentCalls };
}

const fileOf = (text: string, name = 'mine.csv') => new File([text], name);
const choose = async (file: File) =>
  userEvent.upload(screen.getByLabelText('Choose file', { selector: 'input' }), file, { applyAccept: false });
const compare = () => userEvent.click(screen.getByRole('button', { name: 'Compare' }));

beforeEach(() => {
  URL.createObjectURL = () => 'blob:it';
  URL.revokeObjectURL = () => undefined;
});

describe('what is compared', () => {
  test('a file with known columns is sent with the days of the statement, and the result has an address', async () => {
    const { page } = await open();
    await choose(fileOf(known));
    await screen.findByRole('group', { name: 'Columns of the file' });
    expect(screen.getByLabelText<HTMLInputElement>('Paid from').value).toBe('1 Nov 2026');
    await compare();
    const upload = await sentUpload();
    expect(upload).toMatchObject({
      path: '/reconciliation/check',
      file: { name: 'mine.csv' },
      fields: { from: '2026-11-01', to: '2026-11-20' },
    });
    await upload.progress(0.5);
    expect(screen.getByText('50% uploaded')).toBeTruthy();
    await upload.progress(1);
    expect(screen.getByText('Reading your list…')).toBeTruthy();
    await upload.answer(envelope({ id: ID }));
    expect(await screen.findByText('Everything matches')).toBeTruthy();
    expect(page.address()).toBe(`/order/reconciliation?compare=1&check=${ID}`);
  });

  test('a dropped file works like a chosen one, and the days can be changed', async () => {
    await open();
    const zone = screen.getByText('Drop your list here');
    const dataTransfer = { files: [fileOf(known)] };
    fireEvent.dragOver(zone, { dataTransfer });
    expect(screen.getByText('Drop to select')).toBeTruthy();
    fireEvent.drop(zone, { dataTransfer });
    await screen.findByText('mine.csv');
    fireEvent.change(screen.getByLabelText('Paid to'), { target: { value: '2026-11-10' } });
    await compare();
    expect((await sentUpload()).fields).toEqual({ from: '2026-11-01', to: '2026-11-10' });
  });

  test('the person says which columns are which when their names are not known', async () => {
    await open();
    await choose(fileOf('Beleg,Betrag,Stand\nA-1,100.00,paid\n'));
    const columns = within(await screen.findByRole('group', { name: 'Columns of the file' }));
    await compare();
    expect(columns.getAllByText('Choose the column')).toHaveLength(2);
    await userEvent.selectOptions(columns.getByLabelText('Order number'), 'Beleg');
    await userEvent.selectOptions(columns.getByLabelText('Amount'), 'Betrag');
    await userEvent.selectOptions(columns.getByLabelText('Status'), 'Stand');
    expect(columns.queryByText('Choose the column')).toBeNull();
    await compare();
    expect((await sentUpload()).fields).toMatchObject({ number: 'Beleg', amount: 'Betrag', status: 'Stand' });
  });

  test('a file that can’t be read here is left to the server', async () => {
    await open();
    await choose(new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 255])], 'old.xls'));
    await screen.findByText('old.xls');
    await compare();
    const upload = await sentUpload();
    await upload.answer({ code: -1, msg: '', fields: { file: 'This is a workbook of before 2007' } });
    expect((await screen.findByRole('alert')).textContent).toBe('This is a workbook of before 2007');
  });

  test('nothing is sent for a day that is none', async () => {
    const { uploads } = await open();
    await choose(fileOf(known));
    fireEvent.change(await screen.findByLabelText('Paid to'), { target: { value: 'soon' } });
    await compare();
    expect((await screen.findByText(/^Enter a day such as/)).id).toContain('error');
    expect(uploads).toHaveLength(0);
  });

  test('nothing is sent without a file', async () => {
    const { uploads } = await open();
    await compare();
    expect(screen.getByRole('alert').textContent).toBe('Choose the file with your orders first');
    expect(uploads).toHaveLength(0);
  });

  test.each([
    [
      'of a cell',
      { code: -1, msg: '', fields: { file: 'Line 3, column Amount: enter an amount such as 1234.50' } },
      'Line 3, column Amount: enter an amount such as 1234.50',
    ],
    ['of the days', { code: -1, msg: '', fields: { to: 'At most 93 days at a time' } }, 'At most 93 days at a time'],
    [
      'of all',
      { code: 0, msg: '5 comparisons are already running; wait for one to finish', error: 'checks_waiting' },
      '5 comparisons are already running; wait for one to finish',
    ],
  ])('a refusal %s is shown in place, and nothing is lost', async (_, answer, text) => {
    await open();
    await choose(fileOf('Beleg,Betrag\nA-1,100.00\n'));
    const columns = within(await screen.findByRole('group', { name: 'Columns of the file' }));
    await userEvent.selectOptions(columns.getByLabelText('Order number'), 'Beleg');
    await userEvent.selectOptions(columns.getByLabelText('Amount'), 'Betrag');
    await compare();
    await (await sentUpload()).answer(answer);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText('mine.csv')).toBeTruthy();
    expect(columns.getByLabelText<HTMLSelectElement>('Amount').value).toBe('Betrag');
    await compare();
    await (await sentUpload(1)).answer(envelope({ id: ID }));
    expect(await screen.findByText('Everything matches')).toBeTruthy();
  });

  test('a lost connection is shown, and the same file can be sent again', async () => {
    await open();
    await choose(fileOf(known));
    await compare();
    await (await sentUpload()).fail('error');
    expect(await screen.findByText(/^We couldn’t reach the server\./)).toBeTruthy();
    await compare();
    expect((await sentUpload(1)).file?.name).toBe('mine.csv');
  });
});

describe('the result', () => {
  test('shows its progress until it is there', async () => {
    let answer = result({ state: 'running', progress: 40, totals: null, matched: 0 });
    await open({ query: `&check=${ID}`, answers: { '/reconciliation/checkResult': () => envelope(answer) } });
    expect(await screen.findByText('40%')).toBeTruthy();
    answer = result();
    expect(await screen.findByText('Everything matches', {}, { timeout: 4_000 })).toBeTruthy();
    expect(screen.getByText('42', { exact: false, selector: 'dd' }).textContent).toBe('¥4,200.00 in 42');
  });

  test('shows each difference with both sides, by kind, and what was left out', async () => {
    await open({ query: `&check=${ID}`, answers: { '/reconciliation/checkResult': envelope(different) } });
    await screen.findByText('3 differences');
    expect(screen.getByText(/^Rows dated outside/)).toBeTruthy();
    const rows = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        );
    expect(rows()).toEqual([
      [
        'amount_differs-1',
        'Amount differs',
        '¥90.00 · Paidline 3 · 20 Nov 2026',
        expect.stringMatching(/^¥100\.00 · Payment success2611200412030000007 · paid 20 Nov 2026/),
      ],
      ['missing_here-1', 'Missing here', '¥90.00 · Paidline 3 · 20 Nov 2026', 'Missing'],
      ['missing_there-1', 'Missing in your list', 'Missing', expect.stringMatching(/^¥100\.00/)],
    ]);
    expect(screen.getAllByRole('link', { name: ours.systemNo })[0]?.getAttribute('href')).toBe(
      `/order/list?open=${ours.systemNo}`,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Missing here (1)' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  test('says when not all differences are shown, and has them all as a file', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const many = {
      ...different,
      totals: { ...different.totals, differences: { ...noneOf, amount_differs: 700 } },
    };
    const { sentCalls } = await open({
      query: `&check=${ID}`,
      answers: {
        '/reconciliation/checkResult': envelope(many),
        '/user/download/d-1': () => new Response('zip', { headers: { 'content-type': 'application/zip' } }),
      },
    });
    await screen.findByText('Showing the first 3 of 700; the file has all of them.');
    await userEvent.click(screen.getByRole('button', { name: 'Export differences' }));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(sentCalls.some(({ path }) => path === '/user/download/d-1')).toBe(true);
  });

  test.each([
    ['failed', envelope(result({ state: 'failed', totals: null })), 'The comparison failed'],
    ['is not kept', { code: 0, msg: '', error: 'not_found' }, 'This comparison is no longer available'],
    ['could not be loaded', new TypeError('offline'), 'The result couldn’t be loaded'],
  ])('that %s says so', async (_, answer, text) => {
    await open({ query: `&check=${ID}`, answers: { '/reconciliation/checkResult': answer } });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
