import { expect, test } from 'vitest';
import { isBlank, typedLine, withoutInvisible } from './typed-line.ts';
import { isRoundedNumber, typedCode, typedName, typedNumber, withPlainDigits } from './typed-text.ts';

test.each([
  ['\u202d6222681624155384\u202c', '6222681624155384'],
  ['\u200e6222681624155384', '6222681624155384'],
  ['6222681624155384\u200b', '6222681624155384'],
  ['\ufeff62\u00ad22\u2060', '6222'],
  ['a\u3164b\u2800c\ufe0f', 'abc'],
  ['ก็ 王小二 é', 'ก็ 王小二 é'],
])('%j without invisible marks is %j', (text, expected) => {
  expect(withoutInvisible(text)).toBe(expected);
});

test.each([
  ['０１２３４５６７８９', '0123456789'],
  ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
  ['１2３a', '123a'],
])('the digits of %j are %j', (text, expected) => {
  expect(withPlainDigits(text)).toBe(expected);
});

test.each([
  '123 456',
  ' 123456',
  '１２３４５６',
  '123-456',
  '123456\u200b',
  '123\u00a0456',
  '123\u3000456',
  '123–456',
  '123－456',
])('the code %j is 123456', (text) => {
  expect(typedCode(text)).toBe('123456');
});

test('a number keeps its sign and its separators', () => {
  expect(typedNumber('\u202d-1,234.50 \u202c')).toBe('-1,234.50');
});

test('a line keeps the spaces inside it', () => {
  expect(typedLine('\u200b  John  Smith \u200e')).toBe('John  Smith');
});

test.each(['\u202b', '\u202e', '\u2067'])(
  'a text that %j reverses is returned unchanged, so that it is rejected',
  (mark) => {
    const text = `${mark} 6222-02 ３`;
    expect([typedNumber(text), typedCode(text), typedLine(text), typedName(text)]).toEqual([text, text, text, text]);
  },
);

test.each([
  ['', true],
  [' \t\u3000', true],
  ['\u200b\u200d\ufeff', true],
  ['\u3164\u2800', true],
  ['.', false],
])('%j is blank: %j', (text, expected) => {
  expect(isBlank(text)).toBe(expected);
});

test.each([
  ['6.22E+18', true],
  ['6,22020200112233e+18', true],
  ['-1E+15', true],
  ['1.0E7', true],
  ['0e0', false],
  ['5e7', false],
  ['12E5', false],
  ['6220202001122334460', false],
])('%j is a rounded number: %j', (text, expected) => {
  expect(isRoundedNumber(text)).toBe(expected);
});
