/** Forms and headers are parsed in exactly one way or rejected. */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { encodeForm, parseForm } from '../src/form.ts';
import { readHeader, requestPath } from '../src/messages.ts';

test('an encoded form parses back to the same fields', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(
      fc.dictionary(
        texts.filter((text) => text !== '' && text !== '__proto__'),
        texts,
      ),
      (fields) => {
        const form = encodeForm(fields);
        expect({ ...parseForm(form) }).toEqual(fields);
        expect({ ...parseForm(Buffer.from(form)) }).toEqual(fields);
      },
    ),
  );
});

test('a plus is a space, an escaped plus is a plus, a second equals sign belongs to the value', () => {
  expect({ ...parseForm('a=1+2&b=1%2B2&c=d=e&f&g=') }).toEqual({ a: '1 2', b: '1+2', c: 'd=e', f: '', g: '' });
  expect({ ...parseForm('') }).toEqual({});
});

test.each([
  ['a duplicate name', 'a=1&a=2'],
  ['the same name in two encodings', 'a=1&%61=2'],
  ['a broken escape', 'a=%zz'],
  ['half an escape', 'a=%4'],
  ['an escape that is not UTF-8', 'a=%ff'],
  ['an overlong escape', 'a=%c0%af'],
  ['an empty name', '=1'],
  ['an empty pair', 'a=1&&b=2'],
])('%s is rejected', (_case, form) => {
  expect(parseForm(form)).toBeUndefined();
});

test('bytes that are not UTF-8 are rejected', () => {
  expect(parseForm(Uint8Array.of(0x61, 0x3d, 0xff))).toBeUndefined();
});

test('a field named __proto__ is an ordinary field', () => {
  const fields = parseForm('__proto__=x&toString=y');
  expect(Object.entries(fields ?? {})).toEqual([
    ['__proto__', 'x'],
    ['toString', 'y'],
  ]);
  expect(Object.getPrototypeOf(fields)).toBeNull();
});

test('a header is found in any case, in records and in fetch headers', () => {
  expect(readHeader({ 'x-sign': 'a' }, 'X-Sign')).toBe('a');
  expect(readHeader({ 'X-SIGN': ['a'] }, 'X-Sign')).toBe('a');
  expect(readHeader(new Headers({ 'x-sign': 'a' }), 'X-Sign')).toBe('a');
});

test('a header that is empty or occurs twice counts as missing', () => {
  for (const headers of [
    {},
    { 'x-sign': undefined },
    { 'x-sign': '' },
    { 'x-sign': ['a', 'b'] },
    { 'x-sign': 'a', 'X-Sign': 'b' },
    new Headers(),
  ]) {
    expect(readHeader(headers, 'X-Sign')).toBeUndefined();
  }
});

test('the signed path of a URL is what a client sends; a request line’s path is unchanged', () => {
  expect(requestPath('https://shop.example')).toBe('/');
  expect(requestPath('https://shop.example/通知/../a b?x=1&y=ü#part')).toBe('/a%20b?x=1&y=%C3%BC');
  expect(requestPath('/a/../b?x=1')).toBe('/a/../b?x=1');
  expect(requestPath('//elsewhere.example/x')).toBe('//elsewhere.example/x');
  expect(() => requestPath('*')).toThrow(TypeError);
});
