import { describe, expect, it } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { bankNames } from './bank-names.ts';
import { bankName, banks, banksLike, findBank } from './banks.ts';

describe('a bank', () => {
  it('is found by its code and each of its names, and no name means two banks', () => {
    for (const { code, name } of banks)
      for (const typed of [
        code,
        code.toLowerCase(),
        ...languages.map((language) => name[language]),
        ...(bankNames[code]?.short ?? []),
      ])
        expect(findBank(typed)?.code, typed).toBe(code);
  });

  it.each([
    ['lower case', 'icbc', 'ICBC'],
    ['spaces around and between', '  Bank  of China ', 'BOC'],
    ['full-width letters', 'ＣＭＢ', 'CMB'],
    ['a space within the Chinese name', '中国 工商银行', 'ICBC'],
    ['its short name', '工行', 'ICBC'],
    ['its legal name', '招商银行股份有限公司', 'CMB'],
    ['no accents', 'Banco Agricola de China', 'ABC'],
    ['a straight apostrophe', "bank of xi'an", 'XABANK'],
    ['half-width brackets', '汇丰银行(中国)有限公司', 'HSBC'],
    ['Thai', 'ธนาคารแห่งประเทศจีน', 'BOC'],
    ['an unknown bank', 'Bank of Nowhere', undefined],
    ['a part of a name', 'Bank of', undefined],
    ['nothing', '  ', undefined],
  ])('typed with %s: %j', (_, typed, code) => {
    expect(findBank(typed)?.code).toBe(code);
  });

  it('has a name in each language; an unknown code is shown as it is', () => {
    expect(languages.map((language) => bankName('CMB', language))).toEqual([
      'China Merchants Bank',
      '招商银行',
      'Banco de Comerciantes de China',
      'ธนาคารไชน่าเมอร์แชนท์ส',
    ]);
    expect(bankName('GONE', 'en')).toBe('GONE');
  });

  it('has each name in the script of its language', () => {
    for (const { code, name } of banks) {
      expect(name.zh, code).toMatch(/\p{Script=Han}/u);
      expect(name.th, code).toMatch(/\p{Script=Thai}/u);
      for (const text of [name.en, name.es]) expect(text, code).toMatch(/^[\p{Script=Latin}’() ]+$/u);
    }
  });

  it('is found by any part of its code, name or short name', () => {
    expect(banksLike('merchants').map(({ code }) => code)).toEqual(['CMB']);
    expect(banksLike('邮储').map(({ code }) => code)).toEqual(['PSBC']);
    expect(banksLike('cantón').map(({ code }) => code)).toEqual(['GCB', 'GRCB']);
    expect(banksLike('nowhere')).toEqual([]);
    expect(banksLike(' ')).toEqual(banks);
  });

  it('is one of at least sixty', () => {
    expect(banks.length).toBeGreaterThanOrEqual(60);
  });
});
