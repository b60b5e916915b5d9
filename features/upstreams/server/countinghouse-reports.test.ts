import { describe, expect, test } from 'vitest';
import { addDays, startOfDay, type TimeRange } from '#foundation/core/time-zone.ts';
import { languages } from '#foundation/core/words.ts';
import type { UpstreamLine, UpstreamReport } from './connector.ts';
import { settingFields } from '../setting-fields.ts';
import { CountinghouseSettings } from './countinghouse.ts';
import { reportedStatement } from './countinghouse-reports.ts';
import { type LoggedEntry, moneyLogCsv, reportFields } from './money-log-for-tests.ts';

const timeZone = 'Asia/Shanghai';
const terms = { currency: 'CNY', timeZone };
const outgoing = { request: () => Promise.reject(new Error('nothing is fetched')) };
const statementOf = (
  range: TimeRange,
  reports: readonly UpstreamReport[],
  its: Parameters<typeof reportedStatement>[2] = terms,
) => reportedStatement(range, reports, its, outgoing);
const rangeOf = (day: string, zone = timeZone): TimeRange => ({
  from: startOfDay(day, zone),
  to: startOfDay(addDays(day, 1), zone),
});

let numbers = 2_611_200_400_000_000_000n;
function entry(at: string, changes: Partial<LoggedEntry> = {}): LoggedEntry {
  numbers += 1n;
  return {
    type: 'payin',
    systemNo: numbers.toString(),
    orderNo: `ours-${numbers}`,
    amountMinor: 1_000n,
    feeMinor: 6n,
    at: new Date(at),
    ...changes,
  };
}

function sourceOf(file: Buffer, rows: number, sha256: string): string {
  return JSON.stringify({ rows, size: file.length, sha256, content: file.toString('base64'), url: null });
}

async function reportOf(
  range: TimeRange,
  entries: readonly LoggedEntry[],
  writing: Parameters<typeof moneyLogCsv>[1] = {},
): Promise<UpstreamReport> {
  const file = await moneyLogCsv(entries, writing);
  const { downloadId = '', sha256 = '' } = reportFields(file, range, entries.length);
  return {
    reportId: downloadId,
    range,
    source: sourceOf(file, entries.length, sha256),
  };
}

async function linesOf(range: TimeRange, reports: readonly UpstreamReport[]): Promise<UpstreamLine[]> {
  const statement = await statementOf(range, reports);
  if (!statement) throw new Error('not there yet');
  return (await Array.fromAsync(statement.lines)).flat();
}

const day = rangeOf('2026-11-20');

describe('the statement of a day', () => {
  test.each(languages.flatMap((language) => [true, false].map((newestFirst) => ({ language, newestFirst }))))(
    'is read in $language, newest first: $newestFirst, with its balances',
    async ({ language, newestFirst }) => {
      const entries = [
        entry('2026-11-20T01:00:00Z', { remark: 'a "quoted", text\r\nof two lines' }),
        entry('2026-11-20T02:00:00Z', { type: 'reversal', amountMinor: -1_000n, feeMinor: -6n }),
        entry('2026-11-20T03:00:00Z', { type: 'adjustment', amountMinor: -50n, feeMinor: 0n, orderNo: undefined }),
      ];
      const report = await reportOf(day, entries, { language, newestFirst, openingMinor: 700n });
      expect(await statementOf(day, [report])).toMatchObject({ openingMinor: 700n, closingMinor: 650n });
      const lines = await linesOf(day, [report]);
      expect(lines.map(({ lineNo }) => lineNo)).toEqual([1, 2, 3]);
      expect(newestFirst ? lines.toReversed() : lines).toMatchObject(
        [
          { kind: 'payin', amountMinor: 1_000n, feeMinor: 6n },
          { kind: 'reversal', amountMinor: -1_000n, feeMinor: 6n },
          { kind: 'other', amountMinor: -50n, feeMinor: 0n },
        ].map((line, index) => ({
          ...line,
          upstreamNo: entries[index]?.systemNo,
          ourNo: entries[index]?.orderNo ?? null,
          at: entries[index]?.at,
          status: 'success',
        })),
      );
    },
  );

  test('knows which of two entries that undo each other came first', async () => {
    const entries = [
      entry('2026-11-20T01:00:00Z', { feeMinor: 0n }),
      entry('2026-11-20T02:00:00Z', { amountMinor: -1_000n, feeMinor: 0n, type: 'payout' }),
    ];
    for (const newestFirst of [true, false]) {
      const report = await reportOf(day, entries, { newestFirst, openingMinor: 5n });
      expect(await statementOf(day, [report])).toMatchObject({ openingMinor: 5n, closingMinor: 5n });
    }
  });

  test('without entries has neither lines nor balances', async () => {
    const report = await reportOf(day, []);
    expect(await statementOf(day, [report])).toMatchObject({ openingMinor: null, closingMinor: null });
    expect(await linesOf(day, [report])).toEqual([]);
  });

  test('counts what was given back as failed, if it was taken on the same day', async () => {
    const [payout, withdrawal] = [entry('2026-11-20T01:00:00Z'), entry('2026-11-20T02:00:00Z', { orderNo: undefined })];
    const out = { amountMinor: -2_000n, feeMinor: 100n };
    const back = { type: 'refund', amountMinor: 2_000n, feeMinor: -100n } as const;
    const report = await reportOf(
      day,
      [
        { ...payout, ...out, type: 'payout' },
        { ...withdrawal, ...out, type: 'withdrawal' },
        { ...payout, ...back, at: new Date('2026-11-20T03:00:00Z') },
        entry('2026-11-20T04:00:00Z', back),
        entry('2026-11-20T05:00:00Z', { ...back, orderNo: undefined }),
      ],
      { newestFirst: false },
    );
    expect(
      (await linesOf(day, [report])).map(({ kind, status, amountMinor }) => `${kind} ${status} ${amountMinor}`),
    ).toEqual([
      'payout failed -2000',
      'settlement success -2000',
      'other failed 2000',
      'other success 2000',
      'settlement success 2000',
    ]);
  });

  test('takes two reports where their days begin at another moment, and is not there before both are', async () => {
    const zone = 'America/New_York';
    const [first, second] = [rangeOf('2026-11-19', zone), rangeOf('2026-11-20', zone)];
    const before = entry('2026-11-19T15:59:59Z');
    const within = [entry('2026-11-19T16:00:00Z'), entry('2026-11-20T04:59:59Z')];
    const after = [entry('2026-11-20T15:59:59Z'), entry('2026-11-20T16:00:00Z')];
    const reports = [
      await reportOf(first, [before, ...within], { timeZone: zone }),
      await reportOf(second, after, { timeZone: zone, openingMinor: 2_982n }),
    ];
    const there = { currency: 'CNY', timeZone: zone };
    expect(await statementOf(day, reports.slice(0, 1), there)).toBeUndefined();
    expect(await statementOf(day, reports.slice(1), there)).toBeUndefined();
    const statement = await statementOf(day, reports, there);
    expect(statement).toMatchObject({ openingMinor: 994n, closingMinor: 3_976n });
    const lines = (await Array.fromAsync(statement?.lines ?? [])).flat();
    expect(new Set(lines.map(({ upstreamNo }) => upstreamNo))).toEqual(
      new Set([...within, ...after.slice(0, 1)].map(({ systemNo }) => systemNo)),
    );
  });

  test('is not there without the time zone', async () => {
    expect(await statementOf(day, [await reportOf(day, [])], { currency: 'CNY' })).toBeUndefined();
  });
});

test('the settings’ time zone is one that is there, or none', () => {
  const settings = { baseUrl: 'https://a.example/gateway/v1', merchantNo: '1', currency: 'CNY', channels: {} };
  const zoneOf = (timeZone?: string): unknown => {
    const key = { signType: 'HMAC-SHA256', key: 'a-key-of-the-tests-0123456789' };
    const read = CountinghouseSettings.safeParse({
      ...settings,
      ...key,
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    return read.success ? (read.data.timeZone ?? 'none') : 'refused';
  };
  expect([zoneOf('Asia/Shanghai'), zoneOf(''), zoneOf(), zoneOf('Shanghai')]).toEqual([
    'Asia/Shanghai',
    'none',
    'none',
    'refused',
  ]);
  expect(settingFields(CountinghouseSettings).find(({ name }) => name === 'timeZone')).toMatchObject({
    kind: 'text',
    when: null,
  });
});

describe('a file is refused', () => {
  const entries = [entry('2026-11-20T01:00:00Z'), entry('2026-11-20T02:00:00Z'), entry('2026-11-20T03:00:00Z')];
  /** The report of a file whose text was changed before it was signed. */
  const changed = async (change: (text: string) => string | Uint8Array, rows = 3): Promise<UpstreamReport> => {
    const file = Buffer.from(change(String(await moneyLogCsv(entries))));
    const { sha256 = '' } = reportFields(file, day, rows);
    return { reportId: '', range: day, source: sourceOf(file, rows, sha256) };
  };

  test.each<[string, string, () => Promise<UpstreamReport>]>([
    ['in another time zone', 'statement_headings', () => reportOf(day, entries, { timeZone: 'Asia/Tokyo' })],
    [
      'that lacks a row',
      'statement_incomplete',
      () => changed((text) => text.replace(/\r\n[^\r]*02:00[^\r]*|\r\n[^\r]*10:00:00(?=\r)/, ''), 2),
    ],
    ['that has fewer rows than it says', 'statement_incomplete', () => changed((text) => text, 4)],
    ['whose sums are wrong', 'statement_sums', () => changed((text) => text.replace('10.00,0.06', '10.00,0.07'))],
    ['with a row of another width', 'statement_row', () => changed((text) => `${text}1,2\r\n`, 4)],
    ['with an unknown type', 'statement_row', () => changed((text) => text.replace('Pay-in', 'Gift'))],
    ['with an open quotation mark', 'statement_row', () => changed((text) => `${text}"`)],
    ['with an amount in another form', 'statement_row', () => changed((text) => text.replace('10.00', '10.001'))],
    [
      'that is not UTF-8',
      'statement_text',
      () => changed((text) => Buffer.concat([Buffer.from(text), Buffer.of(0xff)])),
    ],
    ['with a row of another day', 'statement_day', () => reportOf(day, [entry('2026-11-21T01:00:00Z')])],
    [
      'that is another one than was signed',
      'statement_changed',
      async () => ({
        ...(await changed(String)),
        source: sourceOf(Buffer.of(), 3, '0'.repeat(64)),
      }),
    ],
  ])('%s', async (_what, reason, make) => {
    const report = await make();
    await expect(statementOf(day, [report])).rejects.toMatchObject({ kind: 'refused', reason });
  });
});
