import { expect, it } from 'vitest';
import { receivedFields } from './received.ts';

const pairs = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, index) => `f${first + index}=1`).join('&');
const form = (text: string): Uint8Array => new TextEncoder().encode(text);

it('more fields than a plugin has are refused before any work is done on them', () => {
  expect(receivedFields(pairs(60), form(''))).toMatchObject({ ok: true });
  expect(receivedFields(pairs(61), form(''))).toEqual({ ok: false, fault: 'malformed' });
  expect(receivedFields('', form(pairs(61)))).toEqual({ ok: false, fault: 'malformed' });
  expect(receivedFields(pairs(31), form(pairs(30, 31)))).toEqual({ ok: false, fault: 'malformed' });
  expect(receivedFields(pairs(60), form(pairs(60)))).toMatchObject({ ok: true });
});
