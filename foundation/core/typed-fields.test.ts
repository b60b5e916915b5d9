import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  AnyCode,
  loginName,
  MemberNoTyped,
  Mobile,
  NameSearch,
  orderNoSearch,
  SearchText,
  sixDigits,
  someLine,
  someLines,
} from './typed-fields.ts';
import { typedName } from './typed-text.ts';

const codes = readFileSync(new URL('cases/codes.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const Code = sixDigits({ error: 'code_form' });

test.each(codes)('the code %j is read as 123456', (typed) => {
  expect([Code.parse(typed), AnyCode.parse(typed)]).toEqual(['123456', '123456']);
});

test.each(['123 45', '1234567', '12345a', '', '\u200b', '123.456', '١٢٣٤٥٦'])('%j is not a code', (typed) => {
  expect(Code.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(['code_form']);
});

test.each([
  ['a mobile number', Mobile, '\u202d+86 138 1234 5678\u202c', '+8613812345678'],
  ['a member number', MemberNoTyped, '\u200e1000 0001', 10_000_001n],
  ['a search', SearchText, ' 2611 2112３４\u200b', '261121１２３４'.normalize('NFKC')],
  ['an order number', orderNoSearch({ error: 'x' }), '\ufeffSHOP_1-a \u2060', 'SHOP_1-a'],
  ['a name search', NameSearch, '\u200b Bank of  China ', 'Bank of  China'],
  ['a login name', loginName({ error: 'x' }), ' \u200bbob１\u200e', 'bob1'],
  ['a reason', someLine({ error: 'x', most: 20 }), ' fine 👨‍👩‍👧 ', 'fine 👨‍👩‍👧'],
  ['a remark', someLines(20), '\u200b\n\u3164', ''],
])('%s is normalized before it is checked', (_, schema: z.ZodType, typed, read) => {
  expect(schema.parse(typed)).toBe(read);
});

test.each(['', ' ', '\u200b', '\u3164\u2800', '\u2060 \ufeff'])('a reason of %j counts as empty', (typed) => {
  expect(someLine({ error: 'reason', most: 20 }).safeParse(typed).error?.issues[0]?.message).toBe('reason');
});

test('a length limit counts the normalized text, not the pasted text', () => {
  expect(SearchText.parse(`${'1 '.repeat(64)}\u200b`)).toHaveLength(64);
  expect(SearchText.safeParse('1'.repeat(65)).success).toBe(false);
});

test('the documentation of the calls keeps each pattern and length', () => {
  expect(z.toJSONSchema(z.object({ code: Code, q: orderNoSearch({ error: 'x' }) }), { io: 'input' })).toMatchObject({
    properties: {
      code: { type: 'string', pattern: '^\\d{6}$' },
      q: { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9._|-]*$' },
    },
  });
});

test.each([
  ['O’Connor', "O'Connor"],
  ['Anne‑Marie', 'Anne-Marie'],
  ['阿迪力 • 买买提', '阿迪力·买买提'],
  ['\u2068Jose\u0301\u2069\u00a0 Li', 'José Li'],
  ['３号店', '3号店'],
  ['Li\u202egniK', 'Li\u202egniK'],
])('the name %j is read as %j', (typed, read) => {
  expect(typedName(typed)).toBe(read);
});
