/**
 * Writes src/vectors.json: test vectors of the gateway's signatures for implementations in any language. Run with `npm
 * run vectors`; a test fails if the file is out of date. Nothing here depends on time or randomness.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import { type SignedCallback, signCallback } from '../src/callbacks.ts';
import { encodeForm } from '../src/form.ts';
import { signReturnUrl } from '../src/returns.ts';
import { canonicalText, md5Text, signHmac, signMd5, signRsa, type SignType } from '../src/signing.ts';
import { merchantTestKeys, platformTestKeys, type TestKeyPair } from './keys-for-tests.ts';

export interface Md5Vector {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The signed text without `&key=…`. */
  readonly text: string;
  readonly sign: string;
  /** The same request as a form body. */
  readonly form: string;
}

export interface MessageVector {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
  readonly bodySha256: string;
  readonly text: string;
  readonly hmacSha256: string;
  /** Signed with the merchant's private key. */
  readonly rsaSha256: string;
}

export interface CallbackVector extends SignedCallback {
  readonly name: string;
  readonly signType: SignType;
}

export interface ReturnVector {
  readonly name: string;
  readonly signType: SignType;
  readonly url: string;
}

export interface Vectors {
  readonly note: string;
  readonly merchantNo: string;
  readonly key: string;
  readonly previousKey: string;
  readonly merchant: TestKeyPair;
  readonly platform: TestKeyPair;
  /** A time, in Unix seconds, at which every signature here is inside the time window. */
  readonly now: number;
  readonly md5: readonly Md5Vector[];
  /** Field sets that must be rejected, with the name of the invalid field. */
  readonly md5Refused: readonly {
    readonly name: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly fault: string;
  }[];
  readonly messages: readonly MessageVector[];
  readonly callbacks: readonly CallbackVector[];
  readonly reports: readonly CallbackVector[];
  readonly returns: readonly ReturnVector[];
}

const merchantNo = '100001';
const key = 'test-key-0123456789abcdef0123456789';
const previousKey = 'test-old-key-0123456789abcdef01234';
const timestamp = '1795165200';
const nonce = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

export function makeVectors(): Vectors {
  return {
    note: 'Test vectors. The keys are public test keys: never use them for real money.',
    merchantNo,
    key,
    previousKey,
    merchant: merchantTestKeys,
    platform: platformTestKeys,
    now: Number(timestamp),
    md5: md5Cases.map(([name, fields]) => md5Vector(name, fields)),
    md5Refused: refusedCases,
    messages: messageCases.map(([name, path, body]) => messageVector(name, path, body)),
    callbacks: callbackVectors(),
    reports: signedVectors('report', 'https://shop.example/reports?of=day', report),
    returns: returnVectors(),
  };
}

const order = {
  merchantNo,
  timestamp,
  nonce,
  signType: 'MD5',
  orderNo: 'A-1001',
  amount: '100.00',
  channel: 'sandbox_qr',
  notifyUrl: 'https://shop.example/notify',
};

const md5Cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['an order', order],
  ['empty fields are left out', { ...order, subject: '', attach: '' }],
  ['a space is not empty', { ...order, attach: ' ' }],
  ['an empty field that sorts first and one that sorts last', { AAA: '', ...order, zzz: '' }],
  ['Chinese', { ...order, subject: '订单：测试商品（一）' }],
  ['Thai', { ...order, subject: 'ชำระค่าสินค้า' }],
  ['emoji outside the basic plane, with a joiner', { ...order, subject: '🧾👩‍👩‍👧 paid' }],
  ['é as one character', { ...order, subject: 'caf\u00e9' }],
  ['é as a letter and a combining accent: different bytes, different signature', { ...order, subject: 'cafe\u0301' }],
  [
    'upper case sorts before underscore, underscore before lower case, digits before all',
    {
      b: 'lower b',
      B: 'upper B',
      a_b: 'underscore',
      aB: 'camel',
      ab: 'lower',
      a1: 'digit',
      a: 'short',
      '1a': 'leading digit',
      _a: 'leading underscore',
      A: 'upper A',
    },
  ],
  [
    'a payout whose empty fields are left out',
    {
      merchantNo,
      timestamp,
      nonce,
      signType: 'MD5',
      orderNo: 'P-2001',
      amount: '500.00',
      type: 'bank',
      holder: '张三',
      account: '6222021001116245702',
      bank: 'ICBC',
      branch: '',
      remark: '工资 11 月',
    },
  ],
  ['digits sort as text', { f2: 'two', f10: 'ten', f1: 'one' }],
  [
    'characters that a form must escape: plus, percent, quote, slash, colon, semicolon',
    { ...order, attach: '1+1 100% "q" a/b:c;d #x?' },
  ],
];

const refusedCases: Vectors['md5Refused'] = [
  { name: 'a number', fields: { ...order, amount: 100 }, fault: 'amount' },
  { name: 'true', fields: { ...order, attach: true }, fault: 'attach' },
  { name: 'null', fields: { ...order, attach: null }, fault: 'attach' },
  { name: 'a list', fields: { ...order, attach: ['x'] }, fault: 'attach' },
  { name: 'an object', fields: { ...order, attach: { x: 'y' } }, fault: 'attach' },
  { name: 'an ampersand, which could be read as two fields', fields: { ...order, attach: 'x&b=y' }, fault: 'attach' },
  {
    name: 'an equals sign, as in an address with a query',
    fields: { ...order, notifyUrl: 'https://shop.example/notify?id=1' },
    fault: 'notifyUrl',
  },
  { name: 'a line feed', fields: { ...order, attach: 'x\ny' }, fault: 'attach' },
  { name: 'a delete character', fields: { ...order, attach: 'x\u007fy' }, fault: 'attach' },
  { name: 'a C1 control character', fields: { ...order, attach: 'x\u0085y' }, fault: 'attach' },
  { name: 'half a surrogate pair', fields: { ...order, attach: '\ud83e' }, fault: 'attach' },
  { name: 'a name with an equals sign', fields: { ...order, 'a=b': 'c' }, fault: 'a=b' },
  { name: 'a name that is not ASCII', fields: { ...order, 金额: '1' }, fault: '金额' },
];

const messageCases: readonly (readonly [string, string, string])[] = [
  [
    'an order as JSON',
    '/gateway/v1/pay/create',
    JSON.stringify({
      orderNo: 'A-1001',
      amount: '100.00',
      channel: 'sandbox_qr',
      notifyUrl: 'https://shop.example/notify?id=1&x=2',
    }),
  ],
  [
    'an order as a form',
    '/gateway/v1/pay/create',
    encodeForm({ orderNo: 'A-1001', amount: '100.00', subject: '订单 1+1', attach: 'a&b=c' }),
  ],
  [
    'a payout as JSON',
    '/gateway/v1/payout/create',
    JSON.stringify({
      orderNo: 'P-2001',
      amount: '500.00',
      type: 'alipay',
      holder: '李雷',
      account: 'li.lei@example.com',
      notifyUrl: 'https://shop.example/notify/payout?id=1&x=2',
    }),
  ],
  ['an empty body', '/gateway/v1/balance', ''],
  ['a path with a query', '/notify?shop=7&lang=th', 'orderNo=A-1001'],
  [
    'Chinese, Thai, emoji and a combining accent',
    '/gateway/v1/payout/create',
    JSON.stringify({ holder: '张三', remark: 'ชำระ 🧾 cafe\u0301' }),
  ],
  ['white space in the body is signed', '/gateway/v1/balance', ' { }\r\n'],
];

const paid = {
  merchantNo,
  orderNo: 'A-1001',
  systemNo: '2611201214000001234',
  amount: '100.00',
  fee: '0.60',
  obtained: '99.40',
  status: 'success',
  paidAt: '2026-11-20T09:00:00Z',
  attach: '订单 🧾',
  notifyId: 'n-0001',
};

const paidOut = {
  merchantNo,
  orderNo: 'P-2001',
  systemNo: '2611201214000005678',
  amount: '500.00',
  fee: '2.00',
  status: 'cancelled',
  bankReference: '',
  failReason: 'บัญชีปิดแล้ว',
  finishedAt: '2026-11-20T09:00:00Z',
  attach: '',
  notifyId: 'n-0002',
};

function md5Vector(name: string, fields: Readonly<Record<string, string>>): Md5Vector {
  const sign = signMd5(fields, key);
  return { name, fields, text: md5Text(fields), sign, form: encodeForm({ ...fields, sign }) };
}

function messageVector(name: string, path: string, body: string): MessageVector {
  const message = { method: 'POST', path, timestamp, nonce, body };
  const text = canonicalText(message);
  const bodySha256 = createHash('sha256').update(body).digest('hex');
  return {
    name,
    ...message,
    bodySha256,
    text,
    hmacSha256: signHmac(text, key),
    rsaSha256: signRsa(text, merchantTestKeys.privateKey),
  };
}

const platformKeys: readonly { readonly signType: SignType; readonly key: string; readonly previousKey?: string }[] = [
  { signType: 'MD5', key },
  { signType: 'MD5', key, previousKey },
  { signType: 'HMAC-SHA256', key },
  { signType: 'HMAC-SHA256', key, previousKey },
  { signType: 'RSA-SHA256', key: platformTestKeys.privateKey },
];

function callbackVectors(): CallbackVector[] {
  const kinds = [
    { kind: 'pay-in', notifyUrl: 'https://shop.example/notify', fields: paid },
    { kind: 'payout', notifyUrl: 'https://shop.example/notify/payout', fields: paidOut },
  ];
  return kinds.flatMap(({ kind, notifyUrl, fields }) => signedVectors(kind, notifyUrl, fields));
}

/** By each of the platform's keys. */
function signedVectors(
  kind: string,
  notifyUrl: string,
  fields: Readonly<Record<string, string>> & { readonly merchantNo: string },
): CallbackVector[] {
  return platformKeys.map((by) => ({
    name: `${kind}, ${by.signType}${by.previousKey === undefined ? '' : ', during a key rotation'}`,
    signType: by.signType,
    ...signCallback({ notifyUrl, fields, ...by, timestamp, nonce }),
  }));
}

/** Of a scheduled file of two lines. Its base64 has no `=`, which MD5 can't sign. */
const report = {
  merchantNo,
  notifyId: 'report-00000000-0000-4000-8000-000000000001',
  kind: 'report',
  downloadId: '00000000-0000-4000-8000-000000000001',
  name: 'moneylog-2026-11-19.csv',
  format: 'csv',
  from: '2026-11-18T16:00:00.000Z',
  to: '2026-11-19T16:00:00.000Z',
  rows: '1',
  size: '9',
  sha256: createHash('sha256').update('a,b\n10,20').digest('hex'),
  content: Buffer.from('a,b\n10,20').toString('base64'),
};

function returnVectors(): ReturnVector[] {
  const withSeparators = { ...paid, attach: 'a&b=c 100%' };
  return platformKeys.map((by) => ({
    name: `${by.signType}${by.previousKey === undefined ? '' : ', during a key rotation'}`,
    signType: by.signType,
    url: signReturnUrl({
      returnUrl: by.signType === 'MD5' ? 'https://shop.example/thanks' : 'https://shop.example/thanks?lang=zh#top',
      fields: by.signType === 'MD5' ? paid : withSeparators,
      ...by,
      timestamp,
      nonce,
    }),
  }));
}

export const vectorsFile = new URL('../src/vectors.json', import.meta.url);

if (import.meta.main) writeFileSync(vectorsFile, `${JSON.stringify(makeVectors(), null, 2)}\n`);
