import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { asXlsx } from './sheet-xlsx.ts';
import { asCsv, type Cell, type Sheet, type SheetColumn } from './sheet.ts';
import { collected, readPage, unzip } from './workbook-for-tests.ts';

const columns: readonly SheetColumn[] = [
  { header: 'Time', kind: 'time' },
  { header: 'What', kind: 'text' },
  { header: 'Amount', kind: 'amount' },
];

function sheet(batches: readonly (readonly (readonly Cell[])[])[], more: Partial<Sheet> = {}): Sheet {
  return { title: 'Log', columns, timeZone: 'Asia/Shanghai', batches: given(batches), ...more };
}

async function* given<Batch>(batches: readonly Batch[]): AsyncGenerator<Batch> {
  yield* batches;
}

const row = (what: string | null, amount: string | null = '1.00'): Cell[] => [
  new Date('2026-11-20T17:30:59.000Z'),
  what,
  amount,
];
const csv = async (given: Sheet) => (await collected(asCsv(given))).toString('utf8');
const book = async (given: Sheet) => unzip(await collected(asXlsx(given)));

/** Texts that some program has treated as a formula, or as the end of a cell before one. */
const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "=cmd|' /C calc'!A0",
  '|calc',
  '%0A=1',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u00a0=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
];

describe('CSV', () => {
  it('begins with the UTF-8 byte order mark and the headers, has moments in local time and empty cells empty', async () => {
    expect(await csv(sheet([[row('ไทย, "验证"')], [row(null, null)]]))).toBe(
      '\ufeffTime,What,Amount\r\n2026-11-21 01:30:59,"ไทย, ""验证""",1.00\r\n2026-11-21 01:30:59,,\r\n',
    );
  });

  it('has headers even without rows', async () => {
    expect(await csv(sheet([]))).toBe('\ufeffTime,What,Amount\r\n');
  });

  it.each(['a\n=1', 'a\r=1', 'a\r\n=1'])('keeps %j in one cell', async (text) => {
    expect(await csv(sheet([[row(text)]]))).toContain(`,"${text}",1.00\r\n`);
  });

  it.each(formulas)('contains %j as text, not as a formula', async (text) => {
    const written = (await csv(sheet([[row(text)]]))).split('\r\n').slice(1).join('\r\n');
    expect(written).toMatch(/^2026-11-21 01:30:59,"?'/);
    expect(written.replaceAll('"', '')).toContain(`'${text}`);
  });

  it.each(['a=1', "o'clock", '1-2', 'x@y', '138****1234'])('leaves %j unchanged', async (text) => {
    expect(await csv(sheet([[row(text)]]))).toContain(`,${text},`);
  });

  it('keeps a negative amount as a number', async () => {
    expect(await csv(sheet([[row('x', '-12.50')]]))).toContain(',x,-12.50\r\n');
  });
});

describe('a workbook', () => {
  it('has the parts that its content types list, and a page name that Excel accepts', async () => {
    const files = await book(sheet([[row('x')]], { title: "Orders: '[2026]' / all of them & a very long name" }));
    expect([...files.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    expect(files.get('xl/workbook.xml')).toContain('<sheet name="Orders    2026     all of them " sheetId="1"');
  });

  it('has a page about it in front, all as texts, which CSV leaves out', async () => {
    const about = { title: 'About: this', lines: [['Rows', '6220000000000000001'] as const, ['=1', '<b>'] as const] };
    const files = await book(sheet([[row('x')]], { about }));
    expect(files.get('xl/workbook.xml')).toContain(
      '<sheet name="About  this" sheetId="1" r:id="rId1"/><sheet name="Log" sheetId="2" r:id="rId2"/>',
    );
    expect(readPage(files).map((cells) => cells.map(({ type, value }) => [type, value]))).toEqual([
      [
        ['inlineStr', 'Rows'],
        ['inlineStr', '6220000000000000001'],
      ],
      [
        ['inlineStr', '=1'],
        ['inlineStr', '&lt;b&gt;'],
      ],
    ]);
    expect(readPage(files, 2)[1]?.[1]?.value).toBe('x');
    expect(await csv(sheet([[row('x')]], { about }))).not.toContain('6220000000000000001');
  });

  it('has texts as texts, moments and amounts as numbers, no empty cells, and the position of each cell', async () => {
    const page = readPage(
      await book(
        sheet([[row('one', '-12.50')], [[new Date('2026-11-20T16:00:00.000Z'), null, '123456789012345678.90']]]),
      ),
    );
    expect(page).toEqual([
      ['Time', 'What', 'Amount'].map((value, index) => ({
        place: `${'ABC'[index]}1`,
        type: 'inlineStr',
        style: '1',
        value,
      })),
      [
        { place: 'A2', type: 'n', style: '2', value: expect.stringMatching(/^46347\.0631828/) },
        { place: 'B2', type: 'inlineStr', style: '0', value: 'one' },
        { place: 'C2', type: 'n', style: '3', value: '-12.50' },
      ],
      [
        { place: 'A3', type: 'n', style: '2', value: '46347' },
        { place: 'C3', type: 'inlineStr', style: '0', value: '123456789012345678.90' },
      ],
    ]);
  });

  it.each(formulas)('contains %j as text, not as a formula', async (text) => {
    const [, cells] = readPage(await book(sheet([[row(text)]])));
    expect(cells?.[1]).toEqual({ place: 'B2', type: 'inlineStr', style: '0', value: text.replaceAll('\r', '_x000D_') });
  });

  it.each([
    ['marks', `<a href="x">&'`, "&lt;a href=&quot;x&quot;&gt;&amp;'"],
    ['what XML can not say', 'a\u0001b\uffffc\ud800d', 'a\ufffdb\ufffdc\ufffdd'],
    ["Excel's escapes", '_x0041_ _xyz_', '_x005F_x0041_ _xyz_'],
    ['signs beyond 16 bits', '🦊', '🦊'],
    ['more than a cell holds', 'x'.repeat(40_000), 'x'.repeat(32_767)],
  ])('takes %s', async (_, text, written) => {
    expect(readPage(await book(sheet([[row(text)]])))[1]?.[1]?.value).toBe(written);
  });

  it('names columns beyond Z', async () => {
    const wide = Array.from({ length: 704 }, (_, index) => ({ header: `h${index}`, kind: 'text' as const }));
    const [header] = readPage(await book(sheet([], { columns: wide })));
    expect([0, 25, 26, 701, 702, 703].map((index) => header?.[index]?.place)).toEqual([
      'A1',
      'Z1',
      'AA1',
      'ZZ1',
      'AAA1',
      'AAB1',
    ]);
  });
});

describe.each([
  ['CSV', asCsv],
  ['a workbook', asXlsx],
])('%s', (_, write) => {
  /**
   * Endless rows that don't compress well. Counts how many batches were requested, and knows when the consumer stops.
   */
  function endless() {
    const state = { asked: 0, ended: false };
    async function* batches(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          state.asked += 1;
          yield Array.from({ length: 100 }, () => row(randomBytes(540).toString('base64')));
        }
      } finally {
        state.ended = true;
      }
    }
    return { state, batches: batches() };
  }
  const settled = async (what: () => unknown): Promise<void> => {
    for (let turns = 0; turns < 500; turns += 1) {
      const before = what();
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      if (what() === before) return;
    }
    throw new Error('it never settled');
  };

  it('makes no more than is requested, and ends its rows when the consumer stops', async () => {
    const { state, batches } = endless();
    const pieces = write(sheet([], { batches }));
    expect((await pieces.next()).done).toBe(false);
    await settled(() => state.asked);
    expect(state.asked).toBeLessThan(40);
    for (let taken = 0; taken < 200; taken += 1) await pieces.next();
    expect(state.asked).toBeGreaterThan(10);
    await pieces.return?.();
    await settled(() => state.ended);
    expect(state.ended).toBe(true);
  });

  it('that no consumer has started to read ends its rows too', async () => {
    const { state, batches } = endless();
    await batches.next();
    await write(sheet([], { batches })).return?.();
    await settled(() => state.ended);
    expect(state.ended).toBe(true);
  });

  it('fails when its rows fail', async () => {
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [row('x')];
      throw new Error('the database is gone');
    }
    await expect(collected(write(sheet([], { batches: broken() })))).rejects.toThrow('the database is gone');
  });
});
