/** A time of day is read as people write it, and nothing else is. */
import { expect, test } from 'vitest';
import { readTime } from './time-text.ts';

test.each([
  ['9:05', '09:05'],
  ['09:05', '09:05'],
  [' 9.05 ', '09:05'],
  ['0905', '09:05'],
  ['905', '09:05'],
  ['18h30', '18:30'],
  ['๑๘:๓๐', '18:30'],
  ['１８：３０', '18:30'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
])('%j is %s', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test.each(['', '9', '24:00', '9:60', '9:5', '-9:05', 'noon', '9:05:00', '12345'])('%j is no time', (text) => {
  expect(readTime(text)).toBeUndefined();
});
