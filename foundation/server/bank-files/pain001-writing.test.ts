/** Payments for a bank, as the standard writes them. */
import { expect, test } from 'vitest';
import { type CreditTransfers, writePain001 } from './pain001-writing.ts';

const payments: CreditTransfers = {
  id: 'B-1',
  createdAt: new Date('2026-11-27T04:00:00Z'),
  day: '2026-11-27',
  currency: 'CNY',
  payer: { name: 'Platform & Co', account: '110022003300' },
  transfers: [
    {
      reference: '2611270000000000001',
      amountMinor: 12_345n,
      payee: { name: '王伟 <x>', account: '6222020200112233', bank: 'ICBC', branch: 'Shanghai' },
    },
    {
      reference: '2611270000000000002',
      amountMinor: 5n,
      payee: { name: 'Ann', account: '6222020200112234', bank: 'ABC', branch: '' },
    },
  ],
};

test('names the sum and the number of transfers in both heads', () => {
  const written = writePain001(payments);
  expect(written.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>123\.50<\/CtrlSum>/g)).toHaveLength(2);
  expect(written).toContain('<ReqdExctnDt><Dt>2026-11-27</Dt></ReqdExctnDt>');
  expect(written).toContain('<Dbtr><Nm>Platform &amp; Co</Nm></Dbtr>');
});

test('each transfer has its reference, amount and payee; texts are never markup', () => {
  const written = writePain001(payments);
  expect(written.match(/<CdtTrfTxInf>/g)).toHaveLength(2);
  expect(written).toContain('<EndToEndId>2611270000000000001</EndToEndId>');
  expect(written).toContain('<InstdAmt Ccy="CNY">123.45</InstdAmt>');
  expect(written).toContain('<Cdtr><Nm>王伟 &lt;x&gt;</Nm></Cdtr>');
  expect(written).toContain('<BrnchId><Nm>Shanghai</Nm></BrnchId>');
  expect(written.match(/<BrnchId>/g)).toHaveLength(1);
});

test('what the standard limits is cut', () => {
  const long = { ...payments, payer: { name: 'x'.repeat(200), account: '1'.repeat(60) } };
  const written = writePain001(long);
  expect(written).toContain(`<Nm>${'x'.repeat(140)}</Nm>`);
  expect(written).toContain(`<Id>${'1'.repeat(34)}</Id>`);
});
