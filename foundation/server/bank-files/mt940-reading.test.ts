import { describe, expect, it } from 'vitest';
import { bankFileWords } from '#foundation/core/bank-file-words.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { readMt940 } from './mt940-reading.ts';

const HEAD = [':20:STATEMENT', ':25:21000813/0123456789', ':28C:00012/001', ':60F:C261119EUR10,00'];
const file = (...lines: string[]) => [...HEAD, ...lines, ''].join('\r\n');
const closing = (amount: string, mark = 'C') => `:62F:${mark}261120EUR${amount}`;
const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text);

async function statementsIn(text: string | Uint8Array) {
  const read = await readMt940(bytesOf(text));
  if ('fault' in read) throw new Error(JSON.stringify(read.fault));
  return read.statements;
}
/** The only movement, whose amount makes the balance 11.00. */
async function lineIn(movement: string, ...narrative: string[]) {
  const [statement] = await statementsIn(file(movement, ...narrative, closing('11,00')));
  return statement?.lines[0];
}
async function faultIn(text: string | Uint8Array) {
  const read = await readMt940(bytesOf(text));
  if (!('fault' in read)) throw new Error('it was read');
  const { word, line, field, values } = read.fault;
  expect(formatPhrase(bankFileWords[word], 'en', values)).not.toContain('{');
  return [word, line, field];
}

it('reads a statement with its balances and lines', async () => {
  const text = file(
    ':61:2611201120C5,5NTRFORDER-1//BANK-1',
    ':86:Payment of an order',
    ':61:261120D15,50NCHGNONREF',
    closing('0,00'),
    ':64:C261120EUR0,00',
    ':86:A word about the whole statement',
    '-',
  );
  const line = { bookedOn: '2026-11-20', valueOn: '2026-11-20' };
  expect(await statementsIn(text)).toEqual([
    {
      account: '21000813/0123456789',
      currency: 'EUR',
      number: '00012/001',
      openingMinor: 1000n,
      openingDay: '2026-11-19',
      closingMinor: 0n,
      closingDay: '2026-11-20',
      lines: [
        {
          ...line,
          amountMinor: 550n,
          reference: 'BANK-1',
          ourReference: 'ORDER-1',
          description: 'Payment of an order',
          line: 5,
        },
        { ...line, amountMinor: -1550n, description: '', line: 7 },
      ],
    },
  ]);
});

describe('a file', () => {
  const simple = file(':61:261120C1,NTRFNONREF', closing('11,00'));
  it.each([
    ['line feeds alone', simple.replaceAll('\r\n', '\n')],
    ['carriage returns alone', simple.replaceAll('\r\n', '\r')],
    ['no line break at its end', simple.trimEnd()],
    ['blank lines', simple.replaceAll('\r\n', '\r\n\r\n')],
    ['a mark of its encoding', `\ufeff${simple}`],
    ['small letters', simple.toLowerCase()],
    ['no number', simple.replace(':28C:00012/001\r\n', '')],
    ['the older tag of its number', simple.replace(':28C:', ':28:')],
    ['words of the transfer above', `BANKESMM\r\n940\r\nBANKESMM\r\n${simple}`],
    ['the envelope of a message', `{1:F01BANKESMMAXXX0000000000}{2:O9400000}{4:\r\n${simple}-}{5:{CHK:0}}\r\n`],
    ['an envelope and its text on one line', `{1:F01BANKESMMAXXX0000000000}{4:${simple}-}`],
    ['points as decimal signs', simple.replace('C1,', 'C1.00').replace('11,00', '11.00')],
    ['zeros before its amounts', simple.replace('C1,', 'C000000000001,00').replace('11,00', '00011,00')],
    ['an end of file', `${simple}\u001a`],
  ])('with %s is read', async (_, text) => {
    expect(await statementsIn(text)).toMatchObject([{ closingMinor: 1100n, lines: [{ amountMinor: 100n }] }]);
  });

  it('in Western letters is read', async () => {
    const text = file(':61:261120C1,NTRFNONREF', ':86:Müller', closing('11,00'));
    for (const encoding of ['utf8', 'latin1'] as const)
      expect((await statementsIn(Buffer.from(text, encoding)))[0]?.lines[0]?.description).toBe('Müller');
  });

  it('of balances alone is a statement without movements', async () => {
    expect(await statementsIn(file(closing('10,00')))).toMatchObject([{ lines: [] }]);
  });

  it('has several statements, with or without a line between them', async () => {
    for (const between of ['-', '-}{5:{CHK:0}}{1:F01BANKESMMAXXX0000000001}{4:', ''])
      expect(await statementsIn([file(closing('10,00')), between, file(closing('10,00'))].join('\n'))).toHaveLength(2);
  });

  it('joins the pages of one statement', async () => {
    const text = [
      file(':61:261120C1,NTRFA', ':62M:C261120EUR11,00', '-'),
      [...HEAD.slice(0, 2), ':28C:00012/002', ':60M:C261120EUR11,00', ':61:261120C2,NTRFB', closing('13,00')].join(
        '\n',
      ),
    ].join('');
    expect(await statementsIn(text)).toMatchObject([
      { openingMinor: 1000n, closingMinor: 1300n, lines: [{ ourReference: 'A' }, { ourReference: 'B' }] },
    ]);
    expect(await faultIn(text.replace(':60M:C261120EUR11', ':60M:C261120EUR12'))).toEqual([
      'bank_pages_differ',
      11,
      ':60M:',
    ]);
  });

  it('in a currency without decimals is read', async () => {
    const text = file(':61:261120C1,NTRFA', closing('11,00')).replaceAll('EUR', 'JPY');
    expect(await statementsIn(text)).toMatchObject([{ openingMinor: 10n, closingMinor: 11n }]);
  });
});

describe('a movement', () => {
  it.each([
    ['with a debit that is taken back', ':61:2611201120RD1,NTRFNONREF', { amountMinor: 100n, isReversal: true }],
    ['with the third letter of its currency', ':61:2611201120CR1,NTRFNONREF', { amountMinor: 100n }],
    [
      'with an entry date of the next year',
      ':61:2612310102C1,NTRFNONREF',
      { valueOn: '2026-12-31', bookedOn: '2027-01-02' },
    ],
    [
      'with an entry date of the year before',
      ':61:2701011231C1,NTRFNONREF',
      { valueOn: '2027-01-01', bookedOn: '2026-12-31' },
    ],
    [
      'with the thirtieth of February',
      ':61:2702300301C1,NTRFNONREF',
      { valueOn: '2027-02-28', bookedOn: '2027-03-01' },
    ],
    ['without decimals', ':61:261120C1NTRFNONREF', { amountMinor: 100n }],
    ['without a type', ':61:261120C1,00', { amountMinor: 100n }],
    ['with a type of digits', ':61:261120C1,00N051REF//B1', { ourReference: 'REF', reference: 'B1' }],
    ['with a type of blanks', ':61:261120C1,00S   X', { ourReference: 'X' }],
    [
      'with a name behind its reference',
      ':61:261120C1,00N0440121470966      T. Jansen',
      { ourReference: '0121470966' },
    ],
    ['with a line of its own below', ':61:261120C1,00NTRFNONREF\n/OCMT/EUR1,20/CHGS/EUR0,20', { feeMinor: 20n }],
  ])('%s', async (_, movement, expected) => {
    expect(await lineIn(movement)).toMatchObject(expected);
  });

  it('that takes a credit back is a debit', async () => {
    const [statement] = await statementsIn(file(':61:261120RC1,NTRFNONREF', closing('9,00')));
    expect(statement?.lines).toMatchObject([{ amountMinor: -100n, isReversal: true }]);
  });
});

describe('the free text of a movement', () => {
  const MOVEMENT = ':61:261120C1,NTRFNONREF';
  it.each([
    [
      'in numbered parts',
      [
        ':86:166?00GUTSCHRIFT?100399?20EREF+ORDER-17 OF NOVEMBER   ?21SVWZ+Two chairs and a',
        'table?22 from us?30BANKESMM?31ES7921000813610123456789?32ANA GARCIA?33Y HIJOS?34999',
      ],
      {
        ourReference: 'ORDER-17 OF NOVEMBER',
        description: 'Two chairs and atable from us',
        counterparty: 'ANA GARCIA Y HIJOS',
      },
    ],
    [
      'in numbered parts after another sign',
      [':86:000>00RENT>20 November>21 2026>32 Bob'],
      { description: 'November 2026', counterparty: 'Bob' },
    ],
    ['in numbered parts that say only its type', [':86:820?00TRANSFER'], { description: 'TRANSFER' }],
    [
      'in code words',
      [':86:/EREF/ORDER-18/IREF/7391234567890123456//NAME/Ana Garcia', '/REMI/Two chairs/CHGS/EUR0,30/'],
      {
        ourReference: 'ORDER-18',
        reference: '7391234567890123456',
        counterparty: 'Ana Garcia',
        description: 'Two chairs',
        feeMinor: 30n,
      },
    ],
    [
      'in code words, with an account before the name',
      [':86:/CNTP/ES12/BANKESMM/Ana Garcia/Madrid//REMI/USTD//Chairs/'],
      { counterparty: 'Ana Garcia', description: 'Chairs' },
    ],
    [
      'as it likes',
      [':86:Two chairs', 'and a table', '', ':86:from us'],
      { description: 'Two chairs and a table from us' },
    ],
    ['in full lines', [`:86:${'x'.repeat(65)}`, 'yz'], { description: `${'x'.repeat(65)}yz` }],
    [
      'with a time at the beginning of a line',
      [':86:Paid at 10', ':26:37 o’clock'],
      { description: 'Paid at 10 :26:37 o’clock' },
    ],
  ])('%s', async (_, narrative, expected) => {
    expect(await lineIn(MOVEMENT, ...narrative)).toMatchObject(expected);
  });
});

describe('a file is refused', () => {
  it.each([
    ['that is empty', '', 'bank_file_empty', 1, ''],
    ['that is no statement', 'Dear customer,\nplease find …', 'bank_file_type', 1, ':20:'],
    ['with a wrong sum', file(':61:261120C1,NTRFNONREF', closing('11,01')), 'bank_sum_differs', 6, ':62F:'],
    [
      'with a wrong sum of a page',
      file(':62M:C261120EUR11,00', ':20:X', ':25:21000813/0123456789', ':60M:C261120EUR11,00', closing('11,00')),
      'bank_sum_differs',
      5,
      ':62M:',
    ],
    ['without an account', file(closing('10,00')).replace(/:25:.*\r\n/, ''), 'bank_field_missing', 1, ':25:'],
    ['without an opening balance', file(closing('10,00')).replace(/:60F:.*\r\n/, ''), 'bank_field_missing', 4, ':60F:'],
    [
      'with a movement before the opening balance',
      file(closing('10,00')).replace(/:60F:.*\r\n/, ':61:261120C1,NTRF\r\n'),
      'bank_field_missing',
      4,
      ':60F:',
    ],
    ['without a closing balance', file(':61:261120C1,NTRFNONREF'), 'bank_field_missing', 1, ':62F:'],
    ['with two opening balances', file(':60F:C261119EUR10,00', closing('10,00')), 'bank_field_order', 5, ':60F:'],
    [
      'with a movement after the closing balance',
      file(closing('10,00'), ':61:261120C1,NTRFNONREF'),
      'bank_field_order',
      6,
      ':61:',
    ],
    ['with two closing balances', file(closing('10,00'), closing('10,00')), 'bank_field_order', 6, ':62F:'],
    ['with a balance that is none', file(':62F:X261120EUR10,00'), 'bank_field_form', 5, ':62F:'],
    ['with a day that is none', file(':62F:C261320EUR10,00'), 'bank_field_form', 5, ':62F:'],
    [
      'with a movement of blanks, at once',
      file(`:61:261120${' '.repeat(300_000)}x`, closing('10,00')),
      'bank_field_form',
      5,
      ':61:',
    ],
    ['with a movement that is none', file(':61:yesterday', closing('10,00')), 'bank_field_form', 5, ':61:'],
    [
      'with an entry date that is none',
      file(':61:2611201320C1,NTRFNONREF', closing('11,00')),
      'bank_field_form',
      5,
      ':61:',
    ],
    [
      'with separated thousands',
      file(':61:261120C1.000,00NTRFNONREF', closing('1010,00')),
      'bank_field_form',
      5,
      ':61:',
    ],
    [
      'with more decimals than the currency has',
      file(':61:261120C1,001NTRFNONREF', closing('11,00')),
      'bank_field_form',
      5,
      ':61:',
    ],
    ['with balances in two currencies', file(':62F:C261120USD10,00'), 'bank_currency_differs', 5, ':62F:'],
  ])('%s', async (_, text, word, line, field) => {
    expect(await faultIn(text)).toEqual([word, line, field]);
  });
});

it('lets other work run while it reads a long file', async () => {
  let rests = 0;
  const movements = Array.from({ length: 3_000 }, () => ':61:261120C1,NTRFNONREF');
  await readMt940(Buffer.from(file(...movements, closing('3010,00'))), async () => void (rests += 1));
  expect(rests).toBe(3);
});
