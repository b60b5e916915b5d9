/** A percentage is read in every way in which people write it, and shown as the page's language writes it. */
import { expect, test } from 'vitest';
import { percentAsTyped, percentChangeOnWire, percentOnWire } from './typed-percent.ts';
import type { Language } from './words.ts';

test.each([
  ['0.8', '0.8'],
  ['0,8', '0.8'],
  ['0,8 %', '0.8'],
  [',5', '0.5'],
  ['.5%', '0.5'],
  ['０．８％', '0.8'],
  ['๑,๒๕', '1.25'],
  ['1,234', '1.234'],
  ['0,65', '0.65'],
  ['1 %', '1'],
  ['100', '100'],
])('%j is %s on the wire', (text, wire) => {
  expect(percentOnWire(text)).toBe(wire);
});

test.each(['', '0,', '1,2,3', '1,000.5', '1.2345,6', '0.12345', '101', '-1', 'x', '1 %%'])(
  '%j is no percentage',
  (text) => {
    expect(percentOnWire(text)).toBe(text);
  },
);

test.each([
  ['-0,1', '-0.1'],
  ['\u22120.1 %', '-0.1'],
  ['+0,25', '0.25'],
  ['0.5', '0.5'],
  ['--1', '--1'],
  ['-', '-'],
])('the change %j is %s on the wire', (text, wire) => {
  expect(percentChangeOnWire(text)).toBe(wire);
});

test.each<[Language, string, string]>([
  ['es', '-0.8', '-0,8'],
  ['es', '0.8', '0,8'],
  ['en', '0.8', '0.8'],
  ['zh', '0.8', '0.8'],
  ['th', '0.8', '0.8'],
  ['es', '12', '12'],
  ['es', '0.', '0.'],
])('%s shows %s as %s', (language, value, shown) => {
  expect(percentAsTyped(value, language)).toBe(shown);
});
