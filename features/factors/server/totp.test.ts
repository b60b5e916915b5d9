import { describe, expect, it } from 'vitest';
import { addressOf, newSecret, stepOf } from './totp.ts';

/** The secret in RFC 6238: `12345678901234567890` in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('one-time codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('match RFC 6238 at %i: %s', (seconds, code) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it('yield their own step if typed at most one step early or late, and nothing otherwise', () => {
    for (const seconds of [0, 29, 30, 59, 60, 89]) expect(stepOf(SECRET, '287082', at(seconds))).toBe(1n);
    for (const seconds of [90, 120, 3000]) expect(stepOf(SECRET, '287082', at(seconds))).toBeUndefined();
  });

  it.each(['', '28708', '2870820', 'abcdef', '２８７０８２', ' 287082', '287082\n'])(
    'are six digits and nothing else: %j',
    (code) => {
      expect(stepOf(SECRET, code, at(59))).toBeUndefined();
    },
  );

  it('come from a new secret each time', () => {
    const secrets = new Set(Array.from({ length: 100 }, newSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it("show the platform's name in the app, whatever characters it contains", () => {
    const address = new URL(addressOf(SECRET, { issuer: 'Köln & Söhne: Pay', account: 'ada_1' }));
    expect(address.protocol).toBe('otpauth:');
    expect(address.host).toBe('totp');
    expect(address.searchParams.get('issuer')).toBe('Köln & Söhne: Pay');
    expect(address.searchParams.get('secret')).toBe(SECRET);
    expect(decodeURIComponent(address.pathname)).toMatch(/ada_1$/);
  });
});
