/** A receipt's page stands alone: everything is in it, nothing runs, and no text of a person changes it. */
import { expect, test } from 'vitest';
import { type Receipt, receiptPage } from './receipt-page.ts';

const receipt: Receipt = {
  locale: 'es-ES',
  issuer: 'Countinghouse',
  owner: 'Lantern <Market> · 20000001',
  title: 'Recibo de retiro',
  amount: '1.200,00 ¥',
  state: 'Pagado',
  groups: [
    [{ label: 'Importe', value: '1.200,00 ¥' }],
    [{ label: 'Cuenta', value: '622202****5702 "x" & <script>', isNumber: true }],
  ],
  foot: 'Emitido el 27 nov 2026 (GMT+8)',
};

test('has every text, escaped, and is in the reader’s language', () => {
  const page = receiptPage(receipt);
  expect(page).toMatch(/^<!doctype html>\n<html lang="es-ES">/);
  for (const text of [
    'Countinghouse</strong>',
    'Lantern &lt;Market&gt; · 20000001',
    '<h1>Recibo de retiro</h1>',
    '<p class="amount">1.200,00 ¥</p>',
    '<dt>Importe</dt><dd>1.200,00 ¥</dd>',
    '<dd class="number">622202****5702 &quot;x&quot; &amp; &lt;script&gt;</dd>',
    'Emitido el 27 nov 2026 (GMT+8)',
  ])
    expect(page).toContain(text);
});

test('needs nothing from elsewhere and runs nothing', () => {
  expect(receiptPage(receipt)).not.toMatch(/<script|<link|<img|url\(|https?:|\son\w+=/);
});
