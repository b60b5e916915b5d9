import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts } from '#apps/server/contracts.ts';
import { someLine, SearchText } from '#foundation/core/typed-fields.ts';
import { textFields } from './typed-fields.ts';

/**
 * The last part of a field's name → why it is taken to the letter. A new name comes in here, or takes a schema of
 * typed-fields.ts.
 */
const toTheLetter: Readonly<
  Record<string, 'chosen on the screen' | 'made by a program' | 'password' | 'amount' | 'time' | 'read row by row'>
> = {
  id: 'chosen on the screen',
  orderNo: 'chosen on the screen',
  systemNo: 'chosen on the screen',
  batchNo: 'chosen on the screen',
  cardId: 'chosen on the screen',
  channel: 'chosen on the screen',
  memberNo: 'chosen on the screen',
  avatar: 'chosen on the screen',
  photoFront: 'chosen on the screen',
  photoBack: 'chosen on the screen',
  fileName: 'chosen on the screen',
  requestId: 'made by a program',
  token: 'made by a program',
  secret: 'made by a program',
  geetest_challenge: 'made by a program',
  geetest_validate: 'made by a program',
  geetest_seccode: 'made by a program',
  password: 'password',
  confirmPassword: 'password',
  oldPassword: 'password',
  loginPassword: 'password',
  amount: 'amount',
  amountFrom: 'amount',
  amountTo: 'amount',
  percent: 'amount',
  fixed: 'amount',
  minFee: 'amount',
  maxFee: 'amount',
  minAmount: 'amount',
  maxAmount: 'amount',
  reviewFrom: 'amount',
  sameDayRatio: 'amount',
  from: 'time',
  to: 'time',
};
/**
 * Texts of a table's cells: each row tells its own errors (features/batches/rules.ts), by the same schema of who is
 * paid.
 */
const ofRows = /^\/batch\/(?:validate|submit) rows\[\]\.(?:amount|type|holder|bank|branch|account)$/;

const fields = contracts.flatMap(({ contract }) => textFields(contract));

test('every text that a person types has a reading; what is taken to the letter is named with its reason', () => {
  const unread = fields
    .filter(({ field, reading }) => reading === undefined && !ofRows.test(field))
    .map(({ field }) => field);
  expect(unread.filter((field) => !(nameOf(field) in toTheLetter))).toEqual([]);
  const used = new Set(unread.map(nameOf));
  expect(Object.keys(toTheLetter).filter((name) => !used.has(name))).toEqual([]);
});

test('codes, payment passwords, mobile numbers, searches and reasons are read in one way each, wherever they are asked for', () => {
  const readingsOf = (...names: string[]) => [
    ...new Set(fields.filter(({ field }) => names.includes(nameOf(field))).map(({ reading }) => reading)),
  ];
  expect(readingsOf('code', 'verifyCode', 'smsCode', 'googlecode', 'inviteCode', 'payPassword')).toEqual(['typedCode']);
  expect(readingsOf('mobile')).toEqual(['typedNumber']);
  expect(readingsOf('reason', 'remark', 'reviewRemark', 'bankReference', 'nickname', 'bio')).toEqual(['typedText']);
  expect(fields.filter(({ field }) => /\bq$/.test(field)).map(({ field, reading }) => `${field} ${reading}`)).toEqual(
    expect.arrayContaining([
      '/order/list q typedNumber',
      '/bank/list q typedLine',
      '/operator/user/list q typedNumber',
    ]),
  );
  expect(fields.filter(({ field, reading }) => /\bq$/.test(field) && reading === undefined)).toEqual([]);
});

test('a field without a reading is seen at any depth', () => {
  const input = z.strictObject({
    plain: z.string().trim(),
    q: SearchText.optional(),
    rows: z.array(z.strictObject({ note: someLine({ error: 'x', most: 9 }).default('-') })),
    either: z.union([z.literal('all'), z.string().min(1)]),
  });
  expect(textFields({ calls: { '/a/b': { who: 'anyone', summary: '', input } } })).toEqual([
    { field: '/a/b plain', reading: undefined },
    { field: '/a/b q', reading: 'typedNumber' },
    { field: '/a/b rows[].note', reading: 'typedText' },
    { field: '/a/b either', reading: undefined },
  ]);
});

function nameOf(field: string): string {
  return field.split(/[ .]/).at(-1) ?? '';
}
