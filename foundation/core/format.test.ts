/** How amounts, numbers and times are displayed: exact at every boundary, in four languages. */
import { describe, expect, test } from 'vitest';
import { formatOf } from './format.ts';
import { type Language, languages } from './words.ts';

const cny = { currency: 'CNY', timeZone: 'Asia/Shanghai' };
/** Intl puts no-break spaces between number and sign; the tests compare with plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('amounts', () => {
  test.each([
    ['en', '1234.50', '¥1,234.50'],
    ['zh', '1234.50', '¥1,234.50'],
    ['es', '1234.50', '1.234,50 ¥'],
    ['th', '1234.50', '¥1,234.50'],
    ['en', '-0.01', '−¥0.01'],
    ['en', '9999999999999.99', '¥9,999,999,999,999.99'],
    // More digits than a float holds: the last cent must still be right.
    ['en', '12345678901234567.89', '¥12,345,678,901,234,567.89'],
  ] as const)('in %s: %s is %s', (language, text, shown) => {
    expect(plain(formatOf(language, cny).amount(text))).toBe(shown);
  });

  test('have as many decimals as their currency', () => {
    expect(formatOf('en', { ...cny, currency: 'JPY' }).amount('1234')).toBe('¥1,234');
    expect(formatOf('en', { ...cny, currency: 'KWD' }).amount('1.234')).toContain('1.234');
  });

  test('show their sign when signed; zero has none', () => {
    const { amount } = formatOf('en', cny);
    expect([
      amount('5.00', { signed: true }),
      amount('-5.00', { signed: true }),
      amount('0.00', { signed: true }),
    ]).toEqual(['+¥5.00', '−¥5.00', '¥0.00']);
  });

  test.each([
    ['en', '0', '0'],
    ['en', '-0.50', '-0.50'],
    ['en', '999.00', '999.00'],
    ['en', '1000', '1,000'],
    ['es', '1000.10', '1.000,10'],
    ['th', '-1234567.8900', '-1,234,567.8900'],
    [
      'zh',
      '12345678901234567890123456789012345678901234567890.10',
      '12,345,678,901,234,567,890,123,456,789,012,345,678,901,234,567,890.10',
    ],
    ['en', '1e5', '1e5'],
    ['en', '', ''],
  ] as const)('without a currency in %s: %s is %s', (language, text, shown) => {
    expect(formatOf(language, cny).grouped(text)).toBe(shown);
  });

  test.each(languages)('keep all of sixty digits in %s', (language) => {
    const digits = '123456789'.repeat(7).slice(0, 60);
    const { amount, grouped } = formatOf(language, cny);
    expect(amount(`${digits}.07`).replaceAll(/\D/g, '')).toBe(`${digits}07`);
    expect(grouped(`${digits}.07`).replaceAll(/\D/g, '')).toBe(`${digits}07`);
  });
});

describe('numbers', () => {
  test.each([
    [0, '0'],
    [0.04, '0'],
    [999, '999'],
    [999.94, '999.9'],
    [999.95, '1k'],
    [1000, '1k'],
    [1049, '1k'],
    [1050, '1.1k'],
    [12_345, '12.3k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [4_000_000, '4M'],
    [999_949_999, '999.9M'],
    [999_950_000, '1G'],
    [5e9, '5G'],
    [1.5e12, '1.5T'],
    [2e15, '2P'],
    [3e18, '3E'],
    [1e21, '1,000E'],
    [-999, '−999'],
    [-2500, '−2.5k'],
    [-999_950, '−1M'],
  ])('%d in short form is %s', (value, shown) => {
    expect(formatOf('en', cny).compact(value)).toBe(shown);
  });

  test('in short form use the decimal sign of the language', () => {
    expect(languages.map((language) => formatOf(language, cny).compact(12_345))).toEqual([
      '12.3k',
      '12.3k',
      '12,3k',
      '12.3k',
    ]);
  });

  test('percent text keeps its digits; null is a dash', () => {
    expect([
      formatOf('en', cny).percent('98.5'),
      formatOf('en', cny).percent('0.0001'),
      formatOf('en', cny).percent(null),
    ]).toEqual(['98.5%', '0.0001%', '–']);
  });
});

const now = new Date('2026-11-20T12:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();
const [minute, hour, day] = [60, 3600, 86_400];

describe('moments', () => {
  test.each([
    ['en', '04:05', '19 Nov, 09:05', '6 Nov 2025, 09:05'],
    ['zh', '04:05', '11-19 09:05', '2025-11-06 09:05'],
    ['es', '04:05', '19 nov, 09:05', '6 nov 2025, 09:05'],
    ['th', '04:05', '19 พ.ย. 09:05', '6 พ.ย. 2025 09:05'],
  ] as const)(
    'of a list in %s leave out what is clear: the day of today, this year, the seconds',
    (language, ...shown) => {
      const { moment } = formatOf(language, cny);
      const times = ['2026-11-19T20:05:59Z', '2026-11-19T01:05:59Z', '2025-11-06T01:05:59Z'];
      expect(times.map((at) => plain(moment(at, now)))).toEqual(shown);
    },
  );

  test('of a list change their day and year with the platform’s, not with UTC’s', () => {
    const { moment } = formatOf('en', cny);
    const at = '2026-12-31T15:59:59Z';
    const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1000);
    expect([moment(at, later(0)), moment(at, later(1))]).toEqual(['23:59', '31 Dec 2026, 23:59']);
  });

  test.each(languages)('have two digits of the hour in %s', (language) => {
    const { dateTime, time, moment } = formatOf(language, cny);
    const at = '2026-11-19T01:05:07Z';
    expect([dateTime(at), time(at), moment(at, now)].map((text) => /(?:^| )09:05/.test(text))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('are shown in the platform’s time zone; a day is not shifted', () => {
    const format = formatOf('en', cny);
    expect(format.dateTime('2026-11-19T16:30:05Z')).toBe('20 Nov 2026, 00:30:05');
    expect(format.time('2026-11-19T16:30:05Z')).toBe('00:30');
    expect([format.day('2026-11-20'), format.dayShort('2026-11-20')]).toEqual(['20 Nov 2026', '20 Nov']);
    expect(format.zone).toBe('GMT+8');
    expect(formatOf('th', cny).dateTime('2026-11-19T16:30:05Z')).toContain('2026');
  });

  test.each([
    [0, '刚刚', 'just now'],
    [29.9, '刚刚', 'just now'],
    [30, '1分钟前', '1 minute ago'],
    [minute, '1分钟前', '1 minute ago'],
    [2 * minute - 1, '1分钟前', '1 minute ago'],
    [2 * minute, '2分钟前', '2 minutes ago'],
    [59 * minute + 59, '59分钟前', '59 minutes ago'],
    [hour, '1小时前', '1 hour ago'],
    [2 * hour - 1, '1小时前', '1 hour ago'],
    [23 * hour + 59 * minute + 59, '23小时前', '23 hours ago'],
    [day, '1天前', '1 day ago'],
    [2 * day - 0.001, '1天前', '1 day ago'],
    [2 * day, '2026年11月18日 20:00:00', '18 Nov 2026, 20:00:00'],
    [400 * day, '2025年10月16日 20:00:00', '16 Oct 2025, 20:00:00'],
    // The server's clock can be a little ahead of the browser's.
    [-29.9, '刚刚', 'just now'],
    [-30, '2026年11月20日 20:00:30', '20 Nov 2026, 20:00:30'],
    [-3 * hour, '2026年11月20日 23:00:00', '20 Nov 2026, 23:00:00'],
  ])('%d seconds ago is relatively %s', (seconds, zh, en) => {
    expect([
      formatOf('zh', cny).relative(before(seconds), now),
      formatOf('en', cny).relative(before(seconds), now),
    ]).toEqual([zh, en]);
  });

  test.each([
    [0, 'less than a minute ago', '不到1分钟前'],
    [59.9, 'less than a minute ago', '不到1分钟前'],
    [minute, '1 minute ago', '1分钟前'],
    [59 * minute + 59.9, '59 minutes ago', '59分钟前'],
    [hour, '1 hour ago', '1小时前'],
    [23 * hour + 59 * minute + 59.9, '23 hours ago', '23小时前'],
    [day, '1 day ago', '1天前'],
    [2 * day, '2 days ago', '2天前'],
    [1500 * day, '1,500 days ago', '1,500天前'],
    [-1, 'in less than a minute', '1分钟内'],
    [-minute, 'in 1 minute', '1分钟后'],
    [-(hour - 1), 'in 59 minutes', '59分钟后'],
    [-hour, 'in 1 hour', '1小时后'],
    [-(day - 1), 'in 23 hours', '23小时后'],
    [-2 * day, 'in 2 days', '2天后'],
  ])('%d seconds ago counts as %s', (seconds, en, zh) => {
    expect([formatOf('en', cny).ago(before(seconds), now), formatOf('zh', cny).ago(before(seconds), now)]).toEqual([
      en,
      zh,
    ]);
  });

  test.each<[Language, string[]]>([
    [
      'es',
      ['hace 5 minutos', 'hace 1 hora', 'hace 3 días', 'dentro de 5 minutos', 'dentro de 1 hora', 'dentro de 3 días'],
    ],
    ['th', ['5 นาทีที่แล้ว', '1 ชั่วโมงที่แล้ว', '3 วันที่แล้ว', 'ในอีก 5 นาที', 'ในอีก 1 ชั่วโมง', 'ในอีก 3 วัน']],
  ])('are counted in %s', (language, texts) => {
    const { ago } = formatOf(language, cny);
    expect(
      [5 * minute, hour, 3 * day, -5 * minute, -hour, -3 * day].map((seconds) => ago(before(seconds), now)),
    ).toEqual(texts);
  });

  test('are compared with the current time by default', () => {
    const { relative, ago } = formatOf('en', cny);
    expect([relative(new Date().toISOString()), ago('2020-01-01T00:00:00Z').endsWith('days ago')]).toEqual([
      'just now',
      true,
    ]);
  });
});
