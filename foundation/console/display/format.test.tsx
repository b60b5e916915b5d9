/** Amounts and times use the user's language and the platform's currency and time zone. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Amount, Time, useFormat } from './format.tsx';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';

const now = new Date('2026-11-20T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const times = () =>
  [...document.querySelectorAll('time')].map(({ textContent, title, dateTime }) => [textContent, title, dateTime]);

test('a time shows on hover how long ago it was, and a relative or a list’s time shows all of it', async () => {
  await renderScreen(
    <>
      <Time at="2026-11-20T09:00:00Z" />
      <Time at="2026-11-20T09:00:00Z" relative />
      <Time at="2026-11-01T09:00:00Z" />
      <Time at="2026-11-20T14:00:00Z" />
      <Time at="2026-11-20T09:00:07Z" short />
      <Time at="2026-11-19T15:59:07Z" short />
      <Time at={null} />
    </>,
  );
  for (const time of document.querySelectorAll('time')) fireEvent.pointerEnter(time);
  expect(times()).toEqual([
    ['20 Nov 2026, 17:00:00', '3 hours ago (GMT+8)', '2026-11-20T09:00:00Z'],
    ['3 hours ago', '20 Nov 2026, 17:00:00 (GMT+8)', '2026-11-20T09:00:00Z'],
    ['1 Nov 2026, 17:00:00', '19 days ago (GMT+8)', '2026-11-01T09:00:00Z'],
    ['20 Nov 2026, 22:00:00', 'in 2 hours (GMT+8)', '2026-11-20T14:00:00Z'],
    ['17:00', '20 Nov 2026, 17:00:07 (GMT+8)', '2026-11-20T09:00:07Z'],
    ['19 Nov, 23:59', '19 Nov 2026, 23:59:07 (GMT+8)', '2026-11-19T15:59:07Z'],
  ]);
  expect(screen.getByText('–')).toBeTruthy();
});

test('amounts follow the user’s language, with and without the currency', async () => {
  const Compact = () => <p>{useFormat().compact(12_345)}</p>;
  await renderScreen(
    <main>
      <Amount value="1234567.80" />
      {' · '}
      <Amount value="1234567.80" currency={false} />
      {' · '}
      <Amount value="5.00" signed />
      <Compact />
    </main>,
  );
  const shown = () => screen.getByRole('main').textContent.replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(shown()).toBe('¥1,234,567.80 · 1,234,567.80 · +¥5.0012.3k');
  await act(async () => chooseLanguage('es'));
  expect(shown()).toBe('1.234.567,80 ¥ · 1.234.567,80 · +5,00 ¥12,3k');
});
