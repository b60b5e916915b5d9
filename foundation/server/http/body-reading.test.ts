import { expect, test } from 'vitest';
import { jsonText, duplicateName, stringsIn, UnreadableBody } from './body-reading.ts';

const MEBIBYTE = 1_048_576;

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a" \n:1,"b":[{"a":1}],"a"\t:2}', 'a'],
  ['[{"a":1},{"b":{"c":1,"c":2}}]', 'c'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"\\"":1,"\\u0022":2}', '"'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('%s has a name twice', (json, name) => {
  expect(duplicateName(json)).toBe(name);
});

test.each([
  '{"a":{"a":[{"a":1},{"a":2}]}}',
  '{"a":"a","b":"a\\":","c":"{\\"a\\":1,\\"a\\":2}"}',
  '["a","a",":","a"]',
  '{"a":"\\\\","b":"\\\\"}',
  '"a"',
  '{"a":1,"A":2,"a ":3}',
])('%s has no name twice', (json) => {
  expect(duplicateName(json)).toBeUndefined();
});

test.each(['a\\n', '\\"', '\\\\', '{\\"'])('a string of 8 MiB of %s is read', (piece) => {
  const json = `{"a":"${piece.repeat((8 * MEBIBYTE) / piece.length)}","b":1,"b":2}`;
  expect(duplicateName(json)).toBe('b');
  expect(stringsIn(json)).toBe(4);
  expect(() => jsonText(Buffer.from(json))).toThrow(UnreadableBody);
});
