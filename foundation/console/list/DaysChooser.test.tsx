/** Choosing days: by typing, in the calendar, and in every language. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type Language, languages } from '#foundation/core/words.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { datePanelWords } from './date-panel-words.ts';
import { DaysChooser, type DaysChooserProps } from './DaysChooser.tsx';

afterEach(() => act(async () => chooseLanguage('en')));

async function open(days: DaysChooserProps['days'] = {}, language: Language = 'en') {
  await act(async () => chooseLanguage(language));
  const taken: DaysChooserProps['days'][] = [];
  await renderScreen(
    <DaysChooser days={days} today="2026-11-26" onChange={(chosen) => void taken.push(chosen ?? {})} />,
  );
  return taken;
}

const note = () => screen.getByRole('status').textContent.trim();

describe('the calendar', () => {
  test('shows two months, with today marked and no days of other months', async () => {
    await open();
    const months = screen.getAllByRole('table');
    expect(months.map((month) => within(month).getAllByRole('button').length)).toEqual([31, 30]);
    expect(screen.getByRole('button', { name: '26 November 2026' }).getAttribute('aria-current')).toBe('date');
    expect(screen.getAllByRole('button').filter((day) => day.hasAttribute('aria-current'))).toHaveLength(1);
  });

  test('asks for the last day after the first click, counts the days on the way, and takes both', async () => {
    const taken = await open();
    expect(note()).toBe('Choose the first day, or type both');
    await userEvent.click(screen.getByRole('button', { name: '5 October 2026' }));
    expect([note(), taken]).toEqual(['1 day Now choose the last day', []]);
    expect(screen.getByLabelText('First day')).toHaveProperty('value', '5 Oct 2026');
    await userEvent.hover(screen.getByRole('button', { name: '4 November 2026' }));
    expect(note()).toBe('31 days Now choose the last day');
    await userEvent.click(screen.getByRole('button', { name: '4 November 2026' }));
    expect(taken).toEqual([{ from: '2026-10-05', to: '2026-11-04' }]);
  });

  test('a second click on the same day takes one day', async () => {
    const taken = await open();
    await userEvent.click(screen.getByRole('button', { name: '5 October 2026' }));
    await userEvent.click(screen.getByRole('button', { name: '5 October 2026' }));
    expect(taken).toEqual([{ from: '2026-10-05', to: '2026-10-05' }]);
  });

  test.each(languages)('its buttons have names and its weeks begin on Monday, in %s', async (language) => {
    await open({}, language);
    for (const name of ['previous_month', 'next_month'] as const)
      expect(screen.getByRole('button', { name: datePanelWords[name][language] })).toBeTruthy();
    for (const button of screen.getAllByRole('button'))
      expect((button.getAttribute('aria-label') ?? button.textContent) !== '').toBe(true);
    // 26 October 2026 is a Monday: the first of its row.
    const day = screen.getAllByRole('table')[0]?.querySelector('tbody tr:last-child td:first-child button');
    expect(day?.textContent).toBe('26');
  });
});

describe('typed days', () => {
  test.each<[Language, string, string]>([
    ['en', '1 Oct 2026', '31/10/2026'],
    ['zh', '2026年10月1日', '2026/10/31'],
    ['es', '1 oct 2026', '31/10/2026'],
    ['th', '1 ต.ค. 2026', '31/10/2569'],
  ])('are read in the reader’s form, in %s', async (language, from, to) => {
    const taken = await open({}, language);
    await userEvent.type(screen.getByLabelText(datePanelWords.first_day[language]), from);
    await userEvent.type(screen.getByLabelText(datePanelWords.last_day[language]), to);
    expect(note()).toMatch(/^31/);
    await userEvent.click(screen.getByRole('button', { name: datePanelWords.apply[language] }));
    expect(taken).toEqual([{ from: '2026-10-01', to: '2026-10-31' }]);
  });

  test('one end alone is enough, and Enter applies it', async () => {
    const taken = await open({ from: '2026-11-01', to: '2026-11-20' });
    expect(note()).toBe('20 days');
    await userEvent.clear(screen.getByLabelText('Last day'));
    expect(note()).toBe('From that day on');
    await userEvent.type(screen.getByLabelText('First day'), '{Enter}');
    expect(taken).toEqual([{ from: '2026-11-01', to: undefined }]);
  });

  test.each([
    ['5/4/2026', '', 'Write the month as a word, such as 26 Nov 2026'],
    ['soon', '', 'Enter a day such as 26 Nov 2026'],
    ['5 Apr 2026', '4 Apr 2026', 'The last day is before the first'],
  ])('%s to %s is asked back and not taken', async (from, to, text) => {
    const taken = await open();
    await userEvent.type(screen.getByLabelText('First day'), from);
    if (to !== '') await userEvent.type(screen.getByLabelText('Last day'), to);
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText(text);
    expect(taken).toEqual([]);
  });

  test('cleared, there is no range any more', async () => {
    const taken = await open({ from: '2026-11-01', to: '2026-11-20' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(taken).toEqual([{}]));
  });
});
