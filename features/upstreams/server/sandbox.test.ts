import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { channelModes } from '#features/channels/contract.ts';
import { type SandboxBill, SandboxBills } from './sandbox.ts';

const bills = new SandboxBills(new Sealer(Buffer.alloc(32, 7)));
const bill: SandboxBill = {
  upstreamId: 1,
  memberNo: 20_000_001n,
  systemNo: 2_611_200_415_301_230_001n,
  amountMinor: 12_850n,
  currency: 'CNY',
  mode: 'qr',
  subject: 'Two tickets',
  expiresAt: new Date('2026-11-20T04:45:30Z'),
};
const token = bills.seal(bill);

describe('a bill sealed into a URL', () => {
  test('opens to the same bill, whatever its content', () => {
    const anyBill = fc.record({
      upstreamId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      memberNo: fc.bigInt({ min: 10_000_000n, max: 99_999_999n }),
      systemNo: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      amountMinor: fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
      currency: fc.constantFrom('CNY', 'USD', 'JPY', 'KWD'),
      mode: fc.constantFrom(...channelModes),
      subject: fc.option(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' })),
      expiresAt: fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((seconds) => new Date(seconds * 1000)),
    });
    fc.assert(
      fc.property(anyBill, (any) => {
        expect(bills.open(bills.seal(any))).toEqual(any);
      }),
    );
  });

  test('is the same for the same bill, different for any other, and reveals nothing', () => {
    expect(bills.seal({ ...bill })).toBe(token);
    expect(bills.seal({ ...bill, amountMinor: 12_851n })).not.toBe(token);
    expect(token).toMatch(/^[\w-]+$/);
    expect(Buffer.from(token, 'base64url').includes('tickets')).toBe(false);
  });

  test.each([
    ['latin', 'x'.repeat(1_000)],
    ['chinese', '票'.repeat(300)],
    ['thai', 'สวัสดี'.repeat(80)],
    ['a family in one character', '👨‍👩‍👧‍👦'.repeat(40)],
  ])('never exceeds 200 characters, and a long subject is cut between characters: %s', (_what, subject) => {
    const long = bills.seal({ ...bill, subject });
    expect(long.length).toBeLessThanOrEqual(200);
    const cut = bills.open(long)?.subject ?? '';
    expect(cut.endsWith('…')).toBe(true);
    expect(subject.startsWith(cut.slice(0, -1))).toBe(true);
    expect(characters(subject.slice(0, cut.length - 1)) + characters(subject.slice(cut.length - 1))).toBe(
      characters(subject),
    );
  });

  test('does not open if any one character is changed', () => {
    const opened = Array.from(token).flatMap((character, at) => {
      const changed = token.slice(0, at) + (character === 'A' ? 'B' : 'A') + token.slice(at + 1);
      return bills.open(changed) ? [at] : [];
    });
    expect(opened).toEqual([]);
  });

  test.each<[what: string, tampered: string]>([
    ['empty', ''],
    ['cut', token.slice(0, -1)],
    ['cut to its first characters', token.slice(0, 16)],
    ['lengthened', `${token}A`],
    ['padded', `${token}=`],
    ['in standard base64', Buffer.from(token, 'base64url').toString('base64')],
    ['with a space', `${token.slice(0, 20)} ${token.slice(20)}`],
    ['sealed with another key', new SandboxBills(new Sealer(Buffer.alloc(32, 8))).seal(bill)],
    ['the middle of another', token.slice(0, 20) + bills.seal({ ...bill, memberNo: 20_000_002n }).slice(20)],
    ['not a bill at all', 'x'.repeat(120)],
  ])('does not open: %s', (_what, tampered) => {
    expect(bills.open(tampered)).toBeUndefined();
  });
});

/** Counts characters as a reader does (graphemes). */
function characters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
