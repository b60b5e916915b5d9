import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Submission } from './contract.ts';
import { regionOf } from './regions.ts';
import { certificationRemarks, remarkIn } from './review-remarks.ts';
import {
  canSubmit,
  idNumberFacts,
  isCertifiedName,
  isWebsite,
  maskIdNumber,
  nameFaultName,
  readIdNumber,
} from './rules.ts';

const TODAY = '2026-11-20';

const idNumberOf = (text: string, rule: string, today: string) => {
  const read = readIdNumber(text, rule, today);
  return 'fault' in read ? undefined : read.idNumber;
};

describe('an ID number', () => {
  it.each([
    ['the standard’s own example', '11010519491231002X', '11010519491231002X'],
    ['its lower-case x, with spaces around', ' 11010519491231002x ', '11010519491231002X'],
    ['one that ends in a digit', '440524188001010014', undefined],
    ['a wrong check digit', '110105194912310021', undefined],
    ['a thirteenth month', '11010519491331002X', undefined],
    ['29 February of a non-leap year', '110105199902290011', undefined],
    ['seventeen digits', '1101051949123100', undefined],
    ['nineteen digits', '110105194912310020X', undefined],
    ['an X inside', '1101051949123100X2', undefined],
    ['full-width digits', '１１０１０５１９４９１２３１００２X', '11010519491231002X'],
    ['full-width digits and a full-width X', '１１０１０５１９４９１２３１００２Ｘ', '11010519491231002X'],
    ['groups as on a form, between invisible marks', '\u202d110105 19491231 002X\u202c', '11010519491231002X'],
    ['nothing', '', undefined],
  ])('under the rule CN: %s', (_, text, expected) => {
    expect(idNumberOf(text, 'CN', TODAY)).toBe(expected);
  });

  it('must have a birth date between 1900 and today', () => {
    expect(idNumberOf('110105202611200019', 'CN', TODAY) ?? withCheck('11010520261120001')).toBe(
      withCheck('11010520261120001'),
    );
    expect(idNumberOf(withCheck('11010520261120001'), 'CN', TODAY)).toBe(withCheck('11010520261120001'));
    expect(idNumberOf(withCheck('11010520261121001'), 'CN', TODAY)).toBeUndefined();
    expect(idNumberOf(withCheck('11010518991231001'), 'CN', TODAY)).toBeUndefined();
  });

  it('is rejected with any single wrong digit, and with any two neighbours swapped', () => {
    const valid = '11010519491231002X';
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 9 }), (at, digit) => {
        const changed = `${valid.slice(0, at)}${digit}${valid.slice(at + 1)}`;
        expect(idNumberOf(changed, 'CN', TODAY)).toBe(changed === valid ? valid : undefined);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), (at) => {
        const swapped = `${valid.slice(0, at)}${valid.charAt(at + 1)}${valid.charAt(at)}${valid.slice(at + 2)}`;
        expect(idNumberOf(swapped, 'CN', TODAY)).toBe(swapped === valid ? valid : undefined);
      }),
    );
  });

  it.each([
    ['a passport', 'ab1234567', 'AB1234567'],
    ['five characters', '12345', '12345'],
    ['four', '1234', undefined],
    ['thirty-one', '1'.repeat(31), undefined],
    ['a dash', '1-2345-678', undefined],
    ['letters that become others in upper case', 'ß12\ufb01\u017f', undefined],
  ])('under any other rule: %s', (_, text, expected) => {
    expect(idNumberOf(text, 'TH', TODAY)).toBe(expected);
  });

  it.each([
    ['a wrong check digit', '110105194912310021', 'CN', 'id_number_check'],
    ['a mistyped digit', '11010519491231012X', 'CN', 'id_number_check'],
    ['an invalid date', '11010519491331002X', 'CN', 'id_number_form'],
    ['too few digits', '1101051949123100', 'CN', 'id_number_form'],
    ['too few characters under another rule', '1234', 'ES', 'id_number_form_international'],
  ])('with %s is rejected with that error', (_, text, rule, fault) => {
    expect(readIdNumber(text, rule, TODAY)).toEqual({ fault });
  });

  it.each([
    ['11010519491231002X', '110************02X'],
    ['AB1234567', 'A*******7'],
    ['12345', '1***5'],
  ])('is masked except for its ends: %s', (idNumber, masked) => {
    expect(maskIdNumber(idNumber)).toBe(masked);
  });

  it('never shows more than two fifths when masked', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{5,30}$/), (idNumber) => {
        const shown = [...maskIdNumber(idNumber)].filter((character) => character !== '*').length;
        expect(shown).toBeLessThanOrEqual(Math.min(6, (idNumber.length * 2) / 5));
        expect(maskIdNumber(idNumber)).toHaveLength(idNumber.length);
      }),
    );
  });
});

/** Computes the check character by its definition: the number, read as a polynomial in 2, is 1 modulo 11. */
function withCheck(digits: string): string {
  const found = [...'0123456789X'].find(
    (check) => [...digits, check].reduce((sum, one) => (sum * 2 + (one === 'X' ? 10 : Number(one))) % 11, 0) === 1,
  );
  return digits + (found ?? '');
}

describe('a name or an industry', () => {
  const nameOf = (typed: string): string | undefined => Submission.shape.name.safeParse(typed).data;

  it.each([
    ['张三', '张三'],
    ['刘〇', '刘〇'],
    ['Acme2', 'Acme2'],
    ['张三Acme9', '张三Acme9'],
    ['John Smith', 'John Smith'],
    ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
    ['Anne‑Marie O’Neil', "Anne-Marie O'Neil"],
    ['J. P. Morgan', 'J. P. Morgan'],
    ['J.-P. Belmondo', 'J.-P. Belmondo'],
    ['Sammy Davis Jr.', 'Sammy Davis Jr.'],
    ["Gerard 't Hooft", "Gerard 't Hooft"],
    ["Carlo dell' Acqua", "Carlo dell' Acqua"],
    ['José García', 'José García'],
    ['Nguyễn Văn Ân', 'Nguyễn Văn Ân'],
    ['Łukasz Żółć', 'Łukasz Żółć'],
    ['Ægir Þór Øst', 'Ægir Þór Øst'],
    ['Gal·la', 'Gal·la'],
    ['a.b', 'a.b'],
    ['Jos\u00e9 Nu\u006e\u0303ez', 'Jos\u00e9 Nu\u00f1ez'],
    ['阿迪力•买买提', '阿迪力·买买提'],
    ['\u200b John \u3000 Smith\u200e', 'John Smith'],
  ])('%j is accepted as %j under the rule CN', (typed, expected) => {
    const name = nameOf(typed);
    expect(name).toBe(expected);
    expect(isCertifiedName(name ?? '', 'CN')).toBe(true);
  });

  it.each([
    'สมชาย ใจดี',
    'ม.ร.ว. สุขุมพันธุ์ บริพัตร',
    'Дмитрий Иванов-Петров',
    'Ελένη Παπαδοπούλου',
    'محمد عبد الله',
    'דוד בן־גוריון',
    'ज्योति शर्मा',
    'எம். ஜி. இராமச்சந்திரன்',
    'အောင်ဆန်း',
    'សុខ សាន្ត',
    'ジョン・スミス',
    '김 민수',
    'አበበ ቢቂላ',
    'Keʻalohi',
  ])('%j is accepted under other rules, but not under CN', (typed) => {
    const name = nameOf(typed) ?? '';
    expect([isCertifiedName(name, 'TH'), isCertifiedName(name, 'CN')]).toEqual([true, false]);
  });

  it.each([
    '',
    '\u200b\u2060',
    ' ',
    "'Neil",
    'Smith-',
    'Smith..',
    '. Smith',
    "Smith'",
    '·张三',
    'a--b',
    'a,b',
    'a&b',
    '=1+1',
    '<b>',
    'Li\u202egniK',
    'a\nb\u0000',
    '张三（个体户）',
  ])('%j is not accepted under any rule', (typed) => {
    const name = nameOf(typed);
    expect(name === undefined || !(isCertifiedName(name, 'CN') || isCertifiedName(name, 'TH'))).toBe(true);
  });

  it('has an error message that fits the rule', () => {
    expect([nameFaultName('CN'), nameFaultName('TH')]).toEqual([
      'certification_name_form',
      'certification_name_form_international',
    ]);
  });
});

it.each([
  ['https://example.com', true],
  ['http://shop.example.com:8080/a?b=c#d', true],
  ['https://例子.中国/店', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['example.com', false],
  ['ftp://example.com', false],
  ['javascript:alert(1)', false],
  ['https://localhost', false],
  ['https://user:secret@example.com', false],
  ['https://exa mple.com', false],
  ['https://.', false],
  ['https://example.com/\u202egpj.exe', false],
  ['https://example.com/\u001b[2J', false],
  ['https://', false],
])('the website %j is valid: %s', (website, expected) => {
  expect(isWebsite(website)).toBe(expected);
});

it.each([
  ['none', true],
  ['pending', false],
  ['approved', false],
  ['rejected', true],
] as const)('with the status %s a certification can be submitted: %s', (status, expected) => {
  expect(canSubmit(status)).toBe(expected);
});

it('an ID number of mainland China says when its holder was born, where, and whether its check digit fits', () => {
  const says = (idNumber: string, today: string) => idNumberFacts(idNumber, today);
  expect(says('11010519491231002X', '2026-11-20')).toEqual({ born: '1949-12-31', age: 76, checkFits: true });
  expect(says('11010519491231002X', '2026-12-31')?.age).toBe(77);
  expect(says('110105194912310021', '2026-11-20')?.checkFits).toBe(false);
  for (const other of ['A123456789', '110105194913310021', '11010520491231002X'])
    expect(says(other, '2026-11-20')).toBeUndefined();
  expect(regionOf('110105')?.en).toBe('Beijing');
  expect(regionOf('990105')).toBeUndefined();
});

it('a remark is the chosen one in the reader’s language, and then what was written', () => {
  expect(remarkIn('en', { reviewTemplate: null, reviewRemark: 'own' })).toBe('own');
  expect(remarkIn('es', { reviewTemplate: 'expired', reviewRemark: '' })).toBe(certificationRemarks.expired.es);
  expect(remarkIn('th', { reviewTemplate: 'expired', reviewRemark: 'own' })).toBe(
    `${certificationRemarks.expired.th}\nown`,
  );
  expect(remarkIn('en', { reviewTemplate: 'of another version', reviewRemark: 'own' })).toBe('own');
});
