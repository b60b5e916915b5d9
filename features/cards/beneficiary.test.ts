import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldMessages } from '#foundation/core/field-errors.ts';
import { languages } from '#foundation/core/words.ts';
import {
  accountFault,
  beneficiaryOf,
  maskAccount,
  signedFieldFault,
  withBeneficiary,
  withChangedBeneficiary,
} from './beneficiary.ts';
import { beneficiaryTexts } from './beneficiary-words.ts';

const Schema = withBeneficiary({ note: z.string().max(3) });
const Changed = withChangedBeneficiary({});
const card = { type: 'bank', holder: '张三', bank: 'ICBC', branch: '', account: '6222 0210 0111 6245 702', note: '' };
const kept = { type: 'bank', holder: '张三', bank: 'ICBC', branch: null, account: '6222021001116245702' };
const alipay = { ...card, type: 'alipay', bank: '', account: '13800138000' };

/** Maps each invalid field to the name of its first error. */
function faultsOf(schema: z.ZodType, input: unknown): Record<string, string> {
  const parsed = schema.safeParse(input);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

describe('a beneficiary', () => {
  it.each([
    [
      'a card, typed in groups',
      card,
      { type: 'bank', holder: '张三', bank: 'ICBC', branch: null, account: '6222021001116245702' },
    ],
    [
      'a card with dashes, its bank by name, with a branch',
      { ...card, bank: '招商银行', branch: ' 上海分行 ', account: '4111-1111-1111-1111' },
      { type: 'bank', holder: '张三', bank: 'CMB', branch: '上海分行', account: '4111111111111111' },
    ],
    [
      'a card of 12 digits',
      { ...card, account: '676000000007' },
      { type: 'bank', holder: '张三', bank: 'ICBC', branch: null, account: '676000000007' },
    ],
    ['a card with full-width digits', { ...card, account: '６２２２０２１００１１１６２４５７０２' }, kept],
    ['a card with one full-width digit', { ...card, account: '622202100111624570２' }, kept],
    ['a card between marks that a spreadsheet adds', { ...card, account: '\u202d6222021001116245702\u202c' }, kept],
    ['a card with a zero-width space inside', { ...card, account: '6222\u200b021001116245702' }, kept],
    ['a bank and a branch between invisible marks', { ...card, bank: '\u200eICBC\u200b', branch: '\u200b' }, kept],
    [
      'Alipay by mobile as phones fill it in',
      { ...alipay, account: '\u202a+86 138-0013-8000\u202c' },
      { type: 'alipay', holder: '张三', bank: null, branch: null, account: '13800138000' },
    ],
    [
      'Alipay by mobile in full-width digits',
      { ...alipay, account: '１３８００１３８０００' },
      { type: 'alipay', holder: '张三', bank: null, branch: null, account: '13800138000' },
    ],
    [
      'Alipay by e-mail between invisible marks',
      { ...alipay, account: '\u2068li@example.com\u2069' },
      { type: 'alipay', holder: '张三', bank: null, branch: null, account: 'li@example.com' },
    ],
    [
      'Alipay by mobile',
      { ...alipay, account: ' 138 0013 8000 ' },
      { type: 'alipay', holder: '张三', bank: null, branch: null, account: '13800138000' },
    ],
    [
      'Alipay by e-mail in any case; its bank is ignored',
      { ...alipay, bank: '支付宝', branch: 'x', account: 'Li-Lei@Example.com' },
      { type: 'alipay', holder: '张三', bank: null, branch: null, account: 'li-lei@example.com' },
    ],
  ])('is normalized: %s', (_, input, kept) => {
    expect(beneficiaryOf(Schema.parse(input))).toEqual(kept);
  });

  it.each([
    ['a wrong digit', '6222021001116245703', 'card_number_check'],
    ['two digits swapped', '2622021001116245702', 'card_number_check'],
    ['11 digits', '62220210011', 'card_number_form'],
    ['20 digits', '62220210011162457020', 'card_number_form'],
    ['a letter', '622202100111624570a', 'card_number_form'],
    ['zeros', '0000000000000000', 'card_number_form'],
    ['digits of another script', '٦٢٢٢٠٢١٠٠١١١٦٢٤٥٧٠٢', 'card_number_form'],
    ['a number in Excel notation', '6.22202E+18', 'card_number_form'],
    ['a mobile number', '13800138000', 'card_number_form'],
    ['nothing', ' ', 'required'],
    ['reversed by a direction mark', '\u202e2075426111001202226\u202c', 'card_number_form'],
    ['with its groups reversed by a direction mark', '\u20676222021001116245702', 'card_number_form'],
    ['after a right-to-left mark', '\u202b6222021001116245702', 'card_number_form'],
  ])('does not accept this card number: %s', (_, account, word) => {
    expect(faultsOf(Schema, { ...card, account })).toEqual({ account: word });
  });

  it.each([
    ['a number from abroad', '+66812345678', 'alipay_account_form'],
    ['a number that is no mobile number', '12800138000', 'alipay_account_form'],
    ['a card', '6222021001116245702', 'alipay_account_form'],
    ['half an address', 'li@example', 'alipay_account_form'],
    ['two addresses', 'li@example.com,han@example.com', 'alipay_account_form'],
    ['nothing', '', 'required'],
    ['only invisible marks', '\u200b\u2060', 'required'],
    ['a number reversed by a direction mark', '\u202e13800138000', 'alipay_account_form'],
    ['an address reversed by a direction mark', '\u202eli@example.com', 'alipay_account_form'],
  ])('does not accept this Alipay account: %s', (_, account, word) => {
    expect(faultsOf(Schema, { ...alipay, account })).toEqual({ account: word });
  });

  it.each([
    ['Chinese', '欧阳娜娜', '欧阳娜娜'],
    ['a bullet in the middle', '阿迪力•买买提', '阿迪力·买买提'],
    ['accents, combining and precomposed', 'Jose\u0301 Nu\u00f1ez', 'José Nuñez'],
    ['Thai', 'สมชาย ใจดี', 'สมชาย ใจดี'],
    ['brackets of mixed widths', '李（四)', '李（四)'],
    ['a bracket first', '(香港)贸易有限公司', '(香港)贸易有限公司'],
    ['a curly apostrophe', 'O’Connor', "O'Connor"],
    ['an apostrophe first', "'t Hooft", "'t Hooft"],
    ['a non-breaking hyphen', 'Anne\u2011Marie', 'Anne-Marie'],
    ['full-width punctuation', 'Smith＆Sons，Inc．', 'Smith&Sons,Inc.'],
    ['a slash', 'A/C Smith', 'A/C Smith'],
    ['a middle dot', '阿凡提·买买提', '阿凡提·买买提'],
    ['full-width digits', '３号店', '3号店'],
    ['Cyrillic', 'Дмитрий Иванов', 'Дмитрий Иванов'],
    ['Arabic', 'محمد علي', 'محمد علي'],
    ['Devanagari', 'ज्योति', 'ज्योति'],
    ['invisible marks around and inside', '\u2068张\u200b三\u2069', '张三'],
    ['a company with digits and full-width spaces', ' 上海3\u3000号店 ', '上海3 号店'],
  ])('accepts this holder: %s', (_, typed, holder) => {
    expect(Schema.parse({ ...card, holder: typed }).holder).toBe(holder);
  });

  it.each([
    ['none', ' ', 'required'],
    ['markup', '<b>Li</b>', 'holder_form'],
    ['a formula', '=1+1', 'holder_form'],
    ['a middle dot at the end', '张三·', 'holder_form'],
    ['a direction mark', 'Li\u202egniK', 'holder_form'],
    ['a minus first', '-张三', 'holder_form'],
    ['an at sign', '@SUM', 'holder_form'],
    ['a plus', '+1', 'holder_form'],
    ['punctuation only', "('.&/)", 'holder_form'],
    ['only invisible marks', '\u200b\u2060', 'required'],
    ['a comma at the end', 'Acme,', 'holder_form'],
    ['a bracket that is not closed', '张三（个体户', 'holder_form'],
    ['a bracket that was not opened', '张三）', 'holder_form'],
    ['a control character', 'Li\u0000Lei', 'holder_form'],
  ])('does not accept this holder: %s', (_, holder, word) => {
    expect(faultsOf(Schema, { ...card, holder })).toEqual({ holder: word });
  });

  it.each([
    ['no bank', { bank: '' }, { bank: 'required' }],
    ['an unknown bank', { bank: 'Bank of Nowhere' }, { bank: 'bank_unknown' }],
    ['an unknown type', { type: 'cash' }, { type: 'beneficiary_type' }],
    ['a branch with a line break', { branch: 'a\u2028b' }, { branch: 'branch_form' }],
    [
      'all of these and another field',
      { bank: 'x', account: '1', holder: '!', note: 'long' },
      { bank: 'bank_unknown', account: 'card_number_form', holder: 'holder_form', note: expect.any(String) },
    ],
  ])('is rejected with %s', (_, change, faults) => {
    expect(faultsOf(Schema, { ...card, ...change })).toEqual(faults);
  });

  it.each([[null], ['text'], [[]], [{}], [{ type: 'bank' }], [{ type: 'bank', bank: 1, account: {} }]])(
    'is rejected without an exception: %j',
    (input) => {
      expect(Schema.safeParse(input).success).toBe(false);
    },
  );

  it('can be changed without its account, but not to an invalid one', () => {
    const { note: _, ...typed } = card;
    expect(faultsOf(Changed, { ...typed, account: '' })).toEqual({});
    expect(faultsOf(Changed, { ...typed, account: undefined, bank: 'x' })).toEqual({ bank: 'bank_unknown' });
    expect(faultsOf(Changed, { ...typed, account: '4111111111111112' })).toEqual({ account: 'card_number_check' });
  });

  it('names a wrong check digit in four languages', () => {
    const wrong = Schema.safeParse({ ...card, account: '6222021001116245703' });
    const messages = languages.map((language) =>
      wrong.success ? '' : fieldMessages(wrong.error, beneficiaryTexts, language).account,
    );
    expect(
      messages.map((text, at) =>
        text?.includes(['check digit', '校验位', 'dígito de control', 'หลักตรวจสอบ'][at] ?? '-'),
      ),
    ).toEqual([true, true, true, true]);
  });

  it('has error messages in four languages', () => {
    const wrong = Schema.safeParse({ ...card, type: 'alipay', account: '1' });
    const messages = languages.map((language) =>
      wrong.success ? {} : fieldMessages(wrong.error, beneficiaryTexts, language),
    );
    expect(new Set(messages.map(({ account }) => account)).size).toBe(4);
    expect(messages[1]).toEqual({ account: '请输入支付宝账号：手机号或邮箱' });
  });
});

describe('the case files', () => {
  const rowsOf = (file: string): string[][] =>
    readFileSync(new URL(`../../foundation/core/cases/${file}`, import.meta.url), 'utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
      );

  it.each(rowsOf('holder-names.csv').map(([, , holder = ''], at) => [holder, at]))('%s is a valid holder', (holder) => {
    expect(beneficiaryOf(Schema.parse({ ...card, holder })).holder).toBe(holder);
  });

  it.each(rowsOf('invisible-marks.csv').map(([, , , , , account = '']) => [JSON.stringify(account), account]))(
    'the account %s is 6222681624155384',
    (_, account) => {
      expect(beneficiaryOf(Schema.parse({ ...card, account })).account).toBe('6222681624155384');
    },
  );
});

describe('a field in a signed request', () => {
  it.each([
    ['account', '6222 0210-0111 6245702', 'bank', undefined],
    ['account', '\u202d6222021001116245702\u202c', 'bank', 'card_number_form'],
    ['account', '６２２２021001116245702', 'bank', 'account_full_width'],
    ['account', '138 0013 8000', 'alipay', undefined],
    ['account', '+86 138 0013 8000', 'alipay', 'alipay_account_form'],
    ['account', 'Li@Example.com', 'alipay', undefined],
    ['account', 'li@example.com\u200b', 'alipay', 'alipay_account_form'],
    ['holder', '支付宝（中国）', 'bank', undefined],
    ['holder', '张三\u200b', 'bank', 'holder_form'],
    ['bank', 'ICBC\u200e', 'bank', 'bank_unknown'],
    ['branch', '\ufeff上海', 'bank', 'branch_form'],
  ] as const)('%s %j of type %s gets the error %s', (field, sent, type, fault) => {
    expect(signedFieldFault(field, sent, type)).toBe(fault);
  });
});

describe('a card number', () => {
  it('with any single wrong digit is rejected', () => {
    const valid = '6222021001116245702';
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 18 }), fc.integer({ min: 0, max: 9 }), (at, digit) => {
        const typed = `${valid.slice(0, at)}${digit}${valid.slice(at + 1)}`;
        expect(accountFault('bank', typed)).toBe(typed === valid ? undefined : 'card_number_check');
      }),
    );
  });
});

describe('a masked account', () => {
  it.each([
    ['6222021001116245702', '622202****5702'],
    ['676000000007', '67****0007'],
    ['13800138000', '138****8000'],
    ['lantern@example.com', 'lan***@***.com'],
    ['a@b.co', '***@***b.co'],
  ])('of %s is %s', (account, masked) => {
    expect(maskAccount(account)).toBe(masked);
  });

  it('never shows more than the first six and last four digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{11,18}$/), (account) => {
        const [first = '', last = ''] = maskAccount(account).split('****');
        expect([account.startsWith(first), account.endsWith(last)]).toEqual([true, true]);
        expect(first.length <= 6 && last.length === 4 && account.length - first.length - last.length >= 6).toBe(true);
      }),
    );
  });
});
