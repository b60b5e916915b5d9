import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { anyLines, line, statementOf, wholeText } from './bank-files-for-tests.ts';
import { readCamt053 } from './camt053-reading.ts';
import { writeCamt053 } from './camt053-writing.ts';

const schema = XsdValidator.fromDoc(
  XmlDocument.fromBuffer(readFileSync(new URL('camt.053.001.08.xsd', import.meta.url))),
);

function faultsIn(text: string): string[] {
  const document = XmlDocument.fromString(text);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message }) => message);
  } finally {
    document.dispose();
  }
}

const written = (...lines: Parameters<typeof statementOf>) => wholeText(writeCamt053(statementOf(...lines)));

it('is valid by the schema, and read back with all letters', async () => {
  const text = await written([
    line({ counterparty: 'สมชาย ใจดี', description: '订单 <1> & "2"' }),
    line({ amountMinor: -9_940n, feeMinor: -60n, isReversal: true, kind: 'reversal', counterparty: '张三' }),
    line({ amountMinor: -50_100n, feeMinor: 100n, kind: 'payout', ourReference: 'X'.repeat(64), description: '' }),
  ]);
  expect(faultsIn(text)).toEqual([]);
  expect(text).toContain('<Ownr><Nm>鸿运商行 Noodles &amp; Co &lt;Thailand&gt;</Nm></Ownr>');
  const common = { bookedOn: '2026-11-20', valueOn: '2026-11-20', reference: '7391234567890123456' };
  expect(await readCamt053(Buffer.from(text))).toEqual({
    statements: [
      {
        account: '10000001',
        currency: 'CNY',
        number: '11',
        openingMinor: 100_000n,
        openingDay: '2026-11-01',
        closingMinor: 49_900n,
        closingDay: '2026-11-30',
        lines: [
          {
            ...common,
            amountMinor: 9_940n,
            feeMinor: 60n,
            ourReference: 'ORDER-1',
            counterparty: 'สมชาย ใจดี',
            description: '订单 <1> & "2"',
            line: 4,
          },
          {
            ...common,
            amountMinor: -9_940n,
            isReversal: true,
            ourReference: 'ORDER-1',
            counterparty: '张三',
            description: 'QR payment',
            line: 5,
          },
          { ...common, amountMinor: -50_100n, feeMinor: 100n, description: 'X'.repeat(64), line: 6 },
        ],
      },
    ],
  });
});

it('is refused by the schema where an element is missing, so that the schema is really asked', async () => {
  expect(faultsIn((await written([line()])).replace(/<BkTxCd>.*?<\/BkTxCd>/, ''))).not.toEqual([]);
});

it('without movements is valid too', async () => {
  expect(faultsIn(await written([], { openingMinor: -5n, owner: '', currency: 'JPY' }))).toEqual([]);
});

it('is valid and has equal sums whatever its texts are', async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, async (lines) => {
      const text = await written(lines);
      expect(faultsIn(text)).toEqual([]);
      const read = await readCamt053(Buffer.from(text));
      expect(read).toMatchObject({
        statements: [{ lines: lines.map(({ amountMinor, reference }) => ({ amountMinor, reference })) }],
      });
    }),
    { numRuns: 200 },
  );
});
