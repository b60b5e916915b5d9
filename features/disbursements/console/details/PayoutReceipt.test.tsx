/** A paid withdrawal or payout can be saved and printed as one clean page; an unpaid one can't. */
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { printedFor } from '#foundation/console/list/printing.ts';
import { language } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Language } from '#foundation/core/words.ts';
import { disbursementDetail, numberOf } from '../withdraw/withdrawals-for-tests.ts';
import { PayoutReceipt } from './PayoutReceipt.tsx';

const paid = disbursementDetail(7, {
  status: 'paid',
  amount: '1200.00',
  fee: '2.00',
  bankReference: 'BANK-77',
  finishedAt: '2026-11-20T04:10:00.000Z',
});

afterEach(() => {
  vi.unstubAllGlobals();
  printedFor.set('');
});

async function open(reader: Language, one = paid) {
  printedFor.set('Countinghouse · Lantern Market · Member no. 20000001');
  act(() => language.set(reader));
  await renderScreen(<PayoutReceipt kind="withdrawal" one={one} debit="1202.00" />, { address: '/' });
}

test.each<[Language, string, string, string, string]>([
  ['en', 'Download receipt', 'Withdrawal receipt', '¥1,202.00', '20 Nov 2026, 12:10:00 (GMT+8)'],
  ['zh', '下载回单', '提现回单', '¥1,202.00', '2026年11月20日 12:10:00 (GMT+8)'],
  ['es', 'Descargar recibo', 'Recibo de retiro', '1.202,00\u00a0¥', '20 nov 2026, 12:10:00 (GMT+8)'],
  ['th', 'ดาวน์โหลดใบเสร็จ', 'ใบเสร็จการถอนเงิน', '¥1,202.00', '20 พ.ย. 2026 12:10:00 (GMT+8)'],
])('%s: the file has figures, numbers, and times with their zone', async (reader, act_, title, debit, time) => {
  const user = userEvent.setup();
  await open(reader);
  const saved: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (saved.push(blob as Blob), 'blob:receipt'));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(screen.getByRole('button', { name: act_ }));
  const page = (await saved[0]?.text()) ?? '';
  for (const text of [title, debit, time, numberOf(7), 'BANK-77', '622202****5702', 'Countinghouse', 'Lantern Market'])
    expect(page).toContain(text);
  expect(names).toEqual([`receipt-${numberOf(7)}.html`]);
});

test('Print prints the receipt alone, and takes it away afterwards', async () => {
  const user = userEvent.setup();
  await open('en');
  const printed: string[] = [];
  const sheet = () => document.querySelector<HTMLElement>('body > [data-print="receipt"]');
  vi.stubGlobal('print', () => {
    printed.push(sheet()?.textContent ?? '');
    window.dispatchEvent(new Event('afterprint'));
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('Withdrawal receipt¥1,200.00');
  expect(sheet()).toBeNull();
});

test('there is none before it is paid', async () => {
  await open('en', disbursementDetail(7));
  expect(within(document.body).queryByRole('button', { name: 'Download receipt' })).toBeNull();
});
