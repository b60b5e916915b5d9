import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodedIn, utf16, workbook } from '#features/batches/server/corpus-for-tests.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { isRoundedNumber } from '#foundation/core/typed-text.ts';
import { languages } from '#foundation/core/words.ts';
import { lineKinds, type Mapping, signOfKind } from '../../mapping.ts';
import type { LineFault, StatementLine } from '../../statement-line.ts';
import { reconciliationFaults } from '../../words.ts';
import { brokenFiles, cells, csv, headings, mappingWith, plainMapping, sheet } from './corpus-for-tests.ts';
import { readStatement } from './reading.ts';

const timeZone = 'Asia/Shanghai';

async function read(file: string | Uint8Array, mapping: Mapping = plainMapping, currency = 'CNY') {
  const lines: StatementLine[] = [];
  const reading = await readStatement(typeof file === 'string' ? Buffer.from(file) : file, mapping, {
    currency,
    timeZone,
    take: async (some) => void lines.push(...some),
  });
  return { lines, ...reading };
}

const first: StatementLine = {
  lineNo: 2,
  upstreamNo: 'T1',
  ourNo: '7000000000000000001',
  kind: 'payin',
  amountMinor: 10_000n,
  feeMinor: 60n,
  at: new Date('2026-11-19T02:00:00Z'),
  status: null,
  raw: 'T1,7000000000000000001,100.00,0.60,2026-11-19 10:00:00,PAY',
};
const withoutRaw = (line: StatementLine) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'raw')) as Omit<StatementLine, 'raw'>;
const linesOf = async (...given: Parameters<typeof read>) => {
  const { lines, faults } = await read(...given);
  expect(faults).toEqual([]);
  return lines.map(withoutRaw);
};
const plainFirst = withoutRaw(first);

describe('a broken file', () => {
  test.each(brokenFiles)('$name', async ({ bytes, mapping, line, column, word }) => {
    const { faults } = await read(bytes, mapping);
    expect(faults[0]).toMatchObject({ line, column, word } satisfies Partial<LineFault>);
    const { values = {} } = faults[0] ?? {};
    for (const language of languages)
      expect(
        formatPhrase(reconciliationFaults[word as keyof typeof reconciliationFaults], language, values),
      ).not.toMatch(/[{}]/);
  });

  test('tells each fault by its place, and stops at a hundred', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => cells({ no: `T${at}`, amount: 'x', kind: 'y' }));
    const { faults, lines } = await read(csv([cells(), ...rows]));
    expect(faults).toHaveLength(100);
    expect(faults.slice(0, 3)).toMatchObject([
      { line: 3, column: 'Type' },
      { line: 3, column: 'Amount' },
      { line: 4, column: 'Type' },
    ]);
    expect(lines).toHaveLength(1);
  });
});

describe('a CSV file', () => {
  test('is read line by line', async () => {
    const { lines, ...reading } = await read(
      csv([cells(), cells({ no: 'T2', amount: '1.5', fee: '', kind: 'REFUND' }), cells({ no: '', kind: 'OUT' })]),
    );
    expect(lines[0]).toEqual(first);
    expect(lines.slice(1)).toMatchObject([
      { upstreamNo: 'T2', kind: 'reversal', amountMinor: -150n, feeMinor: null },
      { upstreamNo: null, kind: 'payout', amountMinor: -10_000n, lineNo: 4 },
    ]);
    expect(reading).toEqual({
      format: 'csv',
      rows: 3,
      kinds: [
        { kind: 'payin', count: 1, amountMinor: 10_000n, feeMinor: 60n },
        { kind: 'reversal', count: 1, amountMinor: -150n, feeMinor: 0n },
        { kind: 'payout', count: 1, amountMinor: -10_000n, feeMinor: 60n },
      ],
      magnitudeMinor: 20_270n,
      from: first.at,
      to: first.at,
      openingMinor: null,
      closingMinor: null,
      faults: [],
    });
  });

  const chinese = mappingWith({ kinds: [{ text: '收款', kind: 'payin' }] });
  const chineseText = csv([cells({ kind: '收款' })]);
  test.each<[string, string | Uint8Array, Mapping]>([
    ['line feeds', csv([cells()], { lineEnd: '\n' }), plainMapping],
    ['no last line end', csv([cells()]).trimEnd(), plainMapping],
    ['blank lines', `${csv([cells()])}\r\n,,,,,\r\n`, plainMapping],
    ['the mark of UTF-8', `\ufeff${csv([cells()])}`, plainMapping],
    ['tabs', csv([cells()], { separator: '\t' }), mappingWith({ separator: '\t' })],
    ['semicolons', csv([cells()], { separator: ';' }), mappingWith({ separator: ';' })],
    ['quotation marks', csv([cells().map((cell) => `"${cell}"`)]), plainMapping],
    ['marks that keep digits', csv([cells({ no: '`T1', own: '`7000000000000000001\t', kind: 'PAY\t' })]), plainMapping],
    ['UTF-8', chineseText, chinese],
    ['GB18030', encodedIn(chineseText, 'gb18030'), { ...chinese, encoding: 'gb18030' }],
    ['Big5', encodedIn(chineseText, 'big5'), { ...chinese, encoding: 'big5' }],
    ['UTF-16 with its mark', utf16(chineseText, 'le'), { ...chinese, encoding: 'utf-16le' }],
    ['UTF-16, the other order', utf16(chineseText, 'be'), { ...chinese, encoding: 'utf-16be' }],
  ])('is read with %s', async (_, file, mapping) => {
    expect(await linesOf(file, mapping)).toEqual([plainFirst]);
  });

  test('is read across its pieces: letters, line ends and quoted cells', async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) =>
      cells({ no: `T${at}`, kind: '收款', own: at % 7 === 0 ? `"a""b\r\n${at}"` : `收${at}` }),
    );
    const { lines, faults } = await read(csv(rows), chinese);
    expect(faults).toEqual([]);
    expect(lines.map(({ upstreamNo, lineNo }) => [upstreamNo, lineNo])).toEqual(
      rows.map((_, at) => [`T${at}`, at + 2]),
    );
    expect(lines[7]?.ourNo).toBe('a"b\n7');
  });

  test.each(['0e0', '5E7', '12e5', '7e12'])('keeps the reference %s', async (own) => {
    expect(await linesOf(csv([cells({ own })]))).toEqual([{ ...plainFirst, ourNo: own }]);
  });

  test('passes over what stands above the headings, and the lines at the end', async () => {
    const file = `Statement of shop 7\r\n\r\n${csv([cells()])}Total,,100.00,0.60,,\r\n"made by, the upstream"\r\n`;
    expect(await linesOf(file, mappingWith({ headerRow: 3, footerRows: 2 }))).toEqual([{ ...plainFirst, lineNo: 4 }]);
  });

  test('has no lines on a day without movement', async () => {
    expect(await read(csv([]))).toMatchObject({ rows: 0, kinds: [], faults: [], from: null });
  });

  test('is read by letters where it has no headings', async () => {
    const columns = { reference: 'A', ownNumber: 'B', amount: 'C', fee: null, time: null, kind: null, status: null };
    const mapping = mappingWith({ headerRow: 0, columns, kinds: [], kind: 'settlement' });
    expect(await linesOf('T1,O1,7.00\nT2,,8.00\n', mapping)).toMatchObject([
      { lineNo: 1, upstreamNo: 'T1', ourNo: 'O1', kind: 'settlement', amountMinor: -700n, at: null, feeMinor: null },
      { lineNo: 2, upstreamNo: 'T2', ourNo: null, amountMinor: -800n },
    ]);
    expect((await read('T1,O1,x\n', mapping)).faults).toMatchObject([{ line: 1, column: 'C', word: 'money_form' }]);
  });

  test('has statuses by its own words', async () => {
    const columns = { ...plainMapping.columns, kind: null, status: 'Type' };
    const statuses = [
      { text: 'PAY', status: 'success' },
      { text: '', status: 'pending' },
    ] as const;
    const mapping = mappingWith({ columns, kinds: [], kind: 'payin', statuses: [...statuses] });
    expect(await linesOf(csv([cells(), cells({ no: 'T2', kind: '' })]), mapping)).toMatchObject([
      { status: 'success' },
      { status: 'pending' },
    ]);
  });

  test('gives signs where the mapping says so; a fee is a magnitude', async () => {
    const rows = [cells({ fee: '-0.60' }), cells({ no: 'T2', amount: '-20.00', kind: 'REFUND' })];
    expect(await linesOf(csv(rows), mappingWith({ amounts: 'signed' }))).toMatchObject([
      { amountMinor: 10_000n, feeMinor: 60n },
      { amountMinor: -2_000n, feeMinor: 60n },
    ]);
  });

  test.each([
    ['.', ',', '"1,234,567.5"', 123_456_750n],
    [',', '.', '"1.234,5"', 123_450n],
    [',', ' ', '"1 234,50"', 123_450n],
    ['.', "'", "1'234.50", 123_450n],
    ['.', '', '1234.5000', 123_450n],
    ['.', '', '0', 0n],
  ] as const)('with %s and %s reads %s', async (decimal, thousands, amount, amountMinor) => {
    const mapping = mappingWith({ decimal, thousands });
    const fee = '0';
    expect(await linesOf(csv([cells({ amount, fee })]), mapping)).toMatchObject([{ amountMinor, feeMinor: 0n }]);
  });

  test.each([
    ['iso', '2026-11-19T10:00:00+08:00'],
    ['iso', '2026-11-19T02:00:00.000Z'],
    ['ymd', '2026-11-19 10:00:00'],
    ['ymd', '2026/11/19 10:00'],
    ['dmy', '19/11/2026 10:00:00'],
    ['dmy', '19.11.2026 10:00'],
    ['mdy', '11/19/2026 10:00 AM'],
    ['compact', '20261119100000'],
    ['unix', '1795053600'],
    ['unix', '1795053600000'],
  ] as const)('with times as %s reads %s', async (dateForm, time) => {
    expect(await linesOf(csv([cells({ time })]), mappingWith({ dateForm }))).toEqual([plainFirst]);
  });

  test('reads times in the mapping’s zone', async () => {
    const at = async (time: string, zone: string) =>
      (await linesOf(csv([cells({ time })]), mappingWith({ timeZone: zone })))[0]?.at?.toISOString();
    expect(await at('2026-11-19', 'Asia/Bangkok')).toBe('2026-11-18T17:00:00.000Z');
    expect(await at('2026-10-25 02:30', 'Europe/Madrid')).toBe('2026-10-25T00:30:00.000Z');
    expect(await at('2026-10-25 03:30', 'Europe/Madrid')).toBe('2026-10-25T02:30:00.000Z');
    expect(await at('2026-03-29 02:30', 'Europe/Madrid')).toBe('2026-03-29T01:30:00.000Z');
  });
});

describe('a workbook', () => {
  test('is read like CSV', async () => {
    expect(await linesOf(sheet([cells()]))).toEqual([plainFirst]);
    expect((await read(sheet([cells()]))).format).toBe('xlsx');
  });

  test('is read by the sheet’s name', async () => {
    const others = [{ name: 'xl/worksheets/sheet2.xml', data: '<worksheet><sheetData/></worksheet>' }];
    const sheets = '<sheet name="About" sheetId="2" r:id="rId2"/><sheet name="Trades" sheetId="1" r:id="rId1"/>';
    const page = `<sheetData><row>${headings.map(textCell).join('')}</row><row>${cells().map(textCell).join('')}</row></sheetData>`;
    const file = workbook({ page, sheets, others });
    expect(await linesOf(file, mappingWith({ sheet: 'Trades' }))).toEqual([plainFirst]);
    expect((await read(file)).faults).toMatchObject([{ word: 'file_empty' }]);
  });

  test('has numbers and times as cells, whatever the mapping’s signs', async () => {
    const styles = '<styleSheet><cellXfs><xf/><xf numFmtId="22"/><xf numFmtId="4"/></cellXfs></styleSheet>';
    const row = [
      textCell('T1'),
      textCell('7000000000000000001'),
      '<c s="2"><v>1234.5</v></c>',
      '<c><v>0.6</v></c>',
      '<c s="1"><v>46345.416666666664</v></c>',
      textCell('PAY'),
    ];
    const page = `<sheetData><row>${headings.map(textCell).join('')}</row><row>${row.join('')}</row></sheetData>`;
    expect(await linesOf(workbook({ page, styles }), mappingWith({ decimal: ',', thousands: '.' }))).toEqual([
      { ...plainFirst, amountMinor: 123_450n },
    ]);
  });
});

const textCell = (content: string): string => `<c t="inlineStr"><is><t>${content}</t></is></c>`;

test('reads back what is written, in any form', async () => {
  const line = fc.record({
    kind: fc.constantFrom(...lineKinds),
    minor: fc.bigInt(0n, 10n ** 14n),
    fee: fc.option(fc.bigInt(0n, 10n ** 6n)),
    own: fc.option(fc.stringMatching(/^[A-Za-z0-9.-]{1,30}$/).filter((text) => !isRoundedNumber(text))),
    seconds: fc.integer({ min: 0, max: 86_399 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.constantFrom<[',' | '.', ',' | '.' | ' ' | '']>(['.', ','], [',', '.'], ['.', ''], [',', ' ']),
      fc.constantFrom('CNY', 'JPY', 'KWD'),
      async (lines, [decimal, thousands], currency) => {
        const money = (minor: bigint): string => {
          const [whole = '', decimals] = formatAmount(minor, currency).split('.');
          const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
          return `"${decimals === undefined ? grouped : grouped + decimal + decimals}"`;
        };
        const rows = lines.map(({ kind, minor, fee, own, seconds }, at) => {
          const time = new Date(Date.UTC(2026, 10, 19) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
          return [`T${at}`, own ?? '', money(minor), fee === null ? '' : money(fee), time, kind];
        });
        const mapping = mappingWith({
          decimal,
          thousands,
          timeZone: 'UTC',
          kinds: lineKinds.map((kind) => ({ text: kind, kind })),
        });
        expect(await linesOf(csv(rows), mapping, currency)).toEqual(
          lines.map(({ kind, minor, fee, own, seconds }, at) => ({
            lineNo: at + 2,
            upstreamNo: `T${at}`,
            ourNo: own,
            kind,
            amountMinor: minor * signOfKind[kind],
            feeMinor: fee,
            at: new Date(Date.UTC(2026, 10, 19) + seconds * 1_000),
            status: null,
          })),
        );
      },
    ),
  );
});
