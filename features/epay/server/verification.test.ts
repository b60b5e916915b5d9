import { describe, expect, it } from 'vitest';
import { epaySignatureOf, epayText } from '#features/callbacks/server/epay-protocol.ts';
import type { EpaySettings } from './settings.ts';
import { keyNoOf, signedTexts, verifiedBy } from './verification.ts';

const KEY = 'epay0example0key0for0vectors0001';
const OLD = 'epay0example0key0for0vectors0000';
const now = new Date('2026-11-20T04:00:00Z');
const settings: EpaySettings = {
  memberNo: 10_000_001n,
  enabled: true,
  typeMap: {},
  rotatedAt: now,
  current: { keyNo: 2, key: KEY },
  previous: { keyNo: 1, key: OLD, until: new Date(now.getTime() + 1) },
};
const fields = {
  pid: '10000001',
  type: 'wxpay',
  out_trade_no: 'A-1',
  notify_url: 'http://shop.example/n',
  return_url: '',
  name: 'a b+c"d',
  money: '10',
  param: '',
  sitename: '',
  sign_type: 'MD5',
};
const stripped = { ...fields, name: "Tim\\'s \\\\ tea" };

describe('a request verifies', () => {
  it.each([
    ['with its empty values left out', fields, 'be1177d73ac1ee10869b623fee96035a'],
    ['with them', fields, 'a2ab5c90b9476918a098a6731f805bb0'],
    ['in upper case', fields, 'BE1177D73AC1EE10869B623FEE96035A'],
    ['with backslashes signed', stripped, epaySignatureOf(epayText(stripped), KEY)],
    [
      'with backslashes taken out before it was signed',
      stripped,
      epaySignatureOf(epayText({ ...stripped, name: "Tim's \\ tea" }), KEY),
    ],
    [
      'with backslashes taken out and empties kept',
      stripped,
      epaySignatureOf(epayText({ ...stripped, name: "Tim's \\ tea" }, { keepEmpty: true }), KEY),
    ],
  ])('%s', (_what, sent, sign) => {
    const verified = verifiedBy({ ...sent, sign }, settings, now);
    expect(verified).toMatchObject({ keyNo: 2, oneReading: true });
    // The log shows the text that fits.
    expect(epaySignatureOf(signedTexts({ ...sent, sign })[verified?.tried ?? -1] ?? '', KEY)).toBe(sign.toLowerCase());
  });

  it('by the former key until its end', () => {
    const sent = { ...fields, sign: epaySignatureOf(epayText(fields), OLD) };
    expect(verifiedBy(sent, settings, now)).toMatchObject({ keyNo: 1 });
    expect(verifiedBy(sent, settings, new Date(now.getTime() + 1))).toBeUndefined();
  });
});

it.each([
  ['no signature', undefined],
  ['a short one', 'be1177'],
  ['a longer one', 'be1177d73ac1ee10869b623fee96035a0'],
  ['one by another key', epaySignatureOf(epayText(fields), 'x')],
  ['one with the key named before it', epaySignatureOf(`${epayText(fields)}&key=`, KEY)],
])('a request with %s is refused', (_what, sign) => {
  expect(verifiedBy(sign === undefined ? fields : { ...fields, sign }, settings, now)).toBeUndefined();
});

it('nothing verifies for an unknown merchant, not even by the decoy', () => {
  const sign = epaySignatureOf(epayText(fields), 'decoy: what this key fits is refused');
  expect(verifiedBy({ ...fields, sign }, undefined, now)).toBeUndefined();
  expect(keyNoOf('decoy: what this key fits is refused', undefined, now)).toBeUndefined();
});

it('the key of a query is one that is accepted', () => {
  expect([KEY, OLD, '', `${KEY} `].map((key) => keyNoOf(key, settings, now))).toEqual([2, 1, undefined, undefined]);
});
