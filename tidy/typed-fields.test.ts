import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts } from '#apps/server/contracts.ts';
import { someLine, SearchText } from '#foundation/core/typed-fields.ts';
import { textFields } from './typed-fields.ts';

/**
 * The last part of a field's name → why its text is not normalised. Add a new name here, or use a schema from
 * typed-fields.ts.
 */
const readVerbatim: Readonly<
  Record<string, 'chosen on the screen' | 'made by a program' | 'password' | 'amount' | 'time' | 'read row by row'>
> = {
  id: 'chosen on the screen',
  'ids[]': 'chosen on the screen',
  pairId: 'chosen on the screen',
  fileId: 'chosen on the screen',
  reference: 'chosen on the screen',
  plan: 'made by a program',
  version: 'made by a program',
  digest: 'made by a program',
  connector: 'chosen on the screen',
  value: 'made by a program',
  query: 'made by a program',
  day: 'chosen on the screen',
  atRiskFrom: 'amount',
  orderNo: 'chosen on the screen',
  systemNo: 'chosen on the screen',
  batchNo: 'chosen on the screen',
  cardId: 'chosen on the screen',
  notifyId: 'chosen on the screen',
  planId: 'made by a program',
  bulkId: 'made by a program',
  runId: 'made by a program',
  channel: 'chosen on the screen',
  'channel[]': 'chosen on the screen',
  memberNo: 'chosen on the screen',
  'to[]': 'chosen on the screen',
  month: 'chosen on the screen',
  year: 'chosen on the screen',
  date: 'chosen on the screen',
  avatar: 'chosen on the screen',
  photoFront: 'chosen on the screen',
  photoBack: 'chosen on the screen',
  fileName: 'chosen on the screen',
  role: 'chosen on the screen',
  'roles[]': 'chosen on the screen',
  requestId: 'made by a program',
  token: 'made by a program',
  secret: 'made by a program',
  merchantPublicKey: 'made by a program',
  text: 'made by a program',
  signature: 'made by a program',
  timestamp: 'made by a program',
  nonce: 'made by a program',
  sign: 'made by a program',
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
  addPercent: 'amount',
  fixed: 'amount',
  costPercent: 'amount',
  costFixed: 'amount',
  dailyLimit: 'amount',
  addFixed: 'amount',
  minFee: 'amount',
  maxFee: 'amount',
  minAmount: 'amount',
  maxAmount: 'amount',
  totalLimit: 'amount',
  reviewFrom: 'amount',
  sameDayRatio: 'amount',
  feeTolerance: 'amount',
  openFrom: 'time',
  openTo: 'time',
  from: 'time',
  to: 'time',
  until: 'time',
  releaseAt: 'time',
  releaseAfter: 'time',
};
/** Texts in table cells. Each row reports its own errors (features/batches/rules.ts), with the same payee schema. */
const tableCells = /^\/batch\/(?:validate|submit) rows\[\]\.(?:amount|type|holder|bank|branch|account)$/;

const fields = contracts.flatMap(({ contract }) => textFields(contract));

test('every text that a person types is normalised, or is listed with the reason why not', () => {
  const unread = fields
    .filter(({ field, reading }) => reading === undefined && !tableCells.test(field))
    .map(({ field }) => field);
  expect(unread.filter((field) => !(nameOf(field) in readVerbatim))).toEqual([]);
  const used = new Set(unread.map(nameOf));
  expect(Object.keys(readVerbatim).filter((name) => !used.has(name))).toEqual([]);
});

test('codes, payment passwords, mobile numbers, searches and reasons are each read the same way in every call', () => {
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

test('finds a field without a reading at any depth', () => {
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
