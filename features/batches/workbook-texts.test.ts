/** Each text is found again under its number. */
import { expect, test } from 'vitest';
import { SharedTexts } from './workbook-texts.ts';

test.each([0, 1, 1_023, 1_024, 1_025, 5_000])('%i texts are found again', (count) => {
  const texts = Array.from({ length: count }, (_, index) => ['', `text ${index}`, '商户', '🎉'][index % 4] ?? '');
  const shared = new SharedTexts();
  for (const text of texts) shared.add(text);
  expect(shared.count).toBe(count);
  expect(texts.map((_, index) => shared.find(index))).toEqual(texts);
});

test.each([-1, 2_000, 0.5, Number.NaN])('there is no text %d', (index) => {
  const shared = new SharedTexts();
  for (let count = 0; count < 1_500; count += 1) shared.add('text');
  expect(shared.find(index)).toBeUndefined();
});
