/** Language and formats: switching changes every text and loses nothing; amounts stay exact. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { languages, words } from '#foundation/core/words.ts';
import { readCookie } from './cookies.ts';
import { formatOf } from './format.tsx';
import { renderScreen } from './test-render.tsx';
import { useLanguage, useWords } from './words.tsx';

const texts = words({ hello: ['Hello {name}', '你好，{name}', 'Hola, {name}', 'สวัสดี {name}'] });

function Greeting() {
  const t = useWords(texts);
  const { language, choose } = useLanguage();
  return (
    <>
      <h1>{t('hello', { name: 'Ada' })}</h1>
      <input aria-label="note" />
      {languages.map((each) => (
        <button key={each} type="button" aria-pressed={each === language} onClick={() => choose(each)}>
          {each}
        </button>
      ))}
    </>
  );
}

test('English until somebody chooses; a choice changes the texts, the page’s language and the cookie, and what was typed stays', async () => {
  const user = userEvent.setup();
  await renderScreen(<Greeting />);
  expect(screen.getByRole('heading').textContent).toBe('Hello Ada');
  expect(document.documentElement.lang).toBe('en');
  await user.type(screen.getByLabelText('note'), 'half a sentence');
  await user.click(screen.getByRole('button', { name: 'th' }));
  expect(screen.getByRole('heading').textContent).toBe('สวัสดี Ada');
  expect(document.documentElement.lang).toBe('th');
  expect(readCookie('language')).toBe('th');
  expect(screen.getByLabelText('note')).toHaveProperty('value', 'half a sentence');
  await act(async () => screen.getByRole('button', { name: 'zh' }).click());
  expect(screen.getByRole('heading').textContent).toBe('你好，Ada');
});

describe('formats', () => {
  const cny = { currency: 'CNY', timeZone: 'Asia/Shanghai' };

  test.each([
    ['en', '1234.50', '¥1,234.50'],
    ['zh', '1234.50', '¥1,234.50'],
    ['es', '1234.50', '1.234,50 ¥'],
    ['en', '-0.01', '-¥0.01'],
    ['en', '9999999999999.99', '¥9,999,999,999,999.99'],
    // More digits than a float holds: the last cent must still be right.
    ['en', '12345678901234567.89', '¥12,345,678,901,234,567.89'],
  ] as const)('an amount in %s: %s is %s', (language, text, shown) => {
    expect(
      formatOf(language, cny)
        .amount(text)
        .replaceAll(/[\u00a0\u202f]/g, ' '),
    ).toBe(shown);
  });

  test('an amount has as many decimals as its currency', () => {
    expect(formatOf('en', { ...cny, currency: 'JPY' }).amount('1234')).toBe('¥1,234');
    expect(formatOf('en', { ...cny, currency: 'KWD' }).amount('1.234')).toContain('1.234');
  });

  test('a signed amount shows its direction, zero has none', () => {
    const { amount } = formatOf('en', cny);
    expect([amount('5.00', { signed: true }), amount('-5.00', { signed: true }), amount('0.00', { signed: true })]).toEqual(['+¥5.00', '-¥5.00', '¥0.00']);
  });

  test.each([
    [999, '999'],
    [12_345, '12.3k'],
    [4_000_000, '4M'],
    [5e9, '5G'],
    [1.5e12, '1.5T'],
    [2e15, '2P'],
    [3e18, '3E'],
    [-2500, '-2.5k'],
  ])('%d in short is %s', (value, shown) => {
    expect(formatOf('en', cny).compact(value)).toBe(shown);
  });

  test('a moment is shown in the platform’s time zone, a day as itself', () => {
    const format = formatOf('en', cny);
    expect(format.dateTime('2026-11-19T16:30:05Z')).toBe('20 Nov 2026, 00:30:05');
    expect(format.day('2026-11-20')).toBe('20 Nov 2026');
    expect(format.zone).toBe('GMT+8');
    expect(formatOf('th', cny).dateTime('2026-11-19T16:30:05Z')).toContain('2026');
  });

  test.each([
    [29, '刚刚'],
    [31, '1分钟前'],
    [59 * 60, '59分钟前'],
    [3600, '1小时前'],
    [86_399, '23小时前'],
    [86_400, '1天前'],
    [5 * 86_400, '5天前'],
    [-60, '刚刚'],
  ])('%d seconds ago is %s', (seconds, shown) => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(formatOf('zh', cny).relative(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(shown);
  });

  test('percent text keeps its digits; nothing is a dash', () => {
    expect([formatOf('en', cny).percent('98.5'), formatOf('en', cny).percent('0.0001'), formatOf('en', cny).percent(null)]).toEqual(['98.5%', '0.0001%', '–']);
  });
});
