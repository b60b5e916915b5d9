import fc from 'fast-check';
import { read as readByOthers } from 'mt940-js';
import { expect, it } from 'vitest';
import { anyLines, line, statementOf, wholeText } from './bank-files-for-tests.ts';
import { readMt940 } from './mt940-reading.ts';
import { writeMt940 } from './mt940-writing.ts';

const written = (...lines: Parameters<typeof statementOf>) => wholeText(writeMt940(statementOf(...lines)));

const CHARACTERS = /^(?:[A-Za-z0-9/\-?:().,'+ ]|\r\n)*$/;

it('says which texts were transliterated', async () => {
  const text = await written([
    line({ counterparty: '张三', description: 'Paid by สมชาย & co' }),
    line({
      amountMinor: -9_940n,
      feeMinor: -60n,
      isReversal: true,
      kind: 'reversal',
      ourReference: 'order_2',
      swiftType: 'RTI',
      description: '',
    }),
    line({ amountMinor: -50_100n, feeMinor: 100n, kind: 'payout', ourReference: 'PAYOUT-OF-NOVEMBER' }),
  ]);
  expect(text.split('\r\n')).toEqual([
    ':20:10000001-2026-11',
    ':25:10000001',
    ':28C:00011/001',
    ':60F:C261101CNY1000,00',
    ':61:2611201120C99,40NTRFORDER-1',
    '/CHGS/CNY0,60',
    ':86:/IREF/7391234567890123456/EREF/ORDER-1/TRTP/payin/NAME/ZhangSan/T',
    'RLT/NAME REMI/REMI/Paid by smchay + co',
    ':61:2611201120RC99,40NRTINONREF',
    ':86:/IREF/7391234567890123456/EREF/order-2/TRTP/reversal/TRLT/EREF',
    ':61:2611201120D501,00NTRFNONREF',
    '/CHGS/CNY1,00',
    ':86:/IREF/7391234567890123456/EREF/PAYOUT-OF-NOVEMBER/TRTP/payout/REM',
    'I/QR payment',
    ':62F:C261130CNY499,00',
    ':86:TRANSLITERATED: 2 OF 3 MOVEMENTS (/TRLT/)',
    '-',
    '',
  ]);
  expect(await readMt940(Buffer.from(text))).toMatchObject({
    statements: [
      {
        openingMinor: 100_000n,
        closingMinor: 49_900n,
        lines: [
          {
            amountMinor: 9_940n,
            feeMinor: 60n,
            reference: '7391234567890123456',
            ourReference: 'ORDER-1',
            counterparty: 'ZhangSan',
            description: 'Paid by smchay + co',
          },
          { amountMinor: -9_940n, isReversal: true, ourReference: 'order-2' },
          { amountMinor: -50_100n, feeMinor: 100n, ourReference: 'PAYOUT-OF-NOVEMBER', description: 'QR payment' },
        ],
      },
    ],
  });
});

it('without other letters says nothing about them', async () => {
  expect(await written([line()])).not.toContain('TRLT');
});

/** What another program reads: signed amounts in the currency's units, and the balances. */
async function sumsByOthers(text: string) {
  const [statement] = await readByOthers(Buffer.from(text));
  if (!statement?.openingBalance || !statement.closingBalance) throw new Error('no statement');
  const cents = (amount: number) => Math.round(amount * 100);
  return {
    opening: cents(statement.openingBalance.value),
    closing: cents(statement.closingBalance.value),
    amounts: statement.transactions.map(({ amount, isCredit }) => (isCredit ? cents(amount) : -cents(amount))),
  };
}

it('has equal sums in another program, and only the characters of SWIFT, whatever its texts are', async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, async (lines) => {
      // The other program counts what is taken back by its first letter alone.
      const plain = lines.map((one) => ({ ...one, isReversal: false }));
      const text = await written(plain, { openingMinor: 10n ** 14n });
      expect(text).toMatch(CHARACTERS);
      expect(Math.max(...text.split('\r\n').map((one) => one.length))).toBeLessThanOrEqual(69);
      const amounts = plain.map(({ amountMinor }) => amountMinor);
      const closing = amounts.reduce((total, amount) => total + amount, 10n ** 14n);
      expect(await readMt940(Buffer.from(text))).toMatchObject({
        statements: [
          { closingMinor: closing, lines: plain.map(({ amountMinor, reference }) => ({ amountMinor, reference })) },
        ],
      });
      expect(await sumsByOthers(text)).toEqual({
        opening: 10 ** 16 / 100,
        closing: Number(closing),
        amounts: amounts.map(Number),
      });
    }),
    { numRuns: 200 },
  );
});
