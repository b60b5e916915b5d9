import { describe, expect, it } from 'vitest';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { bankFileWords } from '#foundation/core/bank-file-words.ts';
import { readCamt053 } from './camt053-reading.ts';

interface Sample {
  version?: string;
  account?: string;
  balances?: string;
  entries?: string;
}

const ACCOUNT = '<Id><IBAN>ES7921000813610123456789</IBAN></Id><Ccy>EUR</Ccy>';
const balance = (code: string, amount: string, { direction = 'CRDT', day = '2026-11-20', currency = 'EUR' } = {}) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const entry = (amount: string, direction: string, inside = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>${inside}</Ntry>`;
const details = (...payments: string[]) =>
  `<NtryDtls>${payments.map((payment) => `<TxDtls>${payment}</TxDtls>`).join('')}</NtryDtls>`;

function page({
  account = ACCOUNT,
  balances = balance('OPBD', '10.00') + balance('CLBD', '10.00'),
  entries = '',
}: Sample) {
  return `<Stmt><Id>S-1</Id><ElctrncSeqNb>12</ElctrncSeqNb><Acct>${account}</Acct>${balances}${entries}</Stmt>`;
}
function document(statements: string, version = '08') {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`;
}
const sample = ({ version, ...parts }: Sample) => document(page(parts), version);
const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text);

async function statementsIn(text: string | Uint8Array) {
  const read = await readCamt053(bytesOf(text));
  if ('fault' in read) throw new Error(JSON.stringify(read.fault));
  return read.statements;
}
async function linesIn(text: string | Uint8Array) {
  return (await statementsIn(text)).flatMap(({ lines }) => lines);
}
async function faultIn(text: string | Uint8Array) {
  const read = await readCamt053(bytesOf(text));
  if (!('fault' in read)) throw new Error('it was read');
  const { word, line, field, values } = read.fault;
  expect(formatPhrase(bankFileWords[word], 'en', values)).not.toContain('{');
  return [word, line, field];
}

describe('a statement', () => {
  it('has its account, number, balances with their days, and lines', async () => {
    const text = sample({
      balances: balance('OPBD', '10.5', { direction: 'DBIT', day: '2026-11-19' }) + balance('CLBD', '1.00'),
      entries: entry(
        '11.50',
        'CRDT',
        `<ValDt><Dt>2026-11-21</Dt></ValDt><AcctSvcrRef>B-77</AcctSvcrRef>${details(
          '<Refs><EndToEndId>ORDER-5</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Ana &amp; Co</Nm></Pty></Dbtr><Cdtr><Pty><Nm>We</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>Pago\n del pedido</Ustrd><Ustrd>ไทย 中文</Ustrd></RmtInf>',
        )}`,
      ),
    });
    expect(await statementsIn(text)).toEqual([
      {
        account: 'ES7921000813610123456789',
        currency: 'EUR',
        number: '12',
        openingMinor: -1050n,
        openingDay: '2026-11-19',
        closingMinor: 100n,
        closingDay: '2026-11-20',
        lines: [
          {
            bookedOn: '2026-11-20',
            valueOn: '2026-11-21',
            amountMinor: 1150n,
            reference: 'B-77',
            ourReference: 'ORDER-5',
            description: 'Pago del pedido ไทย 中文',
            counterparty: 'Ana & Co',
            line: 2,
          },
        ],
      },
    ]);
  });

  it('of version 2 has the same meaning, and its prefixes do not matter', async () => {
    const text = sample({
      version: '02',
      balances: balance('PRCD', '0.00') + balance('CLBD', '2.00', { direction: 'DBIT' }),
      entries: `<Ntry><Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-20T23:59:59+01:00</DtTm></BookgDt><Chrgs><Amt Ccy="EUR">0.40</Amt><CdtDbtInd>DBIT</CdtDbtInd></Chrgs>${details('<RltdPties><Cdtr><Nm>Bob</Nm></Cdtr></RltdPties><AddtlTxInf>Rent</AddtlTxInf>')}</Ntry>`,
    });
    const prefixed = text.replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=');
    const expected = {
      bookedOn: '2026-11-20',
      amountMinor: -200n,
      feeMinor: 40n,
      counterparty: 'Bob',
      description: 'Rent',
    };
    expect(await linesIn(text)).toMatchObject([expected]);
    expect(await linesIn(prefixed)).toMatchObject([expected]);
  });

  it('without movements has none, and entries that are only announced are not booked', async () => {
    const pending = entry('99.00', 'CRDT').replace('BOOK', 'PDNG');
    expect(await statementsIn(sample({ entries: pending }))).toMatchObject([{ openingMinor: 1000n, lines: [] }]);
  });

  it('with one balance alone has the other one by its movements', async () => {
    expect(
      await statementsIn(sample({ balances: balance('CLBD', '4.00'), entries: entry('1.00', 'CRDT') })),
    ).toMatchObject([{ openingMinor: 300n, closingMinor: 400n }]);
  });

  it('in several pages is one', async () => {
    const numbered = (no: number, text: string) =>
      text.replace('<Acct>', `<StmtPgntn><PgNb>${no}</PgNb><LastPgInd>${no === 2}</LastPgInd></StmtPgntn><Acct>`);
    const interim = [
      numbered(
        1,
        page({ balances: balance('OPBD', '1.00') + balance('ITBD', '3.00'), entries: entry('2.00', 'CRDT') }),
      ),
      numbered(
        2,
        page({ balances: balance('ITBD', '3.00') + balance('CLBD', '7.00'), entries: entry('4.00', 'CRDT') }),
      ),
    ].join('');
    const repeated = [2, 4].map((amount, at) =>
      numbered(
        at + 1,
        page({ balances: balance('OPBD', '1.00') + balance('CLBD', '7.00'), entries: entry(`${amount}.00`, 'CRDT') }),
      ),
    );
    const whole = [{ openingMinor: 100n, closingMinor: 700n, lines: [{ amountMinor: 200n }, { amountMinor: 400n }] }];
    expect(await statementsIn(document(interim))).toMatchObject(whole);
    expect(await statementsIn(document(repeated.join('')))).toMatchObject(whole);
  });
});

describe('an entry', () => {
  const balances = balance('OPBD', '0.00') + balance('CLBD', '9.00');
  const part = (amount: string, name: string, more = '') =>
    `<Refs><EndToEndId>${name}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>${more}`;

  it('of several payments has one line for each', async () => {
    const entries = entry(
      '9.00',
      'CRDT',
      details(part('5.00', 'a'), part('6.00', 'b'), part('2.00', 'c', '<CdtDbtInd>DBIT</CdtDbtInd>')),
    );
    expect(await linesIn(sample({ balances, entries }))).toMatchObject([
      { amountMinor: 500n, ourReference: 'a' },
      { amountMinor: 600n, ourReference: 'b' },
      { amountMinor: -200n, ourReference: 'c' },
    ]);
  });

  it('of several payments in another currency, or without amounts, is one line', async () => {
    const foreign = part('5.00', 'a').replace('EUR', 'USD');
    for (const inside of [
      details(foreign, foreign),
      details('', ''),
      '<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch></NtryDtls>',
    ])
      expect(await linesIn(sample({ balances, entries: entry('9.00', 'CRDT', inside) }))).toMatchObject([
        { amountMinor: 900n },
      ]);
  });

  it('that is less than its payments by their charges is one line with a fee', async () => {
    const charge =
      '<Chrgs><Rcrd><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>';
    const entries = entry('9.00', 'CRDT', charge + details(part('5.00', 'a'), part('5.00', 'b')));
    expect(await linesIn(sample({ balances, entries }))).toMatchObject([{ amountMinor: 900n, feeMinor: 100n }]);
  });

  it('takes a movement back in the direction that it says itself', async () => {
    const parties = '<RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><Cdtr><Nm>We</Nm></Cdtr></RltdPties>';
    const entries =
      entry('10.00', 'CRDT', details(parties)) + entry('1.00', 'DBIT', `<RvslInd>true</RvslInd>${details(parties)}`);
    expect(await linesIn(sample({ balances, entries }))).toMatchObject([
      { amountMinor: 1000n, counterparty: 'Payer' },
      { amountMinor: -100n, isReversal: true, counterparty: 'Payer' },
    ]);
  });

  it.each(['NOTPROVIDED', 'not provided', 'NONREF', '---'])(
    'without a number of ours, written %j, has none',
    async (text) => {
      const entries = entry('9.00', 'CRDT', details(part('9.00', text)));
      expect((await linesIn(sample({ balances, entries })))[0]).not.toHaveProperty('ourReference');
    },
  );
});

describe('the letters of a file', () => {
  const text = sample({
    entries: entry('1.00', 'CRDT', '<AddtlNtryInf>Müller</AddtlNtryInf>') + entry('1.00', 'DBIT'),
  });
  it.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-8 after blank lines', Buffer.from(`\r\n \n${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['Latin-1', Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('are read in %s', async (_, bytes) => {
    expect((await linesIn(bytes))[0]?.description).toBe('Müller');
  });

  it('that are not in the encoding that the file names are refused', async () => {
    expect(await faultIn(Buffer.from(text, 'latin1'))).toEqual(['bank_file_encoding', 1, 'UTF-8']);
    expect(await faultIn(Buffer.from(text.replace('UTF-8', 'klingon')))).toEqual(['bank_file_encoding', 1, 'klingon']);
  });
});

describe('a file is refused', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n`;
  const external = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n';
  const plain = sample({});
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  it.each([
    ['that is empty', '', 'bank_file_empty', 1, ''],
    ['that is another document', '<html><body/></html>', 'bank_file_type', 1, 'BkToCstmrStmt'],
    ['without a statement', document(''), 'bank_file_empty', 1, 'Stmt'],
    ['that ends too early', plain.slice(0, -30), 'bank_file_broken', 2, 'XML'],
    ['with an unknown entity', sample({ entries: '<Ntry>&nbsp;</Ntry>' }), 'bank_file_broken', 2, 'XML'],
    ['with entities in entities', plain.replace(declaration, declaration + laughs), 'bank_file_doctype', 2, 'DOCTYPE'],
    [
      'with an entity from outside',
      plain.replace(declaration, declaration + external),
      'bank_file_doctype',
      2,
      'DOCTYPE',
    ],
    ['that is nested without end', document('<a>'.repeat(50)), 'bank_file_deep', 2, 'a'],
    ['without an account', sample({ account: '<Ccy>EUR</Ccy>' }), 'bank_field_missing', 2, 'Acct/Id'],
    ['without balances', sample({ balances: '' }), 'bank_field_missing', 2, 'Bal'],
    ['with a wrong sum', sample({ entries: entry('0.01', 'CRDT') }), 'bank_sum_differs', 2, 'Bal/CLBD'],
    ['with an amount that is none', sample({ entries: entry('1,00', 'CRDT') }), 'bank_field_form', 2, 'Ntry/Amt'],
    ['with a negative amount', sample({ entries: entry('-1.00', 'CRDT') }), 'bank_field_form', 2, 'Ntry/Amt'],
    [
      'with more decimals than the currency has',
      sample({ entries: entry('1.001', 'CRDT') }),
      'bank_field_form',
      2,
      'Ntry/Amt',
    ],
    ['with a direction that is none', sample({ entries: entry('1.00', 'UP') }), 'bank_field_form', 2, 'Ntry/CdtDbtInd'],
    [
      'with a day that is none',
      sample({ entries: entry('1.00', 'CRDT').replace('11-20', '13-20') }),
      'bank_field_form',
      2,
      'Ntry/BookgDt/Dt',
    ],
    [
      'with a day of another age',
      sample({ entries: entry('1.00', 'CRDT').replace('2026', '0026') }),
      'bank_field_form',
      2,
      'Ntry/BookgDt/Dt',
    ],
    [
      'with an entry in another currency',
      sample({ entries: entry('1.00', 'CRDT').replace('EUR', 'USD') }),
      'bank_currency_differs',
      2,
      'Ntry/Amt',
    ],
    [
      'with an entry without an amount',
      sample({ entries: '<Ntry><CdtDbtInd>CRDT</CdtDbtInd></Ntry>' }),
      'bank_field_missing',
      2,
      'Ntry/Amt',
    ],
    [
      'with payments that do not make their entry',
      sample({ entries: entry('9.00', 'CRDT', details('<Amt Ccy="EUR">5.00</Amt>', '<Amt Ccy="EUR">5.00</Amt>')) }),
      'bank_parts_differ',
      2,
      'Ntry/Amt',
    ],
  ])('%s', async (_, text, word, line, field) => {
    expect(await faultIn(text)).toEqual([word, line, field]);
  });

  it('with the place where its text begins', async () => {
    const text = sample({ entries: `\n\n  ${entry('x', 'CRDT')}` });
    expect(await readCamt053(Buffer.from(text))).toMatchObject({
      fault: { line: 4, column: 24, field: 'Ntry/Amt', word: 'bank_field_form', values: { text: 'x' } },
    });
  });

  it('that is too large, before it is read', async () => {
    expect(await faultIn(new Uint8Array(64 * 1_048_576 + 1))).toEqual(['bank_file_large', 1, '']);
  });
});

it('lets other work run while it reads a long file, whose entries it keeps only as lines', async () => {
  const entries = entry('1.00', 'CRDT', '<AddtlNtryInf>x</AddtlNtryInf>').repeat(5_000);
  const text = sample({ balances: balance('OPBD', '0.00') + balance('CLBD', '5000.00'), entries });
  let rests = 0;
  const read = await readCamt053(Buffer.from(text), async () => void (rests += 1));
  expect(read).toMatchObject({ statements: [{ closingMinor: 500_000n }] });
  expect(rests).toBe(Math.ceil(text.length / 65_536));
});
