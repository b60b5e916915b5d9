import { describe, expect, it } from 'vitest';
import { maskMobile, mobileFaultName, mobileOf } from './rules.ts';

describe('mobile numbers', () => {
  it.each([
    ['13812345678', '13812345678'],
    [' 19912345678 ', '19912345678'],
    ['12812345678', undefined],
    ['23812345678', undefined],
    ['1381234567', undefined],
    ['138123456789', undefined],
    ['138 1234 5678', '13812345678'],
    ['138-1234-5678', '13812345678'],
    ['+8613812345678', '13812345678'],
    ['+86 138 1234 5678', '13812345678'],
    ['\u202d+86 138-1234-5678\u202c', '13812345678'],
    ['(+86) 138 1234 5678', '13812345678'],
    ['008613812345678', '13812345678'],
    ['0086 138 1234 5678', '13812345678'],
    ['8613812345678', '13812345678'],
    ['１３８１２３４５６７８', '13812345678'],
    ['＋８６１３８１２３４５６７８', '13812345678'],
    ['+1 3812345678', undefined],
    ['+13812345678', undefined],
    ['+86 128 1234 5678', undefined],
    ['+86 86 138 1234 5678', undefined],
    ['+66812345678', undefined],
    ['13812345678\n1', undefined],
    ['', undefined],
  ])('under the rule CN, %j is read as %j', (text, expected) => {
    expect(mobileOf(text, 'CN')).toBe(expected);
  });

  it.each([
    ['+66 81 234 5678', 'TH', '+66812345678'],
    ['081-234-5678', 'TH', '+66812345678'],
    ['0812345678', 'TH', '+66812345678'],
    ['0066 81 234 5678', 'TH', '+66812345678'],
    ['\u202d+66 81-234-5678\u202c', 'TH', '+66812345678'],
    ['๐๘๑ ๒๓๔ ๕๖๗๘', 'TH', '+66812345678'],
    ['0034612345678', 'ES', '+34612345678'],
    ['+34 612 34 56 78', 'ES', '+34612345678'],
    ['02 123 4567', 'TH', undefined],
    ['+8613812345678', 'TH', undefined],
    ['call 0812345678', 'TH', undefined],
    ['0812345678 ext 5', 'TH', undefined],
    ['+1 204 234 5678', 'US', undefined],
    ['0812345678', 'XX', undefined],
    ['', 'TH', undefined],
  ])('%j in %s is read as %j', (text, rule, expected) => {
    expect(mobileOf(text, rule)).toBe(expected);
  });

  it('are masked to the first three and last four digits', () => {
    expect(maskMobile('13812341234')).toBe('138****1234');
    expect(maskMobile('+66812345678')).toBe('+668****5678');
  });

  it('are described in the format of the rule', () => {
    expect(mobileFaultName('CN')).toBe('mobile_form');
    expect(mobileFaultName('TH')).toBe('mobile_form_international');
  });
});
