import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldMessages } from './field-errors.ts';
import {
  Amount,
  amountsInOrder,
  AmountOutput,
  MemberNo,
  NO_RECORD,
  pageFields,
  Range,
  RecordId,
  SystemNo,
} from './wire.ts';
import { languages, words } from './words.ts';

const List = z
  .strictObject({
    ...pageFields(['createdAt']),
    createdRange: Range.optional(),
    amountFrom: Amount.optional(),
    amountTo: Amount.optional(),
  })
  .check(amountsInOrder);

/** Each wrong field’s messages, one per language. */
function messagesFor(input: object, schema: z.ZodType = List): Record<string, readonly string[]> {
  const { error } = schema.safeParse(input, { reportInput: true });
  const byLanguage = languages.map((language) => (error ? fieldMessages(error, words({}), language) : {}));
  return Object.fromEntries(
    Object.keys(byLanguage[0] ?? {}).map((field) => [field, byLanguage.map((messages) => messages[field] ?? '')]),
  );
}

describe('a list reports which field exceeds which bound', () => {
  const least = ['Must be at least 1', '不能小于 1', 'Debe ser como mínimo 1', 'ต้องไม่น้อยกว่า 1'];
  const most = ['Must be at most 100', '不能大于 100', 'Debe ser como máximo 100', 'ต้องไม่เกิน 100'];
  const number = ['Enter a number', '请输入数字', 'Introduzca un número', 'กรอกตัวเลข'];
  const range = [
    'The end is before the start',
    '结束时间早于开始时间',
    'El final es anterior al inicio',
    'เวลาสิ้นสุดต้องไม่มาก่อนเวลาเริ่มต้น',
  ];
  const amounts = [
    'The maximum is lower than the minimum',
    '最高金额低于最低金额',
    'El importe máximo es menor que el mínimo',
    'จำนวนเงินสูงสุดต้องไม่น้อยกว่าจำนวนเงินต่ำสุด',
  ];

  const time = ['Enter a time', '请输入时间', 'Introduzca una hora', 'กรอกเวลา'];
  const amount = [
    'Enter an amount such as 1234.50',
    '请输入金额，例如 1234.50',
    'Introduzca un importe, por ejemplo 1234.50',
    'กรอกจำนวนเงิน เช่น 1234.50',
  ];

  test.each<[input: object, fields: Record<string, readonly string[]>]>([
    [{ page: 0 }, { page: least }],
    [{ page: -7 }, { page: least }],
    [{ limit: 0 }, { limit: least }],
    [{ limit: 101 }, { limit: most }],
    [{ limit: '10' }, { limit: number }],
    [{ page: 1.5 }, { page: number }],
    [
      { page: 0, limit: 101 },
      { page: least, limit: most },
    ],
    [{ createdRange: { from: '2026-11-21T00:00:00Z', to: '2026-11-20T23:59:59.999Z' } }, { createdRange: range }],
    [{ createdRange: { from: '9999-12-31T00:00:00Z', to: '1899-01-01T00:00:00Z' } }, { createdRange: range }],
    [
      { amountFrom: '100.00', amountTo: '99.99' },
      { amountFrom: amounts, amountTo: amounts },
    ],
    [
      { amountFrom: '9.01', amountTo: '9' },
      { amountFrom: amounts, amountTo: amounts },
    ],
    [
      { amountFrom: '9999999999999.99', amountTo: '9999999999999.98' },
      { amountFrom: amounts, amountTo: amounts },
    ],
    [{ createdRange: { from: 'yesterday', to: '2026-11-20T00:00:00Z' } }, { 'createdRange.from': time }],
    [{ amountFrom: 'much', amountTo: '1' }, { amountFrom: amount }],
    [{ amountFrom: '9', amountTo: '10' }, {}],
    [{ amountFrom: '9.5', amountTo: '9.50' }, {}],
    [{ amountFrom: '0', amountTo: '0.00' }, {}],
    [{ createdRange: { from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:00:00Z' } }, {}],
    [{ page: 100_000_000, limit: 100 }, {}],
  ])('%j: %j', (input, fields) => {
    expect(messagesFor(input)).toEqual(fields);
  });

  test('in a body with several forms too', () => {
    const either = z.union([z.strictObject({ systemNo: z.string() }), z.strictObject({ filter: List })]);
    expect(messagesFor({ filter: { limit: 101, amountFrom: '2', amountTo: '1' } }, either)).toEqual({
      'filter.limit': most,
      'filter.amountFrom': amounts,
      'filter.amountTo': amounts,
    });
    expect(messagesFor({ filter: { amountFrom: '2', amountTo: '1' } }, either)).toEqual({
      'filter.amountFrom': amounts,
      'filter.amountTo': amounts,
    });
    expect(Object.keys(messagesFor({ systemNo: 'x', more: 1 }, either))).toEqual(['more']);
    expect(Object.keys(messagesFor({}, either))).toEqual(['body']);
  });

  test('and a number outside its bounds is not reported as too long or too short', () => {
    expect(
      messagesFor({ days: 91, hours: -1 }, z.strictObject({ days: z.int().max(90), hours: z.number().min(0) })),
    ).toEqual({
      days: ['Must be at most 90', '不能大于 90', 'Debe ser como máximo 90', 'ต้องไม่เกิน 90'],
      hours: ['Must be at least 0', '不能小于 0', 'Debe ser como mínimo 0', 'ต้องไม่น้อยกว่า 0'],
    });
  });
});

test.each<[range: z.input<typeof Range>, read: object]>([
  [{}, {}],
  [{ from: '1899-01-01T00:00:00Z' }, { from: '2000-01-01T00:00:00.000Z' }],
  [{ from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999Z' }, { from: '2000-01-01T00:00:00.000Z' }],
  [{ to: '2093-01-01T00:00:00Z' }, { from: '2000-01-01T00:00:00.000Z' }],
  [{ to: '2092-12-31T23:59:59.999Z' }, { to: '2092-12-31T23:59:59.999Z' }],
  [{ to: '1899-01-01T00:00:00Z' }, { to: '2000-01-01T00:00:00.000Z' }],
  [{ from: '2126-01-01T00:00:00Z', to: '2127-01-01T00:00:00Z' }, { from: '2093-01-01T00:00:00.000Z' }],
  [{ from: '0001-01-01T00:00:00Z', to: '1999-01-01T00:00:00Z' }, { to: '2000-01-01T00:00:00.000Z' }],
  [
    { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
  ],
])('the range %j is read as %j', (range, read) => {
  expect(Range.parse(range)).toEqual(read);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2026-11-20',
  '2026-11-20T00:00:00',
  '+010000-01-01T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T23:59:60Z',
])('a range has no %s', (time) => {
  expect(Object.keys(messagesFor({ createdRange: { from: time } }))).toEqual(['createdRange.from']);
});

test('an amount in a response can be larger than the maximum for input', () => {
  expect([Amount, AmountOutput].map((schema) => schema.safeParse('10000000000000.00').success)).toEqual([false, true]);
  expect(
    ['92233720368547758.07', '0', '0.00', '-1', '1e3', ''].map((text) => AmountOutput.safeParse(text).success),
  ).toEqual([true, true, true, false, false, false]);
});

test.each([
  [SystemNo, '2611200400000000001', 2_611_200_400_000_000_001n],
  [SystemNo, '0000000000000000001', 1n],
  [SystemNo, '9223372036854775807', 2n ** 63n - 1n],
  [SystemNo, '9223372036854775808', NO_RECORD],
  [SystemNo, '9999999999999999999', NO_RECORD],
  [MemberNo, '20000001', 20_000_001n],
  [RecordId, '7', 7n],
  [RecordId, '9223372036854775807', 2n ** 63n - 1n],
  [RecordId, '9999999999999999999', NO_RECORD],
] as const)('a number is read as a bigint: %#', (schema, text, number) => {
  expect(schema.parse(text)).toBe(number);
});

test.each([
  [SystemNo, ['', '261120040000000000', '26112004000000000010', '261120040000000000a', '-611200400000000001', 1, null]],
  [MemberNo, ['', '2000000', '200000001', '2000000a', ' 20000001', 20_000_001]],
  [RecordId, ['', '12345678901234567890', '-1', '1.0', '1e3', 7]],
] as const)('a number of any other form is refused: %#', (schema, texts) => {
  expect(texts.filter((text) => schema.safeParse(text).success)).toEqual([]);
});
