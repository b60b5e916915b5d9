/** Files as people save them: they are read as people see them, or refused with a reason. */
import { describe, expect, test } from 'vitest';
import type { Currency } from '#foundation/core/money.ts';
import { batchColumns } from '../columns.ts';
import { readTable } from '../reading.ts';
import { csv, goodRow, pageOf, utf16, workbook } from './corpus-for-tests.ts';
import { caseFile, judged, read, faultNameOf } from './reading-for-tests.ts';

const amountsOf = async (amounts: readonly string[]) =>
  (await read(csv(amounts.map((amount) => ({ ...goodRow, amount }))))).rows.map(({ values }) => values.amount);

describe('amounts', () => {
  test('in another currency are errors that name it', async () => {
    const fault = (mark: string) => ({ amount: { word: 'amount_currency', values: { mark, currency: 'CNY' } } });
    expect(await judged(caseFile('foreign-currency.csv'))).toEqual(
      ['USD', 'THB', 'JPY', 'EUR', 'HKD'].map((mark, index) => [index + 2, fault(mark)]),
    );
  });

  test('are read through invisible marks', async () => {
    const [row] = (await read(caseFile('invisible-marks.csv'))).rows.filter(({ line }) => line === 5);
    expect(row).toMatchObject({ values: { amount: '103.00' }, written: '\u202d103.00\u202c' });
  });

  test('that are ambiguous are read like the others of the file, and this is reported', async () => {
    const decimalOf = async (...amounts: string[]) =>
      (await read(csv(amounts.map((amount) => ({ ...goodRow, amount }))))).source.decimal;
    expect(await amountsOf(['1,500', '10.50'])).toEqual(['1500.00', '10.50']);
    expect(await amountsOf(['1,500', '10,50'])).toEqual(['1.50', '10.50']);
    expect(await amountsOf(['1.500', '10,50', '1.234.567'])).toEqual(['1500.00', '10.50', '1234567.00']);
    expect(await amountsOf(['1,500', '10,50', '10.50'])).toEqual(['1,500', '10.50', '10.50']);
    expect(await decimalOf('1,500', '10.50')).toBe('point');
    expect(await decimalOf('1.500', '10,50')).toBe('comma');
    expect(await decimalOf('1,500', '10,50')).toBe('comma');
    // Not read by the others' decimal sign, so nothing is reported.
    expect(await amountsOf(['1,505', '12,50'])).toEqual(['1,505', '12.50']);
    expect(await decimalOf('1,505', '12,50')).toBeNull();
    expect(await amountsOf(['1,505', '12.50'])).toEqual(['1505.00', '12.50']);
    expect(await decimalOf('1,505', '12.50')).toBe('point');
    expect(await decimalOf('1500', '10,50')).toBeNull();
    expect(await decimalOf('1,500', '10')).toBeNull();
  });

  test('that are ambiguous are errors when the file does not decide', async () => {
    const rows = csv([{ ...goodRow, amount: '1,500' }, goodRow]);
    expect(await judged(rows.replace('100.00', '100'))).toEqual([
      [2, { amount: { word: 'amount_either', values: { whole: '1500.00', parted: '1.50' } } }],
      [3, 10_000n],
    ]);
  });

  test('that are sent back as they were read pay the same, whatever the other rows are', async () => {
    const amounts = ['1,500', '10,50', "1'234", '１００', '¥5', '1.234,50', '7'];
    for (const { values } of (await read(csv(amounts.map((amount) => ({ ...goodRow, amount }))))).rows) {
      const again = (await read(csv([values]))).rows[0]?.values;
      expect(again).toEqual(values);
    }
  });

  const numberOf = async (value: string, formatCode: string, currency: Currency = 'CNY') => {
    const page = pageOf([{ ...goodRow, amount: `<c r="§" s="1"><v>${value}</v></c>` }]);
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${formatCode}"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    return (await judged(workbook({ page, styles }), currency))[0]?.[1];
  };

  test.each([
    ['[$USD] #,##0.00', 'USD'],
    ['#,##0.00\\ [$€-407]', '€'],
    ['&quot;$&quot;#,##0.00', '$'],
    ['_(&quot;$&quot;* #,##0.00_);_(&quot;$&quot;* \\(#,##0.00\\)', '$'],
    ['[$฿-41E]#,##0.00', '฿'],
  ])('in a cell that shows another currency (%s) are errors that name it', async (formatCode, mark) => {
    expect(await numberOf('12.34', formatCode)).toEqual({
      amount: { word: 'amount_currency', values: { mark, currency: 'CNY' } },
    });
  });

  test('in a cell that shows the platform’s currency are read', async () => {
    expect(await numberOf('12.34', '[$¥-804]#,##0.00')).toBe(1_234n);
    expect(await numberOf('1200', '[$¥-411]#,##0', 'JPY')).toBe(1_200n);
    expect(await numberOf('12.34', '#,##0.00\\ [$€-407]', 'EUR')).toBe(1_234n);
  });

  test.each([
    ['12.34', '0', { shown: '12', held: '12.34' }],
    ['1234567', '#,##0,', { shown: '1235', held: '1234567' }],
    ['100', ';;;', { shown: '…', held: '100' }],
  ])('%s in a cell of the format %s are not what the sheet shows', async (value, formatCode, values) => {
    expect(await numberOf(value, formatCode)).toEqual({ amount: { word: 'cell_differs', values } });
  });

  test.each(['0.00%', '0%', 'yyyy\\-mm\\-dd'])('in a cell of the format %s are errors', async (formatCode) => {
    expect(await numberOf('12.5', formatCode)).toEqual({ amount: { word: 'amount_form' } });
  });

  test('in number cells have no decimal sign, so they neither decide nor depend on one', async () => {
    const page = pageOf([
      { ...goodRow, amount: '<c r="§"><v>10.5</v></c>' },
      { ...goodRow, amount: '1,500' },
      { ...goodRow, amount: '<c r="§"><v>1.5</v></c>' },
    ]);
    expect((await read(workbook({ page }))).rows.map(({ values }) => values.amount)).toEqual(['10.5', '1,500', '1.5']);
    const commas = pageOf([
      { ...goodRow, amount: '<c r="§"><v>1.234</v></c>' },
      { ...goodRow, amount: '10,50' },
    ]);
    expect((await judged(workbook({ page: commas })))[0]?.[1]).toMatchObject({ amount: { word: 'amount_form' } });
  });
});

describe('a workbook', () => {
  test('has an account as its cell shows it', async () => {
    const { rows } = await read(caseFile('zero-padded.xlsx'));
    expect(rows[0]?.values.account).toBe('0122229316319720');
    expect((await judged(caseFile('zero-padded.xlsx')))[0]?.[1]).toMatchObject({
      account: { word: 'card_number_form' },
    });
  });

  test('separates rows that its program hides', async () => {
    const { rows, source } = await read(caseFile('hidden-by-filter.xlsx'));
    expect(rows.map(({ line, values }) => [line, values.amount])).toEqual([
      [2, '100'],
      [4, '300'],
    ]);
    expect(source.hidden.map(({ line, values }) => [line, values.amount])).toEqual([[3, '200']]);
  });

  test.each([
    ['by hand or by a filter', ['<row r="3"', '<row r="3" hidden="1"']],
    ['as other programs write it', ['<row r="3"', '<row r="3" hidden="true"']],
    ['in a closed group', ['<row r="3"', '<row r="3" outlineLevel="1" hidden="1"']],
    ['without height', ['<row r="3"', '<row r="3" ht="0" customHeight="1"']],
    [
      'because all are that are not said to be shown',
      ['<sheetData><row r="1"><c', '<sheetFormatPr zeroHeight="1"/><sheetData><row r="1" hidden="0"><c'],
      ['<row r="2"', '<row r="2" hidden="0"'],
      ['<row r="4"', '<row r="4" ht="15"'],
    ],
  ] as const)('keeps rows apart that are hidden %s', async (_, ...changes) => {
    const page = (changes as readonly (readonly [string, string])[]).reduce(
      (text, [from, to]) => text.replace(from, to),
      pageOf([goodRow, { ...goodRow, amount: '9' }, goodRow]),
    );
    const { rows, source } = await read(workbook({ page }));
    expect([rows.map(({ line }) => line), source.hidden.map(({ line }) => line)]).toEqual([[2, 4], [3]]);
  });

  test('with only hidden rows has rows to include', async () => {
    const { rows, source } = await read(
      workbook({ page: pageOf([goodRow]).replace('<row r="2"', '<row r="2" hidden="1"') }),
    );
    expect([rows.length, source.hidden.length]).toEqual([0, 1]);
  });

  test('with a hidden note above its headings is read', async () => {
    const page = pageOf([goodRow]).replace(
      '<sheetData>',
      '<sheetData><row hidden="1"><c t="inlineStr"><is><t>internal</t></is></c></row>',
    );
    expect((await read(workbook({ page }))).rows).toHaveLength(1);
  });

  test.each(['hidden="1"', 'hidden="true"', 'width="0"'])(
    'with a column that is hidden (%s) is refused by its name, unless it means nothing',
    async (how) => {
      const cols = (min: number) => `<cols><col min="${min}" max="${min}" ${how}/></cols>`;
      const found = await readTable(workbook({ page: cols(6) + pageOf([goodRow]) }), 'CNY');
      expect('fault' in found && [found.fault.word, found.fault.valuesIn('en')['columns']]).toEqual([
        'header_hidden',
        'Account',
      ]);
      const more = pageOf([goodRow]).replace(
        '</row>',
        '<c r="G1" t="inlineStr"><is><t>Staff number</t></is></c></row>',
      );
      expect((await read(workbook({ page: cols(7) + more }))).rows).toHaveLength(1);
      expect(await faultNameOf(workbook({ page: more }))).toBe('header_unknown');
    },
  );

  test('reports which sheet was read, and which others have rows', async () => {
    const { rows, source } = await read(caseFile('two-sheets.xlsx'));
    expect(rows.map(({ values }) => values.amount)).toEqual(['100']);
    expect(source).toMatchObject({ sheet: 'July', otherSheets: [{ name: 'August', rows: 1, hidden: false }] });
  });

  const sheetOf = (first: string, second: string, states: readonly [string, string] = ['visible', 'visible']) =>
    workbook({
      page: first,
      sheets: `<sheet name="A" state="${states[0]}" r:id="rId1"/><sheet name="B" state="${states[1]}" r:id="rId2"/>`,
      others: [{ name: 'xl/worksheets/sheet2.xml', data: `<worksheet>${second}</worksheet>` }],
    });
  const note = '<sheetData><row><c t="inlineStr"><is><t>Notes</t></is></c></row><row><c><v>1</v></c></row></sheetData>';

  test('is read from the sheet that has the headings', async () => {
    const { source } = await read(sheetOf(note, pageOf([goodRow])));
    expect(source).toMatchObject({ sheet: 'B', otherSheets: [{ name: 'A', rows: 2, hidden: false }] });
    // Merged cells in other sheets do not matter.
    expect(
      (await read(sheetOf(`${note}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`, pageOf([goodRow])))).source.sheet,
    ).toBe('B');
    // An empty template before the filled one.
    expect((await read(sheetOf(pageOf([]), pageOf([goodRow])))).source).toMatchObject({ sheet: 'B', otherSheets: [] });
  });

  test('names another sheet of a single line, unless that line is its headings', async () => {
    const line = (...texts: string[]) =>
      `<sheetData><row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row></sheetData>`;
    const othersOf = async (second: string) => (await read(sheetOf(pageOf([goodRow]), second))).source.otherSheets;
    expect(await othersOf(line('100', 'bank', 'Ana', 'ICBC', '', '6222020200112345703'))).toEqual([
      { name: 'B', rows: 1, hidden: false },
    ]);
    expect(await othersOf(line('Pay Ana too'))).toEqual([{ name: 'B', rows: 1, hidden: false }]);
    expect(await othersOf(line('Pay Ana too').replace('<row>', '<row hidden="1">'))).toEqual([
      { name: 'B', rows: 1, hidden: false },
    ]);
    expect(await othersOf(line('Amount', 'Holder', 'Remark'))).toEqual([]);
  });

  test('does not let hidden rows decide how the others are read', async () => {
    const page = pageOf([
      { ...goodRow, amount: '1,500' },
      { ...goodRow, amount: '10.50' },
    ]);
    expect((await read(workbook({ page }))).rows[0]?.values.amount).toBe('1500.00');
    const { rows, source } = await read(workbook({ page: page.replace('<row r="3"', '<row r="3" hidden="1"') }));
    expect([rows[0]?.values.amount, source.decimal, source.hidden[0]?.values.amount]).toEqual(['1,500', null, '10.50']);
  });

  test('can have notes next to its columns', async () => {
    const page = pageOf([goodRow]).replace(
      /<\/row><\/sheetData>/,
      '<c r="H2" t="inlineStr"><is><t>asked on Monday</t></is></c></row></sheetData>',
    );
    expect((await judged(workbook({ page })))[0]?.[1]).toBe(10_000n);
  });

  test('is never read from a hidden sheet, but reports that it has rows', async () => {
    expect(
      (await read(sheetOf(pageOf([goodRow]), pageOf([goodRow, goodRow]), ['visible', 'hidden']))).source,
    ).toMatchObject({
      sheet: 'A',
      otherSheets: [{ name: 'B', rows: 2, hidden: true }],
    });
    expect((await read(sheetOf(pageOf([goodRow]), pageOf([goodRow]), ['veryHidden', 'visible']))).source.sheet).toBe(
      'B',
    );
    expect(await faultNameOf(sheetOf(note, pageOf([goodRow]), ['visible', 'veryHidden']))).toBe('header_missing');
  });
});

describe('extras that a program adds to a text', () => {
  test('the line that names the separator is not a heading, and is counted', async () => {
    expect((await read(caseFile('sep-line.csv'))).rows).toMatchObject([
      { line: 3, values: { amount: '100.00', account: '6222681624155384' } },
    ]);
  });

  test.each([
    ['a comma', 'sep=,\r\n', ','],
    ['a tab', 'sep=\t\r\n', '\t'],
    ['a bar', 'SEP=|\n', '|'],
    ['a semicolon in quotes', '"sep=;"\r\n', ';'],
    ['a semicolon, with old line ends', 'sep=;\r', ';'],
  ])('the separator can be %s', async (_, first, separator) => {
    const text = batchColumns.map((column) => goodRow[column]).join(separator);
    const file = `${first}${['Amount', 'Type', 'Holder', 'Bank', 'Branch', 'Account'].join(separator)}\r\n${text}`;
    expect((await read(first.endsWith('\r') ? file.replaceAll('\r\n', '\r') : file)).rows).toEqual([
      { line: 3, values: goodRow },
    ]);
  });

  test.each([
    ['a final 0x1A', `${csv([goodRow])}\u001a`],
    ['a final 0x1A on a line of its own', `${csv([goodRow])}\u001a\r\n`],
    ['a final 0x1A right behind the last cell', `${csv([goodRow]).trimEnd()}\u001a`],
    ['a final 0x1A in UTF-16', utf16(`${csv([goodRow])}\u001a`, 'le')],
  ])('%s is ignored', async (_, file) => {
    expect((await read(file)).rows).toEqual([{ line: 2, values: goodRow }]);
  });

  test('a 0x1A inside a text is refused', async () => {
    expect(await faultNameOf(`${csv([goodRow])}\u001a100`)).toBe('table_type');
  });
});
