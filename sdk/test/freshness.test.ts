/** Nonce and timestamp, which keep a signed text from being used twice. */
import { describe, expect, test } from 'vitest';

import { isNonce, newNonce, timestampWithin } from '../src/signing.ts';

describe('nonce and timestamp', () => {
  test('new nonces are valid and do not repeat', () => {
    const nonces = Array.from({ length: 1000 }, newNonce);
    expect(nonces.every(isNonce)).toBe(true);
    expect(new Set(nonces).size).toBe(1000);
  });

  test('only 16 to 64 visible characters are a nonce', () => {
    expect([15, 16, 64, 65].map((length) => isNonce('x'.repeat(length)))).toEqual([false, true, true, false]);
    for (const wrong of [
      undefined,
      null,
      1234567890123456,
      `${'x'.repeat(15)} `,
      `${'x'.repeat(16)}\n`,
      'ü'.repeat(16),
    ])
      expect(isNonce(wrong)).toBe(false);
  });

  test('300 seconds either way are inside the window, 301 are not', () => {
    const at = 1_795_165_200;
    expect([-301, -300, 0, 300, 301].map((offset) => timestampWithin(String(at + offset), at))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(timestampWithin(String(at - 300), at + 0.999)).toBe(true);
    expect(timestampWithin(String(at + 61), at, 60)).toBe(false);
  });

  test.each([
    [1_795_165_200],
    [''],
    [' 1795165200'],
    ['1795165200 '],
    ['1795165200.0'],
    ['+1795165200'],
    ['1.7951652e9'],
    ['01795165200'],
    ['0x6B000000'],
    ['１７９５１６５２００'],
    [null],
    [undefined],
    ['NaN'],
    ['Infinity'],
  ])('the timestamp %j is rejected for its format', (timestamp) => {
    expect(timestampWithin(timestamp, 1_795_165_200, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
