/** Statements for the tests of their files. Only tests import this. */
import fc from 'fast-check';
import { sum } from '#foundation/core/money.ts';
import type { WrittenLine, WrittenStatement } from './bank-statement.ts';

export async function wholeText(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) whole += piece;
  return whole;
}

async function* batchesOf(lines: readonly WrittenLine[]): AsyncGenerator<readonly WrittenLine[]> {
  for (let from = 0; from < lines.length; from += 3) yield lines.slice(from, from + 3);
}

/** A statement of these lines; the closing balance follows from them. */
export function statementOf(lines: readonly WrittenLine[], more: Partial<WrittenStatement> = {}): WrittenStatement {
  const openingMinor = more.openingMinor ?? 100_000n;
  return {
    id: '10000001-2026-11',
    number: 11,
    account: '10000001',
    owner: '鸿运商行 Noodles & Co <Thailand>',
    keeper: 'Countinghouse',
    createdAt: new Date('2026-12-01T00:00:05.000Z'),
    currency: 'CNY',
    openingMinor,
    openingDay: '2026-11-01',
    closingMinor: openingMinor + sum(lines.map(({ amountMinor }) => amountMinor)),
    closingDay: '2026-11-30',
    lines: batchesOf(lines),
    ...more,
  };
}

export const line = (more: Partial<WrittenLine> = {}): WrittenLine => ({
  bookedOn: '2026-11-20',
  amountMinor: 9_940n,
  feeMinor: 60n,
  reference: '7391234567890123456',
  ourReference: 'ORDER-1',
  kind: 'payin',
  swiftType: 'TRF',
  description: 'QR payment',
  ...more,
});

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '张三丰',
    'สมชาย ใจดี',
    'José Núñez',
    '/CHGS/CNY9,00/',
    ':61:261120C1,NTRF',
    '-',
    '-}',
    ']]>',
    '&amp;',
    '<Ntry>',
  ),
);

/** Lines as no one would write them. */
export const anyLines = fc.array(
  fc.record({
    bookedOn: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
    amountMinor: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    feeMinor: fc.bigInt({ min: -500n, max: 500n }),
    isReversal: fc.boolean(),
    reference: fc.bigInt({ min: 10n ** 18n, max: 9n * 10n ** 18n }).map(String),
    ourReference: text,
    kind: fc.constantFrom('payin', 'payout', 'reversal'),
    swiftType: fc.constantFrom('TRF', 'MSC'),
    description: text,
    counterparty: text,
  }),
  { maxLength: 20 },
);
