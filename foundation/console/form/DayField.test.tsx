/** A day is typed in the reader's form or chosen in a calendar, with the keyboard as well. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Language } from '#foundation/core/words.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { dayWords } from './day-words.ts';
import { DayInput } from './DayField.tsx';

afterEach(() => act(async () => chooseLanguage('en')));

const values: string[] = [];

function Field({ first, min, max }: { first: string; min: string; max: string }) {
  const [value, setValue] = useState(first);
  values.push(value);
  return <DayInput label="Day" name="day" value={value} onValue={setValue} min={min} max={max} />;
}

interface Terms {
  language?: Language;
  max?: string;
}

async function open(first = '', { language = 'en', max = '2026-11-30' }: Terms = {}) {
  await act(async () => chooseLanguage(language));
  values.length = 0;
  await renderScreen(<Field first={first} min="2026-11-01" max={max} />);
  return screen.findByLabelText<HTMLInputElement>('Day');
}

test.each<[Language, string, string]>([
  ['en', '20 nov 2026', '20 Nov 2026'],
  ['en', '2026-11-20', '20 Nov 2026'],
  ['zh', '2026/11/20', '2026年11月20日'],
  ['es', '20/11/2026', '20 nov 2026'],
  ['th', '20/11/2569', '20 พ.ย. 2026'],
])('%s: %s is the day, and is shown as %s when the field is left', async (language, typed, shown) => {
  const field = await open('', { language });
  await userEvent.type(field, typed);
  expect(field.value).toBe(typed);
  await userEvent.tab();
  expect([values.at(-1), field.value]).toEqual(['2026-11-20', shown]);
});

test.each<[Language, string, keyof typeof dayWords]>([
  ['en', 'soon', 'day_form'],
  ['en', '5/4/2026', 'day_ambiguous'],
  ['es', '31/2/2026', 'day_form'],
  ['zh', '2026-10-31', 'day_too_early'],
  ['th', '1/12/2569', 'day_too_late'],
])('%s: %s is refused when the field is left, and not before', async (language, typed, fault) => {
  const field = await open('', { language });
  await userEvent.type(field, typed);
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  await userEvent.tab();
  const text = dayWords[fault][language].split('{')[0]?.trim() ?? '';
  await screen.findByText((shown) => shown.includes(text) && text !== '');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('an emptied field has no day and no fault', async () => {
  const field = await open('2026-11-20');
  await userEvent.clear(field);
  await userEvent.tab();
  expect([values.at(-1), field.getAttribute('aria-invalid')]).toEqual(['', null]);
});

test('the calendar opens on the day with the keyboard, offers only days that are taken, and gives the focus back', async () => {
  const field = await open('2026-11-20', { max: '2026-11-25' });
  field.focus();
  await userEvent.tab();
  const opener = screen.getByRole('button', { name: 'Calendar: Day' });
  expect(document.activeElement).toBe(opener);
  await userEvent.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog');
  const chosen = await within(panel).findByRole('button', { name: '20 November 2026' });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  expect(within(panel).getByRole('button', { name: '26 November 2026' })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(field.value).toBe('21 Nov 2026'));
  expect(values.at(-1)).toBe('2026-11-21');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('the calendar of a day that is not taken opens on the nearest that is', async () => {
  await open('2026-12-24', { max: '2026-11-25' });
  await userEvent.click(screen.getByRole('button', { name: 'Calendar: Day' }));
  const last = await screen.findByRole('button', { name: '25 November 2026' });
  await waitFor(() => expect(document.activeElement).toBe(last));
});

test('a fault stays while the field has the focus again, until it is typed into', async () => {
  const field = await open('');
  await userEvent.type(field, 'soon');
  await userEvent.tab();
  await userEvent.click(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(field, 'er');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});
