/** A percentage field takes what its reader types, and shows it in the language of the page. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { language } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Language } from '#foundation/core/words.ts';
import { PercentInput } from './PercentField.tsx';

const values: string[] = [];

function Field({ signed }: { signed: boolean }) {
  const [value, setValue] = useState('0.6');
  values.push(value);
  return <PercentInput label="Percent" value={value} onValue={setValue} signed={signed} />;
}

async function open(reader: Language, { signed = false } = {}) {
  values.length = 0;
  await renderScreen(<Field signed={signed} />, { address: '/' });
  act(() => language.set(reader));
  return screen.findByLabelText<HTMLInputElement>('Percent');
}

test.each<[Language, string, string, string]>([
  ['es', '0,8', '0.8', '0,8'],
  ['es', '0.8', '0.8', '0,8'],
  ['en', '0,8 %', '0.8', '0.8'],
  ['th', '๐.๘', '0.8', '0.8'],
  ['es', '0,', '0,', '0,'],
])('%s: %j is %s, and the field shows %s when it is left', async (reader, typed, value, shown) => {
  const field = await open(reader);
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  expect(field.value).toBe(typed);
  await userEvent.tab();
  expect([values.at(-1), field.value]).toEqual([value, shown]);
});

test.each<[Language, string, string, string]>([
  ['es', '-0,1', '-0.1', '-0,1'],
  ['en', '\u22120.1 %', '-0.1', '-0.1'],
  ['zh', '+0.25', '0.25', '0.25'],
  ['th', '-๐.๘', '-0.8', '-0.8'],
  ['en', '-', '-', '-'],
])('%s: a change of %j is %s, and the field shows %s when it is left', async (reader, typed, value, shown) => {
  const field = await open(reader, { signed: true });
  // The keys of a phone for decimals have no minus.
  expect(field.inputMode).toBe('text');
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  expect(field.value).toBe(typed);
  await userEvent.tab();
  expect([values.at(-1), field.value]).toEqual([value, shown]);
});

test('a percentage that is no change can’t be negative', async () => {
  const field = await open('en');
  expect(field.inputMode).toBe('decimal');
  await userEvent.clear(field);
  await userEvent.type(field, '-0,1');
  expect(values.at(-1)).toBe('-0,1');
});

test('a value from the server is shown with the sign of the reader’s language, and again in another language', async () => {
  const field = await open('es');
  expect(field.value).toBe('0,6');
  act(() => language.set('en'));
  expect((await screen.findByLabelText<HTMLInputElement>('Percent')).value).toBe('0.6');
});
